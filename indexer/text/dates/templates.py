"""Compiles templates of word lists, such as `at {hour}` or `every {nth} {day}`, to expressions."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from msgspec import Struct

from indexer.text.dates.grammar import bound
from indexer.text.dates.offsets import Span
from indexer.text.normalize import fold
from indexer.text.word_lists import ListName, build_alternatives, load_entries

_FIELD = re.compile(r"(\{\w+\})")


class Template(Struct, frozen=True):
    """`value` is what its line says before the template: an offset, an interval, or nothing."""

    value: str
    pattern: re.Pattern[str]
    literal: int  # characters that are not a field's: of equal finds, more are more exact


class TemplateMatch(Struct, frozen=True):
    value: str
    fields: Mapping[str, str]
    span: Span


def load_pairs(name: str, language: str) -> dict[str, str]:
    """Return what each folded word of a list such as `09 nine` stands for."""
    entries = (each.partition(" ") for each in load_entries(cast(ListName, name), language))
    return {fold(word): value for value, _space, word in entries}


def compile_templates(
    pairs: Iterable[tuple[str, str]], fields: Mapping[str, str], language: str, after: str = ""
) -> tuple[Template, ...]:
    """Compile pairs of value and template; `after` may follow each."""
    return tuple(
        Template(
            value,
            re.compile(bound(_fill(template, fields) + after, language)),
            len(_FIELD.sub("", template)),
        )
        for value, template in pairs
    )


def _fill(template: str, fields: Mapping[str, str]) -> str:
    parts = _FIELD.split(template)
    return "".join(
        f"(?P<{part[1:-1]}>{fields[part[1:-1]]})" if _FIELD.fullmatch(part) else escape_phrase(part)
        for part in parts
    )


def escape_phrase(text: str) -> str:
    """Return a pattern for words, folded, with any few spaces between them."""
    return re.escape(fold(text)).replace(r"\ ", r"\s{1,3}")


def find_longest(text: str, templates: Iterable[Template]) -> TemplateMatch | None:
    """Return the longest match; of equal ones the most literal, then the first."""
    found = [(each, match) for each in templates for match in each.pattern.finditer(text)]
    if not found:
        return None
    template, match = max(
        found, key=lambda each: (len(each[1].group()), each[0].literal, -each[1].start())
    )
    fields = {name: value for name, value in match.groupdict().items() if value is not None}
    return TemplateMatch(template.value, fields, match.span())


def compile_words(words: Iterable[str], language: str) -> re.Pattern[str]:
    """Compile an expression for any of `words`, spaces included."""
    alternatives = build_alternatives([fold(each) for each in words]).replace(r"\ ", r"\s{1,3}")
    return re.compile(bound(alternatives, language))
