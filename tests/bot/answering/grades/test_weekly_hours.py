"""The hours of a week are one answer where no day is asked for; those of two things are none."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask_below, ask_homes

HOURS = "- Monday to Friday: 9:00 to 21:00\n- Saturday: 10:00 to 20:00\n- Sunday: closed"
LINES = HOURS.replace("- ", "")
SHORT = "- Mon-Wed 9am-5pm\n- Thu, Fri 9am-7pm\n- Sat 10am-2pm"


@pytest.mark.parametrize("hours", [HOURS, LINES, SHORT])
@pytest.mark.parametrize(
    "question",
    [
        "when does the library open?",
        "When is the library open?",
        "what time does the library close",
        "what are the opening hours of the library?",
        "library opening hours",
    ],
)
def test_the_hours_of_a_week_are_quoted_whole(question: str, hours: str) -> None:
    found = ask_below(question, hours, "Library", "Opening hours")
    assert found.grade is Grade.ANSWERS
    assert all(line.removeprefix("- ") in found.text for line in hours.splitlines())
    assert found.numbers == (1,)


@pytest.mark.parametrize(
    ("question", "hours", "path"),
    [
        (
            "Wann macht das Freibad auf?",
            "- Montag bis Freitag: 9 bis 20 Uhr\n- Samstag: 10 bis 19 Uhr\n- Sonntag: geschlossen",
            ("Freibad Waldsee", "Öffnungszeiten"),
        ),
        (
            "quand ouvre la piscine ?",
            "- Lundi à vendredi : 9 h à 20 h\n- Samedi : 10 h à 19 h\n- Dimanche : 10 h à 18 h",
            ("Piscine", "Horaires"),
        ),
        (
            "¿cuándo abre la piscina?",
            "- Lunes a viernes: 9:00 a 20:00\n- Sábado: 10:00 a 19:00\n- Domingo: cerrado",
            ("Piscina", "Horario"),
        ),
        (
            "quando apre la piscina?",
            "- Lunedì-venerdì: 9.00-20.00\n- Sabato: 10.00-19.00\n- Domenica: chiuso",
            ("Piscina", "Orari"),
        ),
        (
            "Wanneer is het zwembad open?",
            "- Maandag t/m vrijdag: 9.00 tot 20.00 uur\n- Zaterdag: 10.00 tot 19.00 uur",
            ("Zwembad", "Openingstijden"),
        ),
        (
            "когда открыт бассейн?",
            "- Понедельник–пятница: 9:00–20:00\n- Суббота: 10:00–19:00\n- Воскресенье: закрыто",
            ("Бассейн", "Часы работы"),
        ),
        (
            "泳池什么时候开放？",
            "- 星期一至星期五：9:00-20:00\n- 星期六：10:00-19:00\n- 星期日：10:00-18:00",
            ("泳池", "开放时间"),
        ),
    ],
)
def test_other_languages_list_a_week_alike(
    question: str, hours: str, path: tuple[str, ...]
) -> None:
    found = ask_below(question, hours, *path)
    assert found.grade is Grade.ANSWERS
    assert all(line.removeprefix("- ") in found.text for line in hours.splitlines())


def test_the_day_that_is_asked_for_is_quoted_alone() -> None:
    found = ask_below("when is the library open on Saturday?", HOURS, "Library")
    assert found.grade is Grade.ANSWERS
    assert "Sunday" not in found.text


@pytest.mark.parametrize(
    "question",
    [
        "when is the library cleaned?",
        "when does the café of the library open?",
        "when is the sauna open?",
        "when is the library open at Christmas?",
        "when was the library built?",
        "what does the library cost?",
        "who opens the library?",
    ],
)
def test_the_hours_of_a_week_answer_nothing_else(question: str) -> None:
    assert ask_below(question, HOURS, "Library").grade is not Grade.ANSWERS


@pytest.mark.parametrize("question", ["when is it open?", "when is the centre open?"])
def test_the_hours_of_two_things_are_not_sure(question: str) -> None:
    sauna = HOURS.replace("9:00", "14:00")
    pool = (HOURS, ("Leisure centre", "Pool"))
    assert ask_homes(question, pool, (sauna, ("Leisure centre", "Sauna"))).grade is Grade.MAYBE
    both = f"## Pool\n\n{HOURS}\n\n## Sauna\n\n{sauna}"
    assert ask_below(question, both, "Leisure centre").grade is Grade.MAYBE


def test_of_two_things_the_one_asked_for_answers() -> None:
    both = f"## Pool\n\n{HOURS}\n\n## Sauna\n\n{HOURS.replace('9:00', '14:00')}"
    found = ask_below("when is the sauna open?", both, "Leisure centre")
    assert found.grade is Grade.ANSWERS
    assert "14:00" in found.text
    assert "9:00" not in found.text


@pytest.mark.parametrize(
    "hours",
    [
        "- Monday: yoga, 18:00 to 19:00\n- Tuesday: drums, 17:00 to 19:00",
        "- Summer: 9:00 to 21:00\n- Winter: 10:00 to 16:00",
        "- Monday: 9:00 to 12:00\n- Monday: 10:00 to 20:00",
        "- Monday to Friday: 9:00 to 18:00\n- Monday: 19:00 to 21:00\n- Sunday: 10:00 to 14:00",
    ],
)
def test_lines_of_several_things_are_not_sure(hours: str) -> None:
    assert ask_below("when is the hall open?", hours, "Hall").grade is Grade.MAYBE


def test_a_list_too_long_to_quote_whole_is_not_sure() -> None:
    days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    hours = ", ".join(f"{hour}:00 to {hour}:45" for hour in range(9, 18))
    lines = "\n".join(f"- {day}: {hours}" for day in days)
    found = ask_below("when is the hall open?", lines, "Hall")
    assert found.grade is Grade.MAYBE
