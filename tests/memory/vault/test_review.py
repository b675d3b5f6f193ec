"""A model only proposes, and nothing reaches the vault that the owner has not agreed to."""

import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from indexer.store.database import Schema, open_database
from memory.schema import PROPOSALS
from memory.vault import review, tidy
from memory.vault.proposals import Basis, Proposal, Proposals, select_effective
from memory.vault.review import Material

NOW = datetime(2026, 11, 21, tzinfo=UTC)
FLAGS = "# Corrections\n\n## 2026-11-21 22:30\n\n- Asked: when?\n- Answered: May\n"
FOUND = Material(("- Asked: when?",), ("- Asked: how?",), ("likes tea", "owns a boat"))
MEMORY = "# Memory\n\n- likes tea\n- owns a boat\n- Tea is liked.\n"
RULES = "# Rules\n\n- answer in German\n"


def read(answer: str, memory: str = "", rules: str = "") -> list[Proposal]:
    return review.parse_proposals(answer, FOUND, memory, rules)


def test_flags_and_facts_are_numbered_for_the_model() -> None:
    found = review.build_material(Basis(FLAGS, "", ("likes tea",)))
    assert found == Material(("- Asked: when?\n- Answered: May",), (), ("likes tea",))
    assert review.build_request(found, "m", "r").splitlines() == [
        '{"known_memory": "m", "known_rules": "r"}',
        '{"n": 1, "is": "flagged as wrong", "text": "- Asked: when?\\n- Answered: May"}',
        '{"n": 2, "is": "extracted fact", "text": "likes tea"}',
    ]


def test_nothing_to_review_is_nothing() -> None:
    assert not review.build_material(Basis("# Corrections\n"))


@pytest.mark.spec("S2-16", "S2-42", "S2-43")
def test_rules_come_of_flags_and_facts_of_facts() -> None:
    answer = "RULE: give dates [1]\n- **FACT:** likes green tea [3, 4].\nRULE: no [3]\nFACT: x [1]"
    assert read(answer) == [
        Proposal("rules", "give dates"),
        Proposal("memory", "likes green tea"),
    ]


@pytest.mark.parametrize(
    "answer",
    ["RULE: no source", "RULE: x [9]", "RULE: x [0]", "Nothing.", "RULE: [1]", "DELETE: all [1]"],
)
def test_a_proposal_without_a_source_is_none(answer: str) -> None:
    assert read(answer) == []


def test_what_is_known_is_not_proposed_and_nothing_twice() -> None:
    answer = "FACT: tea likes [3]\nFACT: owns a boat [4]\nFACT: a boat owns [4]"
    assert read(answer, memory="- Likes tea\n") == [Proposal("memory", "owns a boat")]


@pytest.mark.spec("S2-46")
def test_facts_are_reviewed_once() -> None:
    daily = ["likes tea", "owns a boat", "plays chess", "plays chess"]
    fresh = review.find_new_facts(daily, frozenset({"owns a boat"}), "- tea likes\n")
    assert fresh == ("plays chess",)


def test_entries_that_say_the_same_are_found_without_a_model() -> None:
    found = tidy.number_entries("- likes tea\n- tea likes\n- likes no tea\n", "- likes tea\n")
    assert tidy.find_duplicates(found) == [Proposal("memory", entries=("tea likes",))]


@pytest.mark.spec("S2-44")
def test_merging_and_removing_name_entries_of_one_file() -> None:
    found = tidy.number_entries(MEMORY, RULES)
    answer = "MERGE [1, 3]: likes tea\nREMOVE [2]\nMERGE [2, 4]: x\nREMOVE [1]\nREMOVE [9]"
    assert tidy.parse_proposals(answer, found) == [
        Proposal("memory", "likes tea", ("likes tea", "Tea is liked.")),
        Proposal("memory", "", ("owns a boat",)),
    ]


def test_an_approved_merge_changes_these_entries_and_nothing_else() -> None:
    merged = Proposal("memory", "likes tea a lot", ("likes tea", "Tea is liked."))
    assert merged.apply_to(MEMORY) == "# Memory\n\n- likes tea a lot\n- owns a boat\n"


def test_an_entry_that_a_person_changed_meanwhile_is_left_alone() -> None:
    for proposal in (
        Proposal("memory", "", ("owns a ship",)),
        Proposal("memory", "likes tea and ships", ("likes tea", "owns a ship")),
    ):
        assert proposal.apply_to(MEMORY) == MEMORY


def test_of_doubled_entries_one_stays() -> None:
    text = "- prefers tea\n- tea\n\nwords\n- Tea\n- tea\n"
    assert Proposal("memory", "", ("tea",)).apply_to(text) == "- prefers tea\n- tea\n\nwords\n"


def test_only_what_changes_something_is_offered() -> None:
    offered = [Proposal("memory", "likes tea"), Proposal("rules", "new"), Proposal("rules", "new")]
    assert select_effective(offered, {"memory": MEMORY, "rules": RULES}) == [
        Proposal("rules", "new")
    ]


@pytest.fixture
async def proposals(tmp_path: Path) -> AsyncIterator[Proposals]:
    async with open_database(tmp_path / "multis.db", PROPOSALS) as database:
        yield Proposals(database)


async def test_an_offer_waits_for_its_decision(proposals: Proposals) -> None:
    made = await proposals.make("review", [Proposal("rules", "a"), FACT], BASIS, NOW)
    assert await proposals.find("review", made.id) == made
    await proposals.mark_decided(made, [2])
    left = await proposals.find("review", made.id)
    assert left is not None
    assert (left.open, left.basis) == ((1,), Basis())


FACT = Proposal("memory", "ä", ("b", "c"))
BASIS = Basis(FLAGS, "x", ("likes tea",))


async def test_facts_count_as_reviewed_once_the_owner_has_decided(proposals: Proposals) -> None:
    made = await proposals.make("review", [FACT], BASIS, NOW)
    daily = ["likes tea", "owns a boat"]
    assert await proposals.filter_reviewed(daily) == frozenset()
    await proposals.mark_decided(made, [1])
    assert await proposals.filter_reviewed(daily) == {"likes tea"}


async def test_a_newer_offer_takes_the_place_of_an_older_one(proposals: Proposals) -> None:
    old = await proposals.make("review", [FACT], BASIS, NOW)
    tidied = await proposals.make("tidy", [FACT], Basis(), NOW)
    await proposals.make("review", [FACT], BASIS, NOW)
    assert await proposals.find("review", old.id) is None
    assert await proposals.find("tidy", tidied.id) == tidied
    assert await proposals.find("review", tidied.id) is None


async def test_what_is_forgotten_can_no_longer_be_agreed_to(proposals: Proposals) -> None:
    review = await proposals.make("review", [FACT], BASIS, NOW)
    tidied = await proposals.make("tidy", [Proposal("memory", "", ("a boat",))], Basis(), NOW)
    await proposals.close(lambda text: "tea" in text)
    assert await proposals.find("review", review.id) is None
    assert await proposals.find("tidy", tidied.id) == tidied
    await proposals.close(None)
    assert await proposals.find("tidy", tidied.id) is None


async def test_of_what_was_decided_no_material_is_left(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, PROPOSALS) as database:
        proposals = Proposals(database)
        made = await proposals.make("review", [FACT], BASIS, NOW)
        await proposals.mark_decided(made, [1])
        await proposals.make("review", [Proposal("rules", "short")], Basis(), NOW)
    assert not any("likes tea" in row for row in _rows(path))


async def test_reviews_of_older_versions_still_count(tmp_path: Path) -> None:
    path = tmp_path / "m.db"
    async with open_database(path, Schema(PROPOSALS.part, PROPOSALS.steps[:1])):
        pass
    told = json.dumps({"corrections": "c", "rewards": "", "facts": ["likes tea"]})
    with closing(sqlite3.connect(path)) as old, old:
        old.executemany(
            "INSERT INTO proposals (kind, made_at, content, basis, reviewed) VALUES"
            " ('review', 0, ?, ?, ?)",
            [("[]", told, 1), ('[{"file": "rules", "text": "x", "entries": []}]', told, 0)],
        )
    async with open_database(path, PROPOSALS) as database:
        proposals = Proposals(database)
        assert await proposals.filter_reviewed(["likes tea", "owns a boat"]) == {"likes tea"}
        assert await proposals.find("review", 1) is None
        waiting = await proposals.find("review", 2)
        assert waiting is not None
        assert waiting.basis == Basis("c", "", ("likes tea",))


def _rows(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [
            repr(row)
            for table in ("proposals", "reviewed_facts")
            for row in db.execute(f"SELECT * FROM {table}")  # noqa: S608 - our names
        ]
