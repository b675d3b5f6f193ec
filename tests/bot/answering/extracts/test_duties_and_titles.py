"""Leave tells no duty, and the title of a document alone tells nothing of what is asked."""

import pytest

from bot.answering.extracts.extract import find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from tests.bot.answering.asking import ask

COTTAGE = """# Seaview Cottage: guests' guide

Animals are welcome at £20 a stay, but not on the beds. Guests are allowed to use the washing line.
"""
BILL = "Bring photo ID and a utility bill no older than three months."
HELMET = "You can borrow a helmet from us for up to 3 days."
AUSWEIS = "Der Ausweis darf höchstens drei Monate alt sein."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("do we need to bring sheets", COTTAGE),
        ("do we have to make the beds", COTTAGE),
        ("müssen wir die Betten machen", "Tiere sind erlaubt, aber nicht in den Betten."),
        ("faut-il faire les lits", "Les animaux sont autorisés, mais pas sur les lits."),
        ("hay que hacer las camas", "Se permiten animales, pero no en las camas."),
        ("bisogna rifare i letti", "Gli animali sono ammessi, ma non sui letti."),
        ("moeten we de bedden opmaken", "Dieren zijn toegestaan, maar niet op de bedden."),
        ("do dogs have to sleep with us", "Dogs are allowed to sleep with us. Cats are not."),
        ("must children be in the pool", "Only children are allowed in the pool. Dogs are not."),
        ("müssen Kinder ins Wasser", "Nur Kinder sind im Wasser erlaubt. Hunde sind es nicht."),
        (
            "müssen wir mit dem Hund draußen schlafen",
            "Es ist erlaubt, mit dem Hund draußen zu schlafen.",
        ),
        (
            "do we have to share the room with others",
            "Sharing the room with others is allowed. Cooking is not.",
        ),
    ],
)
def test_leave_does_not_answer_if_something_must_be_done(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("do we have to make the beds", "You must strip the beds when you leave."),
        ("do we have to make the beds", "There is no need to make the beds."),
        ("must dogs be on a lead", "Dogs are allowed, but they must be on a lead."),
        ("can dogs sleep on the beds", "Animals are welcome, but not on the beds."),
        ("müssen wir die Betten machen", "Die Betten müssen abgezogen werden."),
        ("must dogs be kept on a lead", "Dogs are allowed on a lead only."),
        ("do dogs have to be on a lead", "Dogs are allowed only on a lead."),
        ("do I need a permit to fish", "Fishing is permitted with a day permit."),
        ("müssen Hunde an die Leine", "Hunde sind nur an der Leine erlaubt."),
        ("muss ich zum Angeln eine Tageskarte haben", "Angeln ist mit Tageskarte erlaubt."),
        ("faut-il une carte pour la pêche", "La pêche est autorisée avec une carte journalière."),
        ("los perros tienen que ir con correa", "Los perros se permiten solo con correa."),
    ],
)
def test_a_duty_does_and_leave_tells_leave(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("can i hire for a month", "# Bikes\n\nThe longest hire is two months."),
        ("can i borrow a helmet for 2 days", HELMET),
    ],
)
def test_with_the_thing_itself_it_does(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


RATE = "Quem avisa tem direito a repor a aula, no máximo três por ano."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("a minha filha tem 5 anos, há aulas para ela", RATE),
        ("is there a class for my 5 year old", "Missed classes can be made up three times a year."),
        ("my son is 5, is there a course", "A course may be moved, at most three per year."),
        ("hay clases para mi hija de 5 años", "Las clases se recuperan, máximo tres al año."),
    ],
)
def test_how_often_a_year_is_no_age(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


WATER = "Летний водопровод включают 1 мая и отключают 10 октября."
POWER = "Плановое отключение света: 2 декабря с 10 до 16 часов."


@pytest.mark.parametrize(
    ("question", "texts", "title", "told"),
    [
        ("когда отключат свет", (WATER, POWER), "Вода и свет", "2 декабря"),
        (
            "when does the pool close",
            ("The gym closes at 10 pm.", "Closing time of the pool is 8 pm."),
            "Pool and gym",
            "8 pm",
        ),
    ],
)
def test_who_says_it_itself_goes_before_what_a_heading_names(
    question: str, texts: tuple[str, ...], title: str, told: str
) -> None:
    chunk = Chunk("doc:1", title, " ".join(texts), path=("Guide", title))
    found = find_answer(parse_question(question), [Hit(chunk, "/g.md", "g.md", KB, "md", 0.9)])
    assert told in found.text
    assert len(found.text.splitlines()) == 1


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("自行车租一周多少钱", "自行车每天20元。"),
        ("how much is a kayak for a week", "A kayak costs £12 a day."),
        ("combien coûte le vélo pour une semaine", "Le vélo coûte 9 € par jour."),
    ],
)
def test_a_price_for_another_time_is_not_sure(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.MAYBE


def test_one_of_many_names_below_a_title_is_not_who_does_it() -> None:
    staff = "- Administrator: Ramón Ibáñez, 963 555 210\n- Lifeguard: Ana Gil, 963 555 211\n"
    assert ask("who repairs the pool", staff, "Rules of the pool").grade is not Grade.ANSWERS
