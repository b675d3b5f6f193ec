import sqlite3
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.policy import Access
from bot.turns.command import Commands
from indexer.store.engine.session import Session
from indexer.store.engine.sqlite import SqliteSession
from tests.conversation import World, a_world
from tests.factories import a_message


async def test_an_unknown_command_names_the_nearest(world: World) -> None:
    reply = await world.owner("/serach plan")
    assert reply.failed
    assert reply.text == "Unknown command /serach. Did you mean /search?"


@pytest.mark.parametrize("command", ["remember", "fact", "invite", "picture", "transcribe", "ask"])
async def test_half_of_an_emoji_is_stored_as_a_question_mark(world: World, command: str) -> None:
    """As a script sends it, a command line in another encoding, or a platform that cuts texts."""
    reply = await world.owner(f"/{command} tea \ud83d")
    assert "went wrong" not in reply.text


async def test_a_command_that_is_like_nothing_points_to_help(world: World) -> None:
    assert "/help" in (await world.owner("/xyzzy")).text


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("/hilfe", "hilfe"),
        ("/ayuda@multis_bot", "ayuda"),
        ("/aide", "aide"),
        ("/suche Plan", "suche Plan"),
        ("/Stop", "stop"),
        ("/помощь", "помощь"),
    ],
)
async def test_a_command_may_have_its_name_in_another_language(
    world: World, typed: str, plain: str
) -> None:
    assert (await world.owner(typed)).text == (await world.owner(plain)).text


async def test_what_goes_ahead_of_the_questions_that_wait(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        ahead = ["/cancel", "/Cancel@multis_bot ", "/status", "/help", "/stop", "/hilfe"]
        waits = ["/ask why", "why /cancel", "/nothing", "", "/remember x"]
        assert all(world.bot.can_overtake(a_message(each)) for each in ahead)
        assert not any(world.bot.can_overtake(a_message(each)) for each in waits)
        assert not world.bot.can_overtake(replace(a_message("/cancel"), forwarded=True))


async def test_case_and_the_bots_name_do_not_matter(world: World) -> None:
    assert (await world.owner("/DOCS@multis_bot")).text == (await world.owner("/docs")).text


async def test_a_pasted_path_is_a_question_and_not_a_command(world: World) -> None:
    assert "Unknown command" not in (await world.owner("/home/ann/report.pdf")).text


async def test_somebody_unknown_is_turned_away(world: World) -> None:
    reply = await world.person("99")("/search plan")
    assert reply.failed
    assert "private assistant" in reply.text


async def test_with_open_access_somebody_unknown_is_answered(tmp_path: Path) -> None:
    async with a_world(tmp_path, access=Access(everybody=True)) as world:
        assert not (await world.person("99")("/docs")).failed


async def test_the_owners_commands_are_refused_to_others(world: World) -> None:
    reply = await world.person("2")("/label 1 kb")
    assert reply.text == "/label is only for the owner of this assistant."


async def test_group_talk_that_is_not_meant_for_us_gets_no_reply(world: World) -> None:
    message = a_message("lunch?", sender="1", chat="g", private=False, addressed=False)
    assert [item async for item in world.bot.handle(message)] == []


async def test_a_button_from_before_a_lost_database_says_what_to_do(world: World) -> None:
    message = a_message("", sender="1", pressed="gone")
    items = [item async for item in world.bot.handle(message)]
    assert "send the command or the message again" in items[0].text


async def test_the_owner_claims_a_fresh_bot_with_its_code(tmp_path: Path) -> None:
    async with a_world(tmp_path, access=Access()) as world:
        ann = world.person("5")
        assert (await ann("/start")).failed
        code = await world.services.people.offer_claim()
        assert "owner" in (await ann(f"/start {code}")).text
        assert not (await ann("/docs")).failed


async def test_the_code_is_not_taken_where_others_read_it(tmp_path: Path) -> None:
    async with a_world(tmp_path, access=Access()) as world:
        code = await world.services.people.offer_claim()
        reply = await world.person("5", chat="g", private=False)(f"/start {code}")
        assert "private chat" in reply.text
        assert (await world.services.people.load_access()).owners == frozenset()


async def test_help_lists_only_what_the_reader_may_do(world: World) -> None:
    assert "/label" not in (await world.owner("/help")).text
    for line in ("/search", "/docs", "/index"):
        assert line in (await world.person("2")("/help")).text


def _refuse_everything(db: Session) -> None:
    assert isinstance(db, SqliteSession)
    db.set_authorizer(lambda *_: sqlite3.SQLITE_DENY)


async def test_whatever_goes_wrong_inside_is_told_with_a_reference(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    # The database goes away under the bot.
    await world.services.people._database.reader.run(_refuse_everything)
    reply = await world.owner("/docs")
    assert reply.failed
    assert "reference" in reply.text
    assert reply.text.split("reference ")[1][:6] in caplog.text


def test_every_command_is_found_by_its_name() -> None:
    assert all(command.name == name for name, command in Commands().items())


def test_a_module_of_several_commands_is_no_command_itself() -> None:
    assert {"w", "r"} <= set(Commands())
    assert "flag" not in Commands()
