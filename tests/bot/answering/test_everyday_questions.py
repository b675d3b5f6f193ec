"""Everyday questions over everyday documents: the sentence that answers, and how sure it is."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from bot.answering.question.mentions import is_named_before
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind


def ask(question: str, text: str, path: tuple[str, ...] = ()) -> Extracts:
    hit = Hit(Chunk("doc:1", "notes", text, path=path), "/notes.md", "notes.md", KB, "md", 0.9)
    return find_answer(parse_question(question), [hit])


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "What does the battery cost?",
            "Price of the system without battery: £7,840\n\nBattery storage: £3,450",
            "Battery storage: £3,450",
        ),
        (
            "Was kostet der Anhänger?",
            "Ohne den Anhänger kostet die Fahrt 35 Euro.\n\nMit Anhänger kostet sie 50 Euro.",
            "Mit Anhänger kostet sie 50 Euro.",
        ),
    ],
)
def test_what_is_named_only_to_leave_it_out_is_not_priced(
    question: str, text: str, answer: str
) -> None:
    assert ask(question, text).text == f"- {answer} [1]"


def test_who_asks_what_holds_without_something_is_answered() -> None:
    found = ask("What does it cost without the battery?", "Without the battery it costs £7,840.")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize("people", ["under-25s", "under 25s"])
def test_an_age_is_no_time(people: str) -> None:
    text = f"Students and {people} pay £30 a term."
    assert ask("When do students pay?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the fee due?", "The fee is due by the third rehearsal."),
        ("Wann ist die Miete fällig?", "Die Miete ist spätestens vor dem Einzug fällig."),
        ("What time do rehearsals finish?", "We rehearse on Mondays from 7.30 to 9.45 pm."),
        ("厨房几点关门？", "厨房开放时间为早上6点至晚上11点，使用后请立即清洁。"),
        ("How often are the panels cleaned?", "The panels need no cleaning."),
    ],
)
def test_a_time_is_told_in_other_ways_than_by_a_date(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_verb_stands_apart_from_its_prefix() -> None:
    text = (
        "Melden Sie sich bis zum 25. April online an. "
        "Wer krank war, bleibt nach Durchfall noch 14 Tage zu Hause."
    )
    found = ask("Bis wann muss ich mein Kind anmelden?", text)
    assert found.text == "- Melden Sie sich bis zum 25. April online an. [1]"
    assert found.grade is Grade.ANSWERS


def test_a_prefix_elsewhere_makes_no_such_verb() -> None:
    found = ask("Bis wann muss ich das anmelden?", "Sie melden Schäden an der Kasse bis 25. April.")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Muss mein Kind eine Brille tragen?", "Badekappen sind Pflicht, Brillen nicht."),
        ("Можно ли прийти в бассейн без шапочки?", "Без шапочки в бассейн не пускают."),
        ("Mon chien peut-il dormir dans le refuge ?", "Les chiens ne dorment pas au refuge."),
    ],
)
def test_leave_is_refused_in_other_words(question: str, text: str) -> None:
    assert ask(question, text, ("Kurse für Kinder",)).grade is Grade.ANSWERS


def test_what_may_be_done_is_said_by_a_sentence_and_not_by_a_row() -> None:
    text = (
        "| Kurs | Tag |\n|---|---|\n| Bronze | Mittwoch |\n\n"
        "Am Beckenrand dürfen Eltern nur in der ersten Stunde zuschauen."
    )
    found = ask("Darf ich beim Kurs zusehen?", text, ("Kurse für Kinder",))
    assert found.text.startswith("- Am Beckenrand dürfen Eltern")


@pytest.mark.parametrize("question", ["Dogs allowed?", "Mon chien peut-il entrer ?"])
def test_a_question_for_leave_needs_no_opener(question: str) -> None:
    assert parse_question(question).kind is Kind.WHETHER


def test_my_own_people_are_the_subject_where_nothing_else_is() -> None:
    found = ask("When can I bring my kids?", "Children are welcome on Saturdays before noon.")
    assert found.grade is Grade.ANSWERS


def test_the_alarm_is_the_fire_alarm_where_there_is_no_other() -> None:
    text = "If the fire alarm rings, leave. The alarm is tested on Wednesdays at 9.15 am."
    found = ask("When is the fire alarm tested?", text)
    assert found.text == "- The alarm is tested on Wednesdays at 9.15 am. [1]"
    assert found.grade is Grade.ANSWERS
    other = f"{text} The burglar alarm is blue."
    assert is_named_before("fire", "alarm", "The alarm is tested.", text, "en")
    assert not is_named_before("fire", "alarm", "The alarm is tested.", other, "en")


def test_a_compound_is_the_row_and_the_head_of_its_column() -> None:
    table = "| Kurs | Tag |\n|---|---|\n| Bronze | Mittwoch |\n| Silber | Freitag |"
    text = f"{table}\n\nDie Gruppen haben höchstens acht Kinder."
    found = ask("Wann findet der Bronze-Kurs statt?", text)
    assert "Mittwoch" in found.text
    assert "Freitag" not in found.text
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "quoted"),
    [
        (
            "Quand le local d'hiver est-il ouvert ?",
            "Le refuge est gardé du 14 juin au 21 septembre. "
            "En dehors de cette période, le local d'hiver est ouvert.",
            "du 14 juin au 21 septembre",
        ),
        (
            "Is the pass valid on night buses?",
            "The pass costs £40. It is not valid on night buses.",
            "The pass costs £40.",
        ),
    ],
)
def test_a_sentence_that_points_back_is_quoted_with_the_one_before(
    question: str, text: str, quoted: str
) -> None:
    assert quoted in ask(question, text).text


def test_a_sentence_that_stands_by_itself_is_quoted_alone() -> None:
    found = ask("Is the pass valid on night buses?", "It rains. The pass is valid on night buses.")
    assert found.text == "- The pass is valid on night buses. [1]"


@pytest.mark.parametrize("typo", ["pannels", "panles", "paneels", "panelss"])
def test_a_slip_of_the_keyboard_is_forgiven(typo: str) -> None:
    found = ask(f"How many {typo} are on the roof?", "14 panels are mounted on the roof.")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many panals are on the roof?", "14 panels are mounted on the roof."),
        ("where does martin live?", "Martina, the nurse, lives in Bath."),
        ("what is the statute of?", "The statue is of Queen Anne."),
    ],
)
def test_with_another_letter_or_end_it_may_be_another_word(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize("typo", ["bufet", "bufffet", "buffett"])
def test_in_a_short_word_only_a_letter_written_once_or_twice_too_often_is_forgiven(
    typo: str,
) -> None:
    found = ask(f"How much is the {typo}?", "The buffet is £17.50.")
    assert found.grade is Grade.ANSWERS
    assert ask("How much is the bufet?", "The bufest is £2.").grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What does the garage cost?", "The garbage costs £4 on Mondays."),  # a word of its own
        ("Wie alt ist Hofmann?", "Frau Hoffmann ist 41 Jahre alt."),
        ("Wie alt ist Frau Hofmann?", "Frau Hoffmann ist 41 Jahre alt."),  # another person
    ],
)
def test_another_word_is_no_slip(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_words_that_say_little_tell_where_they_stand_together() -> None:
    text = "Members pay half.\n\nYou may pay in more at any time, by form P14."
    assert ask("How do I pay in more?", text).text.startswith("- You may pay in more")


def test_what_opens_with_the_thing_asked_for_is_about_it() -> None:
    text = (
        "Office: Mrs Lomax, open 8.00 to 16.00\n\n"
        "Children who arrive after 9.00 are marked late and must sign in at the office."
    )
    found = ask("When does the office close?", text)
    assert found.text.startswith("- Office: Mrs Lomax, open 8.00 to 16.00")


def test_how_long_is_told_by_when_it_ends() -> None:
    text = "The guarantee of the boiler ends on 14 March 2028, if it is serviced every year."
    assert ask("How long is the boiler under guarantee?", text).grade is Grade.ANSWERS


FAULTS = """| Code | Meaning | What to do |
|---|---|---|
| F22 | pressure too low | top up to 1.3 bar |
| F75 | pump or sensor fault | call Hartley, do not reset |

Below 0.8 bar the boiler switches itself off and shows F22."""


def test_the_row_of_the_code_asked_for_answers_alone() -> None:
    path = ("Boiler", "Faults of the boiler")
    found = ask("What should I do if the boiler shows F75?", FAULTS, path)
    assert found.grade is Grade.ANSWERS
    assert "call Hartley" in found.text
    assert "F22" not in found.text


def test_of_another_code_nothing_is_told() -> None:
    path = ("Boiler", "Faults of the boiler")
    found = ask("What should I do if the boiler shows F91?", FAULTS, path)
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("May I bring my dog?", "Animals may be brought into the garden only."),
        ("Darf ich meinen Hund mitbringen?", "Haustiere dürfen in den Garten mitgebracht werden."),
        ("How long can I borrow a book?", "The loan period for books is four weeks."),
        ("Was kostet das Abo im Jahr?", "Die Jahresgebühr für das Abo beträgt 18 €."),
    ],
)
def test_what_documents_call_a_thing_answers_what_people_call_it(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("May I bring my cat?", "Dogs may be brought into the garden only."),
        ("Darf ich meine Katze mitbringen?", "Hunde dürfen in den Garten mitgebracht werden."),
        ("When is the library open on Tuesday?", "The library is open on Mondays from 9 to 5."),
        ("How much is a single ticket?", "A return ticket costs £8."),
        ("How much is the cover after the free month?", "Cover: a free month from the start."),
    ],
)
def test_a_sibling_does_not_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wann muss ich die Kinder abholen?", "Die Kinder werden um 16 Uhr abgeholt."),
        ("Bis wann muss ich den Bogen abgeben?", "Der Bogen ist bis zum 3. Mai abzugeben."),
        ("Wann wird das Büro geschlossen?", "Um 16 Uhr schließen wir das Büro."),
        ("Wo kann ich den Antrag unterschreiben?", "Der Antrag wird im Büro unterschrieben."),
    ],
)
def test_a_german_verb_is_found_in_its_other_forms(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What happens if I pay late?", "A charge of £10 applies to overdue payments."),
        ("Do I need to book?", "No reservation is required."),
        ("May I bring my dog?", "Animals must not be brought inside."),
    ],
)
def test_other_words_for_all_that_is_asked_are_enough(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_another_word_for_one_that_is_asked_is_not_enough() -> None:
    found = ask("What should we bring?", "Carry the chairs downstairs.")
    assert found.grade is not Grade.ANSWERS
