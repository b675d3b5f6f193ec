"""Describes every setting: its kind, default and meaning, as read from the code.

The meaning is the comment beside the field or above it, which the reference in `docs` shows too.
"""

import ast
import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from indexer.i18n import N_, _, format_list, join_parts
from indexer.settings import Between

# What a reader of another language is told a setting may be.
KINDS = {
    "text": N_("a text in quotes"),
    "whole number": N_("a whole number"),
    "number": N_("a number"),
    "true or false": N_("true or false"),
    "list": N_("a list, [...]"),
    "object": N_("a block, {...}"),
}


class Key(Struct, frozen=True):
    """One key of config.json: `llm.model`; `kind` says what it may be, in English."""

    path: str
    kind: str
    default: str  # JSON
    meaning: str
    secret: bool
    hint: object  # the type from which its kind is read

    def explain(self) -> str:
        """Return its meaning in the reader's language; the catalogue has every one."""
        return _(self.meaning)


def list_keys(settings: type, above: str = "") -> Iterator[Key]:
    """Yield every key below `settings`, in the order of the code."""
    hints, notes = get_type_hints(settings, include_extras=True), read_comments(settings)
    for each in fields(settings):
        hint, path = hints[each.name], above + each.name
        if isinstance(hint, type) and is_dataclass(hint):
            yield from list_keys(hint, f"{path}.")
        else:
            question = each.metadata.get("question", "")
            meaning = notes.get(each.name) or str(question)
            yield Key(path, _kind(hint), _default(each), meaning, not each.repr, hint)


@cache
def read_comments(settings: type) -> Mapping[str, str]:
    """Map each field to the comment on its line, or on the lines above it; read once."""
    lines = inspect.getsource(settings).splitlines()
    body = ast.parse(inspect.cleandoc("\n".join(lines))).body[0]
    if not isinstance(body, ast.ClassDef):
        raise TypeError(f"{settings} is no class")
    found = {}
    for node in body.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            last = lines[(node.end_lineno or node.lineno) - 1]
            beside = last.partition("  # ")[2]
            found[node.target.id] = beside or _comment_above(lines, node.lineno - 2)
    return found


def _comment_above(lines: list[str], row: int) -> str:
    above: list[str] = []
    while lines[row].strip().startswith("# "):
        above.insert(0, lines[row].strip().removeprefix("# "))
        row -= 1
    return " ".join(above)


def describe_kind(hint: object) -> str:
    """Return what a setting of that type may be, in the reader's language."""
    if get_origin(hint) is Annotated:
        base, *limits = get_args(hint)
        ranges = (str(each.format_range()) for each in limits if isinstance(each, Between))
        return join_parts(describe_kind(base), *ranges)
    if words := _list_words(hint):
        return format_list([f"`{each}`" for each in words], "or")
    return str(KINDS[_kind(hint)])


def _list_words(hint: object) -> list[str]:
    """List the words of which a setting is one; none for any other."""
    if get_origin(hint) is Literal:
        return list(map(str, get_args(hint)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [str(each.value) for each in hint]
    return []


def _kind(hint: object) -> str:
    if get_origin(hint) is Annotated:
        base, *limits = get_args(hint)
        return " ".join(filter(None, [_kind(base), *(_range(limit) for limit in limits)]))
    if words := _list_words(hint):
        return " or ".join(f"`{each}`" for each in words)
    names = {str: "text", int: "whole number", float: "number", bool: "true or false"}
    if isinstance(hint, type) and hint in names:
        return names[hint]
    return {tuple: "list", frozenset: "list", dict: "object"}.get(
        get_origin(hint) or tuple, "object"
    )


def _range(limit: object) -> str:
    if not isinstance(limit, Between):
        return ""
    return f"from {limit.least:,}" + (f" to {limit.most:,}" if limit.most is not None else "")


def _default(each: "Field[object]") -> str:
    value = each.default if each.default is not MISSING else None
    if each.default_factory is not MISSING:
        value = each.default_factory()
    return json.dumps(value, default=list, ensure_ascii=False)
