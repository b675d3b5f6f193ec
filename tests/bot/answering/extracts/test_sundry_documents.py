"""Newsletters, handovers, policies, price tables, mail: what names a thing there, and what not."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Where is the lost property box?", "The lost property box is outside the sports hall."),
        ("Wo ist der Empfang?", "Der Empfang ist links vom Eingang."),
        ("Où est la consigne ?", "La consigne est devant l'accueil."),
        ("前台在哪里？", "前台在大厅左边。"),
    ],
)
def test_more_words_tell_where(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("bis wann muss ich die belege abgeben", "Belege sind innerhalb von vier Wochen fällig."),
        ("When is the deposit due after moving out?", "The deposit is due within 30 days."),
        ("Во сколько отправляется автобус?", "Автобус — в 8:20."),
        ("车位停多久？", "车位最长两小时。"),
    ],
)
def test_what_is_done_need_not_be_repeated(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


PRICES = "| 衣物 | 水洗 | 干洗 |\n|---|---|---|\n| 衬衫 | 12元 | 20元 |\n| 双人被 | 60元 | — |\n"


def test_a_chinese_word_that_no_passage_has_is_missed() -> None:
    assert ask("干洗地毯要多少钱?", PRICES).grade is not Grade.ANSWERS


def test_a_chinese_word_is_found_with_the_particles_in_it() -> None:
    found = ask("水洗双人被要多少钱?", PRICES)
    assert found.grade is Grade.ANSWERS
    assert "60元" in found.text
    assert "12元" not in found.text


def test_a_chinese_day_is_one_word() -> None:
    found = ask("星期一开门吗？", "周二至周日开门，周一闭馆。\n\n周五有活动。")
    assert "周一" in found.text


COVER = "| Garantie | Plafond |\n|---|---|\n| Bris de glace | 2 000 € |\n| Vol | 8 000 € |\n"


def test_a_row_is_named_by_its_own_words() -> None:
    found = ask("Quel est le plafond pour une panne d'électroménager ?", COVER)
    assert found.grade is not Grade.ANSWERS
    assert ask("Quel est le plafond pour un vol ?", COVER).grade is Grade.ANSWERS


OPTIONS = (
    "-o, --overwrite\n   replace files that exist already\n-c, --copy\n   copy, not move, files\n"
)


def test_an_option_that_leaves_nothing_out_is_no_sure_answer() -> None:
    question = "Which option replaces files without replacing anything?"
    assert ask(question, OPTIONS).grade is not Grade.ANSWERS


def test_hours_tell_if_it_is_open_at_a_time() -> None:
    text = "The branch is open Monday to Friday 9 am to 6 pm."
    assert ask("Is the branch open on Fridays at half past five?", text).grade is Grade.ANSWERS


KEYS = """# Übergabe

Der Mieter hat die Wohnung und das Haus gesehen.

## Schlüssel

Briefkasten: 2
Keller: 1

## Zählerstände

Strom (Nr. 44): 18.243 kWh
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Wie viele Briefkastenschlüssel gibt es?", "Briefkasten: 2"),
        ("Wie hoch war der Stromzähler?", "18.243 kWh"),
    ],
)
def test_a_compound_is_a_line_under_its_heading(question: str, told: str) -> None:
    assert told in ask(question, KEYS).text


def test_an_ordinal_is_its_figure() -> None:
    text = "Bahn: ab vier Stunden darf die 1. Klasse gebucht werden. Bahn: sonst die Klasse 2."
    assert "1. Klasse" in ask("Darf ich die erste Klasse buchen?", text).text


def test_the_marks_of_a_quoted_mail_are_not_quoted() -> None:
    found = ask("Is there bread without gluten?", "> There is bread\n> without gluten.\n")
    assert "bread without gluten" in found.text


CLUBS = """# Clubs

| Club | Day | Room | Cost |
|---|---|---|---|
| Chess | Monday | Library | free |
| Choir | Tuesday | Music room | £2 |

Late children go to the hall at the end of a club.
"""


def test_the_head_of_a_column_tells_where() -> None:
    found = ask("Where does the chess club meet?", CLUBS)
    assert found.grade is Grade.ANSWERS
    assert "Library" in found.text


def test_a_day_that_is_denied_is_no_sure_answer_to_when() -> None:
    text = "It could not be on Saturday, as the place is taken."
    assert ask("When is the dinner?", text, "dinner").grade is not Grade.ANSWERS


ROOMS = """# Handover

## Hall

Walls painted, no damage.

## Bedroom

The window does not close.

## Agreed

Damage that is not written here is to be told within 14 days.
"""


def test_what_stands_under_the_heading_asked_for_goes_first() -> None:
    assert "window" in ask("What damage is there in the bedroom?", ROOMS).text.splitlines()[0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Сколько длится осмотр?", "Осмотр длится около 30 минут."),
        ("Sous quel délai l'expert vient-il ?", "L'expert vient dans les dix jours."),
        ("Cuánto tarda el envío", "El envío tarda tres días."),
    ],
)
def test_how_long_is_asked_in_more_ways(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_ages_tell_who_may_come() -> None:
    text = "No se admiten menores de 14 años."
    assert ask("¿Puede ir mi hija de 13 años?", text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Darf ich die Wände bunt streichen?", "Der Mieter darf die Wände farbig streichen."),
        ("Can I send the plants back?", "Plants cannot be returned."),
        ("会员卡可以退钱吗?", "会员卡不能退现金。"),
        ("Можно ли садиться за руль после наркоза?", "После наркоза нельзя водить машину."),
    ],
)
def test_other_words_for_the_same(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS
