"""Who does what: statements that give one what the text's sentence says of another."""

import pytest

from indexer.inference.entailment import CITED, judge

FARM = "The dairy repairs the fence, and the sawmill supplies the posts."
SALE = "Покупатель платит налог. Продавец убирает двор. Забор ремонтирует продавец."
PARK = "Les chiens sont refusés au parc; les chats sont tolérés."
TICKETS = "Pay by card or by voucher; voucher payments cost 3 euros extra."
SISTERS = "The older sister keeps her mother's ring, the younger that of Aunt Edda."
DUES = "La quota mensile costa 30 euro, quella annuale 290."
HELMETS = "Im Winter wird ein Helm empfohlen, im Sommer ein Hut."
NIGHTS = "La pêche est interdite, sauf pour les membres."
SNACKS = "Zucker kommt bei uns nicht in den Tee."
STORM = "Guests may swim in the lake, except when the wind is strong."
VOTES = "The plan was passed by seven votes to four."
SHED = "The shed is closed because of the repair of the floor."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (FARM, "The sawmill repairs the fence."),
        (FARM, "It is the sawmill that repairs the fence."),
        (SALE, "Забор ремонтирует покупатель."),
        (PARK, "Les chiens sont acceptés au parc."),
        (TICKETS, "Card payments cost 3 euros extra."),
        (SISTERS, "The older sister keeps the ring of Aunt Edda."),
        (DUES, "La quota annuale costa 30 euro."),
        (HELMETS, "Im Winter ist ein Helm vorgeschrieben."),
        (NIGHTS, "La pêche est interdite pour tous."),
        (SHED, "The shed is closed because of the repair of the door."),
        (
            "The dogs must stay on a leash, except on the beach.",
            "The dogs must stay on a leash everywhere.",
        ),
        ("Сад закрыт с мая по июль.", "Сад закрыт с июля."),
        (
            "De leerling krijgt van de meester een schrift.",
            "De leerling geeft de meester een schrift.",
        ),
    ],
)
def test_what_another_does_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.meets(CITED), [
        (m.said.text, m.known.text) for m in verdict.alignment.matches
    ]


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (FARM, "The dairy repairs the fence."),
        (FARM, "The posts are supplied by the sawmill."),
        (SALE, "Продавец ремонтирует забор."),
        (PARK, "Les chiens ne sont pas acceptés au parc."),
        (TICKETS, "Voucher payments cost an extra 3 euros."),
        (DUES, "La quota annuale costa 290 euro."),
        (HELMETS, "Im Winter wird ein Helm empfohlen."),
        (SNACKS, "Den Tee gibt es ohne Zucker."),
        (STORM, "In strong wind guests may not swim in the lake."),
        (VOTES, "Eleven people voted on the plan."),
        (SHED, "The shed is closed because the floor is being repaired."),
        ("Gloves are compulsory on the ice.", "You may not go on the ice without gloves."),
        ("Für Kinder bleibt der Beitrag gleich.", "Für Kinder ändert sich der Beitrag nicht."),
    ],
)
def test_what_is_said_of_one_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.meets(CITED), (verdict.coverage, verdict.reasons)
