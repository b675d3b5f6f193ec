"""Statements whose numbers follow from those of the text, with near misses."""

import pytest

from indexer.inference.entailment import judge

COURSE = "The course runs from 9.15 to 11.15 am in room 4."
FARE = "Drivers get 25 cents per kilometre."
POWER = "停电时间为上午八点至下午三点。"
FEES = "Members pay 20 pounds a month, students half of that."
CHERRIES = "A kilo of cherries costs 6 euros."
MEETING = "会議は午後二時から四時までです。"
EVENINGS = "The course has twelve evenings of 75 minutes."
GRANT = "La beca paga 600 euros al mes durante diez meses."
POOL = "Das Bad hat von 9 bis 20 Uhr geöffnet."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (COURSE, "The course takes two hours."),
        (COURSE, "The course is two hours long."),
        (POWER, "停电七个小时。"),
        (FARE, "For 200 kilometres drivers get 50 euros."),
        (CHERRIES, "Five kilos of cherries cost 30 euros."),
        (FEES, "Students pay 10 pounds a month."),
        (MEETING, "会議は2時間です。"),
        (MEETING, "会議は16時に終わります。"),
        (POOL, "Das Bad schließt um 20 Uhr."),
        (POOL, "Das Bad öffnet um 9 Uhr."),
        (EVENINGS, "Altogether the course takes 15 hours."),
        (GRANT, "En total la beca paga 6.000 euros."),
        ("On mélange un demi-litre de lait.", "Il faut 50 centilitres de lait."),
        ("Поезд отправляется в 9:15.", "Поезд отходит в четверть десятого."),
        ("Собрание начнётся в 19:00.", "Собрание начнётся в семь часов вечера."),
        (
            "La reunión es el martes a las siete de la tarde.",
            "La reunión empieza a las 19 horas.",
        ),
        ("The stalls open at 4 pm, the fireworks at 8:00.", "The fireworks begin at 8 pm."),
        (
            "The hotel is paid up to 90 euros; in Paris up to 140.",
            "For a hotel in Paris up to 140 euros are paid.",
        ),
        ("Children under 12 travel free.", "A ten-year-old travels free."),
        ("Kinder bis sechs Jahre zahlen nichts.", "Ein fünfjähriges Kind zahlt nichts."),
        (
            "El curso cuesta 200 euros, con un descuento del 10 por ciento para socios.",
            "El curso cuesta 180 euros para los socios.",
        ),
    ],
)
def test_what_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (COURSE, "The course takes three hours."),
        (POWER, "停电六个小时。"),
        (FARE, "For 200 kilometres drivers get 80 euros."),
        (CHERRIES, "Five kilos of cherries cost 25 euros."),
        (FEES, "Students pay 20 pounds a month."),
        (POOL, "Das Bad öffnet um 20 Uhr."),
        ("The shop closes at 6 pm.", "The shop opens at 6 pm."),
        ("Children under 12 travel free.", "A fourteen-year-old travels free."),
        (
            "Children under six swim free. The board may be used from ten years on.",
            "Children under six years may use the board.",
        ),
        ("The ficus is repotted in spring, every two years.", "The ficus is repotted every year."),
        ("Soup is served on Tuesday. The shop is open on Friday.", "Soup is served on Friday."),
        (
            "Frau Lang leitet den Chor, die Kasse führt Herr Groß.",
            "Den Chor leitet Herr Groß.",
        ),
        ("The committee may end it after a written warning.", "They may end it without a warning."),
        (EVENINGS, "Altogether the course takes 14 hours."),
        (
            "Tickets cost 6 euros. The bus has 40 seats.",
            "Altogether the bus costs 240 euros.",
        ),
        (GRANT, "En total la beca paga 5.000 euros."),
    ],
)
def test_what_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Dogs are forbidden in the hall.", "Dogs are not allowed in the hall."),
        ("Admission is free for students.", "Students pay nothing for admission."),
        (
            "Le repas annulé n'est pas remboursé, sauf en cas de maladie.",
            "En cas de maladie, le repas annulé est remboursé.",
        ),
        ("The library is closed on Mondays.", "The library is not open on Mondays."),
        ("Smoking is forbidden except on the balcony.", "Smoking is allowed only on the balcony."),
    ],
)
def test_a_denial_in_other_words_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("Dogs are forbidden in the hall.", "Dogs are allowed in the hall."),
        ("The library is closed on Mondays.", "The library is open on Mondays."),
        ("图书馆周二至周日上午九点到下午六点开放，周一闭馆。", "图书馆周一也开放。"),
        ("All members except Ann voted for Bob.", "Only Ann voted for Bob."),
    ],
)
def test_a_denial_that_was_lost_does_not_follow(text: str, statement: str) -> None:
    assert not judge(statement, text).follows


BUSES = "The fleet has 12 red buses and 5 blue buses."
LINES = "Bus 4 runs 10 times a day and bus 7 runs 12 times a day."
HALL = "The hall has 40 seats downstairs and 25 seats upstairs."
GUESTS = "On Monday 20 guests came, on Tuesday 35 guests came."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The club has 12 boats and 5 canoes.", "The club has 17 boats."),
        ("Der Verein hat 12 Boote und 5 Kanus.", "Der Verein hat 17 Boote."),
        ("Le club a 12 bateaux et 5 canoës.", "Le club a 17 bateaux."),
        ("El club tiene 12 barcos y 5 canoas.", "El club tiene 17 barcos."),
        ("У клуба 12 лодок и 5 каноэ.", "У клуба 17 лодок."),
        ("俱乐部有12条船和5辆车。", "俱乐部有17条船。"),
        (LINES, "Bus 11 runs ten times a day."),
        (GUESTS, "On Tuesday 55 guests came."),
        (HALL, "Upstairs the hall has 65 seats."),
        ("Last year 40 members left and 55 joined.", "95 members left."),
    ],
)
def test_only_numbers_of_the_same_thing_are_added(text: str, statement: str) -> None:
    assert "number" in judge(statement, text).reasons


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (BUSES, "The fleet has 17 buses."),
        (HALL, "The hall has 65 seats."),
        ("L'hôtel a 12 chambres simples et 8 chambres doubles.", "L'hôtel a 20 chambres."),
        ("Our aunt gave six hives to the school and kept two.", "Our aunt had eight hives."),
        ("The motion was carried by six votes to three.", "Nine people voted on the motion."),
        ("There are 12 girls and 13 boys in the class.", "The class has 25 children in total."),
    ],
)
def test_numbers_of_the_same_thing_are_added(text: str, statement: str) -> None:
    assert "number" not in judge(statement, text).reasons
