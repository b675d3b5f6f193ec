"""What the bench of memory takes for the right state after a chain of changes."""

from pathlib import Path

import pytest

from bench.halves import HALVES
from bench.memory.changes import NEAR_MISSES, SETS, Chain, EndState, Step, load_chains, run_chains

MOVED = Chain(
    "moved",
    "en",
    "home",
    (
        Step("I live in Hull.", "Lives in Hull.", True),
        Step("I live in Ely now.", "Lives in Ely.", True),
    ),
    stands=("Ely",),
    ended=("Hull",),
    once=(),
    false_note="Has never lived in Ely.",
)
ADDED = Chain(
    "added",
    "en",
    "pets",
    (Step("I have a cat.", "Has a cat.", True), Step("I have a goat, too.", "Has a goat.", True)),
    stands=("cat", "goat"),
    ended=(),
    once=(),
    false_note="",
)


def test_a_change_is_right_when_the_new_stands_and_the_old_does_not() -> None:
    assert EndState(MOVED, "good", ("Lives in Ely.",)).right
    assert not EndState(MOVED, "good", ("Lives in Hull.", "Lives in Ely.")).right
    assert not EndState(MOVED, "good", ()).right
    both = ("Lives in Hull.", "Lives in Ely.")
    assert EndState(MOVED, "good", both, ending=both[:1]).right


def test_an_addition_that_ends_the_older_fact_is_lost() -> None:
    cat, goat = "Has a cat.", "Has a goat."
    assert EndState(ADDED, "good", (goat,), before=(cat,)).lost
    assert not EndState(ADDED, "good", (cat, goat), before=(cat,)).lost
    assert not EndState(ADDED, "good", (cat,), before=(cat,)).lost  # not noted, but nothing ended


def test_a_bad_note_must_not_be_believed() -> None:
    assert not EndState(MOVED, "bad", ("has never lived in Ely",)).right
    assert EndState(MOVED, "bad", ("I live in Ely now.",)).right


def test_a_text_that_must_stand_once_may_not_stand_twice() -> None:
    once = Chain("repeated", "en", "cat", (), (), (), ("cat",), "x")
    assert EndState(once, "good", ("Has a cat.",)).right
    assert not EndState(once, "good", ("Has a cat.", "The cat is grey.")).right


@pytest.mark.parametrize("mode", ["without", "good", "bad"])
async def test_chains_run_in_chats_of_their_own(tmp_path: Path, mode: str) -> None:
    states = await run_chains(tmp_path, [MOVED, ADDED], mode)  # type: ignore[arg-type]  # as parametrised
    assert any("Ely" in text for text in states[0].known) or mode == "bad"
    assert not any("Ely" in text for text in states[1].known)
    assert any("goat" in text for text in states[1].known)


@pytest.mark.parametrize("folder", ["changes", "chats"])
def test_both_halves_have_the_same_kinds_of_change(folder: str) -> None:
    halves = [load_chains(half, folder) for half in HALVES]
    kinds = [{chain.kind for chain in half} for half in halves]
    assert kinds[0] == kinds[1]
    assert len(kinds[0].difference(NEAR_MISSES)) == 10


@pytest.mark.parametrize("folder", SETS)
def test_the_halves_have_no_message_in_common(folder: str) -> None:
    halves = [load_chains(half, folder) for half in HALVES]
    said = [{step.text for chain in half for step in chain.messages} for half in halves]
    assert not set.intersection(*said)
