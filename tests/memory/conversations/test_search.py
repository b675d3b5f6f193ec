"""What was said is found by its words, by its day, and by both; and gone when it is forgotten."""

from datetime import timedelta, timezone

import pytest

from indexer.scopes import ADMIN, Scope, Visibility
from memory.conversations.search import parse_asked
from tests.memory.conftest import World
from tests.memory.conversations.telling import ANNS, NOW, said, tell


async def find(world: World, question: str, *scopes: Scope, limit: int = 10) -> list[str]:
    asked = parse_asked(question, NOW)
    seen = Visibility.only(*(scopes or (ANNS,)))
    hits = await world.conversations.search(seen, asked, limit=limit)
    return [hit.turn.text for hit in hits]


BOAT = (
    said("The boat is on the slipway.", 75),
    said("The boat needs a bilge pump.", 8),
    said("The shed is dry.", 9),
)


async def test_words_and_a_time_find_what_was_said_then(world: World) -> None:
    await tell(world, *BOAT)
    assert await find(world, "What did we say about the boat last week?") == [
        "The boat needs a bilge pump."
    ]


async def test_a_time_alone_finds_all_that_was_said_then_in_order(world: World) -> None:
    await tell(world, *BOAT)
    assert await find(world, "What did I do last week?") == [
        "The shed is dry.",
        "I see.",
        "The boat needs a bilge pump.",
        "I see.",
    ]


async def test_words_alone_find_what_was_said_at_any_time(world: World) -> None:
    await tell(world, *BOAT)
    found = await find(world, "the boat on the slipway")
    assert found[0] == "The boat is on the slipway."


async def test_a_day_begins_and_ends_in_the_persons_time_zone(world: World) -> None:
    late = said("The late train was empty.", 4.3)  # Tuesday 02:18 UTC
    await tell(world, late)
    asked = parse_asked("What was empty on Monday?", NOW)
    assert asked.span is not None
    west = parse_asked("What was empty on Monday?", NOW.astimezone(timezone(timedelta(hours=-5))))
    search, seen = world.conversations.search, Visibility.only(ANNS)
    assert not await search(seen, asked)
    assert [hit.turn.text for hit in await search(seen, west)] == [late.question]


async def test_a_question_is_no_answer_to_itself(world: World) -> None:
    await tell(
        world,
        said("Where does the boat need a bilge pump?", 7, "I do not know."),
        said("The pump of the boat goes under the bench.", 20),
    )
    found = await find(world, "Where does the boat need a bilge pump?")
    assert found.index("The pump of the boat goes under the bench.") == 0


@pytest.mark.parametrize("other", ["telegram:2", "telegram:11"])
async def test_nobody_finds_what_was_said_in_another_chat(world: World, other: str) -> None:
    await tell(world, *BOAT)
    for question in ("What did we say about the boat last week?", "boat", "yesterday"):
        assert await find(world, question, Scope.of_chat(other)) == []
        assert await find(world, question, ADMIN) == []


async def test_what_a_stranger_says_in_a_group_is_not_recorded(world: World) -> None:
    await tell(world, said("The canary sings.", 2, approved=False))
    assert await find(world, "canary") == []


async def test_an_exchange_recorded_twice_is_found_once(world: World) -> None:
    for _again in range(2):
        await tell(world, said("The boat needs a bilge pump.", 8))
    assert (await find(world, "bilge pump")).count("The boat needs a bilge pump.") == 1


async def test_forgotten_words_are_found_no_more_and_come_back(world: World) -> None:
    await tell(world, *BOAT, said("We paint the gate.", 8.1))
    chat = world.chat()
    await chat.remove(frozenset(each.id for each in await chat.read_window()))  # long captured
    gone = await world.forgetting.forget(chat, NOW, "bilge pump")
    assert gone.messages == 2  # and the answer to it
    assert await find(world, "bilge pump") == []
    async with world.database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT main, side FROM transcripts_terms")
    assert not [row for row in rows if "bilg" in f"{row['main']} {row['side']}"]  # of neighbours
    assert (await find(world, "What did we say last week?"))[0] == "The shed is dry."
    await world.forgetting.restore(chat, NOW)
    assert (await find(world, "bilge pump"))[0] == "The boat needs a bilge pump."
    assert (await find(world, "What did we say last week?", limit=20))[-2] == BOAT[1].question


async def test_everything_is_forgotten_with_what_was_said(world: World) -> None:
    await tell(world, *BOAT)
    await world.forgetting.forget(world.chat(), NOW)
    assert await find(world, "boat") == []
    async with world.database.read_committed() as db:
        assert not list(await db.execute_fetchall("SELECT 1 FROM files"))


async def test_only_the_chat_in_which_it_is_asked_forgets(world: World) -> None:
    await tell(world, *BOAT)
    await tell(world, said("The boat is red.", 3), chat="telegram:2")
    await world.forgetting.forget(world.chat(), NOW, "boat")
    assert await find(world, "boat", Scope.of_chat("telegram:2")) != []


async def test_what_was_said_expires_with_the_summaries(world: World) -> None:
    await tell(world, said("The boat is blue.", 91), said("The boat is red.", 89))
    await world.retention.run(NOW)
    assert "The boat is blue." not in await find(world, "boat")
    assert (await find(world, "boat"))[0] == "The boat is red."
