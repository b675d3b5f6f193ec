"""Numbered choices: a number stands for its choice, also after a restart."""

import json
import stat
from pathlib import Path

import pytest

from adapters.shared.numbered import KEPT, NumberedChoices, format_choices
from bot.messages import assign_numbers


@pytest.fixture
def choices(tmp_path: Path) -> NumberedChoices:
    return NumberedChoices(tmp_path / "new" / "choices.json")


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("1", "yes"),
        (" 2 ", "no"),
        ("2.", "no"),
        ("2)", "no"),
        ("3", ""),
        ("0", ""),
        ("-1", ""),
        ("²", ""),
        ("02", "no"),
        ("1" * 5000, ""),
        ("1 please", ""),
        ("", ""),
    ],
)
def test_only_a_bare_number_that_was_offered_is_a_choice(
    choices: NumberedChoices, said: str, key: str
) -> None:
    choices.offer("m:ann", {1: "yes", 2: "no"})
    assert choices.resolve("m:ann", said) == key


def test_a_number_means_the_newest_reply_of_its_own_chat(choices: NumberedChoices) -> None:
    choices.offer("m:ann", {1: "a1", 2: "a2"}, "first")
    choices.offer("m:bob", {1: "b1"}, "second")
    choices.offer("m:ann", {1: "a3"}, "third")
    assert (choices.resolve("m:ann", "1"), choices.resolve("m:bob", "1")) == ("a3", "b1")
    assert choices.resolve("m:ann", "2") == ""


def test_a_reply_without_choices_ends_what_was_offered_before(choices: NumberedChoices) -> None:
    choices.offer("m:ann", {1: "a1"}, "first")
    choices.offer("m:ann", {})
    assert choices.resolve("m:ann", "1") == ""


def test_a_number_that_quotes_an_older_message_means_that_one(choices: NumberedChoices) -> None:
    choices.offer("m:ann", {1: "a1", 2: "a2"}, "first")
    choices.offer("m:ann", {1: "a3"}, "second")
    assert choices.resolve("m:ann", "2", quoted="first") == "a2"
    assert choices.resolve("m:ann", "1", quoted="unknown") == ""
    assert choices.resolve("m:bob", "1", quoted="first") == ""


def test_what_was_offered_survives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "choices.json"
    NumberedChoices(path).offer("m:ann", {1: "a1", 2: "a2"}, "first")
    assert NumberedChoices(path).resolve("m:ann", "2") == "a2"
    assert NumberedChoices(path).resolve("m:ann", "1", quoted="first") == "a1"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_offer_counts_before_its_message_has_a_name(choices: NumberedChoices) -> None:
    choices.offer("m:ann", {1: "a1"})
    assert choices.resolve("m:ann", "1") == "a1"
    choices.offer("m:ann", {1: "a1"}, "first")
    assert choices.resolve("m:ann", "1", quoted="first") == "a1"


@pytest.mark.parametrize("content", ["", "[]", '{"offers": 3}', '{"offers": [{"chat": "x"}]}'])
def test_a_damaged_file_is_as_none(tmp_path: Path, content: str) -> None:
    path = tmp_path / "choices.json"
    path.write_text(content)
    choices = NumberedChoices(path)
    assert choices.resolve("x", "1") == ""
    choices.offer("x", {1: "k"})
    assert NumberedChoices(path).resolve("x", "1") == "k"


def test_old_offers_are_forgotten(choices: NumberedChoices) -> None:
    for n in range(KEPT + 1):
        choices.offer("m:ann", {1: f"k{n}"}, f"message {n}")
    assert choices.resolve("m:ann", "1", quoted="message 0") == ""
    assert choices.resolve("m:ann", "1", quoted="message 1") == "k1"


def test_choices_are_lines_with_numbers() -> None:
    assert format_choices(["Yes", "No"]) == ["1) Yes", "2) No"]
    assert assign_numbers(["Yes", "No"]) == [1, 2]


def test_a_choice_that_is_a_number_stands_in_the_list_above_and_keeps_its_own() -> None:
    assert assign_numbers(["11", "12", "Back", "Next"]) == [11, 12, 13, 14]
    assert format_choices(["11", "12", "Back", "Next"]) == ["13) Back", "14) Next"]
    assert format_choices(["1"]) == format_choices([]) == []
    assert format_choices(["All", "7. Tea", "[2] a.md"]) == ["8) All", "7) Tea", "2) [2] a.md"]
    assert assign_numbers(["1. Tea", "1. Tea", "2 pigs"]) == [1, 2, 3]
    assert format_choices(["0", "01", "9" * 5000]) == ["1) 0", "2) 01", f"3) {'9' * 5000}"]


def test_what_was_offered_before_an_update_can_still_be_chosen(tmp_path: Path) -> None:
    path = tmp_path / "choices.json"
    offer = {"chat": "m:ann", "message": "first", "keys": ["a1", "a2"], "newest": True}
    path.write_text(json.dumps({"offers": [offer]}))
    assert NumberedChoices(path).resolve("m:ann", "2") == "a2"
