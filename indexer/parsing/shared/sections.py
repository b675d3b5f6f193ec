"""Assembles sections from the headings and blocks that a parser yields."""

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from indexer.documents import Pages, Section
from indexer.text.line_numbers import Marks, shift_marks

TITLE = 200  # characters; what is longer is text that was set as a heading
DEEPEST = 6


class Heading(Struct, frozen=True):
    level: int  # 1 is the outermost
    title: str
    line: int | None = None
    pages: Pages | None = None


class TextBlock(Struct, frozen=True):
    """A paragraph, list, table or anything else that is text."""

    text: str
    line: int | None = None
    pages: Pages | None = None
    lines: Marks = ()  # where `text` is not the file from `line` on, line by line


def build_margin(lines: Iterable[str]) -> Iterator[TextBlock]:
    """Yield a block of the lines at the head and foot of pages that have words, each once."""
    if words := dict.fromkeys(line for line in lines if any(map(str.isalpha, line))):
        yield TextBlock("\n".join(words))


def assemble(found: Iterable[Heading | TextBlock], name: str) -> Iterator[Section]:
    """Yield sections in order; the text before the first heading gets the title `name`.

    A heading without text of its own is only in the path of those below it; where there are none,
    it is a section whose text is its title, so that no word is lost.
    """
    open_section = _OpenSection(name)
    for each in found:
        if isinstance(each, Heading):
            yield from open_section.close(each.level)
            open_section = open_section.begin(each)
        elif each.text.strip():
            open_section.blocks.append(each)
    yield from open_section.close(0)


class _OpenSection(Struct):
    """The section that is being gathered, and the headings above it."""

    title: str
    level: int = 0
    line: int | None = None
    pages: Pages | None = None
    above: tuple[tuple[int, str], ...] = ()
    blocks: list[TextBlock] = field(default_factory=list)

    def begin(self, heading: Heading) -> "_OpenSection":
        level = max(1, min(heading.level, DEEPEST))
        whole = " ".join(heading.title.split())
        title = whole if len(whole) <= TITLE else whole[: TITLE - 1].rstrip() + "…"
        above = tuple(each for each in self.above if each[0] < level)
        opened = _OpenSection(title, level, heading.line, heading.pages, (*above, (level, title)))
        if title != whole:
            opened.blocks.append(TextBlock(whole, heading.line, heading.pages))
        return opened

    def close(self, next_level: int) -> Iterator[Section]:
        if not self.blocks and (self.level == 0 or next_level > self.level or not self.title):
            return
        first = self.blocks[0] if self.blocks else TextBlock(self.title)
        text, lines = _join_blocks(self.blocks)
        yield Section(
            title=self.title,
            text=text or self.title,
            path=tuple(title for _, title in self.above),
            level=self.level,
            pages=_span_pages([self.pages, *(block.pages for block in self.blocks)]),
            line=self.line or first.line,
            element_type="section" if self.level else "paragraph",
            lines=lines,
        )


def _join_blocks(blocks: Iterable[TextBlock]) -> tuple[str, Marks]:
    texts, marks = list[str](), list[tuple[int, int]]()
    offset = 0
    for block in blocks:
        text = block.text.lstrip("\n")
        if block.line:
            own = block.lines or ((0, block.line),)
            marks += shift_marks(own, len(block.text) - len(text), offset)
        texts.append(text.rstrip("\n"))
        offset += len(texts[-1]) + 2
    return "\n\n".join(texts), tuple(marks)


def _span_pages(pages: Iterable[Pages | None]) -> Pages | None:
    known = [each for each in pages if each]
    return (min(first for first, _ in known), max(last for _, last in known)) if known else None
