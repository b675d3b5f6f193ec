"""Notes line by line, tables without a head, blank cells, short numbers, and spans in words."""

import pytest

from bot.answering.extracts.answer_signs import measure_kind
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import split_passage
from indexer.text.question_words import Kind
from tests.bot.answering.asking import ask

NOTES = """\
the spare key hangs behind the meter box, second hook, please put it back
bins: grey on mondays, blue every second friday
heating is slow in the morning, turn the dial by the stairs to four the night before
neighbour with the ladder: Sven, number eleven
post goes to the hall table and parcels to the shop on the corner, ask for Lina
the cat eats twice, a pouch each time"""


def list_lines(text: str, language: str = "en") -> list[str]:
    return [each.line for each in split_passage(text, language)]


def test_notes_in_lower_case_are_pieces_line_by_line() -> None:
    assert list_lines(NOTES) == NOTES.splitlines()


def test_a_note_is_quoted_without_the_others() -> None:
    assert ask("where do parcels go", NOTES).text.count("\n") == 0
    assert "ladder" not in ask("where do parcels go", NOTES).text


def test_filled_lines_stay_one_text() -> None:
    text = (
        "there is a long walk along the river that begins behind the old mill\n"
        "and leads past three farms and a chapel before it turns up the hill,\n"
        "where a bench stands below the last of the oaks that were planted in\n"
        "the year in which the bridge was built and the road to the town was\n"
        "closed for good, as nobody lived there any longer."
    )
    assert len(list_lines(text)) == 1


def test_code_between_half_sentences_is_no_list_of_notes() -> None:
    text = (
        "the function trace,\n> trace(job)\nwill write all further steps into a file of its own,"
        " job.log. The\ncommand\n> trace()\nends that once again."
    )
    assert any("trace(job) will write" in each for each in list_lines(text))


def test_a_name_at_the_end_of_a_full_line_begins_nothing_new() -> None:
    text = (
        "Send it to the head of the office, Ms Ingrid\n"
        "Halvorsen, at the address above. If we have\n"
        "Not heard from you by then, the case is shut\n"
        "And you must write again."
    )
    assert "Ingrid Halvorsen" in list_lines(text)[0]


def test_a_numbered_heading_right_above_its_text_is_no_answer() -> None:
    text = "6. Known allergens\nNuts, milk and soya are used in the same room.\nEggs are not."
    assert list_lines(text) == ["Nuts, milk and soya are used in the same room.", "Eggs are not."]


def test_a_chinese_heading_in_a_line_of_its_own_stands_above() -> None:
    text = "四、停车\n2027年度停车费为每月300元，请于12月20日前在物业前台缴纳，可用微信或刷卡。"
    (piece,) = split_passage(text, "zh")
    assert piece.line.startswith("2027年度停车费")
    assert [each.original for each in piece.above] == ["四、停车"]


TARIFF = "| Base fee | 12.50 € |\n| --- | --- |\n| Parking | 30.00 € |\n| Late fee | 5.00 € |"


@pytest.mark.parametrize(
    ("question", "value"),
    [("How much is the base fee?", "12.50"), ("How much is parking?", "30.00")],
)
def test_a_table_without_a_head_has_its_first_row_too(question: str, value: str) -> None:
    found = ask(question, TARIFF)
    assert found.grade is Grade.ANSWERS
    assert value in found.text
    assert found.text.count("€") == 1


def test_a_line_with_a_sum_is_no_title() -> None:
    text = "Rent 640,00 €\n\nGarage 55,00 €\n\nThe rent is due on the first of the month."
    assert "55,00" in ask("How much is the garage?", text).text


TIMETABLE = (
    "| Line | Stop | Mo–Fr | Sonn- und Feiertage |\n| --- | --- | --- | --- |\n"
    "| 31 | Rathaus | 06:10 | 09:40 |\n| 31 | Zoo | 06:25 | 09:55 |\n| 38 | Rathaus | 07:05 | - |"
)


def test_an_elided_sunday_is_the_column_asked_for() -> None:
    found = ask("wann fährt die 31 sonntags am Zoo", TIMETABLE, "Fahrplan")
    assert "09:55" in found.text
    assert "06:25" not in found.text


def test_a_new_day_takes_the_column_of_the_day_before() -> None:
    before = "Wann fährt die 31 Mo–Fr am Zoo?"
    found = ask("und sonntags?", TIMETABLE, "Fahrplan", before=before)
    assert "09:55" in found.text


def test_the_row_beside_a_blank_cell_does_not_answer() -> None:
    found = ask("38 sonntags Rathaus", TIMETABLE, "Fahrplan 31 38")
    assert found.grade is not Grade.ANSWERS


def test_any_stop_may_stand_in_the_column_of_stops() -> None:
    text = "| Line | Stop |\n| --- | --- |\n| 7 | Market |\n| 7 | Kings Road |\n| 9 | Mill |"
    found = ask("Where does the 7 stop?", text)
    assert "Market" in found.text
    assert "Kings Road" in found.text


def test_the_address_column_tells_where() -> None:
    text = "| Shop | Address | Phone |\n| --- | --- | --- |\n| Brantley | 4 Mill Lane | 01632 9 |"
    found = ask("where is brantley", f"{text}\n| Corwen | 9 Dock Road | 01633 8 |")
    assert "4 Mill Lane" in found.text
    assert found.grade is Grade.ANSWERS


def test_a_short_number_behind_call_is_a_telephone_number() -> None:
    found = ask("Who do I ring about a gas smell?", "Gas smell? Call 103, day and night.")
    assert found.grade is Grade.ANSWERS
    assert measure_kind("Call 2 days before.", Kind.PHONE, "en") == 0.0


def test_a_yearly_fee_says_not_when_it_is_due() -> None:
    text = "La cuota anual es de 30 euros.\n\nLos recibos de la cuota se pasan en octubre."
    assert "octubre" in ask("¿Cuándo se paga la cuota?", text).text.split("[1]")[0]


def test_a_first_name_answers_who_does_just_that() -> None:
    found = ask("Wie regelt de muziek?", "Ilse regelt de muziek. De tent komt vrijdag.", "Feest")
    assert found.grade is Grade.ANSWERS


def test_tenants_are_no_rent() -> None:
    text = (
        "Die Abrechnung geht den Mietern bis zum 31. August zu. "
        "Die Miete ist am dritten Werktag fällig."
    )
    found = ask("Wann ist die Miete fällig?", text)
    assert "dritten Werktag" in found.text
    assert "31. August" not in found.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It takes half an hour."),
        ("de", "Die Führung dauert eine halbe Stunde."),
        ("fr", "La visite dure trois quarts d'heure."),
        ("es", "Dura media hora."),
        ("it", "La visita dura un'ora."),
        ("nl", "De rondleiding duurt anderhalf uur."),
        ("pt", "Demora meia hora."),
        ("ru", "Экскурсия длится полчаса."),
        ("uk", "Екскурсія триває півгодини."),
        ("zh", "参观需要半小时。"),
    ],
)
def test_half_an_hour_is_a_span_of_time(language: str, text: str) -> None:
    assert measure_kind(text, Kind.DURATION, language) == 1.0


def test_a_price_for_each_half_hour_is_no_span() -> None:
    assert measure_kind("Court hire is £8 per half hour.", Kind.DURATION, "en") < 1.0


def test_a_sum_of_several_rents_is_not_the_rent() -> None:
    text = "Die Kaution beträgt zwei Kaltmieten (1.400,00 €)."
    assert ask("Wie hoch ist die Kaltmiete?", text).grade is not Grade.ANSWERS
