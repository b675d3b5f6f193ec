"""Accounts that the owner says are one person's are listed as one, and that is all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.access.accounts import Accounts, Persons
from bot.access.people import PEOPLE
from bot.llm import TokenUsage
from bot.messages import Asker, UserError
from tests.bot.desk.office import an_office
from tests.conversation import World
from tests.postgresql.engines import ENGINES, open_on_engine

OWNERS = frozenset({"web:owner", "telegram:1"})


@pytest.fixture(params=ENGINES)
async def accounts(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Accounts]:
    async with open_on_engine(request, request.param, tmp_path, PEOPLE) as database:
        yield Accounts(database)


async def list_groups(accounts: Accounts, *keys: str) -> list[list[str]]:
    return (await accounts.load_persons(OWNERS)).group(keys)


def test_the_owners_accounts_are_one() -> None:
    keys = ["telegram:1", "telegram:5", "web:owner"]
    assert Persons(OWNERS, {}).group(keys) == [["telegram:1", "web:owner"], ["telegram:5"]]


async def test_accounts_are_joined_and_parted(accounts: Accounts) -> None:
    await accounts.join("telegram:5", "web:kim", OWNERS)
    await accounts.join("matrix:@lee:example.org", "telegram:6", OWNERS)
    keys = ("telegram:5", "telegram:6", "web:kim", "matrix:@lee:example.org")
    assert await list_groups(accounts, *keys) == [
        ["telegram:5", "web:kim"],
        ["telegram:6", "matrix:@lee:example.org"],
    ]
    await accounts.join("web:kim", "telegram:6", OWNERS)
    assert await list_groups(accounts, *keys) == [list(keys)]
    assert await accounts.part("telegram:6")
    assert not await accounts.part("telegram:6")
    await accounts.join("telegram:6", "telegram:7", OWNERS)
    assert await list_groups(accounts, *keys, "telegram:7") == [
        ["telegram:5", "web:kim", "matrix:@lee:example.org"],
        ["telegram:6", "telegram:7"],
    ]


async def test_nobody_is_joined_with_the_owner(accounts: Accounts) -> None:
    for pair in (("telegram:1", "web:kim"), ("web:kim", "web:owner")):
        with pytest.raises(UserError, match="without anybody else's"):
            await accounts.join(*pair, OWNERS)
    assert await list_groups(accounts, "web:kim", "web:owner") == [["web:kim"], ["web:owner"]]


async def test_the_owner_joins_and_parts_in_the_chat(world: World) -> None:
    await world.let_in("test:5", "Kim")
    reply = await world.owner("/users join test:5 web:kim")
    assert "one person" in reply.text
    assert "Kim (`test:5`), `web:kim`: one person" in (await world.owner("/users")).text
    assert "of its own" in (await world.owner(reply.choices[0].message)).text
    assert ": one person" not in (await world.owner("/users")).text
    assert "with nobody else" in (await world.owner("/users part web:kim")).text
    for wrong in ("test:5", "test:5 test:5", "test:5 kim", "a:1 b:2 c:3"):
        assert "Usage" in (await world.owner(f"/users join {wrong}")).text


async def test_joined_accounts_see_no_more_of_each_other_than_before(world: World) -> None:
    for key in ("test:5", "test:6"):
        await world.services.people.set_role(key, "approved")
    kim, other = world.person("5"), world.person("6")
    await kim("", diary__md=b"# Diary\n\nThe canary sleeps in the attic.\n")
    await kim("/remember The canary is called Tweety")
    await world.owner("/users join test:5 test:6")
    for question in ("/search canary", "/docs", "/memory", "Where does the canary sleep?"):
        reply = (await other(question)).text
        assert not {"attic", "Tweety", "diary"} & set(reply.replace(".", " ").split()), question
    await world.owner("/users block test:5")
    assert (await other("/search canary")).text, "what is decided for one account is for it alone"
    assert "attic" not in (await other("/search canary")).text


async def test_people_and_usage_show_one_person_with_two_accounts(tmp_path: Path) -> None:
    async with an_office(tmp_path) as office:
        world, look = office.world, office.look
        await world.let_in("test:5", "Kim Miller")
        await world.let_in("test:7", "Lee")
        await world.services.people.set_role("web:kim", "approved")
        await world.owner("/users join web:kim test:5")
        known = (await look("people")).known
        assert [(each.key, each.person) for each in known] == [
            ("test:1", "test:1"),
            ("test:5", "test:5"),
            ("web:kim", "test:5"),
            ("test:7", "test:7"),
        ]
        log, today = world.services.usage, world.clock.now.date()
        for person, tokens in [("test:7", 30), ("web:kim", 20), ("test:5", 25), ("test:1", 1)]:
            await log.record(Asker(person, person), TokenUsage(tokens, 1, "m"), today)
        shown = [(each.keys, each.name, each.read) for each in (await look("usage")).people]
        assert shown == [
            (("test:5", "web:kim"), "Kim Miller", 45),
            (("test:7",), "Lee", 30),
            (("test:1",), "", 1),
        ]
        (mine,) = (each for each in (await look("usage")).people if each.owner)
        assert mine.keys == ("test:1",)
        assert (await look("usage", sender="5")).people == ()
