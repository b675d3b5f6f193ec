"""Parses notebooks: text by its headings, code and its output as fenced blocks."""

import json
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexer.documents import Parsed, ParserNotice
from indexer.i18n import N_
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.md import split_markdown
from indexer.parsing.shared.encoding import decode
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".ipynb",)
OUTPUT = 4000  # characters kept of what one cell printed
LONG = N_("I kept the first {most} characters of long outputs; cut short: {count}.")


def parse(source: SourceFile) -> Iterator[Parsed]:
    try:
        notebook = json.loads(decode(source.data))
    except (ValueError, RecursionError):
        raise ParseError("damaged", source.name) from None
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ParseError("damaged", source.name)
    yield from assemble(_extract_blocks(cells), source.name)
    if cut := sum(len(_join_lines(each)) > OUTPUT for each in _list_outputs(cells)):
        yield ParserNotice((LONG.fill(count=cut, most=OUTPUT),))


def _extract_blocks(cells: Sequence[object]) -> Iterator[Heading | TextBlock]:
    for cell in cells:
        match cell:
            case {"cell_type": "markdown", "source": written}:
                yield from _split_markdown_cell(_join_lines(written))
            case {"cell_type": "code", "source": written, **rest}:
                yield TextBlock(_format_fence(_join_lines(written)))
                yield from _extract_outputs(rest.get("outputs"))
            case {"source": written}:
                yield TextBlock(_join_lines(written))


def _split_markdown_cell(markdown: str) -> Iterator[Heading | TextBlock]:
    """Split a cell's Markdown; leave out line numbers, which are not the file's."""
    for each in split_markdown(markdown):
        yield replace(each, line=None)


def _list_outputs(cells: Sequence[object]) -> Iterator[object]:
    for cell in cells:
        match cell:
            case {"cell_type": "code", "source": _, **rest}:
                yield from _list_printed(rest.get("outputs"))


def _extract_outputs(outputs: object) -> Iterator[TextBlock]:
    for printed in _list_printed(outputs):
        yield TextBlock(_format_fence(_join_lines(printed)[:OUTPUT]))


def _list_printed(outputs: object) -> Iterator[object]:
    for output in outputs if isinstance(outputs, list) else ():
        match output:
            case {"text": printed} | {"data": {"text/plain": printed}}:
                yield printed


def _join_lines(written: object) -> str:
    """Return a cell's text, which is a string or a list of lines."""
    lines = written if isinstance(written, list) else [written]
    return "".join(line for line in lines if isinstance(line, str))


def _format_fence(code: str) -> str:
    return f"```\n{code.rstrip()}\n```" if code.strip() else ""
