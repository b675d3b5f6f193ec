"""Parses reStructuredText: sections by their underlines, and words without their roles.

Directives that only place something (pictures, other files, targets) are left out, together with
their options; of all others the text stays.
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from indexer.documents import Parsed
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.rst.tables import find_table
from indexer.parsing.shared.drawn_tables import DrawnTable, build_table_block
from indexer.parsing.shared.encoding import decode_with_notices
from indexer.parsing.shared.sections import Heading, TextBlock, assemble

SUFFIXES = (".rst", ".rest")
SIGNS = frozenset("=-`:.'\"~^_*+#<>")
SHORTEST = 3  # signs under a heading
LONGEST = 300  # characters of a heading
OPTIONS = 20  # of a directive at most
ROLE = re.compile(r":[a-z:]{1,40}:`([^`<>\n]{1,300}?)(?: <[^`>\n]{1,300}>)?`")
LINK = re.compile(r"(?<!:)`([^`<>\n]{1,300}?)(?: <[^`>\n]{1,300}>)`_{1,2}")
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
            yield _build_table(table)
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


def _build_table(table: DrawnTable) -> TextBlock:
    rows = [(line, [_remove_roles(cell) for cell in row]) for line, row in table.rows]
    return build_table_block(replace(table, rows=rows, title=_remove_roles(table.title)))


def _remove_roles(text: str) -> str:
    return LINK.sub(r"\1", ROLE.sub(r"\1", text)).replace("\\ ", "")


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
