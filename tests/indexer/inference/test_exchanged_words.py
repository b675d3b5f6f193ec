"""One word is exchanged, and all else is repeated."""

import pytest

from indexer.inference.entailment import judge


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The bank is opposite the school.", "The bank is next to the school."),
        ("Die Bank liegt gegenüber der Schule.", "Die Bank liegt neben der Schule."),
        ("La banque est en face de l'école.", "La banque est à côté de l'école."),
        ("El banco está enfrente de la escuela.", "El banco está al lado de la escuela."),
        ("La banca è di fronte alla scuola.", "La banca è accanto alla scuola."),
        ("O banco fica em frente à escola.", "O banco fica ao lado da escola."),
        ("De bank ligt tegenover de school.", "De bank ligt naast de school."),
        ("Банк находится напротив школы.", "Банк находится рядом со школой."),
        ("银行在学校对面。", "银行在学校旁边。"),
        ("銀行は学校の向かいにあります。", "銀行は学校の隣にあります。"),
        ("O carro está atrás da casa.", "O carro está em frente à casa."),
    ],
)
def test_another_place_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Herr Kunz reist am Montag ab.", "Herr Kunz reist am Montag an."),
        ("Der Hausmeister schaltet das Licht um neun aus.", "Er schaltet das Licht um neun ein."),
        (
            "De buurman zet de lamp om tien uur uit.",
            "De buurman zet de lamp om tien uur aan.",
        ),
        ("先週の月曜日、会議がありました。", "来週の月曜日、会議があります。"),
        ("私たちの学校は試合で敗れました。", "私たちの学校は試合で勝ちました。"),
    ],
)
def test_a_verb_with_another_particle_or_another_week_does_not(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Herr Kunz reist am Montag ab.", "Herr Kunz fährt am Montag ab."),
        (
            "Das Fest findet am 3. Mai statt.",
            "Das Fest wird am 3. Mai stattfinden.",
        ),
        ("The bank is beside the school.", "The bank is next to the school."),
        ("The path goes from hall 1 to hall 2.", "The path goes from hall 1 to hall 2."),
    ],
)
def test_the_same_verb_and_place_do(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, verdict.reasons


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The fence will be painted in May.", "The fence was painted in May."),
        ("Das Tor wird im Mai gestrichen.", "Das Tor wurde im Mai gestrichen."),
        ("La reunión será el lunes.", "La reunión fue el lunes."),
        ("Ключ будет у соседа.", "Ключ был у соседа."),
        ("The tower is open from May to July.", "The tower is open all year round."),
        ("Der Garten ist im Sommer offen.", "Der Garten ist das ganze Jahr über offen."),
        ("Two flats are let, the third is vacant.", "The third flat is let."),
        ("Change the sheets every six weeks.", "Change the sheets every two months."),
        ("温室は夏に開いています。", "温室は一年中開いています。"),
        ("The price does not include towels, sheets or soap.", "The price includes sheets."),
        ("Der Preis enthält keine Handtücher, Bettwäsche oder Seife.", "Er enthält Bettwäsche."),
        ("Jede Wohnung hat drei Keller. Das Licht brennt zwei Stunden.", "Flats have two cellars."),
    ],
)
def test_another_tense_span_or_number_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The fence will be painted in May.", "In May the fence will be painted."),
        ("The firm was founded in 1990 and will move in June.", "The firm will move in June."),
        ("Change the sheets every eight weeks.", "Change the sheets every two months."),
        ("The tower is open all year round.", "The tower is open all year."),
        ("The price includes towels, sheets and soap, but not food.", "Sheets are included."),
        ("The shop is open from 2 May to 15 June.", "The shop is open from 2 May until 15 June."),
    ],
)
def test_the_same_tense_span_and_number_do(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, verdict.reasons
