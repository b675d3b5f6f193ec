"""Sections of a line, in long documents where they are exceptions, share a passage."""

from pathlib import Path

from indexer.documents import Chunk, Section, read_headings
from indexer.ingest.jobs import build_job
from indexer.ingest.pipeline import build_chunks
from indexer.ingest.tiny_sections import MANY
from indexer.scopes import KB

LONG = "Sets how far the marks of an axis stand from each other, in units of that axis. " * 3
SAID = "這一步自動檢測安裝的硬碟，下一步將是分割磁碟，並選擇要安裝的套件與桌面環境，需要幾分鐘。"


def make(name: str, text: str, page: int, above: str = "Set") -> Section:
    return Section(name, f"{name}\n\n{text}", (above, name), 2, (page, page), 10 * page)


def make_manual(*some: Section) -> list[Section]:
    return [*some, *(make(f"Part {n}", LONG, n) for n in range(10, 10 + MANY))]


def chunk(sections: list[Section]) -> list[Chunk]:
    return build_chunks(build_job(Path("manual.pdf"), KB), sections)


def test_a_tiny_section_shares_the_passage_of_the_next_beside_it() -> None:
    found = chunk(make_manual(make("Ylabel", "See xlabel.", 1), make("Zdata", LONG, 2)))
    assert found[0].text == f"Ylabel\n\nSee xlabel.\n\nZdata\n\n{LONG}"
    assert found[0].path == ("Set", "Ylabel · Zdata")
    assert (found[0].pages, found[0].line) == ((1, 2), 10)
    assert read_headings(found[0].metadata) == [("Ylabel", (1, 1)), ("Zdata", (2, 2))]
    assert found[1].name == "Part 10"
    assert read_headings(found[1].metadata) == []


def test_the_last_one_shares_the_passage_before() -> None:
    found = chunk(make_manual(make("Zdata", LONG, 1), make("Ylabel", "See xlabel.", 2)))
    assert found[0].name == "Zdata · Ylabel"


def test_sections_of_different_chapters_stay_apart() -> None:
    found = chunk(make_manual(make("Ylabel", "See xlabel.", 1, above="Show")))
    assert [each.name for each in found[:2]] == ["Ylabel", "Part 10"]


def test_a_long_neighbour_stays_as_it_is() -> None:
    found = chunk(make_manual(make("Ylabel", "See xlabel.", 1, "Show"), make("A", LONG * 9, 2)))
    assert found[0].name == "Ylabel"


def test_in_notes_and_glossaries_each_stands_for_itself() -> None:
    few = [make(f"Part {n}", "See there.", n) for n in range(1, 5)]
    many = [make(f"Part {n}", "See there.", n) for n in range(1, 2 * MANY)]
    assert len(chunk(few)) == len(few)
    assert len(chunk(many)) == len(many)


def test_signs_say_more_than_letters() -> None:
    assert len(SAID) < 50
    found = chunk(make_manual(make("分割", SAID, 1), make("Zdata", LONG, 2)))
    assert found[0].name == "分割"
