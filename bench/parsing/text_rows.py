"""Measures formats with headings of their own, and the chunker."""

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean

from bench.parsing import fidelity
from bench.parsing.rows import Row
from indexer.documents import Section
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.parsing.formats.md import split_markdown
from indexer.parsing.limits import Limits
from indexer.parsing.request import ParseRequest
from indexer.parsing.shared.encoding import decode
from indexer.parsing.shared.sections import Heading
from indexer.parsing.source import parse_file

BOOK = ("handbook-en-US.docx", "handbook-en-US.odt", "handbook-en-US.epub", "handbook-en-US.rtf")
BOOK_AS_TEXT = ("handbook-en-US.md", "en-US.html")
FRAGMENT = 100  # characters
PROSE = ("handbook-en-US.md", "handbook-zh-CN.md", "norwich-city.txt", "UDHR_first_article_all.txt")


def _read_sections(path: Path) -> list[Section]:
    with path.open("rb") as file:
        found = parse_file(file, ParseRequest(path.name, Limits()))
        return [each for each in found if isinstance(each, Section)]


def measure_book(documents: Path) -> Iterator[Row]:
    """Compare one book in six formats, all made by one converter: they must give the same."""
    reference = _read_sections(documents / "en-US.html")
    expected = fidelity.list_titles(reference)
    words = fidelity.split_words("\n".join(each.text for each in reference))
    for name in (*BOOK, *BOOK_AS_TEXT):
        started = time.process_time()
        found = _read_sections(documents / name)
        seconds = time.process_time() - started
        matching = [title for title in fidelity.list_titles(found) if title in set(expected)]
        score = fidelity.compute_f1(
            fidelity.split_words("\n".join(each.text for each in found)), words
        )
        figure = f"{len(matching)}/{len(expected)}, {score:.3f}"
        met = matching == expected and score >= 0.99
        yield Row(f"{name}: headings, words F1", figure, "all, 0.99", met, f"{seconds:.1f} CPU-s")


def measure_markdown(documents: Path) -> Iterator[Row]:
    """Compare headings with those of a full CommonMark parser."""
    wrong, count = 0, 0
    for path in sorted(documents.glob("*.md")):
        text = decode(path.read_bytes())
        ours = {
            (heading.line, heading.level)
            for heading in split_markdown(text)
            if isinstance(heading, Heading)
        }
        theirs = set(_list_commonmark_headings(text))
        wrong, count = wrong + len(ours ^ theirs), count + len(theirs)
    yield Row(
        "Markdown headings against CommonMark: wrong", str(wrong), "0", not wrong, f"of {count}"
    )


def _list_commonmark_headings(text: str) -> Iterator[tuple[int, int]]:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.front_matter import front_matter_plugin

    for token in MarkdownIt("commonmark").use(front_matter_plugin).parse(text):
        if token.type == "heading_open" and token.level == 0 and token.map:
            yield token.map[0] + 1, int(token.tag[1:])


def measure_chunker(documents: Path) -> Iterator[Row]:
    fragments, blow_ups, speeds = [], [], []
    for name in PROSE:
        text = decode((documents / name).read_bytes())
        started = time.process_time()
        parts = split_text(text, DOCUMENT)
        speeds.append(len(text) / 1e6 / (time.process_time() - started))
        fragments.append(mean(len(part.text) - part.overlap < FRAGMENT for part in parts))
        blow_ups.append(sum(len(part.text) for part in parts) / len(text))
    figure = f"{mean(fragments):.1%}, {max(blow_ups):.2f}, {min(speeds):.0f}"
    met = mean(fragments) <= 0.01 and max(blow_ups) <= 1.12 and min(speeds) >= 5
    yield Row("chunker: fragments, blow-up, MB/s", figure, "1%, 1.12, 5", met)
