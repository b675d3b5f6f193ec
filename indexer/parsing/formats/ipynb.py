"""Notebooks: their text by its headings, their code and what it printed as fences."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from indexer.documents import Parsed
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import Source
from indexer.parsing.formats.md import markdown_blocks
from indexer.parsing.shared.encoding import decode
from indexer.parsing.shared.sections import Block, Heading, assemble

SUFFIXES = (".ipynb",)
OUTPUT = 4000  # characters kept of what one cell printed


def parse(source: Source) -> Iterator[Parsed]:
    try:
        notebook = json.loads(decode(source.data))
    except (ValueError, RecursionError):
        raise ParseError("damaged", source.name) from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ParseError("damaged", source.name)
    yield from assemble(_blocks(cells), source.name)


def _blocks(cells: Sequence[object]) -> Iterator[Heading | Block]:
    for cell in cells:
        match cell:
            case {"cell_type": "markdown", "source": written}:
                yield from _without_lines(_joined(written))
            case {"cell_type": "code", "source": written, **rest}:
                yield Block(_fence(_joined(written)))
                yield from _outputs(rest.get("outputs"))
            case {"source": written}:
                yield Block(_joined(written))


def _without_lines(markdown: str) -> Iterator[Heading | Block]:
    """A line of a cell is no line of the file."""
    for each in markdown_blocks(markdown):
        yield replace(each, line=None)


def _outputs(outputs: object) -> Iterator[Block]:
    for output in outputs if isinstance(outputs, list) else ():
        match output:
            case {"text": printed} | {"data": {"text/plain": printed}}:
                yield Block(_fence(_joined(printed)[:OUTPUT]))


def _joined(written: object) -> str:
    """A cell's text, which is a string or a list of lines."""
    lines = written if isinstance(written, list) else [written]
    return "".join(line for line in lines if isinstance(line, str))


def _fence(code: str) -> str:
    return f"```\n{code.rstrip()}\n```" if code.strip() else ""
