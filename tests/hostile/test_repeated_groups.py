"""No pattern repeats a group possessively: Python before 3.11.5 gets some of those wrong.

Debian 12 has 3.11.2, where `How do` was cut into `Ho` and `d`. `(?>(?:…)*)` says the same, and is
right everywhere. See https://github.com/python/cpython/issues/106052.
"""

import ast
import re
from pathlib import Path

from tests.hostile.patterns import PACKAGES, load_modules, parse_source

REPEATED = re.compile(r"(?<![\\(])\)(?:[*+?]|\{\d*,?\d*\})\+")
ROOT = Path(__file__).parents[2]


def test_none_in_the_code() -> None:
    found = [
        f"{module.__name__}:{node.lineno}"
        for module in load_modules()
        for node in ast.walk(parse_source(module))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and REPEATED.search(node.value)
    ]
    assert not found


def test_none_in_the_word_lists() -> None:
    files = [
        path
        for package in PACKAGES
        for ending in ("toml", "txt")
        for path in (ROOT / package).rglob(f"*.{ending}")
    ]
    assert len(files) > 100
    assert not [path for path in files if REPEATED.search(path.read_text(encoding="utf-8"))]


def test_one_is_found() -> None:
    for pattern in (r"\w(?:-\w)*+", r"(?:a|b)++", r"(?:a)?+", r"(?:a){2,}+"):
        assert REPEATED.search(pattern)
    for pattern in (r"\w++(?>(?:-\w)*)", r"\)++", r"[)]*+", "()*+,-./"):
        assert not REPEATED.search(pattern)
