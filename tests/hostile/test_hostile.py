"""No file can hurt the bot: each ends in text or a sentence, in time, and the next one is read.

The costliest of the set are left to bench/parsing, which runs all of it.
"""

import time
from pathlib import Path

import pytest

from indexer.documents import Section
from indexer.parsing.limits import Limits
from indexer.parsing.sandbox import ParseError, parse
from tests.hostile import HOSTILE

LIMITS = Limits(cpu_seconds=4, wall_seconds=12.0)
# What a file ends in, on a machine however busy.
UNHURRIED = Limits(wall_seconds=120.0)
# These take seconds to make or minutes to give up on.
COSTLY = frozenset(
    {"flate-1gb.pdf", "flate-in-flate-1gb.pdf", "flate-100mb-of-text.pdf", "boxes-300k.pdf"}
    | {"flate-10mb-of-text.pdf", "forms-1e9.pdf", "forms-1e5.pdf", "outline-deep-20k.pdf"}
    | {"outline-wide-50k.pdf", "pages-10k.pdf", "objects-1m.pdf", "picture-huge.pdf"}
    | {"text-1gb.docx", "paragraphs-2m.docx", "picture-1gb.docx", "laughs.docx"}
    | {"entries-200k.docx", "cells-20m.xlsx", "rows-wide.xlsx", "chapter-deep.epub"}
    | {"zeros-1gb.zip", "headings-200k.md", "divs-200k.html", "attributes-200k.html"}
    | {"zeros-40mb.pdf", "line-40mb.txt", "newlines-40mb.txt", "rows-2m.csv", "node-40mb.html"}
    | {
        "attached-1gb.pdf",
        "strips-10k.pdf",
        "zeros-1gb.tar.gz",
        "zeros-300mb.tgz",
        "mails-100k.mbox",
    }
    | {"grid-100-pages.pdf", "curves-200k.pdf"}
    | {"lines-20m.txt", "lists-deep.md", "lists-deep.html", "cells-1m.rtf"}
)
NAMES = sorted(HOSTILE.keys() - COSTLY)
# Whose pages and pictures tesseract reads, where it is installed.
PICTURED = (".pdf", ".png", ".jpg", ".tiff", ".docx", ".pptx", ".odt", ".odp")
PAGES = [each for each in NAMES if each.endswith(PICTURED)]
SECRETS = ("root:", "secret of another")


async def read(path: Path, limits: Limits = LIMITS) -> str:
    """The text of a file, or the kind of error that it ended in."""
    try:
        found = [each async for each in parse(path, limits=limits)]
    except ParseError as error:
        return error.kind
    return "\n".join(each.text for each in found if isinstance(each, Section))


def test_the_set_is_large() -> None:
    assert len(HOSTILE) >= 80
    assert HOSTILE.keys() >= COSTLY


@pytest.mark.parametrize("name", [each for each in NAMES if each not in PAGES])
async def test_a_hostile_file_ends_in_text_or_a_sentence_in_time(tmp_path: Path, name: str) -> None:
    await end_in_time(tmp_path, name)


@pytest.mark.parametrize("name", PAGES)
async def test_a_hostile_page_ends_in_text_or_a_sentence_in_time(tmp_path: Path, name: str) -> None:
    await end_in_time(tmp_path, name)


async def end_in_time(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(HOSTILE[name]())
    started = time.monotonic()
    text = await read(path)
    assert text
    assert time.monotonic() - started <= LIMITS.wall_seconds + 10
    assert not any(secret in text for secret in SECRETS)


async def test_the_next_file_is_read(tmp_path: Path) -> None:
    for name in ("object-is-itself.pdf", "tables-deep-3000.docx", "deep.ipynb"):
        (tmp_path / name).write_bytes(HOSTILE[name]())
        await read(tmp_path / name)
    (tmp_path / "next.md").write_text("# Next\n\nstill read")
    assert await read(tmp_path / "next.md") == "still read"


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("count-negative.pdf", "Hello hostile world"),
        ("outline-loop.pdf", "Hello hostile world"),
        ("style-map.docx", "secret text"),
        ("picture-file.docx", "after"),
        ("page-100k-times.pdf", "too_large"),
        ("tables-deep-3000.docx", "damaged"),
        ("matryoshka.zip", "too_large"),
        ("paragraphs-50k.docx", "too_large"),
        ("size-lies-high.zip", "too_large"),
        ("cell-far.xlsx", "1\n\n1"),
        ("bomb.png", "too_large"),
        ("laughs.odt", "damaged"),
        ("laughs.pptx", "damaged"),
        ("cut-50.pdf", "damaged"),
        ("old-office.docx", "damaged"),
    ],
)
async def test_what_the_worst_of_them_end_in(tmp_path: Path, name: str, kind: str) -> None:
    (tmp_path / name).write_bytes(HOSTILE[name]())
    assert await read(tmp_path / name, UNHURRIED) == kind


async def test_a_long_comment_does_not_take_quadratic_time(tmp_path: Path) -> None:
    path = tmp_path / "comment-19mb.odt"
    path.write_bytes(HOSTILE[path.name]())
    # In equal pieces it takes four seconds of processor, in growing ones half a second.
    assert await read(path, Limits(cpu_seconds=2)) == "w"
