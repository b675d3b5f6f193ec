"""A price, a length or a name beside the thing that is asked about may be another's."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("is breakfast included", "Breakfast is included in the price of the room."),
        ("wie viel kostet das frühstück", "Das Frühstück ist im Zimmerpreis inbegriffen."),
        ("сколько стоит завтрак", "Завтрак включён в стоимость номера."),
        ("how much is the room", "The price of the room is £90, breakfast included."),
    ],
)
def test_what_a_price_includes_is_told(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("洗车多少钱", "业主月租每月150元，第二辆车每月300元。"),
        ("剪头发多少钱", "头发烫染300元。"),
    ],
)
def test_what_is_done_has_a_price_of_its_own(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [("洗车多少钱", "洗车一次30元。"), ("租车多少钱", "租车每天12元。")],
)
def test_that_price_is_told(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how long is the pool", "The pool is open until the end of September."),
        ("wie lang ist das becken", "Das Becken ist bis Ende September geöffnet."),
        ("combien de temps dure le sentier", "Le sentier est ouvert jusqu'au 30 septembre."),
    ],
)
def test_until_when_it_is_open_is_not_how_long_it_is(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_how_long_it_is_open_is_told() -> None:
    text = "The pool is open until the end of September."
    assert ask("how long is the pool open", text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("кто директор библиотеки", "Библиотека имени Льва Толстого, ул. Садовая, 7"),
        ("хто директор бібліотеки", "Бібліотека імені Лесі Українки, вул. Соборна, 73"),
        ("кто директор школы", "Школа им. Юрия Гагарина, пр. Мира, 5"),
    ],
)
def test_whom_a_place_is_named_after_does_not_run_it(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_whoever_runs_it_is_told() -> None:
    text = "Директор бібліотеки імені Лесі Українки — Оксана Кравець."
    assert ask("хто директор бібліотеки", text).grade is Grade.ANSWERS


def test_a_shortened_street_is_quoted_with_its_number() -> None:
    text = "Praxis Dr. Wenzel, Lindenstr. 4, 01099 Dresden. Die Praxis öffnet um 8 Uhr."
    assert "Lindenstr. 4" in ask("wie ist die anschrift der praxis", text).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how much is the room", "Breakfast is included in the price of the room."),
        ("wie viel kostet das zimmer", "Das Frühstück ist im Preis des Zimmers inbegriffen."),
        ("wie viel kostet das zimmer", "Das Frühstück ist im Zimmerpreis inbegriffen."),
        ("combien coûte la chambre", "Le petit-déjeuner est compris dans le prix de la chambre."),
        ("cuánto cuesta la habitación", "El desayuno va incluido en el precio de la habitación."),
        ("quanto costa la camera", "La colazione è inclusa nel prezzo della camera."),
        ("quanto custa o quarto", "O café da manhã está incluído no preço do quarto."),
        ("wat kost de kamer", "Het ontbijt is inbegrepen in de prijs van de kamer."),
        ("скільки коштує номер", "Сніданок входить у вартість номера."),
        ("كم سعر الغرفة", "الفطور مشمول في سعر الغرفة."),
        ("房间多少钱", "早餐包含在房间价格里。"),
    ],
)
def test_a_price_that_includes_another_thing_is_not_told(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS
