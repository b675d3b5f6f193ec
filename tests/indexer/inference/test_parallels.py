"""Words of one of two parallel clauses, said of what the other has in their place."""

import pytest

from indexer.inference.entailment import judge

WAYS = "Take the left path at the barn, the right one at the pond."
REPAIRS = "Eine Hose kostet 12 Euro, ein Mantel 30."
LESSONS = "Het koor zingt in de kerk, het orkest speelt in de schuur."
FLATS = "We ask 300 euros for a small room and 450 for a large room."
TURNS = "Im letzten Jahr kochte Bernd die Suppe, diesmal Ute."
SPORTS = "水泳は田中さん、柔道は中村さんが教えています。"
FERRY = "Bicycles travel on deck, never in the saloon."


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (WAYS, "At the pond, take the right path."),
        (REPAIRS, "Ein Mantel kostet 30 Euro."),
        (FLATS, "A large room is 450 euros."),
        (TURNS, "Diesmal kocht Ute."),
        (SPORTS, "中村さんが柔道を教えています。"),
        (
            "She found a room in Evora within a week and later ran a shop there with her aunt Nel.",
            "Later she ran a shop in Evora together with Nel.",
        ),
        (FERRY, "Bicycles may not travel in the saloon."),
        (
            "The guild is a body that uses its fees to protect the craft and its members.",
            "The guild uses its fees to protect the craft.",
        ),
    ],
)
def test_what_each_clause_says_follows(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert verdict.follows, (verdict.coverage, verdict.reasons)


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        (WAYS, "Take the left path at the pond."),
        (REPAIRS, "Ein Mantel kostet 12 Euro."),
        (LESSONS, "Het koor zingt in de schuur."),
        (FLATS, "A large room costs 300 euros."),
        (TURNS, "Diesmal kochte Bernd die Suppe."),
        (SPORTS, "中村さんが水泳を教えています。"),
    ],
)
def test_what_the_other_clause_says_does_not_follow(text: str, statement: str) -> None:
    verdict = judge(statement, text)
    assert not verdict.follows, [(m.said.text, m.known.text) for m in verdict.alignment.matches]
