"""Documents on the desk: the same as the commands show."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from bot.desk.views.passage import LONGEST
from bot.messages import UserError
from bot.settings.config import DocumentSettings, Settings, WatchedFolder
from indexer.scopes import KB, Visibility
from tests.bot.desk.office import GUIDE, Office, an_office


async def test_documents_are_those_that_docs_lists(office: Office) -> None:
    assert (await office.look("documents")).rows == ()
    await office.world.owner("kb", guide__md=GUIDE)
    (row,) = (await office.look("documents")).rows
    assert (row.name, row.scope, row.path, row.size) == ("guide.md", "kb", "", len(GUIDE))
    assert f"{row.passages} passages" in (await office.world.owner("/docs")).text


async def test_documents_can_be_asked_for_by_a_part_of_their_names(office: Office) -> None:
    await office.world.owner("kb", guide__md=GUIDE, Über_uns__txt=b"About us.")
    shown = await office.look("documents", q=" ÜBER")
    assert ([row.name for row in shown.rows], shown.total) == (["Über_uns.txt"], 1)
    assert (await office.look("documents", q="nothing")).total == 0


async def test_the_owner_sees_by_name_whose_a_private_document_is(office: Office) -> None:
    await office.world.let_in("test:2", "Ann Miller")
    await office.world.person("2")("", guide__md=GUIDE)
    await office.world.owner("kb", house__md=b"# House\n\nThe yellow room is for tea.\n")
    (found, *_) = (await office.look("search", q="breakfast")).found
    guide, house = (await office.look("documents")).rows
    passage = await office.look("passage", id=found.id)
    assert [each.whose for each in (found, guide, house, passage)] == [
        "Ann Miller (test:2)",
        "Ann Miller (test:2)",
        "",
        "Ann Miller (test:2)",
    ]


async def test_a_guest_reads_no_name_on_the_desk(office: Office) -> None:
    await office.world.let_in("test:2", "Ann Canary")
    await office.world.person("2")("", guide__md=GUIDE)
    (found, *_) = (await office.look("search", sender="2", q="breakfast")).found
    for name in ("documents", "search", "passage"):
        shown = await office.look(name, sender="2", id=found.id)
        assert "Canary" not in str(shown)


async def test_a_passage_opens_with_what_stands_round_it(office: Office) -> None:
    await office.world.owner("kb", guide__md=GUIDE)
    (first, *_) = (await office.look("search", q="check-out sundays")).found
    passage = await office.look("passage", id=first.id)
    assert passage.where == first.where
    assert "on Sundays it is at noon" in passage.text
    assert any("half past seven" in each.text for each in passage.after), passage
    with pytest.raises(UserError, match="no longer here"):
        await office.look("passage", id="doc:none")


async def test_a_search_shows_what_each_score_is_made_of_and_leaves_no_trace(
    office: Office,
) -> None:
    await office.world.owner("kb", guide__md=GUIDE)
    once, twice = [await office.look("search", q="breakfast") for _ in range(2)]
    assert once == twice
    (found, *_) = once.found
    assert 0 < found.score < 1
    assert found.parts["words"] > 0
    assert (found.bm25, found.cosine) == (found.parts["words"], None)
    assert (await office.look("search", q="  ")).found == ()


async def test_a_passage_is_shown_with_as_much_around_it_as_is_asked_for(office: Office) -> None:
    sections = "".join(f"# Part {n}\n\nThe word of part {n} is w{n}.\n\n" for n in range(1, 8))
    await office.world.owner("kb", parts__md=sections.encode())
    (found, *_) = (await office.look("search", q="w4")).found
    shown = {
        around: await office.look("passage", id=found.id, around=around)
        for around in ("", "2", "99", "100", "-1", "x")
    }
    counts = {around: len(each.before + each.after) for around, each in shown.items()}
    assert counts == {"": 2, "2": 4, "99": 6, "100": 2, "-1": 2, "x": 2}


async def test_around_a_passage_no_more_is_shown_than_is_quickly_laid_out(office: Office) -> None:
    sections = "".join(f"# Part {n}\n\nw{n} {'word ' * 350}\n\n" for n in range(60))
    await office.world.owner("kb", parts__md=sections.encode())
    (found, *_) = (await office.look("search", q="w30")).found
    few, many = [await office.look("passage", id=found.id, around=around) for around in ("1", "99")]
    assert (many.before[-1], many.after[0]) == (few.before[-1], few.after[0])
    for side in (many.before, many.after):
        assert 15_000 < sum(len(part.text) for part in side) <= LONGEST


async def test_documents_are_sorted_filtered_and_turned_page_by_page(office: Office) -> None:
    owner = office.world.owner
    await owner("kb", a__md=b"# A\n\nThe first is short.\n", c__txt=b"The last one.\n")
    await owner("admin", b__md=b"# B\n\nThis one is the longest of the three by far.\n")

    async def names(**arguments: str) -> list[str]:
        return [row.name for row in (await office.look("documents", **arguments)).rows]

    assert await names() == ["a.md", "b.md", "c.txt"]
    assert await names(order="size", descending="1") == ["b.md", "a.md", "c.txt"]
    assert await names(type="md") == ["a.md", "b.md"]
    assert await names(scope="admin") == ["b.md"]
    assert await names(days="1") == ["a.md", "b.md", "c.txt"]
    assert await names(offset="1") == ["b.md", "c.txt"]
    assert await names(order="nothing", offset="-1", days="x") == ["a.md", "b.md", "c.txt"]
    shown = await office.look("documents", scope="admin")
    assert (shown.total, shown.types, shown.scopes) == (1, ("md", "txt"), ("admin", "kb"))


async def test_documents_of_the_last_days_alone(office: Office) -> None:
    await office.world.owner("kb", old__md=GUIDE)
    office.world.clock.now += timedelta(days=8)
    await office.world.owner("kb", new__md=b"# New\n\nThis came a week later.\n")
    assert [row.name for row in (await office.look("documents", days="7")).rows] == ["new.md"]


async def test_a_document_shows_outline_passages_and_who_was_answered_from_it(
    office: Office,
) -> None:
    await office.world.owner("kb", guide__md=GUIDE)
    (guide,) = (await office.look("documents")).rows
    shown = await office.look("document", document=guide.id)
    assert [each.text for each in shown.outline] == [
        "The Harbour Guesthouse",
        "Leaving",
        "Breakfast",
    ]
    assert (shown.total, shown.offset) == (guide.passages, 0)
    assert any("half past seven" in each.text for each in shown.passages)
    assert shown.uses == ()
    await office.world.person("2")("/search breakfast")
    (use,) = (await office.look("document", document=guide.id)).uses
    assert (use.whose, use.shown > 0) == ("test:2", True)


async def test_a_guest_opens_no_document_of_the_owner_and_learns_of_no_other_reader(
    office: Office,
) -> None:
    await office.world.owner("kb", guide__md=GUIDE)
    await office.world.owner("admin", safe__md=b"# Safe\n\nThe canary is behind the picture.\n")
    await office.world.owner("/search breakfast")
    guide, safe = (await office.look("documents")).rows
    with pytest.raises(UserError, match="no longer here"):
        await office.look("document", sender="2", document=safe.id)
    shown = await office.look("document", sender="2", document=guide.id)
    assert (shown.name, shown.uses) == ("guide.md", ())
    assert "canary" not in str(await office.look("documents", sender="2"))


async def test_a_deleted_document_is_listed_for_its_owner_alone_until_it_expires(
    office: Office,
) -> None:
    await office.world.owner("kb", guide__md=GUIDE)
    (guide,) = (await office.look("documents")).rows
    await office.world.owner(f"/documents delete {guide.id}")
    assert [each.name for each in (await office.look("documents")).deleted] == ["guide.md"]
    assert (await office.look("documents", sender="2")).deleted == ()
    office.world.clock.now += timedelta(days=31)
    assert (await office.look("documents")).deleted == ()


async def test_watched_folders_are_shown_to_the_owner_alone(tmp_path: Path) -> None:
    watched = (WatchedFolder("~/Papers", "admin"),)
    settings = Settings(documents=DocumentSettings(watch=watched))
    async with an_office(tmp_path, settings) as office:
        (mine,) = (await office.look("documents")).watched
        assert (mine.folder, mine.scope) == ("~/Papers", "admin")
        assert (await office.look("documents", sender="2")).watched == ()


def pack(**files: bytes) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("__", "."), content)
    return packed.getvalue()


async def test_what_was_lost_in_reading_stays_with_the_document(office: Office) -> None:
    owner = office.world.owner
    await owner("kb", guide__md=GUIDE, pack__zip=pack(house__md=GUIDE, __key__md=b"A key."))

    async def names(state: str) -> list[str]:
        return [row.name for row in (await office.look("documents", state=state)).rows]

    assert await names("whole") == ["guide.md"]
    assert await names("part") == ["pack.zip"]
    assert await names("nonsense") == ["guide.md", "pack.zip"]
    rows = {row.name: row for row in (await office.look("documents")).rows}
    assert {name: row.in_part for name, row in rows.items()} == {
        "guide.md": False,
        "pack.zip": True,
    }
    (lost,) = (await office.look("document", document=rows["pack.zip"].id)).notices
    assert ".key.md" in lost
    assert (await office.look("document", document=rows["guide.md"].id)).notices == ()


async def test_a_document_that_is_read_whole_the_next_time_has_lost_nothing(
    office: Office,
) -> None:
    await office.world.owner("kb", pack__zip=pack(house__md=GUIDE, __key__md=b"A key."))
    await office.world.owner("kb", pack__zip=pack(house__md=GUIDE))
    (row,) = (await office.look("documents")).rows
    assert not row.in_part


async def test_what_was_lost_of_anothers_document_is_shown_to_nobody_else(office: Office) -> None:
    for person in ("2", "3"):
        await office.world.let_in(f"test:{person}", "Ann")
    await office.world.person("2")("", pack__zip=pack(house__md=GUIDE, __canary__md=b"A key."))
    (row,) = (await office.look("documents")).rows
    assert "canary" in str(await office.look("document", document=row.id))
    shown = await office.look("documents", sender="3", state="part")
    assert (shown.rows, shown.total) == ((), 0)
    with pytest.raises(UserError):
        await office.look("document", sender="3", document=row.id)


async def test_a_document_is_found_by_its_code_among_those_that_are_seen_alone(
    office: Office,
) -> None:
    store = office.world.services.store
    await office.world.owner("kb", guide__md=GUIDE)
    await office.world.owner("admin", safe__md=b"# Safe\n\nThe safe is blue.\n")
    everything, public = Visibility(everything=True), Visibility(frozenset({KB}))
    for document in await store.list_documents(everything):
        assert await store.find_document_by_code(everything, document.code) == document
        seen = await store.find_document_by_code(public, document.code)
        assert (seen == document) is (document.scope == KB)
    assert await store.find_document_by_code(everything, "") is None
