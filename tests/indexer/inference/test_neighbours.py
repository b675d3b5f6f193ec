"""Statements that take a neighbour's word, condition or value, and the same said rightly."""

import pytest

from indexer.inference.entailment import CITED, UNCITED, judge

CODES = (
    "Bei Fehler F2 schalten Sie den Ofen aus. Wenn H3 blinkt, füllen Sie Salz nach; "
    "wenn H5 blinkt, rufen Sie uns an."
)
GUESTS = "The host welcomed the guests. The clerks thanked the mayor."
FEES = "Die Anmeldung kostet 30 Euro, am Schalter 45 Euro."
HALVES = "Зал украсили за день: первую половину — Дина, вторую — Тимур."
PRICES = "La entrada general vale 12 euros; la reducida, 7."
BREAD = "Den Braten mit Folie eine Stunde im Ofen lassen."
HEIR = "Lena Roth founded the mill in 1890. Her nephew Karl sold the land."
FORMS = "表格由赵敏填写，孙强盖章。"
AGES = "No se admiten niños menores de doce años en la sala."
CLASSES = "Wer mehr als zwei Stunden fehlt, bekommt kein Zeugnis."
TREES = "Gepflanzt werden vor allem Buchen; Kiefern werden nicht mehr gepflanzt."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (CODES, "Wenn H5 blinkt, rufen Sie uns an."),
        (CODES, "Wenn H3 blinkt, füllen Sie Salz nach."),
        (GUESTS, "The clerks thanked the mayor."),
        (GUESTS, "The mayor was thanked by the clerks."),
        (FEES, "Am Schalter zahlt man 45 Euro."),
        (HALVES, "Вторую половину украсил Тимур."),
        (PRICES, "La entrada reducida vale 7 euros."),
        (BREAD, "Der Braten bleibt eine Stunde mit Folie im Ofen."),
        ("Nach dem Backen den Deckel entfernen.", "Der Deckel wird nach dem Backen entfernt."),
        (HEIR, "Karl sold the land."),
        (FORMS, "表格由赵敏填写，由孙强盖章。"),
        (AGES, "Un niño de diez años no se admite en la sala."),
        (CLASSES, "Wer drei Stunden fehlt, bekommt kein Zeugnis."),
        ("A family may have at most two cards.", "A family may not have three cards."),
        (TREES, "Kiefern werden nicht mehr gepflanzt."),
    ],
)
def test_what_is_said_rightly_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.meets(CITED), (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (CODES, "Wenn H5 blinkt, füllen Sie Salz nach."),
        (CODES, "Wenn H3 blinkt, rufen Sie uns an."),
        (GUESTS, "The mayor thanked the clerks."),
        (FEES, "Am Schalter kostet die Anmeldung 30 Euro."),
        (HALVES, "Вторую половину украсила Дина."),
        (PRICES, "La entrada general vale 7 euros y la reducida 12."),
        (BREAD, "Den Braten ohne Folie eine Stunde im Ofen lassen."),
        (BREAD, "Der Braten bleibt ohne Folie eine Stunde im Ofen."),
        (HEIR, "She sold the land."),
        ("My aunt was out. He broke the vase.", "My aunt broke the vase."),
        (FORMS, "表格由孙强填写，由赵敏盖章。"),
        (AGES, "Un niño de catorce años no se admite en la sala."),
        (CLASSES, "Wer nur 40 Minuten fehlt, bekommt kein Zeugnis."),
        ("A family may have at most two cards.", "A family may have three cards."),
        (TREES, "Es werden vor allem Kiefern gepflanzt, Buchen nicht mehr."),
    ],
)
def test_what_is_taken_from_a_neighbour_does_not(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.meets(CITED), (verdict.coverage, verdict.reasons)


def test_a_passage_that_is_named_may_say_less_of_a_statement() -> None:
    verdict = judge(
        "Latecomers are not let into the concert hall.", "During the concert, the doors stay shut."
    )
    assert verdict.meets(CITED)
    assert not verdict.meets(UNCITED)


BOILER = (
    "La chaudière est entretenue chaque automne par M. Perrin. En cas de fuite, coupez l'arrivée"
    " d'eau à la cave."
)
HEDGE = (
    "Ann trims the hedge by the pond in autumn. The clippings go on the compost heap, never on the"
    " lawn."
)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (BOILER, "If it leaks, turn off the supply down in the cellar."),
        (HEDGE, "Das Schnittgut gehört nicht auf den Rasen."),
    ],
)
def test_so_may_one_in_another_language(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.meets(CITED), (verdict.coverage, verdict.reasons)
    assert not verdict.meets(UNCITED)


def test_another_season_does_not_follow_in_another_language_either() -> None:
    assert not judge("Im Frühling stutzt Ann die Hecke am Teich.", HEDGE).meets(CITED)
