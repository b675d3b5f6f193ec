"""What the memory tools write rests on the words of the person, and can be taken back."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from indexer.errors import UserError
from indexer.scopes import ADMIN, KB, Visibility
from memory.fact import Provenance
from memory.messages import Message, format_timestamp
from memory.text.equivalence import build_topic_key
from tests.bot.tools.memory_world import BOB, ELM, NOW, OWNER, World

WRITES: list[tuple[str, dict[str, object]]] = [
    ("memory_save", {"content": "The gate code is 4711."}),
    ("memory_upsert", {"content": "The gate code is 4711."}),
    ("memory_core_update", {"section": "user", "key": "code", "value": "4711"}),
    ("memory_core_delete", {"section": "user", "key": "name"}),
    ("memory_forget", {"action": "batch_delete", "scope": "long_term"}),
]


@pytest.mark.parametrize(("name", "arguments"), WRITES)
@pytest.mark.parametrize("quote", ["", "The gate code is 4711.", "forget everything", "I"])
async def test_nothing_is_written_without_the_persons_own_words(
    world: World, name: str, arguments: dict[str, object], quote: str
) -> None:
    await world.core.update("user", "name", "Ann")
    await world.add_fact(ADMIN, "Likes tea.")
    with pytest.raises(UserError, match="Refused"):
        await world.call(name, **arguments, quote=quote)
    assert world.effects.sentences == ()
    assert await world.core.get() == "user:\n  name: Ann\nagent: {}\n"
    assert "Likes tea." in await world.call("memory_query", query="tea")
    assert "4711" not in await world.call("memory_search", query="gate code 4711")


async def test_what_was_not_said_is_not_written_on_the_strength_of_a_true_quote(
    world: World,
) -> None:
    with pytest.raises(UserError, match="says more"):
        await world.call("memory_upsert", content="The gate code is 4711.", quote="moved to Graz")


TOLD = Message("user", "I live in Leeds.", format_timestamp(NOW - timedelta(hours=2)), "m0")
ASKED = Message("user", "What does the letter say?", format_timestamp(NOW), "m2")
HOME: list[tuple[str, dict[str, object]]] = [
    ("memory_upsert", {"content": "I live in Leeds."}),
    ("memory_upsert", {"content": "Lives in Leeds"}),
    ("memory_upsert", {"content": "I live in Leeds.\nI like tea"}),
    ("memory_save", {"content": "I live in Leeds."}),
    ("memory_core_update", {"section": "user", "key": "home", "value": "I live in Leeds."}),
    ("memory_core_update", {"section": "user", "key": "home", "value": "Leeds"}),
]
QUOTES = ("I live in Leeds.", ASKED.content, f"{TOLD.content} {ASKED.content}")


@pytest.mark.parametrize("later", ["I live in Hull now.", ""])
@pytest.mark.parametrize("quote", QUOTES)
@pytest.mark.parametrize(("name", "arguments"), HOME)
async def test_earlier_words_take_back_nothing_that_came_after_them(
    world: World, later: str, quote: str, name: str, arguments: dict[str, object]
) -> None:
    """A document may tell the model to save what the person said long ago."""
    told = replace(TOLD, content=f"{TOLD.content}\nI like tea")
    known = await world.add_fact(ADMIN, "I live in Leeds.", at=NOW - timedelta(hours=2))
    await world.core.update("user", "home", "I live in Hull now.")
    if later:
        await world.add_fact(ADMIN, later, at=NOW - timedelta(hours=1))
    else:
        await world.ledger.delete(ADMIN, [known], NOW - timedelta(hours=1))
    with pytest.raises(UserError, match="Refused"):
        await world.hearing(told, ASKED).call(name, **arguments, quote=quote)
    assert world.effects.sentences == ()
    assert "Hull" in await world.core.get()


@pytest.mark.parametrize(("name", "arguments"), HOME)
@pytest.mark.parametrize("again", ["I live in Leeds.", "I live in Leeds again."])
async def test_what_a_person_says_again_is_noted_again(
    world: World, name: str, arguments: dict[str, object], again: str
) -> None:
    told = replace(TOLD, content=f"{TOLD.content}\nI like tea")
    moved = Message("user", "I live in Hull now.", format_timestamp(NOW - timedelta(hours=1)), "m1")
    back = Message("user", f"{again}\nI like tea", format_timestamp(NOW), "m2")
    await world.add_fact(ADMIN, moved.content, at=NOW - timedelta(hours=1))
    await world.core.update("user", "home", moved.content)
    if "content" in arguments and again != TOLD.content:
        arguments = {"content": "Lives in Leeds"}
    if "value" in arguments and again != TOLD.content:
        arguments = {**arguments, "value": "Leeds"}
    await world.hearing(told, moved, back).call(name, **arguments, quote="I live in Leeds")
    assert "Leeds" in world.effects.sentences[0]


@pytest.mark.parametrize(("name", "arguments"), HOME)
async def test_earlier_words_that_still_hold_are_noted(
    world: World, name: str, arguments: dict[str, object]
) -> None:
    told = replace(TOLD, content=f"{TOLD.content}\nI like tea")
    noted = Message("user", "Please write that down.", format_timestamp(NOW), "m2")
    await world.hearing(told, noted).call(name, **arguments, quote="I live in Leeds")
    assert "Leeds" in world.effects.sentences[0]


async def test_what_this_answer_has_noted_is_not_replaced_by_earlier_words(world: World) -> None:
    moved = Message("user", "I live in Hull now.", format_timestamp(NOW), "m1")
    world = world.hearing(TOLD, moved)
    await world.call("memory_upsert", content=moved.content, quote=moved.content)
    with pytest.raises(UserError, match="changed that since"):
        await world.call("memory_upsert", content=TOLD.content, quote=TOLD.content)


FORGETTING = "Please forget my old boiler code."


@pytest.mark.parametrize(
    "change",
    [
        ("memory_forget", {"action": "delete", "id": "{known}"}),
        ("memory_forget", {"action": "batch_delete", "type": "note"}),
        ("memory_forget", {"action": "restore", "id": "{gone}"}),
        ("memory_core_delete", {"section": "user", "key": "boiler code"}),
    ],
)
async def test_earlier_words_ask_for_nothing_to_be_deleted_or_restored(
    world: World, change: tuple[str, dict[str, str]]
) -> None:
    ids = {
        "known": await world.add_fact(ADMIN, "I live in Hull now."),
        "gone": await world.add_fact(ADMIN, "I owe Ann 50 euros."),
    }
    await world.ledger.delete(ADMIN, [ids["gone"]], NOW)
    await world.core.update("user", "boiler code", "4711")
    asked = replace(TOLD, content=FORGETTING)
    arguments = {key: value.format(**ids) for key, value in change[1].items()}
    with pytest.raises(UserError, match="not in the user's last message"):
        await world.hearing(asked, ASKED).call(change[0], **arguments, quote=FORGETTING)
    assert world.effects.sentences == ()
    again = replace(ASKED, content=FORGETTING)
    assert "OK" in await world.hearing(asked, again).call(change[0], **arguments, quote=FORGETTING)


@pytest.mark.parametrize(
    ("said", "restored"),
    [
        ("Please summarise this letter.", False),
        ("Please bring something back.", False),
        ("Please bring back what I owe Ann.", True),
    ],
)
async def test_only_words_that_name_a_deleted_fact_restore_it(
    world: World, said: str, restored: bool
) -> None:
    gone = await world.add_fact(ADMIN, "I owe Ann 50 euros.")
    await world.ledger.delete(ADMIN, [gone], NOW - timedelta(days=1))
    asked = world.hearing(replace(ASKED, content=said))
    try:
        told = await asked.call("memory_forget", action="restore", id=gone, quote=said)
    except UserError as error:
        told = str(error)
    assert told.startswith("OK" if restored else "Refused: those words do not name that fact.")
    assert bool(world.effects.sentences) is restored


async def test_what_somebody_says_again_holds_from_then_on(world: World) -> None:
    first = Message("user", "I live in Leeds.", format_timestamp(NOW - timedelta(hours=3)), "m0")
    await world.add_fact(ADMIN, "I live in Hull now.", at=NOW - timedelta(hours=2))
    again = Message("user", "I live in Leeds.", format_timestamp(NOW), "m1")
    arguments = {"content": first.content, "quote": first.content}
    assert "OK" in await world.hearing(first, again).call("memory_upsert", **arguments)


@pytest.mark.spec("S1-28", "S1-47", "S1-48")
async def test_a_fact_is_kept_with_all_that_belongs_to_it(world: World) -> None:
    told = await world.call(
        "memory_upsert",
        content="Teaches at Elm School",
        quote="I teach at Elm School",
        title="Work",
        type="project",
        scope="short_term",
        importance=8,
        tags=["work"],
        expires_in_days=1,
    )
    assert told.startswith("OK: added, id ")
    (fact,) = await world.stores.recall.facts.list_facts(OWNER, now=NOW)
    says = fact.value
    assert (says.type, says.retention, says.importance, says.tags) == (
        "project",
        "short_term",
        8,
        ("work",),
    )
    assert says.expires_at == int((NOW + timedelta(days=1)).timestamp())
    assert (fact.provenance.origin, fact.provenance.turn, fact.provenance.said) == (
        "tool",
        "m1",
        "I teach at Elm School.",
    )


@pytest.mark.spec("S1-13", "S1-48")
@pytest.mark.parametrize(
    ("given", "importance", "seconds"),
    [
        ({"importance": 0.8}, 8, None),
        ({"importance": "7"}, 7, None),
        ({"importance": 1}, 1, None),
        ({"expires_in_days": 0.5}, 5, 43_200),
        ({"expires_in_days": "2"}, 5, 172_800),
    ],
)
async def test_numbers_are_taken_as_the_model_meant_them(
    world: World, given: dict[str, object], importance: int, seconds: int | None
) -> None:
    await world.call("memory_upsert", **ELM, **given)
    (fact,) = await world.stores.recall.facts.list_facts(OWNER, now=NOW)
    ends = int(NOW.timestamp()) + seconds if seconds else None
    assert (fact.value.importance, fact.value.expires_at) == (importance, ends)
    assert fact.value.retention == ("short_term" if ends else "long_term")


@pytest.mark.spec("S1-21")
async def test_what_is_to_stay_gets_no_end(world: World) -> None:
    with pytest.raises(UserError):
        await world.call("memory_upsert", **ELM, scope="long_term", expires_in_days=3)
    assert not await world.stores.recall.facts.list_facts(OWNER, now=NOW)


@pytest.mark.spec("S1-29")
async def test_the_same_key_is_updated_and_tells_what_was(world: World) -> None:
    await world.add_fact(ADMIN, "Lives in Wien.", key=build_topic_key("user.city"))
    told = await world.call(
        "memory_upsert", content="I moved to Graz.", quote="I moved to Graz", dedup_key="user.city"
    )
    assert told.startswith("OK: replaced")
    assert world.effects.sentences == ("Noted: “I moved to Graz.” (was: “Lives in Wien.”)",)


@pytest.mark.spec("S1-30")
async def test_facts_are_looked_up_with_their_ids(world: World) -> None:
    fact_id = await world.add_fact(ADMIN, "Likes oolong tea.", type="preference", tags=("food",))
    assert await world.call("memory_query", query="oolong") == (
        "<memory-5f3a9c>\n"
        f"- Likes oolong tea. [id {fact_id}, preference, importance: 5, tags: food,"
        " said 2026-11-21]\n"
        "</memory-5f3a9c>"
    )
    assert "No fact" in await world.call("memory_query", query="oolong", scope="short_term")
    assert "No fact" in await world.call("memory_query", query="oolong", tags=["foo"])


@pytest.mark.spec("S1-34", "S1-35")
async def test_forgetting_is_told_and_can_be_taken_back(world: World) -> None:
    fact_id = await world.add_fact(ADMIN, "Lives in Wien.")
    quote = "Please forget my old address"
    told = await world.call("memory_forget", action="delete", id=fact_id, quote=quote)
    assert told == "OK: forgotten, 1 fact(s)"
    assert world.effects.sentences == ("Forgotten: “Lives in Wien.” (/undo)",)
    assert "No fact" in await world.call("memory_query", query="Wien")
    await world.call("memory_forget", action="restore", id=fact_id, quote=quote)
    assert "Wien" in await world.call("memory_query", query="Wien")


async def test_notes_follow_what_is_forgotten_and_what_comes_back(world: World) -> None:
    memory = world.stores.memories.get("telegram:7", ADMIN)
    await world.stores.facts.remember(memory, "Lives in Wien.", Provenance(), NOW)
    fact_id, quote = await world.add_fact(ADMIN, "Lives in Wien."), "Please forget my old address"
    await world.call("memory_forget", action="delete", id=fact_id, quote=quote)
    assert await memory.read_notes() == ""
    await world.call("memory_forget", action="restore", id=fact_id, quote=quote)
    assert "(pinned)\n\nLives in Wien.\n" in await memory.read_notes()
    await world.call("memory_forget", action="batch_delete", type="note", quote=quote)
    assert await memory.read_notes() == ""


async def test_notes_follow_a_newer_word(world: World) -> None:
    memory = world.stores.memories.get("telegram:7", ADMIN)
    await world.stores.facts.remember(memory, "I teach at Oak School.", Provenance(), NOW)
    fact_id = await world.add_fact(ADMIN, "I teach at Oak School.", key="job")
    told = await world.call(
        "memory_upsert",
        content="I teach at Elm School.",
        quote="I teach at Elm School",
        dedup_key="job",
    )
    assert told == f"OK: replaced, id {fact_id}"
    assert "(pinned)\n\nI teach at Elm School.\n" in await memory.read_notes()
    assert "Oak School" not in await memory.read_notes()


@pytest.mark.spec("S1-36")
async def test_a_batch_takes_what_has_exactly_that_tag(world: World) -> None:
    await world.add_fact(ADMIN, "Likes tea.", tags=("food",))
    await world.add_fact(ADMIN, "Runs fast.", tags=("foodrun",))
    await world.call(
        "memory_forget", action="batch_delete", tags=["food"], quote="forget my old address"
    )
    left = await world.stores.recall.facts.list_facts(OWNER, now=NOW)
    assert [fact.value.text for fact in left] == ["Runs fast."]


async def test_a_batch_without_a_condition_is_refused(world: World) -> None:
    with pytest.raises(UserError, match="may not select everything"):
        await world.call("memory_forget", action="batch_delete", quote="forget my old address")


@pytest.mark.spec("S3-44")
async def test_another_chats_facts_cannot_be_forgotten(world: World) -> None:
    fact_id = await world.add_fact(ADMIN, "Likes tea.")
    bob = replace(world, visibility=Visibility.only(KB, BOB), scope=BOB, chat="telegram:8")
    for arguments in (
        {"action": "delete", "id": fact_id},
        {"action": "batch_delete", "type": "note"},
    ):
        with pytest.raises(UserError, match="no such fact"):
            await bob.call("memory_forget", quote="forget my old", **arguments)
    assert await world.stores.recall.facts.list_facts(OWNER, now=NOW)
