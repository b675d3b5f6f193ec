"""Parses reStructuredText: sections by their underlines, and words without their roles.

Directives that only place something (pictures, other files, targets) are left out, together with
their options; of all others the text stays.
"""

import re
from collections.abc import Iterator, Sequence

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.rst.tables import RstTable, find_table
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import Heading, TextBlock, assemble
from indexer.parsing.shared.tables import format_markdown_table, is_filled

SUFFIXES = (".rst", ".rest")
SIGNS = frozenset("=-`:.'\"~^_*+#<>")
SHORTEST = 3  # signs under a heading
LONGEST = 300  # characters of a heading
OPTIONS = 20  # of a directive at most
ROLE = re.compile(r":[a-z:]{1,40}:`([^`<>\n]{1,300}?)(?: <[^`>\n]{1,300}>)?`")
SILENT = ("image::", "figure::", "include::", "toctree::", "_", "|", "contents::", "index::")


def parse(source: SourceFile) -> Iterator[Parsed]:
    decoded = decode_with_notices(source.data, source.languages.system)
    yield from assemble(_extract_blocks(decoded.text.split("\n")), source.name)
    yield from decoded.notices


def _extract_blocks(lines: Sequence[str]) -> Iterator[Heading | TextBlock]:
    levels, text, start, at = list[str](), list[str](), 0, 0
    while at < len(lines):
        if table := find_table(lines, at):
            yield _build_block(text, start)
            yield _build_table(table, at)
            text, start = [], table.end
            at = table.end
            continue
        size = _measure_heading(lines, at)
        if not size:
            text.append(_clean(lines, at))
            at += 1
            continue
        yield _build_block(text, start)
        sign = f"{size}{lines[at + size - 1][0]}"  # with a line above, it is another level
        levels += [sign] if sign not in levels else []
        title = lines[at + size - 2].strip()
        yield Heading(levels.index(sign) + 1, title, at + 1)
        at += size
        text, start = [], at
    yield _build_block(text, start)


def _build_block(text: Sequence[str], start: int) -> TextBlock:
    blank = next((at for at, line in enumerate(text) if line.strip()), 0)
    return TextBlock("\n".join(text[blank:]).rstrip(), start + blank + 1)


def _build_table(table: RstTable, at: int) -> TextBlock:
    rows = [(line, [_remove_roles(cell) for cell in row]) for line, row in table.rows]
    filled = [(line, row) for line, row in rows if is_filled(row)]
    text = format_markdown_table([row for _, row in filled])
    title = f"{_remove_roles(table.title)}\n\n" if table.title else ""
    ends = [0, *(found.end() for found in re.finditer("\n", text))]
    below = [ends[0], *ends[2:]] if len(ends) > len(filled) else ends  # a rule follows the head
    marks = [(len(title) + end, line + 1) for end, (line, _) in zip(below, filled, strict=False)]
    return TextBlock(title + text, at + 1, lines=((0, at + 1), *marks) if title else tuple(marks))


def _remove_roles(text: str) -> str:
    return ROLE.sub(r"\1", text)


def _measure_heading(lines: Sequence[str], at: int) -> int:
    """Return how many lines a heading takes: its text, the line under it, perhaps one above."""
    over = _is_rule(lines[at])
    title, under = (*lines[at + over : at + over + 2], "", "")[:2]
    plain = title.strip() and len(title) <= LONGEST and not _is_rule(title)
    if not (plain and _is_rule(under)) or (over and lines[at][0] != under[0]):
        return 0
    before = lines[at - 1].strip() if at and not over else ""
    long_enough = len(under.strip()) >= min(len(title.strip()), SHORTEST)
    return (3 if over else 2) if long_enough and not before else 0


def _is_rule(line: str) -> bool:
    bare = line.rstrip()
    return len(bare) >= SHORTEST and bare[0] in SIGNS and bare == bare[0] * len(bare)


def _clean(lines: Sequence[str], at: int) -> str:
    line = lines[at]
    if line.lstrip().startswith(".. "):
        rest = line.lstrip()[3:]
        name, found, words = rest.partition("::")
        if rest.startswith(SILENT):
            return ""
        if rest.startswith("["):  # a note
            return rest
        return words.strip() if found and name.replace("-", "").isalnum() else ""
    if _is_option(lines, at):
        return line.partition(":alt:")[2].strip()  # what a picture shows
    return _remove_roles(line)


def _is_option(lines: Sequence[str], at: int) -> bool:
    """Return whether a line sets an option of the directive right above it."""
    for above in range(at - 1, max(-1, at - OPTIONS), -1):
        below = lines[above + 1]
        if not (below.startswith(" ") and below.lstrip().startswith(":")):
            return False
        if lines[above].lstrip().startswith(".. ") and "::" in lines[above]:
            return True
    return False
