"""Documents with more sections than anybody wants to find one by one."""

from pathlib import Path

from indexer.documents import Section
from indexer.ingest import crowded
from indexer.ingest.crowded import join_crowded
from indexer.ingest.jobs import build_job
from indexer.ingest.pipeline import build_chunks
from indexer.scopes import KB


def make(count: int) -> list[Section]:
    """Sections of a line each, one on a line of the file and thirty on a page."""
    return [
        Section(f"Part {n}", f"Word {n}.", ("Book", f"Part {n}"), 2, (n // 30 + 1,) * 2, 2 * n + 1)
        for n in range(count)
    ]


def test_a_document_of_many_sections_keeps_them() -> None:
    found = make(crowded.MOST)
    assert join_crowded(found) == found


def test_too_many_sections_are_joined_and_no_word_is_lost() -> None:
    found = join_crowded(make(crowded.MOST + 1))
    assert len(found) < crowded.MOST // 30
    words = "\n".join(each.text for each in found).split()
    assert [word for word in words if word.endswith(".")] == [
        f"{n}." for n in range(crowded.MOST + 1)
    ]
    assert {each.path for each in found} == {("Book",)}


def test_what_is_joined_cites_its_pages_and_lines(tmp_path: Path) -> None:
    found = join_crowded(make(crowded.MOST + 1))
    section = found[1]
    at = section.text.index("Part 120\n")
    assert section.find_pages(at, at + 5) == (5, 5)
    assert section.find_lines([at]) == [241]
    chunks = build_chunks(build_job(tmp_path / "a.md", KB), found[:3])
    assert all(chunk.pages for chunk in chunks)
