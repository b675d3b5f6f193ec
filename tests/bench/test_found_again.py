"""What the bench of memory asks for among many, and what it counts as found."""

from datetime import timedelta
from pathlib import Path

from bench.halves import HALVES
from bench.memory.filler_texts import generate_facts, generate_turns
from bench.memory.found_again import (
    KINDS,
    RecallQuestion,
    SaidThen,
    ask_for_facts,
    ask_for_turns,
    load_recall_questions,
)
from bench.memory.prompts import count_repeated_facts

KEY = RecallQuestion(
    "same_words", "en", "Where is the brass key?", "The brass key is in the clock."
)
WING = RecallQuestion("paraphrased", "en", "Which sport do I do?", "I hang-glide at weekends.")
LOFT = RecallQuestion(
    "time",
    "en",
    "What did we say about the loft yesterday?",
    turn=SaidThen("The loft needs a ladder.", 1),
    others=(SaidThen("The loft is full of boxes.", 90),),
)


def test_fillers_are_many_different_and_the_same_each_time() -> None:
    assert len(set(generate_facts(490))) == 490
    turns = list(generate_turns(2500))
    assert turns == list(generate_turns(2500))
    assert len({said for said, _reply in turns}) == 2500


async def test_the_words_of_a_fact_find_it_among_others(tmp_path: Path) -> None:
    key, wing = await ask_for_facts(tmp_path, [KEY, WING, LOFT], 60)
    assert (key.found, key.in_prompt) == (True, True)
    assert not wing.found


async def test_only_questions_about_turns_are_asked_of_the_conversation(tmp_path: Path) -> None:
    (result,) = await ask_for_turns(tmp_path, [KEY, LOFT], 4)
    assert result.question == LOFT


def test_a_turn_was_said_so_many_days_ago() -> None:
    first, second = SaidThen("x", 1), SaidThen("y", 8)
    assert first.at - second.at == timedelta(days=7)


async def test_the_facts_of_a_prompt_are_counted(tmp_path: Path) -> None:
    present, again = await count_repeated_facts(tmp_path, 12)
    assert present
    assert again >= 0


def test_both_halves_ask_all_kinds_of_questions_about_different_things() -> None:
    halves = [load_recall_questions(half) for half in HALVES]
    assert not set.intersection(*({each.question for each in half} for half in halves))
    for half in halves:
        assert {each.kind for each in half} == set(KINDS)
        same = [each for each in half if each.kind == "same_words"]
        assert len({each.language for each in same}) == 8
        asked = {each.fact for each in half}
        assert asked.isdisjoint(generate_facts(500))
