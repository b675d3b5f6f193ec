"""What a bench tells and asks before it uses the model that the owner has configured."""

import json
from pathlib import Path

import pytest

from bench.configured_model import confirm_cost, estimate, load_model_settings
from bench.memory.changes import Chain, Step, run_chains_with_model
from bench.memory.notes import LabelledNote
from bench.memory.with_model import build_note_prompts, count_notes
from bot.llm import LlmSettings, Price
from tests.memory.model import notes_everything

BEES = LabelledNote("I keep bees.", "I keep bees.", "Keeps bees.", True, "third_person", "en")


async def note_well(_system: str, material: str) -> str:
    return notes_everything(material)


def test_the_cost_is_told_with_the_price_of_the_owner() -> None:
    needed = estimate(build_note_prompts([BEES, BEES]))
    assert needed.requests == 1
    priced = LlmSettings("openai:small", price=Price(input=1_000_000.0))
    assert f"about {float(needed.sent):.2f}" in needed.format_cost(priced)
    assert "llm.price is not set" in needed.format_cost(LlmSettings("openai:small"))


def test_without_a_model_there_is_nothing_to_measure(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="No model is configured"):
        load_model_settings(str(tmp_path))
    (tmp_path / "config.json").write_text(json.dumps({"llm": {"model": "openai:small"}}))
    assert load_model_settings(str(tmp_path)).model == "openai:small"


def test_nothing_is_sent_before_the_person_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert not confirm_cost("It costs 3.", yes=False, ask=lambda _question: "n")
    assert confirm_cost("It costs 3.", yes=True, ask=lambda _question: "n")
    assert capsys.readouterr().out == "It costs 3.\nIt costs 3.\n"


async def test_the_notes_of_a_model_are_counted_by_what_becomes_of_them() -> None:
    assert (await count_notes([BEES, BEES], note_well))["quoted"] == 1


async def test_chains_run_with_any_model(tmp_path: Path) -> None:
    chain = Chain("added", "en", "pets", (Step("I have a goat.", "", True),), ("goat",), (), (), "")
    (state,) = await run_chains_with_model(tmp_path, [chain], note_well)
    assert state.right
