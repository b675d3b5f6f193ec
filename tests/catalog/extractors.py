"""What Babel finds sentences with in our files; `babel.cfg` names these functions.

Python is read as a tree: Babel's own reader of tokens misses a sentence that is an argument of a
call inside another sentence.
"""

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO

from adapters.web.markup import list_sentences

# (line, keyword, its literal arguments, comments for the translator)
Extracted = tuple[int, str, tuple[str | None, ...], list[str]]


def extract_python(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    del comment_tags, options
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and (name := called(node)) in keywords:
            yield node.lineno, name, tuple(_literal(each) for each in node.args), []


def extract_command(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    """As Python; the first line of a command's module is its help."""
    summary = file.readline().decode().strip().strip('"').rstrip(".")
    if b"def add_arguments(" in file.read():
        yield 1, "_", (summary,), []
    file.seek(0)
    yield from extract_python(file, keywords, comment_tags, options)


def extract_html(
    file: IO[bytes],
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, object],
) -> Iterator[Extracted]:
    del keywords, comment_tags, options
    for line, sentence in list_sentences(file.read().decode()):
        yield line, "_", (sentence,), []


def called(node: ast.Call) -> str:
    """`f` for `f(...)`, "" for the call of anything but a plain name."""
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
