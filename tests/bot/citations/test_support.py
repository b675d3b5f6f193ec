"""Examples of what a passage supports; `bench/citations` has the figures."""

from pathlib import Path

import pytest

from bench.citations.documents import build_parallel_pairs, judge, load_pairs
from bot.citations.coverage import measure_coverage
from bot.citations.statement import extract_words, parse_passage
from bot.citations.support import find_contributors, supports

PASSAGE = parse_passage(
    "Falcot was founded in 1996 by Ann Miller. Its mail server, postfix, listens on TCP port 25 and"
    " is configured in /etc/postfix/main.cf. The office in Lisbon has 1,300 employees; the office"
    " in Porto has 40. Backups are never kept longer than two weeks.\n\n"
    "Bob Stone invented the dial recorder (1888); Carl Wood patented a time clock (1885).",
    "handbook.pdf, About the company, page 12",
)


ROOMS = parse_passage(
    """What the rooms cost a night, from May to October. Room 5 is let for 80 by the month only.

| room | price in euros | beds |
|------|-------|------|
| Room 3, tower | 95 | 2 |
| Room 4, garden | 81 | 4 |
| Suite 9, harbour | 140 | 3 |
"""
)


@pytest.mark.parametrize(
    "statement",
    [
        "Room 3 costs 95 euros.",
        "The price of the tower room is 95 euros.",
        "Room 3 costs 95 euros and room 4 costs 81 euros.",
        "The price of room 3 is 95 euros, that of room 4 is 81 and that of suite 9 is 140.",
        "The garden room has four beds.",
        "Room 5 is let for 80 by the month.",
    ],
)
def test_what_one_row_says_is_supported(statement: str) -> None:
    assert supports(ROOMS, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "Room 3 costs 81 euros.",
        "The price of the tower room is 81 euros.",
        "The price of the harbour suite is 95 euros.",
        "The garden room has two beds.",
    ],
)
def test_what_mixes_two_rows_is_not(statement: str) -> None:
    assert not supports(ROOMS, statement)


BREADMAKER = parse_passage(
    """# Breadmaker

The pan must not go into the dishwasher. Do not use milk with the timer, as it spoils.

## Faults

| Display | Meaning | Remedy |
|---|---|---|
| HHH | Interior too hot | Open the lid and wait 20 minutes |
| E01 | Sensor defective | Contact customer service |

## Prices

| Service | Old machine | New machine |
|---|---|---|
| Repair | £38 | £49 |
| Cleaning | £24 | £31 |
"""
)


@pytest.mark.parametrize(
    "statement",
    [
        "The pan may go into the dishwasher.",
        "You can use milk with the timer.",
        "HHH means that you contact customer service.",
        "Cleaning a new machine costs £24.",
        "Repair of an old machine costs £49.",
    ],
)
def test_prose_beside_a_table_and_its_columns_are_held_against_a_statement(statement: str) -> None:
    assert not supports(BREADMAKER, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "The pan mustn't go into the dishwasher.",
        "HHH means the interior is too hot: open the lid and wait 20 minutes.",
        "Cleaning a new machine costs £31.",
        "Repair costs £38 for an old machine and £49 for a new machine.",
    ],
)
def test_prose_beside_a_table_and_its_columns_support_a_statement(statement: str) -> None:
    assert supports(BREADMAKER, statement)


def test_a_list_item_is_one_clause_with_its_label() -> None:
    passage = parse_passage("The chair is Ann Lee, the treasurer Tom Hall, the secretary Sue Ray.")
    assert supports(passage, "- **Treasurer**: Tom Hall")
    assert not supports(passage, "- **Secretary**: Tom Hall")


def test_a_short_answer_is_held_against_the_row_that_was_asked_for() -> None:
    question = "What is the price of the tower room in euros?"
    assert supports(ROOMS, "95", question)
    assert not supports(ROOMS, "81", question)


@pytest.mark.parametrize(
    "statement",
    [
        "Falcot was founded in 1996.",
        "Ann Miller founded Falcot.",
        "The mail server listens on port 25.",
        "Postfix is configured in /etc/postfix/main.cf.",
        "In Lisbon the office has 1300 employees.",
        "Backups are not kept longer than 2 weeks.",
        "Carl Wood patented a time clock in 1885.",
        "**Porto** has an office with `40` employees",
        "According to page 12 of the handbook, the mail server listens on port 25.",
    ],
)
def test_what_the_passage_says_is_supported(statement: str) -> None:
    assert supports(PASSAGE, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "Falcot was founded in 1997.",
        "Dan Miller founded Falcot.",
        "The mail server listens on port 26.",
        "Postfix is configured in /etc/postfix/master.cf.",
        "The office in Lisbon has 1400 employees.",
        "The mail server, postfix, does not listen on TCP port 25.",
        "Carl Wood patented a time clock in 1888.",
        "The dial recorder was invented by Carl Wood.",
        "Falcot sells boats and fishing gear in the north.",
        "Backups are kept for six weeks in Lisbon.",
    ],
)
def test_what_it_does_not_say_is_not(statement: str) -> None:
    assert not supports(PASSAGE, statement)


def test_a_short_answer_is_read_with_its_question() -> None:
    question = "On which port does the mail server listen?"
    assert supports(PASSAGE, "25.", question)
    assert not supports(PASSAGE, "26.", question)
    assert not supports(PASSAGE, "25.", "How many cats live on the roof of the town hall?")


HOUSE = parse_passage(
    "Anti-slip mats are new. Rooms are ready from three in the afternoon. Check-out is at eleven in"
    " the morning; on Sundays it is at noon, because the first ferry leaves at 12:40. The front"
    " door is locked at ten in the evening."
)


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("Check-out is at eleven; on Sundays at noon.", True),
        ("Check-out is at noon; on Sundays at eleven.", False),
        ("On Sundays, check-out is at noon.", True),
        ("On Sundays, check-out is at eleven.", False),
        ("The front door closes at 22:00.", True),
        ("The front door closes at 23:00.", False),
        ("Rooms are available from 15:00.", True),
        ("Anti-slip rooms are ready in the morning.", False),
    ],
)
def test_clauses_and_times_of_day_are_understood(statement: str, supported: bool) -> None:
    assert supports(HOUSE, statement) is supported


CHINESE = parse_passage(
    "备用设备数是零。互联网上大约有 10% 的网页服务器运行 Debian，空间站也选择了它。"
)


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("互联网上约有10%的网页服务器运行Debian。", True),
        ("互联网上约有40%的网页服务器运行Debian。", False),
        ("空间站没有选择Debian。", False),
        ("茅台股票代码是六零零五一九。", False),
    ],
)
def test_scripts_without_spaces_are_compared_too(statement: str, supported: bool) -> None:
    assert supports(CHINESE, statement) is supported


@pytest.mark.parametrize(
    ("statement", "supported"),
    [
        ("Der Mailserver hört auf Port 25 und die Datei ist /etc/postfix/main.cf.", True),
        ("Der Mailserver hört auf Port 26 und die Datei ist /etc/postfix/main.cf.", False),
        ("Der Server ist sehr schnell und die Leute sind freundlich.", False),
        ("邮件服务器的端口是25，配置文件是/etc/postfix/main.cf。", True),
        ("邮件服务器的端口是26，配置文件是/etc/postfix/main.cf。", False),
    ],
)
def test_an_answer_in_another_language_is_judged_by_its_names_and_numbers(
    statement: str, supported: bool
) -> None:
    assert supports(PASSAGE, statement) is supported


def test_a_quotation_is_supported_however_it_is_cut() -> None:
    passage = parse_passage(
        "The ports are: 25 for mail; 80 for web;\n443 for TLS; 22 for shell; 53 for names."
    )
    quotation = "- “25 for mail; 80 for web; 443 for TLS; 22 for shell; 53 …”"
    assert supports(passage, quotation)
    assert not supports(passage, quotation.replace("443", "444"))


def test_a_word_of_the_same_family_counts_a_little_less() -> None:
    [sentence] = parse_passage("Athens was a democracy.").sentences
    assert measure_coverage(extract_words("Athens", "en"), sentence) == 1.0
    assert measure_coverage(extract_words("democratic", "en"), sentence) == 0.7
    assert measure_coverage(extract_words("demons", "en"), sentence) == 0.0


def test_two_passages_support_together_what_neither_says_alone() -> None:
    statement = "The mail server listens on port 25 and the web server runs nginx in Lisbon."
    mail = parse_passage("The mail server listens on port 25.")
    web = parse_passage("The web server runs nginx in Lisbon.")
    other = parse_passage("Green tea is steeped for two minutes.")
    assert not supports(mail, statement)
    assert find_contributors([mail, web], statement) == [True, True]
    assert find_contributors([mail, web, other], statement) == [True, True, False]
    assert find_contributors([mail, other], statement) == [False, False]


@pytest.mark.parametrize(
    ("passage", "statement"),
    [
        ("Niet alle plaatsen zijn vergeven; twee zijn nog vrij.", "Alle plaatsen zijn vergeven."),
        (
            "Der Bus hält am Sonntag im Dorf nicht; die Bahn schon.",
            "Der Bus hält am Sonntag im Dorf",
        ),
        ("Perhaps the hall will be painted in May.", "The hall will be painted in May."),
        ("La salle est ouverte le lundi, sauf en août.", "Toute la salle est ouverte en août."),
    ],
)
def test_words_of_a_sentence_that_turns_them_are_no_quotation(passage: str, statement: str) -> None:
    assert not supports(parse_passage(passage), statement)


@pytest.mark.parametrize(
    ("passage", "statement"),
    [
        (
            "Our neighbour Mr Lee recommended us and gets 20 euros.",
            "Mr Lee recommended us.",
        ),
        ("会议在三楼举行。大家不用带电脑。", "会议在三楼举行。"),
    ],
)
def test_words_of_a_sentence_that_does_not_turn_them_are(passage: str, statement: str) -> None:
    assert supports(parse_passage(passage), statement)


def test_a_short_passage_is_read_in_its_own_language() -> None:
    passage = "De schuur ligt tegenover de bakker; de sleutel hangt boven de deur."
    assert not supports(parse_passage(passage), "De sleutel hangt onder de deur.")


def test_an_empty_passage_supports_nothing() -> None:
    assert not supports(parse_passage(""), "The mail server listens on port 25.")
    assert not supports(parse_passage(""), "Yes.")
    assert not supports(PASSAGE, "")


def test_the_figures_on_labelled_passages_hold(data: Path) -> None:
    """The floors are a little below what was measured when the reasons were chosen.

    Recall was 0.87 when words alone decided; exchanged roles and denials passed then.
    """
    pairs = list(load_pairs(data / "documents", around=0))
    assert len({(pair.statement, pair.passage) for pair in pairs}) >= 200
    found = judge([pair for pair in pairs if not pair.tuned])
    assert found.precision >= 0.77
    assert found.recall >= 0.74


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_a_sentence_is_found_in_its_own_paragraph_and_not_in_the_next(
    data: Path, language: str
) -> None:
    found = judge(list(build_parallel_pairs(data / "retrieval", language, language))[:120])
    assert found.precision >= 0.98
    assert found.recall >= 0.93


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("The rent of the flat is 500.", "The rent of the flat is 5000 euros."),
        ("The fee of the club is 3.", "The fee of the club is 3.50 euros per month."),
        ("The house belongs to Ann.", "The house belongs to Annette."),
    ],
)
def test_the_beginning_of_a_word_or_number_is_no_quotation(statement: str, passage: str) -> None:
    assert not supports(parse_passage(passage), statement)
