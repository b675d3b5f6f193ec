"""The lists of question words, in all languages."""

import tomllib

import pytest

from indexer.text.dates.calendar import find_calendar
from indexer.text.list_file import parse_lists
from indexer.text.question_words import (
    FOLDER,
    Kind,
    detect_clear_language,
    detect_question_language,
    list_question_languages,
    load_question_words,
)

ENGLISH = load_question_words("en")
# Articles with which a question may open, where they open no question alone; participles without
# whoever does it; what "no." numbers, where it is written so.
OPTIONAL = {"topic", "handed", "handing", "numbered"}
# Not every language has such words.
MAY_BE_EMPTY = frozenset(("empty", "determiners", "owners", "addressed"))


@pytest.mark.parametrize("language", list_question_languages())
def test_every_language_has_every_list(language: str) -> None:
    lists = load_question_words(language).lists
    assert {name: set(section) - OPTIONAL for name, section in lists.items()} == {
        name: set(section) - OPTIONAL for name, section in ENGLISH.lists.items()
    }
    assert all(
        section[name]
        for key, section in lists.items()
        if key != "calendar" and (key != "things" or load_question_words(language).is_spaced)
        for name in section
        if name not in MAY_BE_EMPTY
    )
    assert len(lists["calendar"]["days"]) == 7


@pytest.mark.parametrize("language", list_question_languages())
def test_every_reply_keeps_its_placeholders(language: str) -> None:
    replies = load_question_words(language).lists["replies"]
    assert "{count}" in replies["documents"]
    assert "{name}" in replies["read"]


@pytest.mark.parametrize(
    ("language", "question", "kind"),
    [
        ("en", "When is the museum open on Thursday?", Kind.WHEN),
        ("en", "Can you tell me when the pool opens?", Kind.WHEN),
        ("en", "Can I bring a dog when it rains?", Kind.WHETHER),
        ("en", "How long is the notice period?", Kind.DURATION),
        ("en", "which option reverses the order", Kind.OPTION),
        ("en", "wifi password", Kind.SEARCH),
        ("en", "What does a ten-visit card cost for a child?", Kind.AMOUNT),
        ("en", "What day do I have to pay?", Kind.WHEN),
        ("en", "What happens if I pay late?", Kind.WHICH),
        ("en", "What's the captain's phone number?", Kind.PHONE),
        ("en", "Who changed the phone number?", Kind.WHO),
        ("en", "Which email address do claims go to?", Kind.EMAIL),
        ("en", "How heavy is the case?", Kind.WEIGHT),
        ("de", "Was darf ein Hotel in München kosten?", Kind.AMOUNT),
        ("de", "Bei welcher Temperatur wird gewaschen?", Kind.TEMPERATURE),
        ("fr", "Combien pèse l'appareil ?", Kind.WEIGHT),
        ("ru", "Какой ширины дверь?", Kind.DISTANCE),
        ("de", "Wie lange ist die Kündigungsfrist?", Kind.DURATION),
        ("fr", "À quelle heure ferme la bibliothèque ?", Kind.WHEN),
        ("es", "¿Cuánto tiempo dura la garantía?", Kind.DURATION),
        ("it", "Quanto costa il biglietto?", Kind.AMOUNT),
        ("pt", "Onde fica a chave?", Kind.WHERE),
        ("nl", "Wie is de huismeester?", Kind.WHO),
        ("ru", "Сколько стоит билет?", Kind.AMOUNT),
        ("uk", "Хто відповідає за ключі?", Kind.WHO),
        ("zh", "博物馆星期四几点开放？", Kind.WHEN),
        ("ja", "図書館は何時に閉まりますか", Kind.WHEN),
        ("ar", "كم سعر التذكرة؟", Kind.AMOUNT),
    ],
)
def test_the_kind_of_a_question_is_found(language: str, question: str, kind: Kind) -> None:
    assert load_question_words(language).find_kind(question)[0] is kind


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("de", "Was bedeutet A2?"),
        ("it", "posso portare a casa un dizionario?"),
        ("es", "¿Qué día me cobran la luz?"),
        ("en", "create a new archive"),
        ("uk", "Скільки коштує квиток?"),
        ("ja", "何時に閉まりますか"),
        ("ar", "كم الإيجار؟"),
        ("ar", "متى يفتح المتجر؟"),
        ("fa", "اجاره چقدر است؟"),  # no words of its own for questions, but not Arabic
        ("tr", "Kira ne kadar?"),
        ("tr", "Yarın 15:30'da bana hatırlat"),
    ],
)
def test_a_short_question_shows_its_language_by_how_it_asks(language: str, question: str) -> None:
    assert detect_question_language(question) == language


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Einstellungen zeigen oder ändern"),  # öder
        ("de", "Wie alt ist Kim?"),  # kim
        ("en", "Her son is on it"),
        ("es", "Mi hijo estudia en Salamanca."),  # mı
        ("es", "Mi última respuesta usó estos pasajes:"),
        ("fr", "Ça ne marche plus depuis hier"),  # ne
        ("it", "Mi chiamo Ada."),
    ],
)
def test_words_that_turkish_has_too_are_not_turkish(language: str, said: str) -> None:
    assert detect_question_language(said) == language
    assert detect_clear_language(said) == language
    assert detect_question_language("Sure!") == "en"  # süre


@pytest.mark.parametrize(
    ("language", "text", "days"),
    [
        ("en", "Tuesday to Friday: 10–17", {1, 2, 3, 4}),
        ("en", "Mon–Wed 8–12", {0, 1, 2}),
        ("en", "open daily", set(range(7))),
        ("en", "Sat 9–12, Mon 8–10", {5, 0}),
        ("de", "Di–Do 9–18 Uhr", {1, 2, 3}),
        ("de", "Freitag bis Montag", {4, 5, 6, 0}),
        ("fr", "du lundi au vendredi", {0, 1, 2, 3, 4}),
        ("ru", "вторник — пятница", {1, 2, 3, 4}),
        ("zh", "周一至周五", {0, 1, 2, 3, 4}),
        ("ja", "| 木 | 9:00 |", {3}),
        ("en", "We sat on the monument.", set()),
    ],
)
def test_the_days_that_a_text_names_are_found(language: str, text: str, days: set[int]) -> None:
    assert find_calendar(text, language).days == days


def test_months_include_those_of_a_range() -> None:
    assert find_calendar("November to February", "en").months == {10, 11, 0, 1}


@pytest.mark.parametrize(
    ("text", "months"),
    [("and in may?", {4}), ("by may", {4}), ("we may go", set()), ("this may be so", set())],
)
def test_may_is_a_month_where_a_date_is_led_to(text: str, months: set[int]) -> None:
    assert find_calendar(text, "en").months == months


@pytest.mark.parametrize("language", list_question_languages())
def test_the_lists_are_read_as_toml(language: str) -> None:
    text = (FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    found = parse_lists(text)
    assert {**found.lists, **found.sections} == tomllib.loads(text)


@pytest.mark.parametrize(
    ("language", "question", "kind"),
    [
        ("en", "What's the rent?", Kind.AMOUNT),
        ("en", "what is the hourly rate for a joiner", Kind.AMOUNT),
        ("en", "What evening is choir?", Kind.WHEN),
        ("en", "What is the notice period for the flat?", Kind.DURATION),
        ("en", "What is the rent agreement about?", Kind.WHICH),
        ("en", "What is the rent of the cellar?", Kind.WHICH),
        ("en", "How high is the fee?", Kind.AMOUNT),
        ("en", "How high is the fence?", Kind.NUMBER),
        ("en", "When's the fair?", Kind.WHEN),
        ("en", "what would a new battery set me back", Kind.WHICH),
        ("de", "Wie hoch ist der Jahresbeitrag?", Kind.AMOUNT),
        ("de", "Welche Kündigungsfrist gilt?", Kind.DURATION),
        ("de", "An welchem Abend ist Chor?", Kind.WHEN),
        ("de", "Was nimmt die Bank dafür?", Kind.AMOUNT),
        ("fr", "Quel est le loyer ?", Kind.AMOUNT),
        ("fr", "Quelle est la date limite ?", Kind.WHEN),
        ("es", "¿Cuál es la cuota?", Kind.AMOUNT),
        ("it", "Qual è la scadenza del bollettino?", Kind.WHEN),
        ("nl", "Wat is de huur?", Kind.AMOUNT),
        ("pt", "Qual é a renda?", Kind.AMOUNT),
        ("ru", "Какая плата за гараж?", Kind.AMOUNT),
    ],
)
def test_the_noun_behind_a_what_tells_the_kind(language: str, question: str, kind: Kind) -> None:
    assert load_question_words(language).find_kind(question)[0] is kind


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "nein, am Samstag"),
        ("de", "ach nee, doch Freitag"),
        ("fr", "euh non, jeudi"),
        ("es", "uy no, el viernes"),
        ("it", "anzi no, a sabato"),
        ("nl", "o nee, op zaterdag"),
    ],
)
def test_a_short_correction_is_in_the_language_of_its_day(language: str, text: str) -> None:
    assert detect_clear_language(text) == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("ru", "есть парковка"),
        ("uk", "хто ти"),
        ("zh", "你是谁"),
        ("ar", "مين انت"),
        ("", "Договор 2024"),
        ("", "营业"),
        ("", "Parking?"),
    ],
)
def test_two_words_that_ask_in_another_script_are_clear(language: str, text: str) -> None:
    assert detect_clear_language(text) == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "hay que hacer las camas"),
        ("es", "tengo que llevar toallas"),
        ("pt", "tenho que levar toalhas"),
    ],
)
def test_a_word_inside_what_opens_a_question_asks_nothing_else(language: str, text: str) -> None:
    assert load_question_words(language).find_kind(text)[0] is Kind.WHETHER


@pytest.mark.parametrize(
    ("language", "order"),
    [
        ("it", "dimentica il tè verde"),  # though `il te` is French
        ("de", "fasse das Protokoll zusammen"),
        ("it", "dimentica la bolletta del gas"),
        ("fr", "oublie le rendez-vous"),
        ("nl", "onthoud de afspraak"),
        ("de", "find ich gut, was meinst du dazu?"),  # `find` is an English order
        ("de", "stop, das ist falsch"),
        ("fr", "fais-moi un résumé du règlement"),
        ("es", "hazme un resumen del campamento"),
        ("ru", "перескажи инструкцию"),
    ],
)
def test_the_word_that_orders_something_is_of_its_language(language: str, order: str) -> None:
    assert detect_clear_language(order) == language
