"""Files from a chat into the index, as a person sees it."""

import asyncio
import os
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.commands.index import clean_name, split_label
from bot.messages import Attachment, Draft
from bot.settings.config import DocumentSettings, Settings
from indexer.scopes import ADMIN
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message

PLAN = b"# Plan\n\nThe harbour opens in May. The ferry sails at noon.\n"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    settings = Settings(documents=DocumentSettings(roots=(str(tmp_path / "files"),)))
    (tmp_path / "files").mkdir()
    async with a_world(tmp_path, settings) as world:
        yield world


@pytest.fixture
def plan(tmp_path: Path, world: World) -> Path:
    path = tmp_path / "files" / "the plan.md"
    path.write_bytes(PLAN)
    return path


@pytest.mark.spec("S4-28", "S4-30", "S4-57")
async def test_a_file_sent_by_the_owner_is_read_and_public(world: World) -> None:
    owner = world.owner
    reply = await owner("", plan__md=PLAN)
    assert reply.text == (
        "Indexed plan.md: 1 passage, readable by everyone who may talk to me (kb)."
    )
    assert owner.drafts[:2] == ["Downloading plan.md …", "Reading plan.md …"]
    assert "plan.md" in (await world.person("2")("/search ferry")).text


async def test_a_question_in_the_caption_is_answered_once_the_file_is_read(world: World) -> None:
    content = b"Gallium melts at 29.8 degrees."
    asked = "At how many degrees does gallium melt?"
    reply = await world.owner(asked, metals__md=content)
    assert reply.text.startswith("Indexed metals.md")
    assert "- Gallium melts at 29.8 degrees. [1]" in reply.text
    assert [reply.text[at : at + 3] for at in reply.marks] == ["[1]", "[1]"]
    assert [source.file for source in reply.sources] == ["metals.md"]
    assert not any(choice.message.startswith("/ask ") for choice in reply.choices)
    window = await world.services.memories.get(f"test:{OWNER}", ADMIN).read_window()
    assert asked in [each.content for each in window]


async def test_words_in_the_caption_are_looked_up_by_a_button(world: World) -> None:
    content = b"Gallium melts at 29.8 degrees."
    reply = await world.owner("gallium notes", metals__md=content)
    assert "29.8" not in reply.text
    assert "29.8" in (await world.owner.press(reply, "Ask: gallium notes")).text
    again = await world.owner("kb", metals__md=content)
    assert not any(choice.label.startswith("Ask: ") for choice in again.choices)


async def test_a_question_waits_for_the_file_that_its_chat_sent_before(world: World) -> None:
    asked = "At how many degrees does gallium melt?"
    read, answer = await asyncio.gather(
        world.owner("", metals__md=b"Gallium melts at 29.8 degrees."), world.owner(asked)
    )
    assert read.text.startswith("Indexed metals.md")
    assert "- Gallium melts at 29.8 degrees. [1]" in answer.text


async def test_a_guest_who_names_an_audience_is_told_that_only_the_owner_may(world: World) -> None:
    reply = await world.person("2")("kb", mine__md=b"Mine alone.")
    assert reply.text.endswith("Only the owner can choose who else may read a file.")
    assert "Only the owner" not in (await world.person("2")("", other__md=b"Also mine.")).text


async def test_the_caption_says_who_may_read_it(world: World) -> None:
    assert "you alone" in (await world.owner("admin", plan__md=PLAN)).text
    assert "Nothing found" in (await world.person("2")("/search ferry")).text


async def test_the_button_takes_a_public_document_back(world: World) -> None:
    owner, stranger = world.owner, world.person("2")
    reply = await owner.press(await owner("", plan__md=PLAN), "Make it admin")
    assert reply.text == "plan.md is now readable by you alone (admin)."
    assert "Nothing found" in (await stranger("/search ferry")).text
    await owner.press(reply, "Make it kb")
    assert "plan.md" in (await stranger("/search ferry")).text


async def test_what_another_chat_keeps_to_itself_is_made_public_by_no_button(world: World) -> None:
    await world.person("2")("", plan__md=PLAN)
    shown = await world.owner.press(await world.owner("/docs"), "1")
    assert [choice.label for choice in shown.choices] == ["Get the file", "Re-index", "Delete"]
    refused = await world.owner("/label 1 kb")
    assert refused.failed
    assert "another chat" in refused.text
    assert "Nothing found" in (await world.person("3")("/search ferry")).text


@pytest.mark.spec("S4-59", "S4-118")
async def test_a_strangers_file_stays_in_their_own_chat(world: World) -> None:
    stranger = world.person("2")
    reply = await stranger("kb", plan__md=PLAN)
    assert "this chat alone" in reply.text
    assert reply.choices == ()
    assert "plan.md" in (await stranger("/search ferry")).text
    assert "Nothing found" in (await world.person("3")("/search ferry")).text


async def test_two_people_may_send_the_same_file(world: World) -> None:
    ann, bob = world.person("2"), world.person("3")
    await ann("", plan__md=PLAN)
    await bob("", plan__md=PLAN + b"\nBob's ferry is late.\n")
    assert "late" not in (await ann("/search ferry")).text
    assert "plan.md" in (await ann("/search ferry")).text


@pytest.mark.spec("S4-28", "S4-29")
async def test_while_it_is_read_the_copy_lies_in_the_homes_own_folder(world: World) -> None:
    world.platform.files["plan.md"] = PLAN
    message = a_message("", sender=OWNER, attachments=(Attachment("plan.md", 1, "plan.md"),))
    copies = [
        path.read_bytes()
        async for item in world.bot.handle(message)
        if isinstance(item, Draft) and item.text.startswith("Reading")
        for path in world.services.home.tmp.rglob("*")
        if path.is_file()
    ]
    assert copies
    assert set(copies) == {PLAN}
    assert world.services.home.tmp == world.services.home.folder / "tmp"


@pytest.mark.spec("S4-31")
async def test_the_downloaded_copy_is_gone_afterwards(world: World) -> None:
    assert not (await world.owner("", plan__md=PLAN)).failed
    assert (await world.owner("", broken__pdf=b"%PDF-1.7 nothing")).failed
    assert list(world.services.home.tmp.iterdir()) == []


@pytest.mark.spec("S4-23", "S4-112")
async def test_a_corrected_file_of_the_same_name_replaces_the_old_one(world: World) -> None:
    await world.owner("", plan__md=PLAN)
    assert (
        "plan.md has not changed since I read it: " in (await world.owner("", plan__md=PLAN)).text
    )
    await world.owner("", plan__md=b"# Plan\n\nThe harbour opens in June.\n")
    assert "Nothing found" in (await world.owner("/search ferry")).text
    assert "June" in (await world.owner("/search harbour")).text


@pytest.mark.spec("S4-23")
async def test_a_file_that_cannot_be_read_keeps_what_was_indexed(world: World) -> None:
    await world.owner("", plan__md=PLAN)
    reply = await world.owner("", plan__md=b"%PDF-1.7 torn")
    assert reply.failed
    assert reply.text.startswith("plan.md was not indexed: ")
    assert "ferry" in (await world.owner("/search ferry")).text


@pytest.mark.spec("S4-57", "S4-58", "S4-65", "S4-66", "S4-117")
@pytest.mark.parametrize(("label", "seen"), [("kb", True), ("admin", False)])
async def test_a_path_is_read_for_those_whom_its_label_names(
    world: World, plan: Path, label: str, *, seen: bool
) -> None:
    reply = await world.owner(f"/index {plan} {label}")
    assert reply.text.startswith("Indexed the plan.md: 1 passage")
    assert reply.text.endswith(f"({label}).")
    assert "ferry" in (await world.owner("/search ferry")).text
    assert ("ferry" in (await world.person("2")("/search ferry")).text) is seen


@pytest.mark.spec("S4-67", "S4-68")
async def test_a_path_without_a_label_is_asked_about(world: World, plan: Path) -> None:
    owner = world.owner
    reply = await owner(f"/index {plan}")
    assert [choice.label for choice in reply.choices] == ["kb", "admin"]
    assert "Nothing found" in (await owner("/search ferry")).text
    assert "you alone" in (await owner.press(reply, "admin")).text


async def test_a_path_alone_is_asked_about_as_a_link_is(world: World, plan: Path) -> None:
    reply = await world.owner(str(plan))
    assert reply.text.startswith("Who may read the plan.md?")
    assert "you alone" in (await world.owner.press(reply, "admin")).text
    assert (await world.owner(f"'{plan.parent}/'")).text.startswith("Who may read files?")
    for other in ("/etc/hosts", f"{plan} and more", "see ./plan.md", "/", ".", "a" * 5000 + "/"):
        assert "Who may read" not in (await world.owner(other)).text
    assert "Who may read" not in (await world.person("2")(str(plan))).text


async def test_a_wrong_word_for_its_readers_is_asked_about(world: World, plan: Path) -> None:
    reply = await world.owner(f"/index {plan} public")
    assert reply.text.startswith("Who may read the plan.md?")
    missing = plan.with_name("none.md")
    assert f"no file or folder {missing} public" in (
        (await world.owner(f"/index {missing} public")).text
    )


async def test_a_name_longer_than_any_is_refused(world: World, plan: Path) -> None:
    reply = await world.owner(f"/index {plan.parent}/{'a' * 300} kb")
    assert "is not a valid path on this machine" in reply.text


async def test_a_folder_is_read_whole_and_each_failure_is_named(
    world: World, plan: Path, tmp_path: Path
) -> None:
    (plan.parent / "torn.pdf").write_bytes(b"%PDF-1.7 torn")
    (plan.parent / ".hidden.md").write_bytes(PLAN)
    lines = (await world.owner(f"/index {plan.parent} kb")).text.splitlines()
    assert lines[0].startswith("Indexed the plan.md")
    assert lines[1].startswith("torn.pdf was not indexed")
    assert len(lines) == 2


@pytest.mark.parametrize("named", ["/etc/passwd", "{home}/config.json", "{files}/../home"])
async def test_paths_outside_the_roots_are_refused(
    world: World, tmp_path: Path, named: str
) -> None:
    path = named.format(home=tmp_path / "home", files=tmp_path / "files")
    reply = await world.owner(f"/index {path} kb")
    assert "documents.roots" in reply.text


async def test_a_link_does_not_lead_out_of_the_roots(world: World, tmp_path: Path) -> None:
    secret = tmp_path / "secret.md"
    secret.write_text("canary")
    (tmp_path / "files" / "link.md").symlink_to(secret)
    reply = await world.owner(f"/index {tmp_path / 'files' / 'link.md'} kb")
    assert "documents.roots" in reply.text
    reply = await world.owner(f"/index {tmp_path / 'files'} kb")
    assert reply.failed
    assert reply.text == ("link.md was not indexed: link.md is a link, and I do not follow links.")
    assert "Nothing found" in (await world.owner("/search canary")).text


async def test_a_folder_is_reported_with_what_cannot_be_indexed_last(
    world: World, plan: Path
) -> None:
    os.mkfifo(plan.parent / "a pipe")
    lines = (await world.owner(f"/index {plan.parent} kb")).text.splitlines()
    assert lines[0].startswith("Indexed the plan.md")
    assert lines[1:] == ["a pipe was not indexed: a pipe is a pipe, not a file."]


async def test_only_the_owner_indexes_by_path(world: World, plan: Path) -> None:
    assert "Send me the file" in (await world.person("2")(f"/index {plan} kb")).text


async def test_a_missing_file_is_named(world: World, tmp_path: Path) -> None:
    reply = await world.owner(f"/index {tmp_path / 'files' / 'none.md'} kb")
    assert reply.text.startswith("There is no file or folder")


@pytest.mark.spec("S4-117")
@pytest.mark.parametrize(
    ("argument", "path", "label"),
    [
        ("~/report.pdf kb", "~/report.pdf", "kb"),
        ("~/two  spaces.pdf ADMIN", "~/two  spaces.pdf", "admin"),
        ('"/a b/c.pdf" kb', "/a b/c.pdf", "kb"),
        ("report.pdf", "report.pdf", ""),
        ("kb", "", "kb"),
        ("", "", ""),
    ],
)
def test_the_last_word_is_the_label(argument: str, path: str, label: str) -> None:
    assert split_label(argument) == (path, label)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ann\\a.docx", "a.docx"),
        ("..", "file"),
        ("a\n\u202eb.pdf", "a b.pdf"),
        ("", "file"),
    ],
)
def test_a_sent_name_leads_nowhere(sent: str, kept: str) -> None:
    assert clean_name(Attachment(sent, 1, "x")) == kept


@pytest.mark.spec("S4-30", "S4-68")
async def test_the_default_scope_of_uploads_is_a_setting(tmp_path: Path) -> None:
    settings = Settings(documents=replace(DocumentSettings(), upload_scope="admin"))
    async with a_world(tmp_path, settings) as world:
        assert "you alone" in (await world.owner("", plan__md=PLAN)).text


async def test_index_with_nothing_says_what_it_takes(world: World) -> None:
    reply = await world.owner("/index")
    assert reply.failed
    assert reply.text == "Usage: /index PATH|URL kb|admin. You can also send me the file."


async def test_the_same_file_from_elsewhere_is_not_told_to_be_like_itself(
    world: World, plan: Path
) -> None:
    await world.owner(f"/index {plan} kb")
    sent = await world.owner("kb", the_plan__md=PLAN)
    assert "the_plan.md is the same as the plan.md, which I already have: " in sent.text
    again = plan.with_name("other")
    again.mkdir()
    (again / plan.name).write_bytes(PLAN)
    reply = await world.owner(f"/index {again} kb")
    assert reply.text.startswith("I already have the plan.md: 1 passage, ")
