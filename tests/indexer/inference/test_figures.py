"""Numbers, fractions, spans of time and permissions in other words, with near misses."""

import pytest

from indexer.inference.entailment import judge

LAND = "The society owns 24,000 square metres of land and 180 plots, a third of which are let."
VERKAUF = "Ein Drittel der Karten ging an Schüler, 1.250 Karten gab es insgesamt."
ATTENTE = "Il faut compter quinze jours d'attente pour une visite."
KETTLE = "Fill the kettle with at most 1.5 litres. Let it stand for 90 minutes."
HOURS = "Die Gaststätte hat von halb eins bis zwei geöffnet."
MEMBERS = "健身房的会员比去年多了三分之一。"


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (LAND, "The society owns 24000 square metres of land."),
        (LAND, "The society owns 24 000 square metres of land."),
        (LAND, "Of the 180 plots, 60 are let."),
        (VERKAUF, "33 % der Karten gingen an Schüler."),
        (VERKAUF, "Es gab 1250 Karten."),
        (ATTENTE, "Pour une visite, l'attente est de deux semaines."),
        (KETTLE, "Fill the kettle with no more than 1,500 ml."),
        (KETTLE, "Let it stand for an hour and a half."),
        (HOURS, "Die Gaststätte öffnet um 12:30 Uhr."),
        ("Half the members vote by post.", "50 % of the members vote by post."),
        ("60 of the 180 plots are let to beginners.", "A third of the plots is let to beginners."),
        ("Ремонт занял два с половиной часа.", "Ремонт занял 150 минут."),
        ("The walk takes two and a half hours.", "The walk takes 150 minutes."),
        ("Der Weg dauert zweieinhalb Stunden.", "Der Weg dauert 150 Minuten."),
        (MEMBERS, "会员比去年大约多了33%。"),
        ("利用者の三割は高校生です。", "利用者の30%は高校生です。"),
    ],
)
def test_a_number_in_other_words_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (LAND, "The society owns 24 square metres of land."),
        (LAND, "Two thirds of the plots are let."),
        (LAND, "Of the 180 plots, 90 are let."),
        (VERKAUF, "43 % der Karten gingen an Schüler."),
        (VERKAUF, "Es gab 125 Karten."),
        (ATTENTE, "Pour une visite, l'attente est de trois semaines."),
        (KETTLE, "Fill the kettle with at most 2.5 litres."),
        (KETTLE, "Let it stand for half an hour."),
        (HOURS, "Die Gaststätte öffnet um 13:30 Uhr."),
        ("Half the members vote by post.", "A quarter of the members vote by post."),
        ("60 of the 180 plots are let to beginners.", "Half of the plots are let to beginners."),
        ("The walk takes two and a half hours.", "The walk takes 120 minutes."),
        ("利用者の三割は高校生です。", "利用者の40%は高校生です。"),
    ],
)
def test_another_number_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("館内で携帯電話を使わないでください。", "館内で携帯電話を使ってはいけません。"),
        ("更衣室内不得使用手机。", "更衣室里禁止使用手机。"),
        ("毛巾可以不带。", "不必带毛巾。"),
        ("No appointment is needed for blood tests.", "You need not have an appointment."),
        ("Das Tragen einer Mütze ist freiwillig.", "Eine Mütze muss man nicht tragen."),
    ],
)
def test_a_permission_in_other_words_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("館内で携帯電話を使わないでください。", "館内で携帯電話を使ってもいいです。"),
        ("更衣室内不得使用手机。", "更衣室里可以使用手机。"),
        ("毛巾可以不带。", "不可以带毛巾。"),
        ("You need not bring a towel.", "You must not bring a towel."),
        ("Mützen sind nicht nötig.", "Mützen sind verboten."),
        ("Fewer people take the tram than before.", "More people take the tram than before."),
        ("In den Ferien gibt es mehr Gerichte.", "In den Ferien gibt es weniger Gerichte."),
        ("Студентов стало меньше.", "Студентов стало больше."),
        (
            "Die Gaststätte Unterau hat geöffnet. Unterwegs kommt man an der Mühle vorbei.",
            "Die Gaststätte Unterwegs hat geöffnet.",
        ),
        (
            "Rechnungen verschicken wir per E-Mail, Mahnungen mit der Post.",
            "Rechnungen verschicken wir mit der Post.",
        ),
    ],
)
def test_a_permission_or_comparison_that_was_turned_does_not_follow(
    text: str, statement: str
) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]
