"""Who asks for today or tomorrow is told what documents say of that day."""

from calendar import day_name
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.relative_days import name_days
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from tests.conversation import a_world

SUNDAY = date(2026, 11, 29)
POOL = """# Bramley City Pool

Opening hours:

- Monday: closed
- Tuesday to Thursday: 7 am – 9 pm
- Friday: 7 am – 10 pm
- Saturday and Sunday: 9 am – 6 pm
"""
PROGRAMME = """Programme of the club

Tuesday 1 December, 7 pm: quiz night in the clubhouse.
Saturday 5 December, 2 pm: winter walk, meet at the gate.
Tuesday 8 December, 7 pm: committee meeting.
"""
BINS = """# Abfallkalender Lindenhof

- 30.11. Restmüll wird abgeholt
- 2.12. Papier wird abgeholt
"""


def ask(question: str, text: str, today: date = SUNDAY, before: str = "") -> Extracts:
    asked = name_days(parse_question(question, before), today)
    hit = Hit(Chunk("doc:1", "notes", text), "/notes.md", "notes.md", KB, "md", 0.9)
    return find_answer(asked, [hit])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when is the pool open today?", "9 am – 6 pm"),
        ("is the pool open tomorrow?", "Monday: closed"),
        ("when does the pool close tonight?", "9 am – 6 pm"),
        ("what are the opening hours on the day after tomorrow?", "7 am – 9 pm"),
        ("is the pool open now?", "9 am – 6 pm"),
    ],
)
def test_hours_are_those_of_the_day_that_is_meant(question: str, told: str) -> None:
    found = ask(question, POOL)
    assert found.grade is Grade.ANSWERS
    assert told in found.text
    assert len(found.text.splitlines()) == 1


def test_the_answer_changes_with_the_day() -> None:
    assert "10 pm" in ask("when does the pool close today?", POOL, date(2026, 12, 4)).text


def test_tomorrow_after_another_day_is_tomorrow() -> None:
    found = ask("and tomorrow?", POOL, before="when is the pool open on tuesday?")
    assert found.text.startswith("- **Opening hours** Monday: closed")


def test_what_is_on_another_date_is_not_on_that_day_of_the_week() -> None:
    found = ask("what's on at the clubhouse the day after tomorrow?", PROGRAMME)
    assert "quiz night" in found.text
    assert "committee" not in found.text
    assert ask("what's on today at the clubhouse?", PROGRAMME).grade is not Grade.ANSWERS


def test_a_calendar_of_dates_has_tomorrow() -> None:
    found = ask("was wird morgen abgeholt?", BINS)
    assert "Restmüll" in found.text
    assert "Papier" not in found.text


@pytest.mark.parametrize(
    "question",
    [
        "what did I say yesterday?",
        "wann öffnet das Bad am Morgen?",
        "¿a qué hora abre por la mañana?",
        "what do I do now?",
        "Wer hat am Sonntag morgen Dienst?",
        "Gibt es zum Morgen Kaffee?",
        "a che ora apre il lunedì?",
        "Is het zwembad elke morgen open?",
        "¿Quién abre cada mañana?",
        "I moved to York today.",
    ],
)
def test_no_day_is_named_where_none_is_asked_for(question: str) -> None:
    asked = parse_question(question)
    assert name_days(asked, SUNDAY) == asked


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("hat das Bad heute Morgen auf?", "hat das Bad sonntag Morgen auf?"),
        ("la piscine est ouverte demain ?", "la piscine est ouverte lundi ?"),
        ("¿abre mañana la piscina?", "¿abre lunes la piscina?"),
        ("明天游泳池开门吗？", "星期一游泳池开门吗？"),
        ("бассейн открыт сегодня?", "бассейн открыт воскресенье?"),
    ],
)
def test_the_day_is_named_in_the_language_of_the_question(question: str, named: str) -> None:
    assert name_days(parse_question(question), SUNDAY).dated == named


def test_a_question_is_searched_with_its_date_too() -> None:
    asked = name_days(parse_question("was wird morgen abgeholt?"), SUNDAY)
    assert asked.searched == "was wird montag abgeholt? 30 november 30.11 2026-11-30"
    assert replace(asked, dated="", day=None) == parse_question("was wird morgen abgeholt?")


CHOIR = """Dates of the choir

Rehearsal on 24 November, 7 pm, in the parish hall.
Rehearsal on 8 December, 7 pm, in the parish hall.
Rehearsal on 1 December, 7.30 pm, in the school.
Concert on 20 June, 6 pm.
Summer party on 20 November.
"""
CALENDAR = """# Abfallkalender {year} Lindenhof

| Datum | Tonne |
|---|---|
| 3.11. | Papier |
| 30.11. | Restmüll |
| 2.12. | Papier |
| 30.12. | Papier |
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("when is the next rehearsal?", "Rehearsal on 1 December, 7.30 pm, in the school."),
        ("when is the next concert?", "Concert on 20 June, 6 pm."),
    ],
)
def test_the_next_of_several_days_is_the_first_to_come(question: str, told: str) -> None:
    found = ask(question, CHOIR)
    assert found.grade is Grade.ANSWERS
    assert found.text == f"- {told} [1]"


def test_where_the_next_one_is_stands_beside_its_day() -> None:
    found = ask("where is the next rehearsal?", CHOIR)
    assert found.text == "- Rehearsal on 1 December, 7.30 pm, in the school. [1]"


def test_the_next_row_of_a_table_is_found_too() -> None:
    found = ask("wann wird das nächste mal papier abgeholt?", CALENDAR.format(year=2026))
    assert "2.12." in found.text
    assert "30.12." not in found.text
    assert "3.11." not in found.text


def test_a_calendar_of_another_year_tells_no_next_day() -> None:
    found = ask("wann wird das nächste mal papier abgeholt?", CALENDAR.format(year=2025))
    assert found.grade is not Grade.ANSWERS


def test_what_is_over_is_surely_not_next() -> None:
    assert ask("when is the next summer party?", CHOIR).grade is not Grade.ANSWERS


def test_what_a_document_calls_next_is_told() -> None:
    found = ask("when is the next meeting?", "Next meeting: Tuesday 13 May, 7.30 pm.")
    assert found.grade is Grade.ANSWERS


BARN = (
    "Next week the club meets in the barn. The meeting of the board is in May. "
    "The choir meets on Mondays."
)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the next meeting?", BARN),
        ("next delivery", "The van delivers on Tuesdays. The delivery of coal is in May."),
        (
            "next training",
            "The dogs train on Mondays. The training of the staff is in May.",
        ),
        (
            "nächstes Treffen",
            "Das Treffen des Vorstands ist im Mai. Wir treffen uns montags im Saal.",
        ),
    ],
)
def test_who_only_does_it_is_surely_no_such_thing_beside_one(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("next meeting", "We meet on Mondays."),
        ("next choir meeting", "The choir meets on Mondays."),
        ("next meeting", "Meetings are on Mondays. The board meets in May."),
    ],
)
def test_a_verb_alone_tells_it(question: str, text: str) -> None:
    assert "Mondays" in ask(question, text).text
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When is the next bin collection?", "Bins are collected every Tuesday."),
        ("When does the next bus leave?", "Bus 12 leaves at 9:15 and at 10:15."),
    ],
)
def test_what_is_every_week_or_day_tells_the_next_one(question: str, told: str) -> None:
    text = (
        "Bins are collected every Tuesday. The choir rehearses on 3 December and on 10 December. "
        "Bus 12 leaves at 9:15 and at 10:15."
    )
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert told in found.text


def test_a_weekly_rule_that_has_a_date_too_holds_on_its_day() -> None:
    text = (
        "The choir sings on Mondays from 19 to 20 since 5 May 2024. "
        "The choir sings on Thursdays from 18 to 19."
    )
    found = ask("When does the choir sing tomorrow?", text)
    assert found.grade is Grade.ANSWERS
    assert "Mondays" in found.text
    assert "Thursdays" not in found.text


def test_a_programme_of_another_month_tells_nothing_of_today() -> None:
    text = "# Programme of July\n\nThe quiz night begins at 7 pm in the clubhouse."
    assert ask("when does the quiz night begin today?", text).grade is not Grade.ANSWERS
    assert ask("when does the quiz night begin today?", text, date(2026, 7, 5)).grade is (
        Grade.ANSWERS
    )


async def test_a_conversation_knows_what_day_it_is(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        today = f"{world.clock.now:%A}"
        days = [f"- {each}: open from {n + 1} pm" for n, each in enumerate(day_name)]
        await world.owner("kb", pool__md="\n".join(["# Pool", "", *days, ""]).encode())
        reply = await world.owner("When is the pool open today?")
    assert today in reply.text
    assert sum(each in reply.text for each in day_name) == 1


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("what time is breakfast today?", "half past seven"),
        ("what is the wifi password today?", "heron42"),
        ("wann gibt es morgen frühstück?", "half past seven"),
    ],
)
def test_what_names_no_day_is_so_today(question: str, told: str) -> None:
    text = "Breakfast is served from half past seven to ten. The wifi password is heron42."
    assert told in ask(question, text).text


def test_a_rule_of_every_day_answers_for_today() -> None:
    text = "Breakfast is served from half past seven to ten."
    assert ask("what time is breakfast today?", text).grade is Grade.ANSWERS


def test_a_rule_of_another_day_does_not() -> None:
    text = "Breakfast is served from seven to ten on Mondays."
    assert ask("what time is breakfast today?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("today", "told"),
    [(date(2026, 11, 30), "Monday: closed"), (date(2026, 12, 1), "7 am – 9 pm")],
)
def test_a_line_of_that_day_is_told_rather_than_a_rule_of_every_day(today: date, told: str) -> None:
    text = f"{POOL}\n## Winter\n\nThe pool closes at dusk, at 5 pm."
    found = ask("when does the pool close tonight?", text, today).text
    assert told in found
    assert "dusk" not in found


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("há aulas amanhã", "Aulas de grupo não são repostas."),
        ("are there lessons tomorrow", "Group lessons are not made up."),
        ("gibt es morgen unterricht", "Der Unterricht in der Gruppe wird nicht nachgeholt."),
    ],
)
def test_what_has_no_time_does_not_say_if_something_is_on_that_day(
    question: str, text: str
) -> None:
    asked = name_days(parse_question(question), SUNDAY)
    hit = Hit(Chunk("doc:1", "school", text), "/school.md", "school.md", KB, "md", 0.9)
    assert find_answer(asked, [hit]).grade is not Grade.ANSWERS
