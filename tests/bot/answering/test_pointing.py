"""A question takes over what was asked before only where it points at something."""

import pytest

from bot.answering.pointing import points_at_topic
from indexer.text.question_words import load_question_words


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
