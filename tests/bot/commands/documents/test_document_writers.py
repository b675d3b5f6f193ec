"""Who may not write a document can neither replace, relabel, rename nor delete it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.rate_limit import RateLimitSettings
from bot.settings.config import Settings
from indexer.documents import Document
from indexer.scopes import ADMIN, KB, Scope, Visibility
from tests.conversation import Conversation, World, a_world

RULES = b"# Rules\n\nThe quarterdeck is closed at dusk.\n"
FORGED = b"# Rules\n\nThe quarterdeck is open to Mallory.\n"
LATER = b"# Rules\n\nThe quarterdeck is closed at noon.\n"
GROUP = Scope.of_chat("test:g")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, Settings(rate_limit=RateLimitSettings(0, 0))) as world:
        yield world


def in_group(world: World, sender: str) -> Conversation:
    return world.person(sender, chat="g", private=False)


async def documents(world: World) -> list[Document]:
    return await world.services.store.list_documents(Visibility.unrestricted())


async def held(world: World) -> list[tuple[str, str, int]]:
    """The name, the scope and the number of each document."""
    return sorted((each.name, each.scope.label, each.id) for each in await documents(world))


@pytest.mark.parametrize("label", ["kb", "admin"])
@pytest.mark.parametrize("sent", [FORGED, RULES], ids=["other bytes", "the same bytes"])
@pytest.mark.parametrize("name", ["rules__md", "Rules__md", "other__md"])
async def test_a_guest_in_a_group_leaves_the_owners_document_alone(
    world: World, label: str, sent: bytes, name: str
) -> None:
    await in_group(world, "1")(label, rules__md=RULES)
    before = await held(world)
    for caption in ("", "kb", "admin", "/index rules.md kb"):
        await in_group(world, "2")(caption, **{name: sent})
    assert set(before) <= set(await held(world))
    assert "at dusk" in (await world.owner("/search quarterdeck")).text
    seen = (await world.person("3")("/search quarterdeck")).text
    assert ("at dusk" in seen) is (label == "kb")
    assert "Mallory" not in seen


async def test_the_owner_replaces_their_document_after_a_guest_tried(world: World) -> None:
    await in_group(world, "1")("kb", rules__md=RULES)
    ((_, _, number),) = await held(world)
    await in_group(world, "2")("", rules__md=FORGED)
    await in_group(world, "1")("kb", rules__md=LATER)
    assert ("rules.md", "kb", number) in await held(world)
    assert "at noon" in (await world.person("3")("/search quarterdeck")).text
    assert "at dusk" not in (await world.owner("/search quarterdeck")).text


async def test_a_guest_replaces_their_own_document(world: World) -> None:
    guest = in_group(world, "2")
    await guest("", rules__md=RULES)
    before = await held(world)
    await guest("", rules__md=LATER)
    assert await held(world) == before
    found = (await guest("/search quarterdeck")).text
    assert ("at noon" in found, "at dusk" in found) == (True, False)


async def test_guests_of_one_group_have_their_own_documents(world: World) -> None:
    bob, carl = in_group(world, "2"), in_group(world, "3")
    await bob("", rules__md=RULES)
    ((_, _, number),) = await held(world)
    for content in (FORGED, RULES, FORGED):
        await carl("", rules__md=content)
    assert ("rules.md", GROUP.label, number) in await held(world)
    assert "at dusk" in (await bob("/search quarterdeck")).text


async def test_what_became_the_same_as_anothers_stays_when_that_changes(world: World) -> None:
    bob, carl = in_group(world, "2"), in_group(world, "3")
    await bob("", rules__md=RULES)
    await carl("", plan__md=RULES)
    await bob("", rules__md=FORGED)
    assert "at dusk" in (await carl("/search quarterdeck")).text


async def test_what_the_owner_published_is_the_owners(world: World) -> None:
    guest, owner = in_group(world, "2"), in_group(world, "1")
    await guest("", rules__md=RULES)
    ((_, _, number),) = await held(world)
    await owner(f"/label {number} kb")
    for content in (FORGED, RULES):
        await guest("", rules__md=content)
    assert ("rules.md", "kb", number) in await held(world)
    public = (await world.person("3")("/search quarterdeck")).text
    assert ("at dusk" in public, "Mallory" in public) == (True, False)
    (second,) = [each.id for each in await documents(world) if each.scope == GROUP]
    await owner(f"/label {second} admin")
    assert {scope for _, scope, _ in await held(world)} == {"kb", "admin"}


async def test_only_the_owner_deletes_indexes_again_or_relabels(world: World) -> None:
    await in_group(world, "1")("kb", rules__md=RULES)
    await in_group(world, "2")("", mine__md=FORGED)
    before = await held(world)
    for number in (each[2] for each in before):
        for person in (in_group(world, "2"), world.person("2"), in_group(world, "3")):
            for said in ("delete", "delete now", "again"):
                assert (await person(f"/document {number} {said}")).failed
            assert (await person(f"/label {number} kb")).failed
    assert await held(world) == before


async def test_a_person_in_a_private_chat_and_the_owner_who_writes_there(world: World) -> None:
    """A chat of the owner's own account has two writers, and one file name."""
    guest = world.person("2")
    owner = world.person("1", chat="2")
    await guest("", rules__md=FORGED)
    await owner("kb", rules__md=RULES)
    await guest("", rules__md=LATER)
    assert [(name, scope) for name, scope, _ in await held(world)] == [
        ("rules.md", "kb"),
        ("rules.md", "user:test:2"),
    ]
    assert "at dusk" in (await world.person("3")("/search quarterdeck")).text


async def test_a_name_that_looks_like_anothers_is_still_ones_own(world: World) -> None:
    """Of slashes, colons and percent signs nobody builds another person's identity."""
    await in_group(world, "1")("kb", rules__md=RULES)
    await in_group(world, "3")("", rules__md=RULES)
    before = await held(world)
    for sender in ("3/rules.md", "test:3", "3%2Frules", "g/1"):
        await world.let_in(f"test:{sender}", "x")
        await in_group(world, sender)("", rules__md=FORGED)
    assert set(before) <= set(await held(world))


async def test_what_an_older_version_stored_is_replaced_by_its_sender_alone(
    world: World,
) -> None:
    guest = world.person("2")
    await guest("", rules__md=RULES)
    await in_group(world, "2")("", plan__md=RULES)
    await older(world)
    before = await held(world)
    await in_group(world, "3")("", plan__md=FORGED)
    assert set(before) <= set(await held(world))
    await guest("", rules__md=LATER)
    private = [each for each in await held(world) if each[1] == "user:test:2"]
    assert private == [each for each in before if each[1] == "user:test:2"]
    found = (await guest("/search quarterdeck")).text
    assert ("at noon" in found, "at dusk" in found) == (True, False)


async def older(world: World) -> None:
    """As the migration leaves what was stored before senders counted."""
    async with world.services.writer._database.transaction() as db:
        for table, column in (("files", "path"), ("chunks", "file_path")):
            await db.execute(
                f"UPDATE {table} SET {column} ="  # noqa: S608 - our own names
                f" replace(replace({column}, '/test:2/', '//'), '/test:3/', '//')"
            )


async def test_the_owner_still_replaces_what_they_sent_as_a_guest(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.person("2")("", rules__md=RULES)
        async with world.services.people._database.transaction() as db:
            await db.execute("INSERT INTO people VALUES ('test:2', 'Bob', 'owner', 1)")
        await world.person("2")("admin", rules__md=LATER)
        assert [scope for _, scope, _ in await held(world)] == [ADMIN.label]
        await world.person("2")("kb", rules__md=LATER)
        assert [scope for _, scope, _ in await held(world)] == [KB.label]
