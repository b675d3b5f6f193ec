"""Looks sentences up in the catalogue and fills in their placeholders."""

from __future__ import annotations

import re
from collections.abc import Mapping

from indexer.i18n.formats import format_number
from indexer.i18n.language import current_language

PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")


class Sentence:
    """An English sentence that `str()` translates for the current reader; built by `N_`.

    Its text and values are plain data, so that it can be stored, sent by another process and
    rebuilt. It is no dataclass: importing dataclasses alone takes a fifth of `multis --help`.
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
        """Return the sentence with these values added to those it has."""
        return Sentence(self.text, {**self.values, **values})


# A number is formatted for the reader's language, and a `Sentence` is translated.
Value = str | int | float | Sentence


def _(text: str, /, **values: Value) -> str:
    """Translate `text` for the current reader and fill in each `{name}` with its value."""
    found = current_language().translations
    return _fill(found.gettext(text) if found and text else text, text, values)


def ngettext(one: str, many: str, count: int, /, **values: Value) -> str:
    """Translate the plural form for `count`, which also fills in `{count}`."""
    found = current_language().translations
    english = one if count == 1 else many
    translated = found.ngettext(one, many, count) if found else english
    return _fill(translated, english, {"count": count, **values})


def pgettext(context: str, text: str, /, **values: Value) -> str:
    """Translate as `_` does, with a `context` that tells the translator what `text` means."""
    found = current_language().translations
    return _fill(found.pgettext(context, text) if found else text, text, values)


def N_(text: str, /, **values: Value) -> Sentence:
    """Return a sentence to be translated when shown: for constants, tables and other readers."""
    return Sentence(text, values)


def _fill(translated: str, english: str, values: Mapping[str, Value]) -> str:
    """Fill in whole `{name}`s only, so that no text can reach into an attribute of a value."""
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
