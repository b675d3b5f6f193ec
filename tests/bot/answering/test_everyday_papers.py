"""Contracts, letters, handbooks and recipes: numerals, bounds of time, parted verbs, rows."""

import pytest

from bot.answering.extracts.extract import find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.extracts.pieces import split_passage
from bot.answering.follow_up import continue_question, is_follow_up, points_at_topic
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import load_question_words
from indexer.text.verb_forms import join_parted_verb
from memory.messages import Message, Role
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "quanto tempo si conserva la torta?",
            "La torta di mele si conserva tre giorni sotto una campana di vetro.",
        ),
        ("How long are lockers kept closed?", "Lockers are kept closed for fourteen days."),
        (
            "Сколько времени действует справка?",
            "Справка нужна всем детям. Она действует в течение трёх месяцев после осмотра.",
        ),
    ],
)
def test_a_numeral_tells_how_long_in_its_own_language(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


BINS = "Die Tonne muss bis 6 Uhr am Straßenrand stehen. Die Tonne darf ab 18 Uhr hinaus."


@pytest.mark.parametrize(
    ("question", "told"),
    [("Ab wann darf die Tonne hinaus?", "18 Uhr"), ("Bis wann muss die Tonne stehen?", "6 Uhr")],
)
def test_the_end_of_time_that_is_asked_for_is_told(question: str, told: str) -> None:
    assert told in ask(question, BINS).text.splitlines()[0]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Ab wann darf die Tonne stehen?", "Die Tonne darf bis 6 Uhr stehen."),
        ("From when may guests use the sauna?", "Guests may use the sauna until 10 pm."),
        (
            "Jusqu'à quand peut-on payer la cotisation ?",
            "On peut payer la cotisation dès le 3 mai.",
        ),
    ],
)
def test_the_other_end_of_time_is_no_sure_answer(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


def test_both_ends_answer_either() -> None:
    found = ask("From when is the sauna open?", "The sauna is open from 9 am to 10 pm.")
    assert found.grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "phrase", "joined"),
    [
        ("Wie melde ich Sperrmüll an?", "wie", "Wie anmelden ich Sperrmüll?"),
        ("Wann fängt der Kurs an", "wann", "Wann anfangen der Kurs?"),
        ("Wie lange hat die Praxis zu?", "wie lange", "Wie lange hat die Praxis zu?"),
        ("Wo muss ich hin?", "wo", "Wo muss ich hin?"),
    ],
)
def test_a_verb_is_joined_with_its_prefix(question: str, phrase: str, joined: str) -> None:
    assert join_parted_verb(question, phrase, "de") == joined


def test_how_to_do_something_is_told_by_the_line_that_opens_with_it() -> None:
    text = (
        "## Sperrmüll\n\nSperrmüll wird nur auf Anmeldung abgeholt, zweimal im Jahr kostenlos, "
        "höchstens drei Kubikmeter. Anmelden: 0421 555 880 oder auf der Webseite. "
        "Jede weitere Abholung kostet 45 €.\n\nDas Schadstoffmobil nimmt Farben, aber kein Altöl."
    )
    found = ask("Wie melde ich Sperrmüll an?", text)
    assert found.grade is Grade.ANSWERS
    assert "0421 555 880" in found.text


def test_a_row_set_with_spaces_is_quoted_whole() -> None:
    text = (
        "Oil can (red)        Stop at once and switch off the engine. Do not drive on.\n"
        "Battery (red)        The alternator does not charge. Drive to a workshop.\n"
    )
    lines = [each.line for each in split_passage(text, "en")]
    assert lines == [
        "Oil can (red) Stop at once and switch off the engine. Do not drive on.",
        "Battery (red) The alternator does not charge. Drive to a workshop.",
    ]


def test_a_column_and_a_title_make_a_compound() -> None:
    table = (
        "# Abfuhrkalender\n\n| Monat | Restmüll | Papier |\n| --- | --- | --- |\n"
        "| März | 5. | 10. |\n| April | 2. | 14. |\n"
    )
    found = ask("Wann ist im April Papierabfuhr?", table, "Abfuhrkalender")
    assert found.grade is Grade.ANSWERS
    assert "14." in found.text


def test_a_number_that_names_something_has_digits() -> None:
    text = "Member: Hannah Whitlock, membership no. 44817. Members may freeze their membership."
    assert "44817" in ask("what is my membership number?", text).text.splitlines()[0]
    without = ask("what is my membership number?", "The membership has an end. Members train.")
    assert without.grade is not Grade.ANSWERS


def test_a_japanese_sentence_without_a_topic_goes_on_with_the_one_before() -> None:
    found = ask(
        "登録シールはいくらですか？", "登録シールは管理人室で受け取ってください。1枚300円です。"
    )
    assert found.grade is Grade.ANSWERS
    assert "登録シールは管理人室で受け取ってください。1枚300円です。" in found.text


ORDER = """Thank you for your order.

3 x Raspberry cane 'Autumn Bliss'    £17.25

Delivery: The cold frame comes by carrier between 18 and 20 March; you will receive a text message \
with a two-hour slot the day before.

Returns: You may return tools and furniture within 30 days, unused. Plants cannot be returned, but \
if one does not grow we replace it until the end of September.
"""


def test_what_another_piece_tells_of_a_missing_word_is_no_sure_answer() -> None:
    found = ask("How long do I have to return the cold frame?", ORDER)
    assert found.grade is not Grade.ANSWERS or "30 days" in found.text


def test_what_says_nothing_of_a_condition_contests_no_answer() -> None:
    found = ask("what happens if a raspberry doesn't grow?", ORDER)
    assert found.grade is Grade.ANSWERS
    assert "we replace it" in found.text


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("Quanto costa la piscina?", "Quando apre la biblioteca?"),
        ("¿Cuánto cuesta el gimnasio?", "¿Cuándo abre la biblioteca?"),
    ],
)
def test_an_article_does_not_point_back(question: str, before: str) -> None:
    assert not is_follow_up(question, before)


def test_where_somebody_lived_before_is_a_question_of_its_own() -> None:
    assert not is_follow_up("where did I live before?", "What am I allergic to?")


def test_an_adverb_with_its_accent_points_back() -> None:
    assert is_follow_up("Quanto costa là?", "Quando apre la piscina?")


def a_message(role: Role, text: str) -> Message:
    return Message(role, text, "2026-02-11T09:00:00Z")


@pytest.mark.parametrize(
    ("question", "points"),
    [
        ("What is the fee for my one year old?", False),
        ("Which one is cheaper?", True),
        ("How much is the red one?", True),
    ],
)
def test_a_number_of_years_does_not_point_back(question: str, points: bool) -> None:
    asked = continue_question(question, [a_message("user", "How much is the ferry?")])
    assert bool(asked.before) is points


def test_one_year_is_a_number_that_decides() -> None:
    question = continue_question("What does a day cost for my one year old?", [])
    text = "Fees per day:\n\n- Two and three year olds: £71"
    hit = Hit(Chunk("doc:1", "fees", text), "/fees.md", "fees.md", KB, "md", 0.9)
    assert find_answer(question, [hit]).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("before", "asked", "follows"),
    [
        ("is there hot water at 3 am?", "at 6 am?", True),
        ("When is check-out on Sundays?", "on Saturdays?", True),
        ("Was kostet das Zimmer?", "mit Frühstück?", True),
        ("C'est ouvert en juillet ?", "en août ?", True),
        ("Wer ist der Trainer?", "Hast du seine Nummer?", True),
        ("Qui est l'entraîneur ?", "Tu as son numéro ?", True),
        ("Кто тренер?", "У тебя есть его номер?", True),
        ("¿Cuándo abre el museo?", "en invierno?", True),
        ("When is check-out on Sundays?", "in winter", False),  # words to look for
        ("When is check-out on Sundays?", "sauna?", False),
        ("When is check-out on Sundays?", "In what year was the house built?", False),
    ],
)
def test_what_a_preposition_begins_goes_on_with_the_question_before(
    before: str, asked: str, follows: bool
) -> None:
    assert is_follow_up(asked, before) is follows


def test_a_bare_question_may_be_answered_as_the_one_before() -> None:
    text = "Ouvert de 8 h 30 à 18 h.\n\nProchain rendez-vous : mardi 9 septembre à 10 h 15."
    said = [
        a_message("user", "C'est quand mon rendez-vous ?"),
        a_message("assistant", "- Prochain rendez-vous : mardi 9 septembre à 10 h 15. [1]"),
    ]
    hit = Hit(Chunk("doc:1", "dentiste", text), "/d.md", "d.md", KB, "md", 0.9)
    found = find_answer(continue_question("C'est à quelle heure ?", said), [hit])
    assert found.text == "- Prochain rendez-vous : mardi 9 septembre à 10 h 15. [1]"


def test_what_is_asked_in_another_language_begins_a_new_topic() -> None:
    asked = [a_message("user", "Wie viele Zimmer hat die Wohnung?")]
    assert continue_question("How much does it cost?", asked).before == ""


@pytest.mark.parametrize(
    ("answer", "names"),
    [("Die Dokumente beantworten das nicht.", False), ("- Maria Lopez designed it. [1]", True)],
)
def test_only_what_is_quoted_names_anybody(answer: str, names: bool) -> None:
    said = [a_message("user", "Who designed the pool?"), a_message("assistant", answer)]
    before = continue_question("When was she born?", said).before
    assert ("Maria Lopez" in before) is names
    assert "Dokumente" not in before


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Is there a sauna?"),
        ("en", "When is there no school for children?"),
        ("en", "How do I report that my daughter is ill?"),
        ("en", "How long does it take to get a card?"),
        ("en", "How much is one bag?"),
        ("de", "Was kostet das Mittagessen?"),
        ("de", "Haben Sie eine Sauna?"),
        ("de", "Gibt es eine Sauna?"),
        ("de", "Wann muss ich da sein?"),
        ("de", "Wann hat die Sauna denn offen?"),
        ("fr", "Est-ce qu’il y a un sauna ?"),
        ("fr", "Quels sont les horaires en hiver ?"),
        ("es", "¿Qué es lo que hay que llevar?"),
        ("it", "Quanto ci vuole per la tessera?"),
        ("nl", "Is er een sauna?"),
        ("nl", "Hoe laat zijn de lessen?"),
        ("nl", "Wat kost het ontbijt?"),
    ],
)
def test_a_word_that_points_at_nothing_continues_nothing(language: str, question: str) -> None:
    assert not points_at_topic(question, load_question_words(language))


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Who wrote that?"),
        ("en", "Where was she born?"),
        ("en", "How much does it cost?"),
        ("en", "Who lives there?"),
        ("en", "Which one is cheaper?"),
        ("de", "Was kostet das?"),
        ("de", "Wo wurde sie geboren?"),
        ("de", "Wie heißt sein Bruder?"),
        ("de", "Wie lange dauert das noch?"),
        ("fr", "Combien ça coûte ?"),
        ("fr", "Où est-elle née ?"),
        ("es", "¿Dónde nació ella?"),
        ("it", "Quanto costa questo?"),
        ("nl", "Wat kost dat?"),
        ("nl", "Wie is zijn broer?"),
        ("ru", "Сколько это стоит?"),
        ("zh", "它多少钱？"),
    ],
)
def test_a_word_that_points_back_continues_what_was_asked(language: str, question: str) -> None:
    assert points_at_topic(question, load_question_words(language))


@pytest.mark.parametrize(
    ("question", "text", "told"),
    [
        (
            "Does it cover the door seal?",
            "We will not pay for:\n- damage by limescale\n- door seals and filters",
            "**We will not pay for** door seals and filters",
        ),
        (
            "What is the new service charge?",
            "Service charge. It rises from £110 to £125 a month from 1 April.",
            "- Service charge. It rises from £110",  # and not twice
        ),
        (
            "Who do I ask about my pay?",
            "Questions about your pay: Sheila Grant, ext. 214",
            "ext. 214",
        ),
    ],
)
def test_a_quotation_is_whole(question: str, text: str, told: str) -> None:
    """What is left out would turn it round, or is said twice."""
    assert told in ask(question, text).text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How much holiday do I have left?", "Holiday left this year: 9 days"),
        ("When should I have the blood test?", "Please have your blood test the day before."),
        ("Quand faut-il faire la prise de sang ?", "Faites la prise de sang la veille."),
    ],
)
def test_what_a_label_counts_and_the_day_before_are_told(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS
