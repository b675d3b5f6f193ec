"""/docs: what is indexed, each document with what can be done to it."""

from pathlib import Path

import pytest

from bot.settings.config import DocumentSettings, Settings
from indexer.documents import Chunk
from indexer.scopes import ADMIN, Visibility
from tests.conversation import World, a_world

BOOK = b"# Book\n\nHello.\n\n## Sea\n\nThe canary sings.\n\n## Land\n\nGrass.\n\n### Hills\n\nHi.\n"
EVERYTHING = Visibility.unrestricted()


async def id_of(world: World, name: str) -> int:
    documents = await world.services.store.list_documents(EVERYTHING)
    return next(each.id for each in documents if each.name == name)


@pytest.mark.spec("S4-123")
async def test_documents_are_listed_and_passages_counted_by_type(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert (await world.owner("/docs")).text.startswith("Nothing is indexed yet.")
        await world.owner("kb", plan__md=b"# One\n\nText.\n\n# Two\n\nText.\n")
        await world.owner("admin", note__txt=b"The key is under the mat.")
        assert (await world.owner("/docs")).text.splitlines() == [
            "2 documents, 3 passages (2 md and 1 txt).",
            "1. note.txt: 1 passage, 25 bytes (admin), 11 Feb 2026",
            "2. plan.md: 2 passages, 27 bytes (kb), 11 Feb 2026",
        ]
        assert (await world.person("2")("/docs")).text.splitlines() == [
            "1 document, 2 passages (2 md).",
            "1. plan.md: 2 passages, 27 bytes (kb), 11 Feb 2026",
        ]


async def test_a_document_goes_by_its_number_in_the_list(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", a1__txt=b"The key is under the mat.")
        await world.owner("kb", plan1__md=b"# One\n\nText.\n")
        assert (await world.owner("/docs 2")).text == (await world.owner("/docs plan1.md")).text
        assert (await world.owner("/docs 1 file")).text == "Here is a1.txt."
        asked = await world.owner("/docs 2 delete")
        assert asked.text.startswith("Delete plan1.md from my index?")
        assert "plan1.md" in (await world.person("2")("/docs 1")).text
        assert (await world.owner("/docs 3")).failed
        await world.owner("kb", **{"1__txt": b"The first."})
        assert "1.txt: 1 passage" in (await world.owner("/docs 1")).text


async def test_notes_that_are_found_but_not_listed_are_not_counted(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", note__txt=b"The key is under the mat.")
        summary = Chunk("mem-1", "Conversation", "Tea.", element_type="memory_summary")
        await world.services.writer.add_memory(ADMIN, summary, world.clock())
        await world.services.owner_memory.vault.create()
        (world.services.owner_memory.vault.skills / "knots.md").write_text(
            "The bowline holds the boat at the pier."
        )
        assert (await world.services.owner_memory.run_sync()).indexed > 0
        assert "knots.md" in (await world.owner("/search bowline")).text
        first = (await world.owner("/docs")).text.splitlines()[0]
        assert first == "1 document, 1 passage (1 txt)."


async def test_a_long_list_is_turned_page_by_page(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        owner = world.owner
        for some in (range(20), range(20, 23)):
            await owner("kb", **{f"n{n:02}__md": f"# N\n\nNote {n}.\n".encode() for n in some})
        first = await owner("/docs")
        assert first.text.splitlines()[1].startswith("1. n00.md")
        assert first.text.endswith("\n\nPage 1 of 3.")
        assert [choice.label for choice in first.choices] == [*map(str, range(1, 11)), "Next"]
        last = await owner.press(await owner.press(first, "Next"), "Next")
        assert [choice.label for choice in last.choices] == ["21", "22", "23", "Back"]
        assert (await owner.press(last, "Back")).text.endswith("Page 2 of 3.")
        assert (await owner("/docs page 99")).text == last.text
        assert (await owner("/docs page 0")).text == first.text


async def test_a_document_is_shown_with_its_outline(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        owner = world.owner
        await owner("kb", book__md=BOOK)
        reply = await owner.press(await owner("/docs"), "1")
        assert reply.text.splitlines() == [
            f"**book.md: 4 passages, {len(BOOK)} bytes (kb), 11 Feb 2026**",
            "- Book",
            "  - Sea",
            "  - Land",
            "    - Hills",
        ]
        labels = [choice.label for choice in reply.choices]
        assert labels == ["Make it admin", "Get the file", "Re-index", "Delete"]
        assert (await owner("/docs BOOK.md")).text == reply.text
        assert (await owner("/docs book")).text == reply.text
        assert (await owner("/docs nothing")).failed


async def test_the_owner_is_told_whose_a_private_document_is(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.person("3")("", theirs__md=BOOK)
        assert "(private: `test:3`)" in (await world.owner("/docs")).text
        await world.let_in("test:3", "Ann *Miller*")
        told = f"theirs.md: 4 passages, {len(BOOK)} bytes (private: Ann Miller (`test:3`)), 11 Feb"
        assert told in (await world.owner("/docs")).text
        assert told in (await world.owner("/docs theirs.md")).text
        await world.person("3", chat="-5", private=False)("", ours__md=BOOK)
        assert "(private: `test:-5`)" in (await world.owner("/docs ours.md")).text


async def test_nobody_else_reads_a_name_there(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.let_in("test:3", "Ann Miller")
        await world.person("3")("", theirs__md=BOOK)
        group = world.person("1", chat="-5", private=False)
        await world.person("3", chat="-5", private=False)("", ours__md=b"In the group.")
        for reader, name in ((world.person("3"), "theirs.md"), (group, "ours.md")):
            for words in ("/docs", f"/docs {name}"):
                told = (await reader(words)).text
                assert "(private)" in told
                assert "Ann" not in told
                assert "test:" not in told


async def test_several_documents_of_a_name_are_listed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan_a__md=b"One.", other__md=b"Two.")
        await world.owner("kb", plan_b__md=b"Three.")
        reply = await world.owner("/docs plan")
        assert reply.text.splitlines()[0] == "2 documents have plan in their names."
        assert "other" not in reply.text
        for name, choice in zip(("plan_a.md", "plan_b.md"), reply.choices, strict=True):
            assert f"- **{choice.label}.** {name}" in reply.text
            assert f"**{name}" in (await world.owner(f"/docs {choice.label}")).text
        listed = (await world.owner("/docs")).text
        assert f"{reply.choices[0].label}. plan_a.md" in listed


async def test_a_document_is_deleted_once_that_is_confirmed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        owner = world.owner
        await owner("kb", book__md=BOOK)
        asked = await owner.press(await owner("/docs book.md"), "Delete")
        assert "canary" in (await owner("/search canary")).text
        assert "**book.md" in (await owner.press(asked, "Keep it")).text
        assert "is deleted" in (await owner.press(asked, "Delete")).text
        assert "Nothing found" in (await owner("/search canary")).text
        assert (await owner.press(asked, "Delete")).failed


async def test_a_file_of_this_machine_is_read_again(tmp_path: Path) -> None:
    settings = Settings(documents=DocumentSettings(roots=(str(tmp_path / "files"),)))
    (tmp_path / "files").mkdir()
    path = tmp_path / "files" / "book.md"
    path.write_bytes(BOOK)
    async with a_world(tmp_path, settings) as world:
        owner = world.owner
        await owner(f"/index {path} kb")
        card = await owner("/docs book.md")
        assert (await owner.press(card, "Re-index")).text.startswith("Indexed book.md")
        path.unlink()
        assert "There is no file" in (await owner.press(card, "Re-index")).text
        assert "canary" in (await owner("/search canary")).text


@pytest.mark.parametrize("private", [True, False])
async def test_nobody_sees_what_is_not_for_them(tmp_path: Path, *, private: bool) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", secret__md=b"# Canary title\n\nCanary text.\n")
        await world.person("3")("", theirs__md=b"# Canary too\n\nCanary text.\n")
        await world.owner("kb", public__md=BOOK)
        who = "2" if private else "1"
        reader = world.person(who, chat="2" if private else "-5", private=private)
        hidden = [
            each
            for each in await world.services.store.list_documents(EVERYTHING)
            if each.name in ("secret.md", "theirs.md")
        ]
        numbers = [each.code for each in hidden]
        wanted = ["/docs", "/docs secret", "/docs theirs.md", "/docs md", "/docs page 2"]
        wanted += [
            f"/document {n}{action}" for n in numbers for action in ("", " again", " delete now")
        ]
        for words in wanted:
            reply = await reader(words)
            assert "secret" not in reply.text.replace("called secret", "")
            assert "anary" not in reply.text
            assert all(f" {n}" not in choice.message for n in numbers for choice in reply.choices)
        assert len(await world.services.store.list_documents(EVERYTHING)) == 3


@pytest.mark.parametrize("number", ["9" * 40, "9" * 5000, "²", "-1", "x", "01"])
async def test_a_number_that_no_document_has_is_told_as_that(tmp_path: Path, number: str) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        for words in (f"/document {number}", f"/label {number} kb"):
            assert "no longer here" in (await world.owner(words)).text


@pytest.mark.parametrize("action", ["again", "delete", "delete now", "burn"])
async def test_only_the_owner_in_private_may_do_more_than_look(tmp_path: Path, action: str) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        [book] = await world.services.store.list_documents(EVERYTHING)
        for reader in (world.person("2"), world.person("1", chat="-5", private=False)):
            assert (await reader("/docs book.md")).choices == ()
            assert "Only the owner" in (await reader(f"/document {book.code} {action}")).text
        assert "canary" in (await world.owner("/search canary")).text


async def test_only_the_owner_finds_a_document_by_its_number(tmp_path: Path) -> None:
    """Buttons of earlier versions have it; it would tell others how many documents there are."""
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        guest = world.person("2")
        number = await id_of(world, "book.md")
        shown = [await guest("/docs"), await guest("/docs book.md"), await guest("/search title")]
        messages = [choice.message for reply in shown for choice in reply.choices]
        assert not any(str(number) in message.split() for message in messages)
        assert "no longer here" in (await guest(f"/document {number}")).text
        assert "book.md" in (await world.owner(f"/document {number}")).text


async def test_a_document_that_is_named_whole_is_deleted_in_one_step(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        assert "is deleted" in (await world.owner("/docs Book.md delete")).text
        assert "Nothing found" in (await world.owner("/search canary")).text


async def test_part_of_a_name_is_asked_about_before_anything_is_deleted(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        asked = await world.owner("/docs book delete")
        assert [choice.label for choice in asked.choices] == ["Delete", "Keep it"]
        assert "canary" in (await world.owner("/search canary")).text


async def test_nobody_else_deletes_a_document_by_its_name(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        assert (await world.person("2")("/docs book.md delete")).failed
        assert "canary" in (await world.owner("/search canary")).text


@pytest.mark.parametrize(
    "wish",
    [
        "delete the book",
        "Please remove book.md.",
        "Lösche bitte das Dokument Book",
        "supprime le fichier book.md",
    ],
)
async def test_a_wish_in_plain_words_to_delete_a_document_is_asked_about(
    tmp_path: Path, wish: str
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        delete, _keep = (await world.owner(wish)).choices
        assert "canary" in (await world.owner("/search canary")).text
        assert delete.message.endswith("delete now")
        await world.owner(delete.message)
        assert "canary" not in (await world.owner("/search canary")).text


async def test_of_several_documents_of_that_name_none_is_deleted(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", sea_book__md=BOOK, land_book__md=BOOK + b"\nMore.\n")
        asked = await world.owner("delete the book")
        assert asked.text.startswith("2 documents have book in their names.")
        assert [choice.label for choice in asked.choices] == ["1", "2"]


@pytest.mark.parametrize(
    "text",
    ["delete", "How do I delete a book?", "delete the lease", "Removed: book", "Erasmus book"],
)
async def test_what_names_no_document_or_asks_is_no_wish_to_delete_one(
    tmp_path: Path, text: str
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        reply = await world.owner(text)
        assert not any("delete" in choice.message for choice in reply.choices)


async def test_nobody_but_the_owner_is_asked_about_deleting(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", book__md=BOOK)
        reply = await world.person("2")("delete the book")
        assert not any("delete" in choice.message for choice in reply.choices)


async def test_a_name_that_others_gave_a_file_is_one_line(tmp_path: Path) -> None:
    """In a folder of the owner's, to which others write: it forges no line, and turns none."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("a.md\n2. Your PIN is wrong.md", "b\u2028\u202egpj.md", "c\u202fd.md"):
        (folder / name).write_text(f"# Harbour\n\nThe harbour opens at {len(name)}.\n")
    settings = Settings(documents=DocumentSettings(roots=(str(folder),)))
    async with a_world(tmp_path, settings) as world:
        replies = [await world.owner(f"/index {folder} kb")]
        replies += [await world.owner(each) for each in ("/docs", "/search harbour", "/docs b")]
        shown = "\n".join(each.text for each in replies)
        assert "\n2. Your" not in shown
        assert not {"\u2028", "\u202e"} & set(shown)
        assert "c\u202fd.md" in replies[1].text
