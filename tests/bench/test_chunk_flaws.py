from pathlib import Path

from bench.parsing.chunk_rows import Flaws, count_flaws
from indexer.documents import Chunk, Section
from indexer.ingest.jobs import build_job
from indexer.ingest.pipeline import build_chunks
from indexer.scopes import KB

LONG = "The boiler is checked each autumn by the firm that built it, and by nobody else. "


def chunks(*sections: Section) -> list[Chunk]:
    return build_chunks(build_job(Path("/house.txt"), KB), sections)


def test_chunks_without_a_heading_and_short_ones_are_counted() -> None:
    found = chunks(Section("house.txt", LONG * 2), Section("Roof", "Red.", path=("Roof",), level=1))
    assert count_flaws(found) == Flaws(pathless=1, short=1)


def test_half_a_sentence_is_counted_where_it_begins() -> None:
    found = chunks(Section("house.txt", LONG * 24 + "word " * 500))
    assert count_flaws(found) == Flaws(pathless=len(found), broken=1)


def test_a_sentence_that_is_repeated_whole_is_none() -> None:
    assert count_flaws(chunks(Section("house.txt", LONG * 60))).broken == 0


def test_a_name_in_small_letters_below_its_own_heading_is_no_half_of_a_sentence() -> None:
    first = Section("Tools", LONG + "Most used are", path=("Tools",), level=1)
    second = Section("dpkg", "dpkg " + LONG, path=("dpkg",), level=1)
    assert count_flaws(chunks(first, second)).broken == 0


def test_a_page_that_goes_on_with_the_sentence_of_the_one_before_is_counted() -> None:
    first = Section("Page 1", LONG * 2 + "It is", path=("House",), element_type="paragraph")
    second = Section("Page 2", "red. " + LONG * 2, path=("House",), element_type="paragraph")
    assert count_flaws(chunks(first, second)) == Flaws(broken=1)
