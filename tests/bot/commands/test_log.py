"""/log in the owner's private chat, and nowhere else."""

from tests.bot.operations.logging_to import logging_to
from tests.conversation import OWNER, World


def fail(world: World, reference: str = "a1b2c3") -> None:
    with logging_to(world.services.home.log) as log:
        try:
            raise KeyError("the canary sings")
        except KeyError:
            log.exception("failed to answer a message (reference %s)", reference)


def note(world: World, text: str) -> None:
    with logging_to(world.services.home.log) as log:
        log.error(text)


async def test_the_latest_errors_come_first(world: World) -> None:
    fail(world)
    note(world, "it broke")
    first, second, *_rest = (await world.owner("/log")).text.splitlines()
    assert first.endswith("UTC: it broke")
    assert second.endswith("(reference a1b2c3)")


async def test_a_reference_shows_where_it_came_from_however_long_ago(world: World) -> None:
    fail(world)
    for n in range(100):
        note(world, f"it broke {n} times")
    reply = await world.owner("/log a1b2c3")
    assert "KeyError\nbot/commands/test_log.py:" in reply.text
    assert "it broke" not in reply.text
    assert "canary" not in reply.text


async def test_what_is_not_there_is_said(world: World) -> None:
    assert (await world.owner("/log")).text == "There are no errors in my log."
    fail(world)
    assert (await world.owner("/log ffffff")).text == "No line of my log has the reference ffffff."


async def test_nobody_else_has_it(world: World) -> None:
    fail(world)
    assert "only for the owner" in (await world.person("2")("/log")).text
    group = world.person(OWNER, chat="g", private=False)
    assert "in a private chat with you" in (await group("/log a1b2c3")).text
