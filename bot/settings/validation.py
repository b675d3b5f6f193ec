"""Validates settings with pydantic-settings, which only this module loads."""

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, get_type_hints

from msgspec import Struct
from pydantic import Field as ModelField
from pydantic import create_model
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from indexer.i18n import N_, _, format_list, join_sentences

if TYPE_CHECKING:
    from _typeshed import DataclassInstance
    from pydantic_core import ErrorDetails

S = TypeVar("S", bound="DataclassInstance")


def validate(settings: S, raw: Mapping[str, object], environ: Mapping[str, str]) -> S:
    """Return `settings` with `raw` and, over it, `environ`; raises pydantic's ValidationError."""
    hints = get_type_hints(type(settings))
    shape = {each.name: (hints[each.name], _get_default(each)) for each in fields(settings)}
    # The values are stdlib dataclasses, which take over the model's `extra="forbid"`.
    model = create_model("Config", __base__=_build_base(raw, environ), **shape)  # type: ignore[call-overload]  # fields known at run time only
    values = model()
    return replace(settings, **{name: getattr(values, name) for name in shape})


def _build_base(raw: Mapping[str, object], environ: Mapping[str, str]) -> type[BaseSettings]:
    """Build a model of these two alone: pydantic would read the process's own environment."""

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
            cls, settings_cls: type[BaseSettings], *sources: object, **more: object
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return Environment(settings_cls), InitSettingsSource(settings_cls, dict(raw))

    return Base


def _get_default(field: "Field[object]") -> object:
    if field.default_factory is not MISSING:
        return ModelField(default_factory=field.default_factory)
    return field.default


UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
# By the beginning of an error's type.
KINDS = {
    "int": N_("a whole number"),
    "float": N_("a number"),
    "bool": N_("true or false"),
    "string": N_("a text in quotes"),
    "tuple": N_("a list, [...]"),
    "dict": N_("a block, {...}"),
    "mapping": N_("a block, {...}"),
    "dataclass": N_("a block, {...}"),
}


class Origins(Struct, frozen=True):
    """Finds the origin of each setting: an environment variable, or else the file."""

    file: Path
    prefix: str
    variables: Collection[str]
    typed: str = ""  # key of a value that a person just typed, and that is set nowhere yet

    def find(self, location: Iterable[int | str]) -> str:
        parts = [str(part).upper() for part in location]
        known = {name.upper(): name for name in self.variables}
        names = (self.prefix + "__".join(parts[:n]) for n in range(len(parts), 0, -1))
        return next((known[name] for name in names if name in known), str(self.file))


def describe_problems(
    problems: Iterable["ErrorDetails"], keys: Collection[str], origins: Origins
) -> Iterator[str]:
    """Describe each problem in a sentence; none shows a value, which may be a secret."""
    for problem in problems:
        key, origin = ".".join(map(str, problem["loc"])), origins.find(problem["loc"])
        if problem["type"] in UNKNOWN:
            yield describe_unknown(key, keys, origin)
        elif key == origins.typed:
            yield _("{key} must be {allowed}.", key=key, allowed=_describe_allowed(problem))
        else:
            yield _(
                "{key} must be {allowed}; it is set in {origin}.",
                key=key,
                allowed=_describe_allowed(problem),
                origin=origin,
            )


def describe_unknown(key: str, keys: Collection[str], origin: str) -> str:
    """Describe a key that does not exist, with the nearest of `keys`."""
    unknown = _("Unknown key {key} in {origin}.", key=repr(key), origin=origin)
    others = [each for each in keys if not key.startswith(f"{each}.")]
    return join_sentences(unknown, suggest(key, others))


def _describe_allowed(problem: "ErrorDetails") -> str:
    context: Mapping[str, object] = problem.get("ctx", {})
    kind = problem["type"].partition("_")[0]
    if problem["type"] == "value_error":
        return str(context["error"])
    if "expected" in context:
        return _describe_words(str(context["expected"]))
    if kind in KINDS:
        return str(KINDS[kind])
    return _("given ({reason})", reason=problem["msg"])


def _describe_words(expected: str) -> str:
    """Return "'a', 'b' or 'c'", which Pydantic says in English, in the reader's language."""
    words = re.findall(r"'[^']*'", expected)
    return format_list(words, "or") if words else expected


def suggest(word: str, words: Collection[str]) -> str:
    """Suggest the one of `words` that is spelt like `word`; "" if none is."""
    near = find_nearest(word, words)
    return _("Did you mean {key}?", key=repr(near)) if near else ""


def find_nearest(word: str, words: Collection[str]) -> str:
    """Return the one of `words` that is spelt like `word`; "" if none is."""
    return next(iter(difflib.get_close_matches(word, words, n=1, cutoff=0.7)), "")
