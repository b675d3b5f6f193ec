"""From the numbers that a model says to text and times."""

import json
from pathlib import Path

import pytest

from indexer.speech.vocabulary import Stretch, Vocabulary, load_vocabulary

# As the files write bytes: a blank is "Ġ", and "é" in UTF-8 is "Ã©".
WORDS = {"Hello": 0, "Ġthere": 1, "ĠcafÃ": 2, "©": 3, "ĠHi": 4}
SPECIAL = ("<|endoftext|>", "<|startoftranscript|>", "<|en|>", "<|de|>", "<|transcribe|>")


@pytest.fixture
def words(tmp_path: Path) -> Vocabulary:
    names = [*SPECIAL, "<|notimestamps|>"]
    raw = {
        "model": {"vocab": {**WORDS, "<|endoftext|>": 5}},
        "added_tokens": [{"id": 5 + n, "content": name} for n, name in enumerate(names)],
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(raw), encoding="utf-8")
    return load_vocabulary(tmp_path)


def at(seconds: float) -> int:
    return 11 + round(seconds / 0.02)


def test_a_letter_of_two_pieces_is_one_letter(words: Vocabulary) -> None:
    assert words.decode([0, 1, 2, 3]) == "Hello there café"
    assert words.decode([2]) == "caf\N{REPLACEMENT CHARACTER}"


def test_text_stands_between_its_times(words: Vocabulary) -> None:
    said = [at(0), 0, at(2), at(2.5), 4, at(4)]
    assert words.split(said, 30) == ([Stretch(0, 2, "Hello"), Stretch(2.5, 4, "Hi")], 30)


def test_where_a_sentence_is_cut_the_next_window_begins_with_it(words: Vocabulary) -> None:
    assert words.split([at(0), 0, at(24), at(24)], 30) == ([Stretch(0, 24, "Hello")], 24)
    assert words.split([at(0), 0, at(24), at(26), 4], 30)[0][1] == Stretch(26, 30, "Hi")


def test_every_window_ends_after_it_began(words: Vocabulary) -> None:
    for said in ([], [at(0), at(0)], [at(0)], [0], [at(0), 0]):
        assert words.split(said, 30)[1] == 30


def test_no_time_is_after_the_end_of_the_recording(words: Vocabulary) -> None:
    assert words.split([at(0), 0, at(29)], 5) == ([Stretch(0, 5, "Hello")], 5)


def test_what_is_no_text_is_not_read_out(words: Vocabulary) -> None:
    assert words.split([at(0), 5, 0, 6, at(1)], 30)[0] == [Stretch(0, 1, "Hello")]


def test_a_language_is_one_that_the_model_has(words: Vocabulary) -> None:
    assert words.find_language("DE") == "<|de|>"
    assert words.find_language("xx") == words.find_language("") == ""
    assert words.find_language("transcribe") == ""
    assert words.build_prompt("<|de|>", multilingual=True) == [6, 8, 9]
    assert words.build_prompt("<|en|>", multilingual=False) == [6]
