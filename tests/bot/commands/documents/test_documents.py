"""Several documents changed at once, and deletions undone."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.access.pin import SecuritySettings, hash_pin
from bot.operations.jobs import clean_up
from bot.settings.config import DocumentSettings, Settings
from indexer.documents import Document
from indexer.scopes import Visibility
from tests.conversation import World, a_world

PLAN = b"# Plan\n\nThe canary sings at noon.\n"
NOTE = b"# Note\n\nThe boat is painted in May.\n"


async def documents(world: World) -> dict[str, Document]:
    found = await world.services.store.list_documents(Visibility.unrestricted())
    return {each.name: each for each in found}


async def codes(world: World) -> str:
    return " ".join(each.code for each in (await documents(world)).values())


def kept(world: World) -> list[str]:
    folder = world.services.home.deleted
    return sorted(path.suffix for path in folder.iterdir()) if folder.is_dir() else []


async def test_several_documents_change_their_readers_at_once(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN, note__md=NOTE)
        reply = await world.owner(f"/documents admin {await codes(world)}")
        assert reply.text == "2 documents are now readable by you alone (admin)."
        assert {each.scope.label for each in (await documents(world)).values()} == {"admin"}


async def test_only_those_whose_readers_changed_go_back_to_them(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        await world.owner("admin", note__md=NOTE)
        published = await world.owner(f"/documents kb {await codes(world)}")
        await world.owner.press(published, "Undo")
        found = await documents(world)
        assert {name: each.scope.label for name, each in found.items()} == {
            "plan.md": "kb",
            "note.md": "admin",
        }
        again = await world.owner(f"/documents kb {found['plan.md'].code}")
        assert again.choices == ()


async def test_what_another_chat_sent_is_not_shared(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", plan__md=PLAN)
        await world.person("2")("", note__md=NOTE)
        reply = await world.owner(f"/documents kb {await codes(world)}")
        assert reply.text == (
            "1 document is now readable by everyone who may talk to me (kb). "
            "1 was sent in another chat and is private to it."
        )
        assert (await documents(world))["note.md"].scope.label == "user:test:2"


async def test_several_documents_are_read_again(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN, note__md=NOTE)
        reply = await world.owner(f"/documents again {await codes(world)}")
        assert reply.text.count("Indexed") == 2


async def test_a_deletion_is_undone_with_scope_and_text(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", plan__md=PLAN, note__md=NOTE)
        before = await documents(world)
        gone = await world.owner(f"/documents delete {await codes(world)}")
        assert (gone.text, await documents(world)) == ("2 documents are deleted.", {})
        assert (await world.owner("/search canary")).text.startswith("Nothing found.")
        back = await world.owner.press(gone, "Undo")
        assert back.text.count("Indexed") == 2
        after = await documents(world)
        assert {(each.file, each.scope) for each in before.values()} == {
            (each.file, each.scope) for each in after.values()
        }
        assert "canary" in (await world.owner("/search canary")).text
        assert kept(world) == []


async def test_the_deletion_of_one_document_is_undone_too(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        (plan,) = (await documents(world)).values()
        gone = await world.owner(f"/document {plan.code} delete now")
        assert "Indexed plan.md" in (await world.owner.press(gone, "Undo")).text
        again = await world.owner.press(gone, "Undo")
        assert again.text == "That document can no longer be restored."


async def test_a_file_on_this_machine_is_read_again_where_it_lies(tmp_path: Path) -> None:
    file = tmp_path / "docs" / "plan.md"
    file.parent.mkdir()
    file.write_bytes(PLAN)
    settings = Settings(documents=DocumentSettings(roots=(str(file.parent),)))
    async with a_world(tmp_path, settings) as world:
        indexed = await world.owner(f"/index {file} kb")
        assert "Indexed" in indexed.text
        gone = await world.owner(f"/documents delete {await codes(world)}")
        assert kept(world) == [".json"]
        assert "Indexed plan.md" in (await world.owner.press(gone, "Undo")).text
        assert (await documents(world))["plan.md"].file == str(file)


async def test_a_guests_file_was_not_kept_and_does_not_come_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.person("2")("", note__md=NOTE)
        gone = await world.owner(f"/documents delete {await codes(world)}")
        assert (gone.choices, kept(world)) == ((), [])


async def test_what_was_deleted_a_month_ago_leaves_the_disk(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        gone = await world.owner(f"/documents delete {await codes(world)}")
        world.clock.now += timedelta(days=29)
        await clean_up(world.services)
        assert kept(world) == [".file", ".json"]
        world.clock.now += timedelta(days=2)
        refused = await world.owner.press(gone, "Undo")
        assert "no longer be restored" in refused.text
        await clean_up(world.services)
        assert kept(world) == []


async def test_a_damaged_note_of_a_deletion_stops_nothing(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        gone = await world.owner(f"/documents delete {await codes(world)}")
        (note,) = world.services.home.deleted.glob("*.json")
        for text in ("", "[]", "{}", '{"code": 1}', note.read_text().replace("kb", "nobody")):
            note.write_text(text)
            assert "no longer be restored" in (await world.owner.press(gone, "Undo")).text
            await clean_up(world.services)


@pytest.mark.parametrize("argument", ["", "delete", "burn d123456789", "restore", "kb"])
async def test_a_wrong_usage_is_a_sentence(tmp_path: Path, argument: str) -> None:
    async with a_world(tmp_path) as world:
        assert (await world.owner(f"/documents {argument}")).text.startswith("Usage: /documents")


async def test_no_code_leads_out_of_the_folder(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for code in ("../../config", "d12345678/", "d../../../../", "1"):
            reply = await world.owner(f"/documents restore {code}")
            assert "no longer be restored" in reply.text


async def test_only_the_owner_changes_documents_and_too_many_are_refused(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", plan__md=PLAN)
        refused = await world.person("2")(f"/documents delete {await codes(world)}")
        assert "owner" in refused.text
        many = " ".join(f"d{n:09x}" for n in range(1001))
        assert "At most 1,000" in (await world.owner(f"/documents delete {many}")).text
        assert len(await documents(world)) == 1


async def test_to_delete_or_to_publish_takes_the_pin(tmp_path: Path) -> None:
    async with a_world(
        tmp_path, Settings(security=SecuritySettings(pin=hash_pin("471182")))
    ) as world:
        await world.owner("admin", plan__md=PLAN)
        for action in ("delete", "kb", "restore"):
            reply = await world.owner(f"/documents {action} {await codes(world)}")
            assert "PIN" in reply.text
            await world.owner("/cancel")
        assert {each.scope.label for each in (await documents(world)).values()} == {"admin"}


async def test_what_plain_words_delete_takes_the_pin_too(tmp_path: Path) -> None:
    async with a_world(
        tmp_path, Settings(security=SecuritySettings(pin=hash_pin("471182")))
    ) as world:
        await world.owner("admin", plan__md=PLAN)
        delete, _keep = (await world.owner("delete the plan")).choices
        assert "PIN" in (await world.owner(delete.message)).text
        await world.owner("/cancel")
        assert len(await documents(world)) == 1
