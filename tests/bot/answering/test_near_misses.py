"""Nearly all words of a question stand there, but not the answer: then it is unsure."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When does the library open?", "The library closes at 8 pm."),
        ("À quelle heure ferme la piscine ?", "La piscine ouvre à 9 heures."),
        ("Когда выключают отопление?", "Отопление включают 1 октября."),
        ("What is the first stop of the bus?", "The last stop of the bus is the harbour."),
        ("How much do children pay for the tour?", "Adults pay £12 for the tour."),
    ],
)
def test_the_opposite_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When does the library open?", "The library opens at 8 am and closes at 8 pm."),
        ("How much do children pay for the tour?", "Children go on the tour for free."),
        ("When does the sauna open again?", "The sauna is closed until 12 January."),
    ],
)
def test_an_opposite_that_answers_is_no_contrast(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wann findet das Winterfest statt?", "Das Sommerfest findet am 21. Juni statt."),
        ("Wann ist die Abfahrt in Kiel?", "Die Ankunft in Kiel ist um 8 Uhr."),
        ("Wie lange ist der Saft ungeöffnet haltbar?", "Geöffnet ist der Saft 3 Tage haltbar."),
        ("Welche Frist gilt für den Vermieter?", "Für den Mieter gilt eine Frist von 3 Monaten."),
    ],
)
def test_a_word_of_which_one_part_differs_is_another(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much is the large tent per night?", "The small tent is £9 per night."),
        (
            "¿A qué hora empieza el curso de pintura de los jueves?",
            "El curso de cerámica de los jueves empieza a las 18:00.",
        ),
        ("Combien coûte le billet de groupe ?", "Le billet de famille coûte 20 €."),
    ],
)
def test_another_attribute_of_the_same_word_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is check-in?", "Check-out is at 10 am."),
        ("When can I check in?", "You have to check out by 10 am."),
        ("How do I turn the heating on?", "To turn the heating off, press the red button."),
        ("When is the alarm switched off?", "The alarm is switched on at 10 pm."),
        ("When are the blinds pulled up?", "The blinds are pulled down at 9 pm."),
    ],
)
def test_a_verb_with_the_opposite_particle_is_another(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When do I have to check out?", "Check-out is at 10 am, check-in at 3 pm."),
        ("How do I turn the heating off?", "To turn off the heating, press the red button."),
        ("When is the alarm switched on?", "The alarm is switched on at 10 pm and off at 6 am."),
        ("When do I have to check out?", "Checkout is at 10 am, checkin at 3 pm."),
        ("When is the heating turned off?", "The heating on the top floor is turned off at 10 pm."),
    ],
)
def test_the_same_particle_is_the_same_verb(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_no_heading_turns_checking_out_into_arriving() -> None:
    text = "## Arriving\n\nRooms are ready from three in the afternoon. Check-out is at 10."
    found = ask("When can I check in?", text)
    assert found.text == "- Rooms are ready from three in the afternoon. [1]"


def test_that_breakfast_is_served_does_not_include_it() -> None:
    text = "Breakfast is served from half past seven to ten."
    assert ask("Is breakfast included?", text).grade is Grade.MAYBE


DIRECTIONS = """Take exit 14 and turn left into Mill Lane; the cabin is the last house.

The network in the cabin is called CABIN-GUEST."""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How do I get to the cabin?", DIRECTIONS),
        ("Wie komme ich zur Hütte?", "Zur Hütte fahren Sie mit dem Bus 42 bis Kirchplatz."),
        ("¿Cómo llego al refugio?", "Para el refugio, tome la salida 14 y gire a la izquierda."),
        ("怎么去客栈？", "去客栈请乘42路公交到教堂站。"),
    ],
)
def test_the_way_to_a_place_is_told_by_words_of_the_way(question: str, text: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert "GUEST" not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How do I get to the harbour?", "A small house with nine rooms above the old harbour."),
        ("Wie komme ich zum Hafen?", "Am Hafen gilt eine rote Flagge als Verbot."),
    ],
)
def test_what_only_names_a_place_is_no_way_to_it(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_how_much_is_told_by_a_number_beside_it_before_a_price_of_the_like() -> None:
    text = (
        "You have 28 days of holiday a year. A trip by your own car is paid at 0.30 euros per km."
    )
    assert ask("How much holiday do I get?", text).text.startswith("- You have 28 days of holiday")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("¿Adónde van los niños?", "Los niños que no van se quedan en la biblioteca."),
        ("押金什么时候退？", "退租须提前一个月通知，否则押金不退。"),
        ("Коли повернуть заставу?", "Заставу до 1 травня не повернуть."),
        ("孩子病了能去上学吗？", "孩子须由登记的家长接走。"),
        ("房东叫什么名字？", "水电费由租客承担，物业费由房东承担。"),
        ("谁教瑜伽？", "瑜伽课在周末。"),
    ],
)
def test_what_is_denied_or_said_of_another_thing_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_a_sum_in_a_letter_is_not_what_its_subject_costs() -> None:
    text = "Venez à jeun. Faute de quoi, 40 € seront dus.\n\nL'examen dure une heure."
    found = ask("Combien coûte l'examen ?", text, "Avant votre examen")
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "До какого числа договор?",
            "Плата вносится до 5-го числа.",
            "Договор действует до 31 мая.",
        ),
        ("什么时候开家长会？", "舞蹈班每周三下午4:40开课。", "家长会定于11月5日。"),
        ("房东叫什么名字？", "房东承担物业费。", "租金每月交给房东王建国。"),
        ("谁教瑜伽？", "瑜伽课须预约。", "瑜伽课由陈静授课。"),
    ],
)
def test_what_says_it_itself_is_the_answer(question: str, text: str, answer: str) -> None:
    found = ask(question, f"{text}\n\n{answer}", "Договор · 家长会通知")
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


def test_what_is_counted_must_be_there() -> None:
    text = "Up to six hens may be kept on a plot of the garden."
    assert ask("How many hens may be kept on a plot of the garden?", text).grade is Grade.ANSWERS
    found = ask("How many rabbits may be kept on a plot of the garden?", text)
    assert found.grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who teaches Class 5?", "Class 5 will visit the Railway Museum."),
        ("Who repaired the pump?", "The pump was repaired in spring."),
    ],
)
def test_who_did_it_must_be_named(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_who_did_it_is_named() -> None:
    text = "The pump was repaired by Olga Marsh."
    assert ask("Who repaired the pump?", text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("The choir meets in two weeks.", Grade.MAYBE),
        ("The choir meets in March.", Grade.MAYBE),
        ("The choir meets in the town hall.", Grade.ANSWERS),
    ],
)
def test_where_is_no_time(text: str, grade: Grade) -> None:
    assert ask("Where does the choir meet?", text).grade is grade


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When was version 3.3 of the scanner released?", "Version 3.2 of the scanner: 4 May."),
        ("How much is the fare on line 15?", "The fare on line 14 is £2."),
    ],
)
def test_another_number_of_the_same_thing_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_what_only_its_document_is_about_is_no_answer() -> None:
    text = "The waiting list is kept by Priya Nair, the plots officer."
    name = "Allotment society rules"
    assert ask("Who is the secretary of the allotment society?", text, name).grade is Grade.MAYBE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Can I keep a cockerel?", "Cockerels are not allowed."),
        (
            "Darf ich einen Hund halten?",
            "Für einen Hund braucht man die Zustimmung des Vermieters.",
        ),
        ("¿Se puede fumar en el balcón?", "En el balcón está prohibido fumar."),
    ],
)
def test_what_is_allowed_or_forbidden_answers_yes_or_no(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How loud is the mower?", "The noise of the mower is 70 dB."),
        (
            "Combien gagne la vendeuse par heure ?",
            "Le salaire de la vendeuse est de 12 € par heure.",
        ),
        ("Per quanto tempo posso tenere un libro?", "I libri si prestano per 30 giorni."),
    ],
)
def test_words_of_one_meaning_and_verbs_for_everything_do_not_stand_in_the_way(
    question: str, text: str
) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


PROGRAMMES = """| Programme | Water | Duration |
|---|---|---|
| Glass | 11.5 l | 40 min |
| Wool | 14 l | 55 min |
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much water does the Glass cycle use?", "11.5 l"),
        ("How long is the Wool programme?", "55 min"),
    ],
)
def test_the_cell_that_is_asked_for_may_lack_one_word(question: str, answer: str) -> None:
    found = ask(question, PROGRAMMES, "Washing machine")
    assert answer in found.text
    assert found.grade is Grade.ANSWERS


def test_a_span_of_time_may_have_the_symbol_of_its_unit() -> None:
    found = ask("How long does an espresso run?", "An espresso runs for 25 s.")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "grade"),
    [
        ("How much does breakfast cost?", Grade.MAYBE),
        ("How much does lunch cost?", Grade.ANSWERS),
    ],
)
def test_the_price_of_something_else_is_no_answer(question: str, grade: Grade) -> None:
    text = "Lunch costs £4.20 a day, breakfast is brought along."
    assert ask(question, text).grade is grade


def test_the_attribute_asked_for_is_not_another_word_for_the_title() -> None:
    text = "# Tenancy agreement\n\nBicycles are kept in the cellar. The rent is £845."
    assert ask("What is the rent of the cellar?", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When does the museum open?", "We visit the City Museum on 12 May at 10:00."),
        ("¿Cuándo vence la póliza?", "La póliza se renueva cada año."),
        ("Wann schließt das Museum?", "Am 3. Juli besuchen wir das Museum."),
    ],
)
def test_the_time_of_another_event_is_no_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Is the nursery open at Christmas?",
            "The nursery is open from Monday to Friday, 7 to 17.",
        ),
        ("Hat die Kita an Ostern offen?", "Die Kita öffnet montags bis freitags um 7 Uhr."),
        ("La crèche est ouverte à Noël ?", "La crèche est ouverte du lundi au vendredi à 7 h."),
    ],
)
def test_hours_of_weekdays_do_not_tell_of_a_feast(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_hours_tell_when_something_closes() -> None:
    text = "The shop is open on Friday 9.00–18.30 and on Saturday 8.30–15.00."
    assert ask("What time does the shop close on Saturday?", text).grade is Grade.ANSWERS


def test_what_is_counted_stands_beside_its_number() -> None:
    text = "Simmer the lentils for 40 minutes, then add 2 carrots and 400 g of potatoes."
    assert ask("How many lentils do I need?", text).grade is not Grade.ANSWERS
    assert ask("How much lentils?", text).grade is not Grade.ANSWERS
    assert ask("How many carrots?", text).grade is Grade.ANSWERS
    assert ask("How much potatoes?", text).grade is Grade.ANSWERS


def test_a_path_is_a_place() -> None:
    text = "Settings of the user: ~/.config/shrink.toml"
    assert ask("Where are the settings of the user?", text).grade is Grade.ANSWERS


LEASE = """# Mietvertrag Gartenstraße 14

§ 2 Miete. Die Kaltmiete beträgt 845 € monatlich. Hinzu kommen 190 € für Nebenkosten.
§ 3 Kaution. Der Mieter zahlt eine Kaution von 2.535 €, in drei Raten.
§ 5 Tierhaltung. Kleintiere sind erlaubt.
"""


@pytest.mark.parametrize(
    ("question", "answer"),
    [("Wie hoch ist die Kaltmiete?", "845 €"), ("Wie hoch ist die Kaution?", "2.535 €")],
)
def test_the_number_of_a_section_counts_nothing(question: str, answer: str) -> None:
    found = ask(question, LEASE)
    assert (answer in found.text.splitlines()[0], found.grade) == (True, Grade.ANSWERS)


TASKS = """| What | Who | By when |
|---|---|---|
| Find a new window cleaner | Colin | 31 March |
| Write to all owners about bikes | Priya | 10 February |
| Get three lift quotes | Tom | 28 February |"""


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Who is the new window cleaner?", TASKS),  # he has to find one
        ("Where can I put my bike?", TASKS),  # "By when" heads no places
        ("What time is the family service?", "There is no 8.00 service on Mothering Sunday."),
        ("Is lunch included?", "Families who receive free school meals pay £5."),
        ("Who's in charge?", "In charge of first aid: Mr Cole"),
        ("When is the class for my 10 year old?", "The class is from 10:00 to 12:00."),
        (
            "Who wrote the letter?",
            "# Letter to the family\n\nYour aunt Edith Mary Tanner has died.",
        ),
    ],
)
def test_what_has_the_words_and_tells_something_else_is_unsure(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_whoever_has_a_task_is_told_where_it_is_asked_for() -> None:
    assert ask("Who is getting the lift quotes?", TASKS).grade is Grade.ANSWERS
