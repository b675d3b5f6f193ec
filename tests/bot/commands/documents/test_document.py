"""Documents to be had back: by whoever may see them, for as long as they are indexed."""

import asyncio
import os
from dataclasses import replace
from pathlib import Path

import pytest

from bot.messages import File, Reply
from bot.messages.codec import dump, load_reply
from bot.settings.config import DocumentSettings, Settings
from indexer.ingest.jobs import build_job
from indexer.scopes import KB, Visibility
from tests.conversation import World, a_world

PLAN = b"# Plan\n\nThe canary sings at noon.\n"


def kept(world: World) -> list[bytes]:
    folder = world.services.home.originals
    return sorted(path.read_bytes() for path in folder.iterdir()) if folder.is_dir() else []


def content(reply: Reply) -> bytes:
    (file,) = reply.files
    return Path(file.path).read_bytes()


async def test_what_the_owner_sent_comes_back_as_it_was(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        reply = await world.owner("/docs plan.md file")
        assert (reply.text, reply.files[0].name) == ("Here is plan.md.", "plan.md")
        assert content(reply) == PLAN
        card = await world.owner("/docs plan.md")
        assert content(await world.owner.press(card, "Get the file")) == PLAN


async def test_a_reply_with_a_file_is_stored_whole(tmp_path: Path) -> None:
    reply = Reply("Here. [1]", marks=(6,), files=(File("a.pdf", str(tmp_path / "a")),))
    assert load_reply(dump(reply)) == reply
    assert load_reply('{"text": "old", "choices": [], "sources": []}') == Reply("old")


async def test_whoever_may_see_a_source_may_have_its_file(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        (hit,) = await world.services.store.search(
            Visibility.unrestricted(), "canary", now=world.clock()
        )
        reader = world.person("2")
        shown = await reader(f"/show {hit.chunk.chunk_id}")
        assert content(await reader.press(shown, "Get the file")) == PLAN


@pytest.mark.parametrize("kind", ["link", "pipe", "device"])
async def test_a_file_that_stands_where_a_document_was_is_not_sent(
    tmp_path: Path, kind: str
) -> None:
    """Whoever may write to its folder could have it lead to any file, or wait for ever."""
    plan, same = tmp_path / "plan.md", tmp_path / "same.md"
    for each in (plan, same):
        each.write_bytes(PLAN)
    async with a_world(tmp_path / "home") as world:
        async for _step in world.services.pipeline.run(build_job(plan, KB)):
            pass
        assert content(await world.person("2")("/docs plan.md file")) == PLAN
        plan.unlink()
        match kind:
            case "link":
                plan.symlink_to(same)
            case "pipe":
                os.mkfifo(plan)
            case "device":
                plan.symlink_to("/dev/zero")
        async with asyncio.timeout(60):
            reply = await world.person("2")("/docs plan.md file")
        assert (reply.failed, reply.files) == (True, ())


async def test_nobody_gets_the_file_of_what_they_may_not_see(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", plan__md=PLAN)
        (document,) = await world.services.store.list_documents(Visibility.unrestricted())
        for reader in (world.person("2"), world.person("1", chat="-5", private=False)):
            for words in ("/docs plan.md file", f"/document {document.id} file"):
                reply = await reader(words)
                assert reply.failed
                assert reply.files == ()


async def test_it_is_deleted_with_the_document(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN, other__md=b"# Other\n\nText.\n")
        assert len(kept(world)) == 2
        asked = await world.owner.press(await world.owner("/docs plan.md"), "Delete")
        await world.owner.press(asked, "Delete")
        assert kept(world) == [b"# Other\n\nText.\n"]


async def test_a_corrected_file_takes_its_place(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        await world.owner("kb", plan__md=PLAN + b"More.\n")
        assert kept(world) == [PLAN + b"More.\n"]


async def test_the_same_file_is_kept_once_and_while_one_document_needs_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        await world.owner("admin", secret__md=PLAN)
        assert kept(world) == [PLAN]
        asked = await world.owner.press(await world.owner("/docs plan.md"), "Delete")
        await world.owner.press(asked, "Delete")
        assert content(await world.owner("/docs secret.md file")) == PLAN


async def test_what_others_send_is_not_kept(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        stranger = world.person("2")
        await stranger("", plan__md=PLAN)
        assert kept(world) == []
        reply = await stranger("/docs plan.md file")
        assert reply.failed
        assert reply.text.startswith("I have no copy of plan.md")


async def test_nothing_is_kept_where_that_is_not_wanted(tmp_path: Path) -> None:
    settings = Settings(documents=replace(DocumentSettings(), keep_originals=False))
    async with a_world(tmp_path, settings) as world:
        await world.owner("kb", plan__md=PLAN)
        assert kept(world) == []
        card = await world.owner("/docs plan.md")
        assert "no longer have the file" in (await world.owner.press(card, "Re-index")).text


async def test_a_kept_file_can_be_read_again(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        card = await world.owner("/docs plan.md")
        reply = await world.owner.press(card, "Re-index")
        assert reply.text.startswith("Indexed plan.md: 1 passage")
        assert kept(world) == [PLAN]


@pytest.mark.parametrize("changed", [b"another secret", None])
async def test_a_file_of_this_machine_is_given_only_as_it_was_read(
    tmp_path: Path, changed: bytes | None
) -> None:
    settings = Settings(documents=DocumentSettings(roots=(str(tmp_path / "files"),)))
    (tmp_path / "files").mkdir()
    path = tmp_path / "files" / "plan.md"
    path.write_bytes(PLAN)
    async with a_world(tmp_path, settings) as world:
        await world.owner(f"/index {path} kb")
        assert kept(world) == []
        assert content(await world.person("2")("/docs plan.md file")) == PLAN
        path.unlink() if changed is None else path.write_bytes(changed)
        assert (await world.person("2")("/docs plan.md file")).files == ()


async def test_clearing_away_takes_what_no_document_needs(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        folder = world.services.home.originals
        for name in ("0" * 64, "1" * 64 + ".partial"):
            (folder / name).write_bytes(b"left behind")
        await world.services.originals.sweep(world.services.writer.list_hashes)
        assert kept(world) == [PLAN]
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
