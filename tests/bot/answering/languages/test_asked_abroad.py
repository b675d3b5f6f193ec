"""Questions as people type them in other languages than English, over a sentence or two."""

import pytest

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind


def ask(question: str, text: str) -> Extracts:
    hit = Hit(Chunk("doc:1", "notes", text), "/1.md", "1.md", KB, "md", 0.9)
    return find_answer(parse_question(question), [hit])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Was fressen Igel im Herbst?", "Igel fressen im Herbst Käfer und Regenwürmer."),
        ("Worüber schrieb Keller seinen Aufsatz?", "Keller schrieb seinen Aufsatz über Moose."),
        ("谁是第一位馆长？", "詹姆斯·赫顿是第一位馆长。"),
        ("谁设计了礼堂？", "礼堂由亨利·科尔设计。"),
        ("l'entrée est gratuite pour les enfants ?", "L'entrée est gratuite pour les enfants."),
        ("犬は入れますか", "小型犬は入れます。"),
        ("車は何台まで置けますか", "駐車場は8台分です。"),
        ("qui tient la buvette", "La buvette est tenue par le club de basket."),
        ("wer kümmert sich um die musik", "Um die Musik kümmert sich Torsten."),
        ("wer schrieb das stück", "Geschrieben hat das Stück Ingvar Thorsen."),
        ("у кого запасные ключи", "Запасные ключи у соседки."),
        ("quante sedute sono previste", "Sono previste quindici sedute."),
        ("cuanto cuesta la hora de mano de obra", "Mano de obra: 4 horas a 38 € la hora"),
    ],
)
def test_it_answers(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    "question",
    ["L'entrée est payante ?", "as bebidas estão incluídas?", "Die Kinder dürfen mit?"],
)
def test_a_statement_with_a_question_mark_asks_whether(question: str) -> None:
    assert parse_question(question).kind is Kind.WHETHER


@pytest.mark.parametrize("question", ["Et l'entrée ?", "Der Preis?"])
def test_a_phrase_with_a_question_mark_does_not(question: str) -> None:
    assert parse_question(question).kind is not Kind.WHETHER


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("谁是第一位馆长？", "第一位馆长去年退休。"),
        ("o que é o almoço", "Depois do almoço há duas horas de praia."),
        ("what is the breakfast", "After breakfast we walk to the lake."),
        ("o que tenho de levar", "Não é permitido levar animais."),
        ("was muss ich mitbringen", "Hunde dürfen nicht mitgebracht werden."),
        ("wie geeft de workshop", "Geef je dieet voor de workshop door aan Wendy Bos."),
        ("wer gibt den Kurs", "Gib deine Wünsche für den Kurs an Wendy Bos weiter."),
        ("qui tient la buvette", "La buvette est fermée par mauvais temps."),
        ("cuanto cuesta una noche", "Tres noches cuestan 90 €."),
        ("雨だったらどうする", "持ち物は雨具と水筒です。"),
    ],
)
def test_near_misses_do_not(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS
