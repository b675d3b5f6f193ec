"""Statements that follow from a text, and near misses, with what speaks against them."""

import pytest

from indexer.inference.entailment import judge, judge_answer
from tests.hostile.linear import SHORT, assert_linear, list_shapes

POOL = "The pool opens at nine and closes at eight, but not on Mondays. Children pay half."
SHED = "Anna bought the shed from Boris in March 2019 for 400 euros. Carla paints it every summer."
TEAM = "Anna chairs the board and begins in April. Boris chose the paint; he begins in June."
HUND = "Der Hund gehört Frau Weber und darf nicht in die Küche. Die Miete ist 700 Euro im Monat."
CHAT = "Le chat dort avant midi au grenier. Le loyer est de 500 euros, sans le garage."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (SHED, "Boris sold the shed to Anna."),
        (SHED, "Anna acquired the shed for four hundred euros."),
        (SHED, "The shed was bought by Anna in March 2019."),
        (HUND, "Der Hund darf nicht in die Küche."),
        (HUND, "Die Miete ist siebenhundert Euro im Monat."),
        (CHAT, "Le loyer est de 500 euros."),
        ("The parcel weighs 2,000 grams.", "The parcel weighs 2 kg."),
        ("The walk takes 118 minutes.", "The walk takes about two hours."),
        ("Книга лежит на столе.", "Книга лежит на столе."),
        ("会议在三月五日开始。", "会议3月5日开始。"),
        ("The last bus leaves at 18:05.", "The last bus leaves at five past six."),
        ("Der Laden schließt um 19:30 Uhr.", "Der Laden schließt um halb acht."),
        ("Le train part à 7 h 45.", "Le train part à huit heures moins le quart."),
        ("A stamp costs 1.50 euros.", "A stamp costs one euro fifty."),
        ("Die Sachen bleiben ein halbes Jahr dort.", "Die Sachen bleiben sechs Monate dort."),
        ("Le kilo coûte 0,21 €.", "Le kilo coûte 21 centimes."),
        ("The ferry leaves at 23:40.", "The ferry leaves at twenty to twelve."),
        ("A plot costs 64 pounds, half for pensioners.", "A plot costs pensioners 32 pounds."),
        ("Smoking is forbidden except on the balcony.", "Smoking is allowed only on the balcony."),
        ("图书馆九点半开门。", "图书馆9:30开门。"),
        ("The lid withstands 180 degrees at most.", "The lid withstands no more than 180 degrees."),
        ("The coach costs £45, the ferry £12.", "The coach costs 45 pounds."),
        ("The coach costs £45, the ferry £12.", "For the coach you pay £45."),
        ("Denham was cheaper than Coles.", "Coles was more expensive than Denham."),
        ("Die Miete des Klaviers beträgt 12 Euro im Monat.", "Ein Jahr Miete beträgt 144 Euro."),
        ("Die Überfahrt dauert 35 Minuten.", "Die Überfahrt dauert gut eine halbe Stunde."),
        ("They have two daughters.", "They have two children."),
        ("Fest am 12. Juni. Die Eltern zahlen bis zum 2. Juni.", "Eltern zahlen bis 2. Juni."),
        ("Lucie a rejoint son frère à Genève.", "Lucie joined her brother in Geneva."),
        ("The office in Lyon has 12 desks; the one in Nice has 40.", "Nice has 40 desks."),
        ("Das Rauchen hat er aufgegeben.", "Er raucht nicht mehr."),
        ("Der Bus fährt samstags bis 18 Uhr.", "Samstags fährt der Bus nur bis 18 Uhr."),
        ("Everyone but Boris came.", "All except Boris came."),
        ("Anna keeps the bees. Boris sells the honey.", "The honey is sold by Boris."),
    ],
)
def test_what_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, verdict.reasons


@pytest.mark.parametrize(
    ("text", "statement", "reason"),
    [
        (SHED, "Anna did not buy the shed from Boris.", "negation"),
        (SHED, "Anna bought the shed from Boris for 300 euros.", "number"),
        (SHED, "Anna bought the shed from Boris in May 2019.", "date"),
        (SHED, "Anna sold the shed to Boris in March 2019.", "roles"),
        (SHED, "Boris bought the shed from Anna in March 2019.", "roles"),
        (SHED, "Anna bought the boat from Boris in March 2019.", "exchange"),
        (SHED, "Anna bought the shed from Dmitri in March 2019.", "name"),
        (SHED, "Anna bought the shed from Boris for 400 euros and a bottle of brandy.", "detail"),
        (HUND, "Der Hund darf in die Küche.", "negation"),
        (TEAM, "Boris chairs the board.", "subject"),
        (TEAM, "The paint was chosen by Anna.", "subject"),
        (TEAM, "Boris begins in April.", "subject"),
        ("Frau Adler leitet den Chor. Herr Noll singt.", "Herr Noll leitet den Chor.", "subject"),
        ("张伟负责厨房，刘芳负责送餐。", "刘芳负责厨房。", "subject"),
        ("山田さんが受付をし、鈴木さんが本を修理します。", "鈴木さんが受付をします。", "subject"),
        ("A plot costs 64 pounds a year.", "A plot costs 64 pounds a month.", "number"),
        ("Ana enseña a los niños y Tomás a los mayores.", "Tomás enseña a los niños.", "subject"),
        ("Open Monday 9:00 to 18:00.\nOpen Sunday 9:00 to 14:00.", "Open Sunday to 18:00.", "time"),
        ("The fee is 31 euros instead of 28 euros.", "The fee is 28 euros.", "relation"),
        ("Der Treffpunkt ist am Bahnhof.", "Der Treffpunkt ist am Busbahnhof.", "exchange"),
        ("The bus stops at six, but not on Sundays.", "The bus stops on Sundays.", "negation"),
        (HUND, "Die Miete ist 700 Euro im Jahr.", "number"),
        (CHAT, "Le chat dort après midi au grenier.", "relation"),
        ("Some of the windows are open.", "All of the windows are open.", "quantifier"),
        ("Members may park here.", "Only members may park here.", "quantifier"),
        ("Tenants must clean the stairs.", "Tenants may clean the stairs.", "duty"),
        ("Perhaps the bridge opens in June.", "The bridge opens in June.", "doubt"),
        ("The bakery used to open at six.", "The bakery opens at six.", "aspect"),
        (
            "Eight members voted in favour, three against.",
            "Three members voted in favour.",
            "part",
        ),
        ("They sold the car in spring.", "They bought the car in spring.", "subject"),
        ("Denham was cheaper than Coles.", "Denham was more expensive than Coles.", "negation"),
        ("Die Miete beträgt 12 Euro im Monat.", "Ein Jahr Miete beträgt 120 Euro.", "number"),
        ("You may borrow six books and two films.", "You may borrow six films.", "part"),
        ("El tren sale antes de las ocho.", "El tren sale después de las ocho.", "relation"),
        ("Поезд идёт из Пскова в Тверь.", "Поезд идёт из Твери в Псков.", "relation"),
        ("图书馆周一不开门。", "图书馆周一开门。", "negation"),
        ("店は日曜日に開いていません。", "店は日曜日に開いています。", "negation"),
    ],
)
def test_what_does_not_follow_and_why(text: str, statement: str, reason: str) -> None:
    verdict = judge(statement, text)
    assert reason in verdict.reasons
    assert not verdict.follows


def test_what_the_text_does_not_mention_does_not_follow() -> None:
    verdict = judge("Rowing boats are rented out at the southern jetty.", POOL)
    assert verdict.coverage < 0.3
    assert not verdict.follows


def test_a_short_answer_is_read_together_with_the_question() -> None:
    text = "The bakery is not open on Mondays."
    assert judge_answer("No.", "Is the bakery open on Mondays?", text).follows
    assert not judge_answer("Yes.", "Is the bakery open on Mondays?", text).follows


def test_a_statement_longer_than_any_is_not_judged() -> None:
    assert judge("the pool " * 200, POOL).reasons == ("length",)


def test_it_takes_linear_time() -> None:
    shapes = [each for each in list_shapes() if each.tail]
    assert_linear(lambda text: judge(text, POOL), shapes, SHORT)
    assert_linear(lambda text: judge("The pool opens at nine.", text), shapes, SHORT)
