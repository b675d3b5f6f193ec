"""Sums that nobody says, what is only advised, and words that deny or plan by what follows them."""

import pytest

from indexer.inference.entailment import judge

RECOMMENDED = "We recommend that guests wear a helmet."
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


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (RECOMMENDED, "Guests must wear a helmet."),
        ("Es wird empfohlen, Ketten mitzunehmen.", "Man muss Ketten mitnehmen."),
        ("Wir empfehlen, dass Gäste einen Helm tragen.", "Gäste müssen einen Helm tragen."),
        ("Nous recommandons de porter un casque.", "Il faut porter un casque."),
        ("Il est conseillé de réserver.", "Il faut réserver."),
        ("Recomendamos que los socios lleven casco.", "Los socios deben llevar casco."),
        ("Рекомендуется, чтобы гости брали полотенце.", "Гости должны брать полотенце."),
    ],
)
def test_what_is_advised_is_no_duty(text: str, statement: str) -> None:
    assert "duty" in judge(statement, text).reasons


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (RECOMMENDED, "Guests are advised to wear a helmet."),
        (f"{RECOMMENDED} Children must be accompanied.", "Children must be accompanied."),
        ("We recommend a taxi because guests must be early.", "Guests must be early."),
        ("Il est conseillé de réserver, et il faut payer d'avance.", "Il faut payer d'avance."),
        (
            "Die Trainer empfehlen Handschuhe, und einen Helm müssen alle tragen.",
            "Alle müssen einen Helm tragen.",
        ),
    ],
)
def test_a_duty_beside_advice_is_one(text: str, statement: str) -> None:
    assert "duty" not in judge(statement, text).reasons


@pytest.mark.parametrize(
    ("text", "statement", "follows"),
    [
        ("La mairie va bientôt ouvrir une école.", "La mairie a ouvert une école.", False),
        ("La ville va y construire un pont.", "La ville y a construit un pont.", False),
        ("Le maire va vous remettre le prix.", "Le maire vous a remis le prix.", False),
        ("Le prix va très bientôt augmenter.", "Le prix a augmenté.", False),
        ("Le malade va mieux.", "Le malade va mieux.", True),
        ("La famille va chaque été à la mer.", "La famille va à la mer en été.", True),
        ("我买不到两张票。", "我有两张票。", False),
        ("我们等不到8点的车。", "我们等到了8点的车。", False),
        ("我找不到两把钥匙。", "两把钥匙找不到。", True),
        ("会费不到100元。", "会费少于100元。", True),
        ("学生不到30人。", "学生少于30人。", True),
        ("他买的不到三本。", "他买的少于三本。", True),
    ],
)
def test_what_follows_tells_plans_and_limits(text: str, statement: str, *, follows: bool) -> None:
    assert judge(statement, text).follows == follows


@pytest.mark.parametrize(
    ("text", "statement", "follows"),
    [
        ("The children change clothes and remain in the hall.", "The children stay there.", True),
        ("Students change partners and stay in the hall.", "Students stay in the hall.", True),
        ("The price will remain the same.", "The price will change.", False),
        ("Der Preis bleibt gleich.", "Der Preis ändert sich.", False),
        ("Der Preis bleibt gleich.", "Der Preis ändert sich nicht.", True),
    ],
)
def test_only_what_stays_the_same_does_not_change(
    text: str, statement: str, *, follows: bool
) -> None:
    assert ("negation" not in judge(statement, text).reasons) == follows
