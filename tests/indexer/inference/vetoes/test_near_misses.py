"""Near misses of the vetoes: pairs of which one line decides, each way."""

import pytest

from indexer.inference.entailment import judge

BOARD = "31 of the 48 members pay by card."
HOUSE = "Of the 48 flats of the old house 31 have a balcony on the garden side."
SUBJECTS = "Our caretaker cleans the stairs. His name is Ali."
RANGE = "The new lessons last from 30 to 45 minutes."
FREE = "It is not necessary for guests to register their dogs at the desk."
METER = "De meterstand moet u zelf doorgeven, uiterlijk op 7 januari. Opzeggen kost niets."

# Who did what was done may be left out (`is_done_by_another`).
DONE = [
    ("My boiler was serviced in May by Hansen and Sons.", "The boiler was serviced in May.", True),
    ("The lease was signed by Ann Lee on 3 May.", "The lease was signed on 3 May.", True),
    ("The lease was signed by Ann Lee on 3 May.", "The lease was signed by Tom Ray.", False),
]

# What another's share or count leaves (`_is_left_by_other`, `counts_rest`).
LEFT = [
    (
        "Two thirds of the costs are paid by the council.",
        "The club pays a third of the costs.",
        True,
    ),
    ("The tax on books is 7 % in Germany.", "The tax on books is 93 %.", False),
    ("40 % of the board members are women.", "60 % of the members are women.", False),
    ("The juice contains 5 % alcohol by volume.", "The juice contains 95 % alcohol.", False),
    ("Der Rabatt beträgt 30 % für Schüler.", "Der Rabatt beträgt 70 %.", False),
    ("Le rabais est de 30 % pour les élèves.", "Le rabais est de 70 %.", False),
    (BOARD, "17 of the members do not pay by card.", True),
    (BOARD, "17 members do not pay.", False),
    (HOUSE, "17 flats of the old house have no balcony on the garden side.", True),
    (HOUSE, "17 flats of the old house have no lift on the garden side.", False),
    ("Of 48 flats 31 have a balcony.", "17 flats have no balcony.", True),
    ("31 of 48 flats are let to families.", "17 flats are not let.", False),
    ("The hotel has 48 rooms and 31 parking spaces.", "17 rooms have no shower.", False),
    ("We sold 48 tickets, 31 of them online.", "17 tickets were not sold.", False),
    ("In May 48 letters came and 31 were answered.", "17 letters were not answered.", True),
    ("In May 48 letters came and 31 were answered.", "17 letters were not opened.", False),
]
# A range is no change, and a bound of it holds (`takes_old_value`).
CHANGED = [
    (RANGE, "The new lessons last at least 30 minutes.", True),
    ("Members will pay from 20 to 30 euros by age.", "Members will pay at least 20 euros.", True),
    ("The new lease runs from 2024 to 2026.", "The new lease will begin in 2024.", True),
    ("The rent climbs from 300 to 350 euros in May.", "In May the rent will be 300 euros.", False),
    ("The rent rises from 300 to 350 in May.", "In May the rent will be at least 300.", True),
    ("The rent rises from 300 to 350 in May.", "From May the rent will be 350.", True),
    ("停车费从下月起由每月260元涨到300元。", "下个月的停车费是260元。", False),
]
# What both events have orders nothing (`turns_sequence`).
ORDERED = [
    (
        "Before the concert we eat, and after the concert we sing.",
        "We sing after the concert.",
        True,
    ),
    ("Avant le repas on prie, après le repas on chante.", "On chante après le repas.", True),
    ("Prima della cena si gioca e dopo la cena si canta.", "Si canta dopo la cena.", True),
    ("The lift is replaced before the roof.", "The lift is replaced after the roof.", False),
]
# A number has the unit of another only beside it (`find_quantities`).
UNITS = [
    ("The rope is 30 metres, the kit has 4.", "The kit has 4 metres.", False),
    ("The room measures 6 metres by 4.", "The room measures 6 metres by 4 metres.", True),
    (
        "Add 300 ml of milk and bake at 180 for 20 minutes.",
        "Bake it at 180 degrees for 20 minutes.",
        True,
    ),
    ("The tour is 12 km long, the ticket is 15.", "The ticket is 15 euros.", True),
    ("Le signal dure 1 seconde.", "Le signal dure 2 secondes.", False),
    ("La lampe clignote toutes les secondes.", "La lampe clignote chaque seconde.", True),
]
# Words that are written alike.
ALIKE = [
    ("A loja está aberta de segunda a sexta.", "A loja está aberta na quarta.", True),
    ("A loja está aberta de segunda a quarta.", "A loja está aberta na sexta.", False),
    ("The Istanbul office opens at 9.", "The İstanbul office opens at 9.", True),
    ("战后年轻人很多。", "战后有很多年轻人。", True),
    ("旧馆预计后年开放。", "旧馆预计明年开放。", False),
    ("U hoeft alleen het formulier in te vullen.", "U moet het formulier invullen.", True),
    ("U hoeft pas in mei te betalen.", "U moet in mei betalen.", True),
    ("U hoeft niet te betalen.", "U moet betalen.", False),
    (METER, "De meterstand hoeft u niet zelf door te geven.", False),
]
# Who it is that does something (`exchanges_word`, `is_done_by_another`, `acts_for_another`).
NAMED = [
    (SUBJECTS, "Ali cleans the stairs.", True),
    ("Our caretaker cleans the stairs. His dog is called Ali.", "Ali cleans the stairs.", False),
    ("The clerk wrote to Ann, who runs the café.", "The clerk runs the café.", False),
    ("私たちの学校は試合で敗れました。", "私たちの学校は試合で勝ちました。", False),
]
# What is excepted, and what nobody has to do (`includes_excepted`, `frees_from_duty`).
FREED = [
    ("All rooms except the attic are heated.", "All rooms, also the attic, are heated.", False),
    ("All rooms except the attic are heated.", "The kitchen is one of the heated rooms.", False),
    ("Guests have to register their dogs at the desk.", FREE, False),
    ("You must book the sauna.", "You need not book the sauna.", False),
    ("You need not book but must bring a towel.", "You must bring a towel.", True),
]


@pytest.mark.parametrize(
    ("text", "statement", "follows"),
    [*DONE, *LEFT, *CHANGED, *ORDERED, *UNITS, *ALIKE, *NAMED, *FREED],
)
def test_one_line_decides(text: str, statement: str, follows: bool) -> None:
    verdict = judge(statement, text)
    assert verdict.follows == follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement", "reason"),
    [
        (
            "Photography is permitted, except in the treasury.",
            "Photography is permitted in all rooms.",
            "excepted",
        ),
        ("Dogs are welcome except in the café.", "Dogs are welcome in the café.", "excepted"),
        (FREE, "Guests have to register their dogs at the desk.", "freed"),
        ("You must book the sauna.", "You need not book the sauna.", "freed"),
    ],
)
def test_what_is_wrong_is_named(text: str, statement: str, reason: str) -> None:
    assert reason in judge(statement, text).reasons
