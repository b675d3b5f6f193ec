"""A number names the document that had it in the list that was shown."""

import pytest

from tests.conversation import Conversation, World

NAMES = tuple(f"n{n:02}.md" for n in range(1, 13))


async def send(who: Conversation, label: str, *names: str) -> None:
    await who(label, **{each.replace(".", "__"): f"Of {each}.".encode() for each in names})


async def test_one_that_came_since_gives_its_number_to_no_other(world: World) -> None:
    await send(world.owner, "kb", "boat.md", "lease.md")
    await world.owner("/docs")
    await send(world.owner, "kb", "apple.md")
    assert "lease.md" in (await world.owner("/docs 2")).text
    assert (await world.owner("/docs 2 file")).text == "Here is lease.md."
    assert "Delete lease.md" in (await world.owner("/docs 2 delete")).text
    assert "2. boat.md" in (await world.owner("/docs")).text
    assert "boat.md" in (await world.owner("/docs 2")).text


async def test_the_number_of_one_that_was_deleted_is_that_of_no_other(world: World) -> None:
    await send(world.owner, "kb", "apple.md", "boat.md", "lease.md")
    await world.owner("/docs")
    asked = await world.owner("/docs 2 delete")
    await world.owner.press(asked, "Delete")
    gone = await world.owner("/docs 2 delete")
    assert (gone.failed, "no longer here" in gone.text) == (True, True)
    assert "lease.md" in (await world.owner("/docs 3")).text


async def test_the_numbers_of_each_page_are_kept(world: World) -> None:
    await send(world.owner, "kb", *NAMES)
    await world.owner.press(await world.owner("/docs"), "Next")
    await send(world.owner, "kb", "a.md")
    for number in (1, 11, 12):
        assert NAMES[number - 1] in (await world.owner(f"/docs {number}")).text
    assert NAMES[11] in (await world.owner("/docs 13")).text  # never shown: as it is now


@pytest.mark.parametrize("asked", ["/docs lease", "what documents do you have?"])
async def test_whatever_shows_numbers_counts(world: World, asked: str) -> None:
    await send(world.owner, "kb", "boat.md", "lease_a.md", "lease_b.md")
    listed = await world.owner(asked)
    assert "3." in listed.text
    await send(world.owner, "kb", "apple.md")
    assert "lease_b.md" in (await world.owner("/docs 3")).text


async def test_a_number_is_never_that_of_another_chats_list(world: World) -> None:
    bob, group = world.person("2"), world.person("2", chat="g", private=False)
    await send(world.owner, "kb", "boat.md")
    await send(world.owner, "admin", "apple.md")
    await world.owner("/docs")
    for who in (bob, group):
        assert "boat.md" in (await who("/docs 1")).text
        assert "apple" not in (await who("/docs 2")).text
    await bob("/docs")
    await world.owner("/label " + await find_code(world, "boat.md") + " admin")
    assert "no longer here" in (await bob("/docs 1")).text


async def find_code(world: World, name: str) -> str:
    listed = await world.owner("/docs")
    place = next(n for n, line in enumerate(listed.text.splitlines()[1:]) if name in line)
    return listed.choices[place].message.removeprefix("/document ")


async def test_a_full_disk_hides_no_list_and_its_numbers_are_kept(world: World) -> None:
    await send(world.owner, "kb", "boat.md", "lease.md")
    writer = world.services.people._database._writer
    await writer.execute("PRAGMA query_only = ON")
    assert "2. lease.md" in (await world.owner("/docs")).text
    await writer.execute("PRAGMA query_only = OFF")
    await send(world.owner, "kb", "apple.md")
    assert "lease.md" in (await world.owner("/docs 2")).text
