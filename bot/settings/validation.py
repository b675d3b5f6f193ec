"""The one place that loads pydantic-settings."""

import difflib
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from pathlib import Path
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
    from pydantic_core import ErrorDetails

S = TypeVar("S", bound="DataclassInstance")


def validate(settings: S, raw: Mapping[str, object], environ: Mapping[str, str]) -> S:
    """`settings` with what `raw` and, over it, `environ` say; raises pydantic's ValidationError."""
    hints = get_type_hints(type(settings))
    shape = {each.name: (hints[each.name], _get_default(each)) for each in fields(settings)}
    # The values are stdlib dataclasses, which take over the model's `extra="forbid"`.
    model = create_model("Config", __base__=_build_base(raw, environ), **shape)  # type: ignore[call-overload]  # fields known at run time only
    values = model()
    return replace(settings, **{name: getattr(values, name) for name in shape})


def _build_base(raw: Mapping[str, object], environ: Mapping[str, str]) -> type[BaseSettings]:
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


def _get_default(field: "Field[object]") -> object:
    if field.default_factory is not MISSING:
        return ModelField(default_factory=field.default_factory)
    return field.default


UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
# By what the type of an error begins with.
KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "a text in quotes",
    "tuple": "a list, [...]",
    "dict": "a block, {...}",
    "mapping": "a block, {...}",
    "dataclass": "a block, {...}",
}


@dataclass(frozen=True, slots=True)
class Origins:
    """Where each setting came from: a variable of the environment, or else the file."""

    file: Path
    prefix: str
    variables: Collection[str]

    def find(self, location: Iterable[int | str]) -> str:
        parts = [str(part).upper() for part in location]
        known = {name.upper(): name for name in self.variables}
        names = (self.prefix + "__".join(parts[:n]) for n in range(len(parts), 0, -1))
        return next((known[name] for name in names if name in known), str(self.file))


def describe_problems(
    problems: Iterable["ErrorDetails"], keys: Collection[str], origins: Origins
) -> Iterator[str]:
    """One for each problem; none shows a value, which may be a secret."""
    for problem in problems:
        key, origin = ".".join(map(str, problem["loc"])), origins.find(problem["loc"])
        if problem["type"] in UNKNOWN:
            yield f"Unknown key {key!r} in {origin}.{_suggest_key(key, keys)}"
        else:
            yield f"{key} must be {_describe_allowed(problem)}; it is set in {origin}."


def _describe_allowed(problem: "ErrorDetails") -> str:
    context: Mapping[str, object] = problem.get("ctx", {})
    kind = problem["type"].partition("_")[0]
    if problem["type"] == "value_error":
        return str(context["error"])
    if "expected" in context:
        return str(context["expected"])
    return KINDS.get(kind, f"given ({problem['msg']})")


def _suggest_key(key: str, keys: Collection[str]) -> str:
    others = [each for each in keys if not key.startswith(f"{each}.")]
    near = difflib.get_close_matches(key, others, n=1, cutoff=0.7)
    return f" Did you mean {near[0]!r}?" if near else ""
