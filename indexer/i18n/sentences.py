"""Sentences looked up in the catalogue and filled in."""

from __future__ import annotations

import re
from collections.abc import Mapping

from indexer.i18n.formats import format_number
from indexer.i18n.language import current_language

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


class Sentence:
    """Made by `N_`: an English sentence that `str` translates for whoever reads it then.

    Its text and values are plain data: stored, or sent by another process, they make it again.
    No dataclass: that alone would take a fifth of the time of `multis --help`.
    """

    __slots__ = ("text", "values")

    def __init__(self, text: str, values: Mapping[str, Value] | None = None) -> None:
        self.text = text
        self.values: Mapping[str, Value] = values or {}

    def __str__(self) -> str:
        return _(self.text, **self.values)

    def __repr__(self) -> str:
        return f"Sentence({self.text!r}, {self.values!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return (self.text, self.values) == (other.text, other.values)

    def __hash__(self) -> int:
        return hash(self.text)

    def fill(self, **values: Value) -> Sentence:
        """With these values in it, those given before kept."""
        return Sentence(self.text, {**self.values, **values})


# An amount is written as the reader writes numbers, and a `Sentence` is translated.
Value = str | int | float | Sentence


def _(text: str, /, **values: Value) -> str:
    """`text` for the reader; each `{name}` in it is the value of that name."""
    found = current_language().translations
    return _fill(found.gettext(text) if found and text else text, text, values)


def ngettext(one: str, many: str, count: int, /, **values: Value) -> str:
    """The form that `count` asks for; `{count}` in it is that number."""
    found = current_language().translations
    english = one if count == 1 else many
    translated = found.ngettext(one, many, count) if found else english
    return _fill(translated, english, {"count": count, **values})


def pgettext(context: str, text: str, /, **values: Value) -> str:
    """As `_`, where `text` alone does not say enough; `context` is for the translator."""
    found = current_language().translations
    return _fill(found.pgettext(context, text) if found else text, text, values)


def N_(text: str, /, **values: Value) -> Sentence:
    """A sentence to be translated when it is shown: for constants, tables and other readers."""
    return Sentence(text, values)


def _fill(translated: str, english: str, values: Mapping[str, Value]) -> str:
    """Only whole `{name}`s are replaced: no text, whoever wrote it, reaches into a value."""
    known = {*values, *PLACEHOLDER.findall(english)}
    right = known.issuperset(PLACEHOLDER.findall(translated))
    return PLACEHOLDER.sub(
        lambda found: _format_value(values[found[1]]) if found[1] in values else found[0],
        translated if right else english,
    )


def _format_value(value: Value) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return format_number(value)
    return str(value)
