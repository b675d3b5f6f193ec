"""Nearly everything that is asked for is said of another thing, or only as it was proposed."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask, ask_below

BANDSTAND = "The old bandstand in Ashford was sold. The council repainted the old bandstand {}."


def _is_sure(question: str, text: str, *headings: str) -> bool:
    found = ask_below(question, text, "Log", *headings) if headings else ask(question, text)
    return found.grade is Grade.ANSWERS


def test_a_place_beside_it_is_not_where_it_was_done() -> None:
    question = "When did the council repaint the old bandstand in Ashford?"
    assert not _is_sure(question, BANDSTAND.format("of the park on 4 May 2024"))
    assert _is_sure(question, BANDSTAND.format("in Ashford on 4 May 2024"))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Which company repaired the church roof in May 2024?",
            "The church roof was repaired in May 2024.",
        ),
        (
            "Which gardener grew the winning marrow of the show in 2025?",
            "The winning marrow of the show weighed 42 kg in 2025.",
        ),
        (
            "Who painted the town hall mural in 1998?",
            "Originally, the town hall mural was painted in 1998.",
        ),
        (
            "Who unlocks the vestry door of Saint Mary at 8?",
            "Usually the vestry door of Saint Mary is unlocked at 8.",
        ),
        (
            "Who reported the broken street lamp in Mill Lane?",
            "Nobody reported the broken street lamp in Mill Lane.",
        ),
        (
            "Who returned the stolen parish silver?",
            "Two days later the stolen parish silver was returned.",
        ),
        ("Who broke the vestry window?", "It is unknown who broke the vestry window."),
        (
            "Who may ask for exemptions in the law?",
            "An attorney may not ask for exemptions in the law.",
        ),
        ("Wer hat die Kirchturmuhr 2024 repariert?", "Die Kirchturmuhr wurde 2024 repariert."),
    ],
)
def test_what_was_done_names_nobody_who_did_it(question: str, text: str) -> None:
    assert not _is_sure(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Who may ask for exemptions in the law?",
            "An attorney may ask for exemptions in the law.",
        ),
        ("Who painted the town hall mural in 1998?", "Fatima painted the town hall mural in 1998."),
        (
            "Which company repaired the church roof in May 2024?",
            "The company Holt & Sons repaired the church roof in May 2024.",
        ),
        (
            "Who broke the vestry window?",
            "The vestry window was broken by Tom Reed.",
        ),
    ],
)
def test_who_stands_right_before_the_verb_did_it(question: str, text: str) -> None:
    assert _is_sure(question, text)


@pytest.mark.parametrize(
    ("question", "text", "day"),
    [
        (
            "When will the hall floor be sanded?",
            "The committee decided that the hall floor will be sanded.",
            "3 March 2026",
        ),
        (
            "When was the boat shed repainted?",
            "We agreed to repaint the boat shed.",
            "3 March 2026",
        ),
        ("When was the hall floor sanded?", "The hall floor must be sanded.", "3 March 2026"),
        (
            "When can the crane be hired?",
            "Ask the harbour master about when the crane can be hired.",
            "10 April 2026",
        ),
        (
            "When does the engineer come?",
            "The engineer comes again when the part is here.",
            "Friday 6 November 2026",
        ),
        (
            "When does the mooring permit expire?",
            "The old mooring permit expired.",
            "Monday 2 November",
        ),
        (
            "Until when are guests picked up?",
            "Guests are picked up from the station.",
            "Price list valid until 31 December 2026",
        ),
        (
            "Until when are guests picked up?",
            "Guests are picked up from the station.",
            "Valid until 31 December 2026",
        ),
    ],
)
def test_a_day_above_dates_no_plan_and_no_other_thing(question: str, text: str, day: str) -> None:
    assert not _is_sure(question, text, day)


@pytest.mark.parametrize(
    ("question", "text", "day"),
    [
        ("When was the boat shed repainted?", "We repainted the boat shed.", "3 March 2026"),
        ("When are the dues payable?", "- Dues\n- Deposits", "Payable by 20 March 2027"),
        (
            "Until when is the season ticket valid?",
            "- Season ticket\n- Card for visitors",
            "Valid until 31 December 2026",
        ),
    ],
)
def test_a_day_above_dates_what_was_done_and_what_expires(
    question: str, text: str, day: str
) -> None:
    assert _is_sure(question, text, day)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the fee?", "The fee was cut by 10 % in May."),
        ("What is the salary?", "The salary rises by 3%."),
        ("Wie hoch ist die Miete?", "Die Miete steigt um 3 %."),
        ("Combien coûte le loyer ?", "Le loyer augmente de 3 %."),
        ("How much is the rent?", "If the rent is late, interest of 5% is due."),
    ],
)
def test_a_share_by_which_a_sum_changes_is_not_the_sum(question: str, text: str) -> None:
    assert not _is_sure(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the deposit?", "The deposit is 20 %."),
        ("Wie hoch ist die Anzahlung?", "Die Anzahlung beträgt 20 %."),
    ],
)
def test_a_deposit_may_be_a_share(question: str, text: str) -> None:
    assert _is_sure(question, text)


@pytest.mark.parametrize(
    "text",
    [
        "The renovation of the mill cost 1200 to 1500 pounds.",
        "The renovation of the mill took the builders 1200 to 1500 bricks.",
    ],
)
def test_numbers_of_things_are_no_years(text: str) -> None:
    assert not _is_sure("How long did the renovation of the mill take?", text)


def test_years_from_one_to_another_tell_how_long() -> None:
    text = "The renovation of the mill went on from 1990 to 1994."
    assert _is_sure("How long did the renovation of the mill take?", text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much is the projector?", "The loan of the projector costs £10."),
        ("How much is the film?", "The screening of the film costs £4."),
        ("How much is the minigolf?", "A round of the minigolf costs £6."),
        ("How much is the honey?", "A jar of the honey costs £7."),
        ("How much does the plumber cost?", "The services of the plumber cost £60 an hour."),
        ("How much is the plan?", "A copy of the plan costs £2."),
        ("Was kostet die Bibliothek?", "Die Jahreskarte der Bibliothek kostet 12 €."),
        ("Was kostet der Saal?", "Die Miete des Saals kostet 90 €."),
        ("Combien coûte la piscine ?", "La carte de la piscine coûte 20 €."),
        ("¿Cuánto cuesta la piscina?", "El abono de la piscina cuesta 20 €."),
        ("Quanto costa il miele?", "Un barattolo del miele costa 9 €."),
        ("Wat kost de sauna?", "Een kaartje van de sauna kost 9 €."),
        ("Quanto custa a piscina?", "O passe da piscina custa 20 €."),
    ],
)
def test_by_what_one_has_a_thing_is_its_price(question: str, text: str) -> None:
    assert _is_sure(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much is the hall?", "The deposit of the hall is £50."),
        ("How much is the boat?", "The insurance of the boat costs £90."),
        ("How much is the organ?", "The repair of the organ costs £900."),
        ("How much is the piano?", "The delivery of the piano costs £90."),
        ("Was kostet die Wohnung?", "Die Endreinigung der Wohnung kostet 60 €."),
        ("Was kostet das Boot?", "Der Unterhalt des Boots kostet 60 €."),
        ("Was kostet das Boot?", "Die Haftpflichtversicherung des Boots kostet 60 €."),
        ("Combien coûte le piano ?", "L'assurance du piano coûte 50 €."),
        ("Combien coûte le gîte ?", "Le nettoyage du gîte coûte 50 €."),
        ("¿Cuánto cuesta el barco?", "El seguro del barco cuesta 90 €."),
        ("¿Cuánto cuesta la casa?", "La limpieza de la casa cuesta 50 €."),
        ("Quanto costa la barca?", "La manutenzione della barca costa 90 €."),
        ("Quanto costa la casa?", "La pulizia della casa costa 40 €."),
        ("Wat kost de boot?", "De verzekering van de boot kost 90 €."),
        ("Wat kost het huisje?", "De eindschoonmaak van het huisje kost 90 €."),
        ("Quanto custa o barco?", "A manutenção do barco custa 90 €."),
        ("Quanto custa a casa?", "A limpeza da casa custa 90 €."),
    ],
)
def test_what_one_pays_beside_a_thing_is_not_its_price(question: str, text: str) -> None:
    assert not _is_sure(question, text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "How many members does the choir have?",
            "The choir's membership declined to 140 members.",
        ),
        ("How much is a bounced transfer?", "Each bounced or rejected transfer costs £15."),
        (
            "How much is the reminder fee?",
            "The reminder fee for declined direct debits is £7.",
        ),
        (
            "When are applications that are not approved returned?",
            "Applications that are not approved are returned within 10 days.",
        ),
    ],
)
def test_what_is_told_of_the_rejected_is_so(question: str, text: str) -> None:
    assert _is_sure(question, text)


@pytest.mark.parametrize(
    ("question", "rejected", "other", "stays"),
    [
        (
            "How much is the ferry?",
            "The proposal to raise the ferry to £80 was rejected.",
            "Coffee costs £2.",
            "The ferry stays at £65.",
        ),
        (
            "How much is the ferry?",
            "The proposal to raise the ferry toll to £80 was rejected.",
            "Coffee costs £2.",
            "The toll stays at £65.",
        ),
        (
            "Wie hoch ist der Beitrag?",
            "Ein Beitrag von 80 € wurde mit Mehrheit abgelehnt.",
            "Kaffee kostet 2 €.",
            "Es bleibt bei 60 €.",
        ),
        (
            "¿Cuánto es la cuota?",
            "La propuesta de subir la cuota a 75 € se rechaza.",
            "El café cuesta 2 €.",
            "Sigue en 60 €. Los jubilados pagan 40 €.",
        ),
    ],
)
def test_only_what_is_on_the_same_follows_what_was_rejected(
    question: str, rejected: str, other: str, stays: str
) -> None:
    assert other not in ask(question, f"{rejected} {other}").text
    assert not _is_sure(question, f"{rejected} {other}")
    assert stays.partition(". ")[0] in ask(question, f"{rejected} {stays}").text
    assert _is_sure(question, f"{rejected} {stays}")


def test_the_next_one_this_year_is_still_to_come() -> None:
    days = ("14 January", "11 March", "9 December")
    meetings = "\n".join(f"- {each} 2026: committee meeting" for each in days)
    found = ask_below("When is the next committee meeting this year?", meetings, "Dates")
    assert found.grade is Grade.ANSWERS
    assert found.text.startswith("- 9 December")


def test_what_only_repeats_the_question_is_no_sure_answer() -> None:
    text = "Rent rebate, up to 60 %, for whoever earns little. Form RB7. Send it to the office."
    assert ask("what's the RB7 form for", text).grade is Grade.MAYBE
