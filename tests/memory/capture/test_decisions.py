"""What the model decides is carried out as far as the person's own words support it."""

import json
from collections.abc import Callable

import pytest

from indexer.scopes import Scope, Visibility
from memory.capture.decisions import parse_decisions
from memory.fact import Fact, FactValue, Provenance, Validity
from memory.facts.ledger import FactLedger
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START, turn
from tests.memory.model import own_lines

ANNS = Scope.of_chat(ANN)


def decide(**line: object) -> Callable[[str], str]:
    return lambda _: json.dumps({"own": [1], **line})


async def know(world: World, text: str) -> Fact:
    return (
        await FactLedger(world.database).upsert(ANNS, FactValue(text), Provenance(), START)
    ).fact


async def capture(world: World, said: str) -> list[Fact]:
    chat = world.chat()
    await chat.record(turn(10, said))
    for number in range(11, 20):
        await chat.record(turn(number, "Is that so?"))
    await world.captures.run(chat)
    return await world.fact_reader.list_facts(Visibility.only(ANNS), now=START)


async def test_an_added_fact_has_its_importance_and_date(world: World) -> None:
    said = "I see the dentist next Friday."
    world.model.answer = decide(
        do="add", note=said, quote=said, type="task", importance=7, passes=True
    )
    (fact,) = await capture(world, said)
    assert (fact.value.type, fact.value.importance) == ("task", 7)
    assert fact.value.validity.occurs == "2026-11-27"
    assert fact.value.retention == "short_term"
    assert fact.value.expires_at is not None
    assert fact.value.expires_at > START.timestamp() + 6 * 86_400


@pytest.mark.spec("S2-18", "S4-80")
async def test_each_kind_of_fact_becomes_a_fact_of_its_own(world: World) -> None:
    """A preference, a project's name, a decision, a promise and a correction; nothing else."""
    old = await know(world, "The rehearsal is on Monday")
    noted = {
        "I like my coffee without sugar.": {"do": "add", "type": "preference"},
        "The new garden project is called Lark.": {"do": "add", "type": "project"},
        "We decided to sell the caravan.": {"do": "add", "type": "fact"},
        "I promised to water the plants of my neighbour.": {"do": "add", "type": "task"},
        "The rehearsal is on Tuesday.": {"do": "update", "type": "fact", "fact": old.id},
    }

    def answer(request: str) -> str:
        own = {text: number for number, text in own_lines(request)}
        lines = [
            {"own": [own[said]], "note": said, "quote": said, **do} for said, do in noted.items()
        ]
        return "\n".join(map(json.dumps, lines))

    world.model.answer = answer
    chat = world.chat()
    said = ["Good morning to you.", *noted, "What a day.", "Thanks.", "Yes.", "Well.", "Bye."]
    for number, text in enumerate(said, 10):
        await chat.record(turn(number, text))
    await world.captures.run(chat)
    known = await world.fact_reader.list_facts(Visibility.only(ANNS), now=START)
    assert {fact.value.content: fact.value.type for fact in known} == {
        text: do["type"] for text, do in noted.items()
    }
    assert [fact.id for fact in known if "rehearsal" in fact.value.content] == [old.id]


@pytest.mark.parametrize("day", ["9999-12-31", "0001-01-01"])
async def test_an_appointment_at_the_end_of_all_days_stops_no_capture(
    world: World, day: str
) -> None:
    said = f"I see the dentist on {day}."
    world.model.answer = decide(do="add", note=said, quote=said, type="task", passes=True)
    (fact,) = await capture(world, said)
    assert (fact.value.content, fact.value.expires_at) == (said, None)


@pytest.mark.parametrize("odd", ["\ud800", "\0"])
async def test_half_a_character_in_a_note_stops_no_capture(world: World, odd: str) -> None:
    said = "My sister Mia lives in Rome."
    world.model.answer = decide(do="add", note=f"My sister Mia {odd} lives in Rome.", quote=said)
    (fact,) = await capture(world, said)
    assert fact.value.content.encode()
    assert "\0" not in fact.value.content


async def test_an_update_takes_the_place_of_the_fact_it_names(world: World) -> None:
    old = await know(world, "I prefer the morning train")
    said = "I prefer the evening train."
    world.model.answer = decide(do="update", fact=old.id, note=said, quote=said)
    (fact,) = await capture(world, said)
    assert (fact.id, fact.value.content) == (old.id, said)


async def test_what_ends_is_known_as_over(world: World) -> None:
    old = await know(world, "I work at the mill")
    said = "I stopped at the mill."
    world.model.answer = decide(do="end", fact=old.id, note=said, quote=said)
    (fact,) = await capture(world, said)
    assert (fact.id, fact.value.content) == (old.id, old.value.content)
    assert fact.value.validity.until.startswith("2026-11-21T")


@pytest.mark.parametrize(
    ("said", "quote"),
    [
        ("Good morning to you.", "Good morning to you."),  # about something else
        ("I work at the mill too.", "I work at the mill too."),  # an addition
        ("Is the mill closed?", "Is the mill closed?"),  # a question
        ("The mill is far away.", "The mill is closed."),  # not the person's words
        ("The mill sells good bread.", "The mill sells good bread."),  # shares a word
        ("I like to walk to the mill at noon.", "I like to walk to the mill at noon."),
    ],
)
async def test_a_document_cannot_have_a_fact_ended(world: World, said: str, quote: str) -> None:
    old = await know(world, "I work at the mill")
    world.model.answer = decide(do="end", fact=old.id, note=quote, quote=quote)
    known = await capture(world, said)
    (fact,) = [each for each in known if each.id == old.id]
    assert fact.value.validity.until == ""


@pytest.mark.parametrize("deed", ["update", "end"])
async def test_what_a_model_makes_of_other_words_ends_no_home(world: World, deed: str) -> None:
    old = await know(world, "I live in Hull")
    said = "I like tea with milk."
    world.model.answer = decide(do=deed, fact=old.id, note="I moved to York", quote=said)
    known = await capture(world, said)
    (home,) = [each for each in known if each.id == old.id]
    assert (home.value.content, home.value.validity.until) == ("I live in Hull", "")


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I work at the mill", "The mill sells good bread."),
        ("My daughter Zoe is allergic to nuts", "Zoe ate a pear."),
        ("My daughter Zoe is allergic to nuts", "There were no nuts in the cake, luckily."),
        ("The PIN of the safe in the harbour is 4711", "We had tea in the harbour."),
    ],
)
@pytest.mark.parametrize("deed", ["update", "end"])
async def test_a_document_cannot_have_a_fact_changed_by_a_word(
    world: World, old: str, said: str, deed: str
) -> None:
    fact = await know(world, old)
    world.model.answer = decide(do=deed, fact=fact.id, note=said, quote=said)
    known = await capture(world, said)
    (left,) = [each for each in known if each.id == fact.id]
    assert (left.value.content, left.value.validity.until) == (old, "")


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("I work at the mill", "I quit the mill in May."),
        ("I have piano lessons on Tuesdays", "I no longer have piano lessons."),
        ("My sister Mia works at the bank", "Mia doesn't work at the bank any more."),
        ("Meine Schwester Mia lernt Spanisch", "Mia lernt kein Spanisch mehr."),
    ],
)
async def test_who_says_that_it_is_over_has_it_ended(world: World, old: str, said: str) -> None:
    fact = await know(world, old)
    world.model.answer = decide(do="end", fact=fact.id, note=said, quote=said)
    (left,) = [each for each in await capture(world, said) if each.id == fact.id]
    assert left.value.validity.until


@pytest.mark.parametrize(
    ("do", "old", "said"),
    [
        ("update", "I live in Leeds", "I live in York now lol."),
        ("update", "I live in Leeds", "I live in York now. Just kidding!"),
        ("update", "I live in Leeds", "As a child I lived in York."),
        ("update", "I live in Leeds", "In 2009 I lived in York."),
        ("update", "I live in Leeds", "Perhaps I will live in York."),
        ("update", "I live in Leeds", "My landlord says I live in York."),
        ("update", "I like tea", "My wife likes tea."),
        ("update", "Ich wohne in Kassel", "Mein Bruder wohnt in Kassel."),
        ("end", "I like tea", "My wife doesn't like tea any more."),
        ("end", "I like tea", "If I were ill, I wouldn't like tea any more."),
        ("end", "I work at the library", "I no longer work at the library, haha."),
        ("end", "Ich arbeite bei Bosch", "Mein Bruder arbeitet nicht mehr bei Bosch."),
        ("end", "I smoke", "Gonna try and quit smoking after the holidays."),
        ("update", "Ma fille s'appelle Jade", "Mon autre fille s'appelle Rose."),
        ("update", "My daughter is called Freya", "My new daughter is called Ivy."),
        ("update", "La reunión con Ana es el lunes", "La reunión con Raúl pasa al viernes."),
        ("update", "Il caffè al bar costa 1,20", "Il cappuccino al bar è salito a 1,80."),
        ("update", "Je travaille à la mairie", "Avant je travaillais à la poste."),
        ("update", "Je suis un cours de poterie", "J'ai terminé le cours d'anglais."),
        ("update", "会議は火曜日です", "歯医者は木曜日です。"),
        ("update", "The team meeting is on Thursday", "The board meeting got moved to Friday."),
    ],
)
async def test_a_joke_a_plan_the_past_and_another_person_or_thing_end_nothing(
    world: World, do: str, old: str, said: str
) -> None:
    """The model takes it for a change; the person's words do not say so."""
    known = await know(world, old)
    world.model.answer = decide(do=do, fact=known.id, note=said, quote=said)
    (left,) = [each for each in await capture(world, said) if each.id == known.id]
    assert (left.value.content, left.value.validity.until) == (old, "")


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("Drives a red Clio", "Clio's gone, I have a Kia now."),
        ("Works as a waiter at Gino's", "Left Gino's, I'm a courier now."),
        ("The visa is valid until May 2027", "Got the extension, the visa runs to November 2028."),
        ("Meets Raj on Tuesday at 10", "Raj can't do Tuesday, it'll be Thursday at 2 instead."),
        ("The wifi is called Hub-22", "Changed the wifi name to PrettyFly."),
        ("Mia mamma vive a Bari", "Mamma si è trasferita da noi a Milano."),
    ],
)
async def test_one_word_of_a_fact_is_enough_where_it_is_said_that_it_changed(
    world: World, old: str, said: str
) -> None:
    known = await know(world, old)
    world.model.answer = decide(do="update", fact=known.id, note=said, quote=said)
    assert old not in [fact.value.content for fact in await capture(world, said)]


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("My sister Ann lives in Hull", "Ann lives in Bath, by the river."),
        ("My sister lives in Hull", "My sister lives in Bath, by the river."),
    ],
)
async def test_what_changes_for_a_relative_is_updated(world: World, old: str, said: str) -> None:
    known = await know(world, old)
    world.model.answer = decide(do="update", fact=known.id, note=said, quote=said)
    assert old not in [fact.value.content for fact in await capture(world, said)]


async def test_only_facts_that_were_shown_can_be_named(world: World) -> None:
    other = await FactLedger(world.database).upsert(
        Scope.of_chat("telegram:9"), FactValue("I work at the mill"), Provenance(), START
    )
    world.model.answer = decide(do="end", fact=other.fact.id, note="I left the mill.")
    await capture(world, "I left the mill.")
    assert "I work at the mill" not in world.model.requests[0]
    elsewhere = Visibility.only(Scope.of_chat("telegram:9"))
    (fact,) = await world.fact_reader.list_facts(elsewhere, now=START)
    assert fact.value.validity.until == ""


async def test_the_model_sees_near_facts_and_the_date(world: World) -> None:
    old = await know(world, "I work at the mill")
    world.model.answer = decide(do="nothing")
    await capture(world, "The mill is closed.")
    first = json.loads(world.model.requests[0].split("\n")[0])
    assert first["today"] == "Saturday 2026-11-21"
    assert first["zone"]
    assert [each["id"] for each in first["known_facts"]] == [old.id]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("I live in Leeds", "I moved to York last month."),
        ("Ich wohne in Fulda", "Wir sind nach Kassel gezogen."),
        ("My kid learns the cello", "Our child has given up music."),
    ],
)
async def test_the_model_sees_a_fact_that_says_it_with_another_verb(
    world: World, known: str, said: str
) -> None:
    old = await know(world, known)
    for number in range(8):
        await know(world, f"The shed has {number} windows in row {number}")
    world.model.answer = decide(do="nothing")
    await capture(world, said)
    first = json.loads(world.model.requests[0].split("\n")[0])
    assert old.id in [each["id"] for each in first["known_facts"]]


async def test_the_model_sees_since_and_until_when_a_fact_holds(world: World) -> None:
    for value in (
        FactValue("I work at the mill", validity=Validity(since="2026-03")),
        FactValue("We rent out the mill", validity=Validity(until="2027-05")),
        FactValue("The mill has a fair", validity=Validity(occurs="2027-06-01")),
    ):
        await FactLedger(world.database).upsert(ANNS, value, Provenance(), START)
    world.model.answer = decide(do="nothing")
    await capture(world, "The mill is closed.")
    first = json.loads(world.model.requests[0].split("\n")[0])
    times = [{*each.items()} for each in first["known_facts"]]
    for time in (("since", "2026-03"), ("until", "2027-05"), ("on", "2027-06-01")):
        assert sum(time in each for each in times) == 1


@pytest.mark.parametrize("answer", ["", "{", "[]", "- a note [1]", '{"note": "x"}', "{" * 5000])
def test_what_is_no_decision_is_none(answer: str) -> None:
    assert parse_decisions(answer) is None


def test_nothing_is_decided_by_nothing() -> None:
    assert parse_decisions('{"do": "nothing"}') == []


async def test_a_correction_of_a_value_keeps_the_other_words_of_what_the_model_names(
    world: World,
) -> None:
    """`No, on Saturday` names nothing, so what was said last is near to it."""
    old = await know(world, "The MOT is on Friday at 8")
    said = "no sorry, saturday"
    noted = "The MOT is on Saturday."
    world.model.answer = decide(do="update", note=noted, quote=said, fact=old.id)
    (fact,) = await capture(world, said)
    assert (fact.id, fact.value.text) == (old.id, "The MOT is on saturday at 8")


async def test_a_fragment_that_a_note_goes_beyond_is_quoted(world: World) -> None:
    """It holds a third of the words of the note, and tells something without a subject."""
    said = "took my husbands name so im Mrs Adeyemi now"
    world.model.answer = decide(do="add", note="The surname is Adeyemi now.", quote=said)
    (fact,) = await capture(world, said)
    assert fact.value.text == said
