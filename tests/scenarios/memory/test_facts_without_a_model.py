"""A remembered fact answers later, also where no model puts it into words."""

from pathlib import Path

import pytest

from bot.access.policy import Access
from bot.answering.own_data.told_here import OFFER
from tests.conversation import World, a_world, answered_by
from tests.fake_llm import Fails, FakeLlm

GUIDE = (Path(__file__).parents[3] / "examples" / "guesthouse.md").read_bytes()
OLD = "the boiler is 20 years old"


async def test_a_fact_answers_where_no_document_does(world: World) -> None:
    await world.owner(f"/remember {OLD}")
    reply = await world.owner("How old is the boiler?")
    assert reply.text == f"You told me:\n- {OLD} (noted on 11 Feb 2026)"
    assert OLD in (await world.owner("/why")).text


async def test_what_is_not_quoted_beside_a_fact_is_no_source(world: World) -> None:
    await world.owner("kb", guesthouse__md=GUIDE)
    await world.owner("/remember The boat is blue.")
    reply = await world.owner("what colour is the boat?")
    assert reply.text == "You told me:\n- The boat is blue. (noted on 11 Feb 2026)"
    assert not reply.sources


@pytest.mark.parametrize(
    ("first", "then", "question", "said"),
    [
        ("I live in Lisbon", "I live in Porto", "Where do I live?", "You told me:"),
        (
            "Ich wohne in Lisbon",
            "Ich wohne jetzt in Porto",
            "Wo wohne ich?",
            "Das hast du mir gesagt:",
        ),
        ("Vivo en Lisbon", "Ahora vivo en Porto", "¿Dónde vivo?", "Me dijiste:"),
    ],
)
async def test_there_is_one_answer_with_its_date(
    world: World, first: str, then: str, question: str, said: str
) -> None:
    await world.owner(f"/remember {first}")
    world.clock.forward(days=2)
    noted = (await world.owner(f"/remember {then}")).text
    assert any(
        each in noted for each in (f"Before: “{first}”", f"Vorher: „{first}“", f"Antes: «{first}»")
    )
    answer = (await world.owner(question)).text
    assert answer.startswith(f"{said}\n- {then} (")
    assert answer.endswith("2026)")


async def test_a_date_is_resolved_when_it_is_told(world: World) -> None:
    await world.owner("/remember the plumber comes next Friday")
    world.clock.forward(days=1)
    reply = await world.owner("When does the plumber come?")
    assert reply.text == "You told me:\n- the plumber comes next Friday (on 13 Feb 2026)"


async def test_a_fact_stands_before_what_the_documents_say(world: World) -> None:
    await world.owner("kb", guide__md=GUIDE)
    await world.owner("/remember the pressure of the boiler was 1.4 bar in May")
    text = (await world.owner("What pressure does the boiler need, in bar?")).text
    assert text.startswith("You told me:\n- the pressure of the boiler was 1.4 bar in May")
    assert "between 1.2 and 1.6 bar." in text
    assert text.endswith("[1] guide.md, The Harbour Guesthouse › Heating and hot water")


async def test_a_fact_about_somebody_else_is_no_answer(world: World) -> None:
    await world.owner("/remember Bob's phone number is 555 123")
    assert "555" not in (await world.owner("what is Anna's phone number")).text
    assert "555" not in (await world.owner("what is anna's phone number")).text
    await world.owner("/remember the price of the boiler service was 300 in 2023")
    assert "300" not in (await world.owner("the price of the boiler service in 2024?")).text
    assert "555 123" in (await world.owner("what is bob's phone number")).text


async def test_a_fact_of_another_chat_is_shown_to_nobody(world: World) -> None:
    """The canary of this way out: what a chat remembers is read where the chat is read."""
    await world.owner("/remember the pin of the safe is 4711")
    await world.person("3")("/remember the pin of the safe is 4712")
    for elsewhere in (
        world.person("2"),
        world.person("1", chat="group", private=False),
        world.person("3", chat="group", private=False),
    ):
        assert "471" not in (await elsewhere("What is the pin of the safe?")).text
    assert "4711" not in (await world.person("3")("What is the pin of the safe?")).text
    assert "4712" not in (await world.owner("What is the pin of the safe?")).text


async def test_a_group_is_told_that_it_was_told(world: World) -> None:
    group = world.person("2", chat="group", private=False)
    await group("/remember we meet on Mondays")
    assert (await group("When do we meet?")).text.startswith("I was told:\n- ")


async def test_what_is_forgotten_answers_no_more(world: World) -> None:
    await world.owner(f"/remember {OLD}")
    await world.owner("/forget boiler")
    assert OLD not in (await world.owner("How old is the boiler?")).text


async def test_a_model_that_is_away_keeps_no_fact_back(tmp_path: Path) -> None:
    async with (
        FakeLlm(lambda _: Fails(401, "no such key")) as llm,
        a_world(tmp_path, answered_by(llm)) as world,
    ):
        await world.owner(f"/remember {OLD}")
        assert OLD in (await world.owner("How old is the boiler?")).text


async def test_what_is_told_may_be_remembered_by_a_button(world: World) -> None:
    told = await world.owner("The spare key is with Martha.")
    assert told.text == str(OFFER)
    assert "Noted" in (await world.owner.press(told, "Remember it")).text
    reply = await world.owner("Who has the spare key?")
    assert reply.text == "You told me:\n- The spare key is with Martha. (noted on 11 Feb 2026)"


@pytest.mark.parametrize(
    "told", ["My sister Ann lives in Bergen.", "I moved to Porto last month", "我的妹妹住在上海。"]
)
async def test_who_tells_something_is_not_told_what_the_documents_lack(
    world: World, told: str
) -> None:
    await world.owner("kb", gym__md=b"# Gym\n\nMembers pay each month; in Bergen it is open.\n")
    reply = await world.owner(told)
    assert len(reply.text.splitlines()) == 1
    assert [choice.message for choice in reply.choices] == [f"/remember {told}"]


async def test_who_tells_what_a_document_is_about_is_shown_it(world: World) -> None:
    await world.owner("kb", gym__md=b"# Gym\n\nCancel your membership in writing.\n")
    assert "in writing" in (await world.owner("I want to cancel my membership.")).text


async def test_a_group_s_member_is_asked_too(world: World) -> None:
    group = world.person("2", chat="group", private=False)
    assert (await group("The spare key is with Martha.")).choices


async def test_a_question_is_not_offered_to_be_remembered(world: World) -> None:
    assert not (await world.owner("Who has the spare key?")).choices
    assert not (await world.owner("spare key")).choices


async def test_only_those_whose_words_are_kept_are_asked_to_leave_some(tmp_path: Path) -> None:
    async with a_world(tmp_path, access=Access(everybody=True)) as world:
        group = world.person("9", chat="group", private=False)
        assert not (await group("The spare key is with Martha.")).choices
        assert (await world.person("9")("The spare key is with Martha.")).choices


async def test_brackets_of_a_document_are_told_as_they_stand(world: World) -> None:
    vector = "A vector is written x = [1, 2, 3], as Smith showed [1, 12], and x[3] is its third."
    await world.owner("kb", vector__txt=vector.encode())
    assert (await world.owner("How is a vector written?")).text.startswith(f"- {vector} [1]\n")


@pytest.mark.parametrize("said", ["Nora moved to Kiel last week", "Tom quit his job in May"])
async def test_what_is_told_without_a_full_stop_is_no_question(world: World, said: str) -> None:
    assert (await world.owner(said)).text == str(OFFER)
