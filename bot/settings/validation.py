"""The one place that loads pydantic-settings."""

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, replace
from typing import TYPE_CHECKING, TypeVar, get_type_hints

from pydantic import Field as ModelField
from pydantic import create_model
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

S = TypeVar("S", bound="DataclassInstance")


def validate(settings: S, raw: Mapping[str, object], environ: Mapping[str, str]) -> S:
    """`settings` with what `raw` and, over it, `environ` say; raises pydantic's ValidationError."""
    hints = get_type_hints(type(settings))
    shape = {each.name: (hints[each.name], _default(each)) for each in fields(settings)}
    # The values are stdlib dataclasses, which take over the model's `extra="forbid"`.
    model = create_model("Config", __base__=_base(raw, environ), **shape)  # type: ignore[call-overload]  # fields known at run time only
    values = model()
    return replace(settings, **{name: getattr(values, name) for name in shape})


def _base(raw: Mapping[str, object], environ: Mapping[str, str]) -> type[BaseSettings]:
    """A model that reads these two and nothing else: pydantic would read the process's own."""

    class Environment(EnvSettingsSource):
        def _load_env_vars(self) -> Mapping[str, str | None]:
            return {name.lower(): value for name, value in environ.items()}

    class Base(BaseSettings):
        model_config = SettingsConfigDict(
            env_prefix="MULTIS_",
            env_nested_delimiter="__",
            extra="forbid",
            hide_input_in_errors=True,  # an error must not show a token
        )

        @classmethod
        def settings_customise_sources(
            cls, settings_cls: type[BaseSettings], *_: object, **__: object
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return Environment(settings_cls), InitSettingsSource(settings_cls, dict(raw))

    return Base


def _default(field: "Field[object]") -> object:
    if field.default_factory is not MISSING:
        return ModelField(default_factory=field.default_factory)
    return field.default
