"""Readings of crowded passages: spans, rivals, remnants, and who a verb speaks of."""

import pytest

from indexer.inference.entailment import CITED, UNCITED, judge

SHELTER = "El refugio abre de junio a septiembre. Las llaves las guarda el alcalde."
SHED = "The shed is opened by Ann on weekdays and by Bob at weekends."
DINNER = (
    "Dormir cuesta 18 euros y cenar 14; los socios pagan la mitad por dormir, pero no por cenar."
)
LOANS = (
    "Se pueden llevar hasta ocho libros durante tres semanas, y las películas durante una semana."
)
HOUSE = "Lena erbte das Haus, verkaufte es aber nicht, sondern vermietet die Wohnung."
FEES = "Plot holders pay £48 a year, pensioners £36."
WOOL = "No lave lana a más de 30 grados."
RAIL = "The inspector found a loose handrail on the third floor."
HUMANS = "Los seres humanos nacen libres e iguales en dignidad y derechos."
HOSTEL = "The lighthouse stands on Gull Point. The cottage beside it is now a hostel."
BOOK = "The Salt Road was translated into ten languages. Holt dedicated it to her sister Joan."
ORDONNANCE = "Pour renouveler une ordonnance, il suffit d'appeler la secrétaire, Mme Leroy."
PLANTS = "The plant in Riga is to be closed, whereas the one in Turku will be enlarged by 60 jobs."
SIGNING_UP = "登録は月曜以外の毎日できますが、土曜は午前中だけです。"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (SHELTER, "En julio el refugio está abierto."),
        (SHELTER, "En octubre el refugio está cerrado."),
        (SHED, "On a Sunday it is Bob who opens the shed."),
        (DINNER, "Los socios pagan la mitad por dormir."),
        (FEES, "Pensioners pay £12 a year less than other plot holders."),
        (WOOL, "La lana no debe lavarse a 40 grados."),
        (HUMANS, "Los seres humanos nacen libres e iguales en derechos."),
        (BOOK, "The Salt Road is dedicated to the author's sister."),
        (ORDONNANCE, "Un simple appel à Mme Leroy permet de renouveler une ordonnance."),
    ],
)
def test_what_a_reader_takes_from_the_passage_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.meets(CITED), (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (SHELTER, "En octubre el refugio está abierto."),
        (SHED, "On a Tuesday it is Bob who opens the shed."),
        (DINNER, "Los socios pagan la mitad por cenar."),
        (LOANS, "Las películas se prestan durante tres semanas."),
        (HOUSE, "Lena hat das Haus verkauft."),
        (FEES, "Pensioners pay £48 a year."),
        (RAIL, "The inspector found a loose handrail on the second floor."),
        (HOSTEL, "The lighthouse itself now serves as a hostel."),
        (SIGNING_UP, "登録は毎日できます。"),
        (PLANTS, "The Turku plant is going to be shut down."),
    ],
)
def test_what_belongs_to_another_does_not(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.meets(CITED), (verdict.coverage, verdict.reasons)


def test_a_name_alone_supports_nothing_that_has_no_mark() -> None:
    assert not judge("Perhaps Bob knows.", SHED).meets(UNCITED)
