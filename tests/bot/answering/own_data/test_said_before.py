"""Questions about what was said are answered without a model, with the day and the speaker."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from indexer.scopes import ADMIN
from memory.messages import Exchange
from tests.conversation import World, a_world
from tests.memory.conversation import START


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """The owner's world, in which they spoke of their boat a week ago; today is a Saturday."""
    async with a_world(tmp_path) as world:
        world.clock.now = START
        await tell(world, "The boat needs a new bilge pump.", 8)
        await tell(world, "The boat is on the slipway.", 75)
        await tell(world, "Der Dachdecker lässt das Gerüst stehen.", 8.1)
        yield world


async def tell(world: World, text: str, days_ago: float, answer: str = "I see.") -> None:
    at = START - timedelta(days=days_ago)
    exchange = Exchange(f"k{days_ago}", text, answer, at, at)
    await world.services.record(world.services.memories.get("test:1", ADMIN), exchange)


async def test_what_was_said_last_week_is_quoted_with_its_day(world: World) -> None:
    answer = (await world.owner("What did we say about the boat last week?")).text
    assert answer.startswith("This was said:\n- 13 Nov")
    assert "you: The boat needs a new bilge pump." in answer
    assert "slipway" not in answer


async def test_in_the_language_of_the_question(world: World) -> None:
    answer = (await world.owner("Was haben wir letzte Woche über das Gerüst gesagt?")).text
    assert answer.startswith("Das wurde gesagt:")
    assert "Der Dachdecker lässt das Gerüst stehen." in answer
    assert "boat" not in answer


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Arreglé la bici.", "¿Qué hice el lunes?"),
        ("Ik heb de fiets gerepareerd.", "Wat heb ik maandag gedaan?"),
        ("We hebben de gordijnen gekozen.", "Waar hadden we het maandag over?"),
        ("我修好了自行车。", "我星期一做了什么？"),
        ("自転車を直しました。", "月曜日に何をしましたか？"),
        ("カーテンを選びました。", "月曜日は何の話をした？"),
        ("船に新しい帆が必要です。", "今週、船について何を話しましたか？"),
    ],
)
async def test_what_one_did_that_day_in_languages_with_other_words_for_doing(
    world: World, said: str, question: str
) -> None:
    await tell(world, said, 5)
    assert said in (await world.owner(question)).text


async def test_without_a_time_whatever_was_said_counts(world: World) -> None:
    answer = (await world.owner("What did I tell you about the slipway?")).text
    assert "The boat is on the slipway." in answer


async def test_a_bare_time_shows_what_was_said_then(world: World) -> None:
    answer = (await world.owner("What did we talk about last week?")).text
    assert "bilge pump" in answer
    assert "Gerüst" in answer


async def test_a_bare_time_shows_what_was_asked_and_no_answers(world: World) -> None:
    """The answers repeat documents; the questions tell what it was about."""
    await world.owner("kb", rules__md=b"# Rules\n\nThe harbour gate is locked at ten on Friday.\n")
    await world.owner("When is the harbour gate locked on Friday?")
    answer = (await world.owner("What did we talk about today?")).text
    assert "you: When is the harbour gate locked on Friday?" in answer
    assert "multis:" not in answer


async def test_a_question_about_a_document_is_answered_from_it(world: World) -> None:
    await world.owner("kb", rules__md=b"# Rules\n\nThe harbour gate is locked at ten on Friday.\n")
    answer = (await world.owner("When is the harbour gate locked on Friday?")).text
    assert "locked at ten" in answer
    assert "This was said" not in answer


async def test_a_stranger_hears_nothing_of_it(world: World) -> None:
    answer = (await world.person("2")("What did we say about the boat last week?")).text
    assert "bilge" not in answer


async def test_what_is_forgotten_is_not_quoted(world: World) -> None:
    await world.owner("/forget bilge pump")
    answer = (await world.owner("What did we say about the boat last week?")).text
    assert "bilge" not in answer


async def test_what_was_said_twice_in_the_same_words_is_shown_once(world: World) -> None:
    await tell(world, "The boat needs a new bilge pump.", 8.2)
    answer = (await world.owner("What did we say about the boat last week?")).text
    assert answer.count("bilge pump") == 1


async def test_of_a_bare_time_too(world: World) -> None:
    await tell(world, "The boat needs a new bilge pump.", 8.2)
    assert (await world.owner("What did we talk about last week?")).text.count("bilge pump") == 1


async def test_what_was_never_said_is_told_as_that(world: World) -> None:
    answer = (await world.owner("What did we say about dragons?")).text
    assert answer == "I find nothing about that in our conversations."


async def test_who_says_what_they_meant_is_not_told_that_nothing_was_said(world: World) -> None:
    reply = await world.owner("Sorry, I meant the meeting is on Saturday.")
    assert "our conversations" not in reply.text
    assert reply.choices


@pytest.mark.parametrize(
    ("question", "nothing"),
    [
        ("What did we say about dragons last week?", "I find nothing about that"),
        ("Did I tell you about unicorns last week?", "I find nothing about that"),
        ("Was haben wir letzte Woche über Einhörner gesagt?", "finde ich in unseren"),
        ("Qu'est-ce que j'ai dit sur les licornes la semaine dernière ?", "Je ne trouve rien"),
        ("¿Qué dijimos sobre dragones la semana pasada?", "No encuentro nada"),
    ],
)
async def test_of_a_time_only_what_has_the_words_is_shown(
    world: World, question: str, nothing: str
) -> None:
    answer = (await world.owner(question)).text
    assert nothing in answer
    assert "bilge" not in answer
    assert "Gerüst" not in answer


@pytest.mark.parametrize(
    "question",
    [
        "What did I do last week?",
        "What did we discuss last week?",
        "Was habe ich letzte Woche gemacht?",
        "Worüber haben wir letzte Woche gesprochen?",
        "Qu'est-ce que j'ai fait la semaine dernière ?",
        "Qu'ai-je dit la semaine dernière ?",
        "О чём мы говорили на прошлой неделе?",
        "我们上周聊了什么？",
    ],
)
async def test_words_that_only_ask_for_a_time_leave_nothing_out(
    world: World, question: str
) -> None:
    answer = (await world.owner(question)).text
    assert "bilge pump" in answer
    assert "Gerüst" in answer


async def test_of_a_time_a_word_of_the_same_meaning_counts(world: World) -> None:
    await tell(world, "We sold the automobile.", 8.3)
    answer = (await world.owner("What did I say about my car last week?")).text
    assert "We sold the automobile." in answer
    assert "bilge" not in answer


async def test_a_verb_of_one_sign_is_found(world: World) -> None:
    await tell(world, "我买了一辆自行车。", 8.3)
    answer = (await world.owner("我上周买了什么？")).text
    assert "我买了一辆自行车。" in answer
    assert "bilge" not in answer


async def test_what_documents_only_come_near_to_is_no_talk(world: World) -> None:
    await world.owner("kb", zoo__md=b"# Zoo\n\nThe dragons of Komodo are fed at noon.\n")
    answer = (await world.owner("What did we say about dragons last week?")).text
    assert answer == "I find nothing about that in our conversations."


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("Nisha's expecting in June", "What did I tell you about Nisha?"),
        ("the tyres need doing soon", "What did I tell you about the tyres?"),
    ],
)
async def test_what_was_told_without_a_full_stop_is_found(
    world: World, said: str, question: str
) -> None:
    await tell(world, said, 5)
    assert f"you: {said}" in (await world.owner(question)).text


async def test_what_was_asked_without_a_mark_is_no_answer(world: World) -> None:
    await tell(world, "where is the anchor of the boat", 5)
    assert "anchor" not in (await world.owner("What did I tell you about the anchor?")).text


async def test_what_multis_replied_answers_no_question_about_something_else(world: World) -> None:
    await tell(world, "Who is let in?", 5, "On Saturdays each member may bring a guest for free.")
    answer = (await world.owner("What does a guest pay on Monday?")).text
    assert "each member" not in answer


async def test_what_multis_replied_is_told_to_who_asks_for_it(world: World) -> None:
    await tell(world, "Who is let in?", 5, "On Saturdays each member may bring a guest for free.")
    answer = (await world.owner("What did you say about a guest on Monday?")).text
    assert "each member" in answer
