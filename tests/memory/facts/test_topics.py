"""One fact stands once, whoever named its topic; in a group each person has facts of their own."""

import pytest

from indexer.scopes import Scope, Visibility
from memory.capture.user_quotes import UserQuotes
from memory.fact import FactValue, Provenance
from memory.messages import split_exchange
from memory.text.equivalence import build_topic_key
from tests.memory.conftest import ANN, World
from tests.memory.conversation import turn

GROUP = Visibility.only(Scope.of_chat(ANN))


async def captured(world: World, first: int, answer: str, *said: str) -> None:
    """These are said, then as much as it takes, and the model answers that."""
    for number, text in enumerate(said, first):
        await world.chat().record(turn(number, text))
    await world.talk(world.chat(), first + len(said), first + 10)
    world.model.answer = lambda _: answer
    world.clock.forward(minutes=first + 10)
    await world.captures.run(world.chat())


@pytest.mark.parametrize(
    ("topic", "old", "new"),
    [
        ("SSH port", "The SSH port is 22.", "The SSH port is now 49222."),
        ("rent", "My rent is 500 euros.", "My rent is 650 euros."),
        ("favourite tea", "My favourite tea is oolong.", "My favourite tea is sencha."),
    ],
)
@pytest.mark.parametrize("model_first", [True, False])
async def test_a_named_topic_meets_the_same_value_told_without_one(
    world: World, topic: str, old: str, new: str, model_first: bool
) -> None:
    chat = world.chat()
    if model_first:
        await captured(world, 1, f"- {old} [1] {{fact: {topic}}}", old)
        await world.facts.remember(chat, new, Provenance(), world.clock())
    else:
        await world.facts.remember(chat, old, Provenance(), world.clock())
        await captured(world, 1, f"- {new} [1] {{fact: {topic}}}", new)
    assert await world.known() == [new]
    await world.facts.remember(chat, old, Provenance(), world.clock())
    assert await world.known() == [old]
    await captured(world, 60, f"- {new} [6] {{fact: {topic}}}", new)
    assert await world.known() == [new]


async def test_a_topic_takes_no_place_of_what_has_another_value(world: World) -> None:
    chat, told = world.chat(), "The SSH port must stay closed."
    await world.facts.remember(chat, "The SSH port is 22.", Provenance(), world.clock())
    await captured(world, 0, f"- {told} [1] {{task: SSH port}}", told)
    assert await world.known() == ["The SSH port is 22.", told]


async def test_in_a_group_a_topic_is_that_of_its_author(world: World) -> None:
    said = {"Bob": "My favourite colour is red.", "Ann": "My favourite colour is blue."}
    for number, (author, text) in enumerate(said.items()):
        await world.chat().record(turn(number, text, author=author))
    await world.talk(world.chat(), 2, 10)
    world.model.answer = lambda _: (
        "- My favourite colour is red. [1] {preference: favourite colour}\n"
        "- My favourite colour is blue. [3] {preference: favourite colour}"
    )
    await world.captures.run(world.chat())
    assert await world.known() == [f"{author}: {text}" for author, text in said.items()]
    facts = await world.fact_reader.list_facts(GROUP, now=world.clock())
    assert [fact.provenance.author for fact in facts] == ["Bob", "Ann"]


async def test_what_a_model_saves_in_a_group_is_its_authors(world: World) -> None:
    said = {"Bob": "My favourite colour is red.", "Ann": "My favourite colour is blue."}
    messages = [
        message
        for number, (author, text) in enumerate(said.items())
        for message in split_exchange(turn(number, text, author=author))
    ]
    for author, text in said.items():
        borne = UserQuotes(messages, author).ground(text, text)
        ground = Provenance("tool", ANN, borne.turn, borne.quote, borne.author)
        statement = FactValue(borne.text, key="favourite colour")
        await world.facts.upsert(world.chat(), statement, ground, world.clock())
    assert await world.known() == [f"{author}: {text}" for author, text in said.items()]


@pytest.mark.parametrize("topic", ["dog", "car", "man", "van", "day"])
def test_a_word_that_is_common_in_another_language_is_a_topic(topic: str) -> None:
    assert build_topic_key(
        topic, f"My {topic} is old and lives in the country."
    ) == build_topic_key(f"the {topic}")
    assert build_topic_key(topic) != ""


@pytest.mark.parametrize("topic", ["", "me", "it", "user"])
def test_what_names_nothing_is_no_topic(topic: str) -> None:
    assert build_topic_key(topic, "I like tea.", "Bob Smith") == ""


def test_users_have_many_things() -> None:
    assert build_topic_key("user's dog", "My dog is called Rex.") == "dog"
    assert build_topic_key("user's car", "My car is red.") == "car"
