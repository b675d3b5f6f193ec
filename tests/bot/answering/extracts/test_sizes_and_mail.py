"""Sizes, measures and spans of time are shown by their units; a mail's own lines answer little."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind


def ask(question: str, *texts: str) -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "notes", text), f"/{n}.md", f"{n}.md", KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


MANUAL = """
Instead of emptying the tank you can fit a hose of 12 mm inner diameter to it.

The tank holds 2.5 litres and the appliance weighs 11 kg.

| Display | Meaning | What to do |
|---|---|---|
| F1 | Tank full | Empty the tank and push it back until it clicks |
"""


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("how big is the tank?", Kind.SIZE),
        ("Wie groß ist der Tank?", Kind.SIZE),
        ("hoe groot mag een schuur zijn", Kind.SIZE),
        ("quelle est la taille du réservoir ?", Kind.SIZE),
        ("¿qué tamaño tiene el depósito?", Kind.SIZE),
        ("how big is the deposit?", Kind.AMOUNT),
        ("how high can the hedge be?", Kind.DISTANCE),
        ("how high can the rent be?", Kind.AMOUNT),
        ("Wie hoch darf die Hecke sein?", Kind.DISTANCE),
        ("hoe hoog mag mijn hek zijn?", Kind.DISTANCE),
        ("Wie hoch ist die Kaution?", Kind.AMOUNT),
    ],
)
def test_a_size_is_a_kind_of_its_own(question: str, kind: Kind) -> None:
    assert parse_question(question).kind is kind


def test_a_size_is_told_by_a_unit() -> None:
    found = ask("how big is the tank?", MANUAL)
    assert found.grade is Grade.ANSWERS
    assert "2.5 litres" in found.text.splitlines()[0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how big is the plot?", "The plot measures 8 x 12 m and lies by the stream."),
        ("Wie groß ist die Wohnung?", "Die Wohnung hat 74 m² und einen Balkon."),
        ("how big is the group?", "The group has 12 children."),
        ("quelle est la taille du gilet ?", "Le gilet de l'équipe : taille M."),
        ("hoe hoog mag mijn hek zijn?", "Hekken mogen niet hoger zijn dan 1 meter."),
        ("Wie hoch darf die Hecke sein?", "Die Hecke darf höchstens 1,80 m hoch sein."),
    ],
)
def test_an_area_a_height_or_a_count_tells_a_size(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_a_measure_without_a_number_is_none() -> None:
    assert ask("how much power does the dryer use?", "Dryer: Press POWER.").grade is Grade.MAYBE
    told = ask("how much power does the dryer use?", "The dryer has a power of 230 W.")
    assert told.grade is Grade.ANSWERS


def test_a_price_counts_nobody() -> None:
    prices = "| Session | Price per child |\n|---|---|\n| Whole day | £28 |"
    room = "There is room for 32 children each day."
    found = ask("how many children can come per day?", prices, room)
    assert found.text.startswith("- There is room for 32")


def test_by_radio_is_no_end() -> None:
    letter = (
        "From 1 April the meter of the water will send its readings by radio."
        " The water will be off for 15 minutes while we change the meter."
    )
    found = ask("how long will the water be off when they change the meter", letter)
    assert "15 minutes" in found.text.splitlines()[0]
    assert (
        ask("how long is the pool closed?", "The pool is closed until 4 May.").grade
        is Grade.ANSWERS
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("when must the filter be replaced", "The filter is replaced once a year."),
        ("Wann wird der Filter gewechselt?", "Der Filter wird einmal im Jahr gewechselt."),
        ("quand faut-il changer le filtre ?", "Le filtre se change deux fois par an."),
        ("wanneer wordt het filter vervangen?", "Het filter wordt eenmaal per jaar vervangen."),
        ("Wann endet der Schwimmkurs?", "Der Schwimmkurs endet mit den Osterferien."),
        ("When is the play?", "The play is on the last day before half-term."),
    ],
)
def test_how_often_and_a_holiday_tell_when(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


MAIL = """
To: Nadia Rahim <nadia@plotmail.example>

Hi Nadia,

Could you bring ear defenders and gloves? We fetch the shredder on Saturday.

Does the petrol come with it, or do we need to buy some?
Nadia
"""


def test_whom_a_mail_greets_is_no_answer() -> None:
    found = ask("what should Nadia bring?", MAIL)
    assert "Hi Nadia" not in found.text
    assert "To:" not in found.text
    assert "ear defenders" in found.text
    assert "petrol" not in found.text
    assert "nadia@plotmail" in ask("what is Nadia Rahim's email address?", MAIL).text


def test_a_question_that_is_signed_answers_none() -> None:
    assert ask("do we need to buy petrol?", MAIL).grade is not Grade.ANSWERS
    answered = "Do we need to buy petrol?\nYes, petrol is not included, so please buy some."
    assert ask("do we need to buy petrol?", answered).grade is Grade.ANSWERS


def test_the_date_of_a_letter_is_no_answer() -> None:
    letter = (
        "Weilheim, den 9. November 2026\n\nLiebe Eltern,\n\n"
        "der Schwimmunterricht endet mit den Osterferien."
    )
    assert "Weilheim" not in ask("Bis wann geht der Schwimmunterricht?", letter).text
    assert "9. November" in ask("Von wann ist der Brief aus Weilheim?", letter).text


def test_of_several_bills_none_is_the_one_asked_about() -> None:
    water = "Your water bill of £212.40 is to be paid by 11 November."
    skip = "For the skip the four of us pay £64 in cash."
    assert ask("how much does each of us have to pay?", water, skip).grade is Grade.MAYBE
    assert ask("how much does each of us have to pay?", water).grade is Grade.ANSWERS
    assert ask("how much do we have to pay for the skip?", water, skip).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("when is the farm trip?", "Our visit to the farm is on 3 May."),
        ("what time can I drop off my son at the club?", "The club: doors open at 8.15 am."),
        (
            "Was muss zum Schwimmen mitgebracht werden?",
            "Zum Schwimmen braucht es eine Mütze.",
        ),
        ("jusqu'à quand s'inscrire ?", "Inscrivez-vous avant le 20 janvier."),
        ("mag ik een vuurtje stoken", "In de tuin is vuur maken verboden."),
        ("Was kostet ein ganzer Tag?", "Ein voller Tag kostet 14 Euro."),
        ("Wie viel gibt es pro Kilometer?", "Je Kilometer zahlen wir 30 Cent."),
    ],
)
def test_other_words_for_what_is_asked(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_watering_is_no_water() -> None:
    letter = "Your water meter has two rows of figures; we only need the five black ones."
    assert ask("what hose do i need?", letter).grade is not Grade.ANSWERS


def test_a_unit_of_one_letter_ends_a_sentence() -> None:
    notice = "Deux étudiants passent de 17 h 30 à 19 h. Inscrivez-vous avant le 20 janvier."
    found = ask("jusqu'à quand s'inscrire ?", notice)
    assert found.text.startswith("- Inscrivez-vous")


def test_when_something_is_done_is_not_when_it_is_left_undone() -> None:
    question = "if I don't fetch my pots when do they get rid of them?"
    assert ask(question, "Pots: collect from Monday noon.").grade is not Grade.ANSWERS
    told = "Pots that you don't fetch they get rid of after eight weeks."
    assert ask(question, told).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how long is the cable", "Keep the cable, which is 75 cm long, away from the edge."),
        ("hoe lang is de kabel?", "De kabel van het apparaat is 2 meter lang."),
        ("hoeveel kost het per kind?", "Elk kind van de groep betaalt € 6 aan Fatima."),
        ("combien d'ordinateurs y a-t-il ?", "Six ordinateurs sont à disposition."),
    ],
)
def test_a_length_and_a_rate(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_what_is_long_elsewhere_has_no_length() -> None:
    manual = "A command line at the console: for long labels set a rule of 7 mm."
    assert ask("how long may a command line at the console be?", manual).grade is not Grade.ANSWERS


def test_a_length_is_told_by_its_label_too() -> None:
    kettle = "# The kettle\n\n- Power: 2200 W\n- Height: 24 cm\n- Guarantee: three years"
    found = ask("how tall is the kettle?", kettle)
    assert found.grade is Grade.ANSWERS
    assert "Height: 24 cm" in found.text


def test_how_many_is_a_number_before_a_vowel_too() -> None:
    assert parse_question("combien d'ordinateurs y a-t-il ?").kind is Kind.NUMBER


def test_the_day_alone_of_a_letter_is_no_answer() -> None:
    letter = "2 December 2026\n\nYour appointment with the dentist is on 13 January."
    found = ask("when is my appointment with the dentist?", letter)
    assert found.text.startswith("- Your appointment")
    assert "2 December" not in found.text


def test_what_follows_from_nothing_new_is_told_by_a_condition_only() -> None:
    letter = "We take cards but no cash. If you cannot come, we charge half of the fee."
    asked = parse_question("what if I can't make it?", "can I pay in cash")
    hit = Hit(Chunk("doc:0", "letter", letter), "/0.md", "0.md", KB, "md", 0.9)
    assert find_answer(asked, [hit]).grade is not Grade.ANSWERS
