"""Pages of scans that a model reads, since OCR can hardly read them."""

from indexer.documents import ParserProgress, Section, WeakPage
from indexer.errors import UserError
from indexer.ingest.weak_pages import LONGEST, PageReader, insert_page, read_weak_pages

Found = tuple[list[Section], list[str]]


async def read(pages: list[WeakPage], *answers: str | UserError) -> Found:
    """The sections and sentences of a model that answers in this order."""
    left = list(answers)

    async def answer(picture: bytes) -> str:
        found = left.pop(0)
        if isinstance(found, UserError):
            raise found
        return found

    found = [each async for each in read_weak_pages(pages, PageReader("seer", answer))]
    progress = [each for each in found if isinstance(each, ParserProgress)]
    assert [each.done for each in progress] == list(range(len(pages)))
    return [each for each in found if isinstance(each, Section)], [
        each for each in found if isinstance(each, str)
    ]


def weak(number: int, text: str = "") -> WeakPage:
    return WeakPage(number, b"", text)


async def test_a_page_that_the_model_reads_is_a_section_with_its_number() -> None:
    (page,), told = await read([weak(3, "Depesit")], "The deposit is 50 euros.")
    assert (page.text, page.pages, page.title) == ("The deposit is 50 euros.", (3, 3), "Page 3")
    assert told == ["Page 3 was hard to read, so seer read it. It may have made mistakes."]


async def test_a_page_that_it_does_not_read_keeps_what_ocr_made_of_it() -> None:
    pages, told = await read([weak(1, "Depesit"), weak(2)], "", "")
    assert [each.text for each in pages] == ["Depesit"]
    assert told == ["I could not read page 2: the writing in the picture is not clear enough."]


async def test_after_a_failure_no_other_page_is_asked_for() -> None:
    pages, told = await read([weak(1), weak(2), weak(3)], "One.", UserError("No network."))
    assert [each.text for each in pages] == ["One."]
    assert told == [
        "Page 1 was hard to read, so seer read it. It may have made mistakes.",
        "I could not read pages 2-3: the writing in the pictures is not clear enough.",
        "No network.",
    ]


async def test_what_it_writes_can_be_stored_and_is_no_longer_than_a_page() -> None:
    (page,), _told = await read([weak(1)], "a\x00b\x0c" + "c" * 2 * LONGEST)
    assert page.text.startswith("ab\nc")
    assert len(page.text) == LONGEST


def test_a_page_comes_behind_those_before_it() -> None:
    sections = [Section("a", "a", pages=(1, 2)), Section("d", "d", pages=(4, 4))]
    insert_page(sections, Section("c", "c", pages=(3, 3)))
    insert_page(sections, Section("e", "e", pages=(5, 5)))
    assert [each.title for each in sections] == ["a", "c", "d", "e"]
