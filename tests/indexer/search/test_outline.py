"""An outline has every heading once, with the pages below it; and only for those who may see it."""

import json

from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.outline import OutlineEntry, Outlines, build_outline
from tests.indexer.factories import EVERYTHING, PUBLIC, Index


def test_headings_without_text_of_their_own_are_told_once() -> None:
    found = build_outline(
        [(("A", "B"), (2, 3)), (("A", "C"), (3, 5)), (("D",), None), (("A", "B"), None)]
    )
    assert found == [
        OutlineEntry("A", 0, (2, 5)),
        OutlineEntry("B", 1, (2, 3)),
        OutlineEntry("C", 1, (3, 5)),
        OutlineEntry("D", 0, None),
    ]


async def test_an_outline_is_read_by_those_who_may_see_the_document(index: Index) -> None:
    shelf = Outlines(index.database.reader)
    secret = await index.add("a.md", "One.", "Two.", scope=ADMIN)
    public = await index.add("b.md", "Three.", scope=KB, title="Canary")
    assert len(await shelf.load_outline(EVERYTHING, secret)) == 2
    assert await shelf.load_outline(PUBLIC, secret) == []
    assert [title.text for title in await shelf.load_outline(PUBLIC, public)] == ["Canary"]
    assert await shelf.load_outline(Visibility(), public) == []


async def test_a_fingerprint_is_told_to_those_who_may_see_the_document(index: Index) -> None:
    shelf = Outlines(index.database.reader)
    secret = await index.add("a.md", "One.", scope=ADMIN)
    async with index.database.transaction() as db:
        await db.execute("UPDATE files SET hash = 'abc'")
    assert await shelf.load_fingerprint(EVERYTHING, secret) == "abc"
    assert (
        await shelf.load_fingerprint(PUBLIC, secret)
        == await shelf.load_fingerprint(Visibility(), secret)
        == ""
    )


async def test_sections_that_share_a_passage_are_listed_each(index: Index) -> None:
    shelf = Outlines(index.database.reader)
    file_id = await index.add("a.md", "One.", "Two.", scope=ADMIN)
    joined = json.dumps({"document": "a.md", "headings": '[["Canary", [3, 3]], ["Zdata", [4, 4]]]'})
    async with index.database.transaction() as db:
        await db.execute(
            "UPDATE chunks SET section_path = ?, metadata = ?, page_start = 3, page_end = 4"
            " WHERE content = 'Two.'",
            (json.dumps(["Set", "Canary · Zdata"]), joined),
        )
    assert (await shelf.load_outline(EVERYTHING, file_id))[-3:] == [
        OutlineEntry("Set", 0, (3, 4)),
        OutlineEntry("Canary", 1, (3, 3)),
        OutlineEntry("Zdata", 1, (4, 4)),
    ]
    assert await shelf.load_outline(PUBLIC, file_id) == []
