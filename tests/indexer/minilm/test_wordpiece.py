import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.minilm.files import VOCABULARY
from indexer.minilm.wordpiece import MAX_CHARACTERS, MAX_PIECES, MAX_WORD, WordPiece

SMALL = ["[UNK]", "[CLS]", "[SEP]", "over", "##heat", "##ed", "##he", "a", "u", ",", "'", "鳥", "σ"]


def pieces(text: str, vocabulary: list[str] = SMALL) -> list[str]:
    numbers = WordPiece(vocabulary).encode(text)
    found = [vocabulary[number] for number in numbers]
    assert (found[0], found[-1]) == ("[CLS]", "[SEP]")
    return found[1:-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("OVERHEATED", ["over", "##heat", "##ed"]),
        ("overhe", ["over", "##he"]),
        ("overheatx over", ["[UNK]", "over"]),
        ("Ä,ü'a", ["a", ",", "u", "'", "a"]),
        ("a鳥a", ["a", "鳥", "a"]),
        ("Σ", ["σ"]),
        ("o\u00adv\u200be\x00r\ufffd", ["over"]),
        ("a\u2028a\u3000a\ta", ["a", "a", "a", "a"]),
        ("[SEP]", ["[UNK]", "[UNK]", "[UNK]"]),
        ("\ud800a", ["a"]),
    ],
)
def test_a_text_is_cut_as_the_published_tokenizer_does(text: str, expected: list[str]) -> None:
    assert pieces(text) == expected


def test_a_word_of_101_characters_is_unknown() -> None:
    vocabulary = [*SMALL, "##a"]
    assert pieces("a" * MAX_WORD, vocabulary)[0] == "a"
    assert pieces("a" * (MAX_WORD + 1), vocabulary) == ["[UNK]"]


def test_a_long_text_is_cut_off_and_keeps_its_end_mark() -> None:
    assert pieces("a " * 1000) == ["a"] * (MAX_PIECES - 2)
    assert pieces("over" + " " * MAX_CHARACTERS + "a") == ["over"]


@settings(max_examples=50)
@given(st.text(st.characters(exclude_categories=()), max_size=600))
def test_no_text_is_refused(text: str) -> None:
    assert len(WordPiece(SMALL).encode(text)) <= MAX_PIECES


def test_real_texts_in_many_scripts_are_cut_as_by_the_reference(
    real_model: Path, data: Path
) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="the reference tokenizer is not here")
    if not (real_model / "tokenizer.json").is_file():
        pytest.skip("MULTIS_MODEL has no tokenizer.json for the reference tokenizer")
    reference = tokenizers.Tokenizer.from_file(str(real_model / "tokenizer.json"))
    reference.no_padding()
    reference.enable_truncation(MAX_PIECES)
    ours = WordPiece((real_model / VOCABULARY).read_text(encoding="utf-8").splitlines())
    texts = [*documents(data), *passages(data)]
    assert len(texts) > 1000
    for text, expected in zip(texts, reference.encode_batch(texts), strict=True):
        assert ours.encode(text) == expected.ids


def documents(data: Path) -> list[str]:
    """Pieces of every plain file, whatever bytes it has."""
    plain = [
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted((data / "documents").iterdir())
        if path.suffix in (".txt", ".md", ".html", ".eml")
    ]
    return [text[at : at + 1500] for text in plain for at in range(0, len(text), 1500)]


def passages(data: Path) -> list[str]:
    found = []
    for name in ("xquad-en", "xquad-de", "xquad-zh"):
        with (data / "retrieval" / name / "corpus.jsonl").open(encoding="utf-8") as lines:
            found += [str(json.loads(line)["text"]) for line in lines]
    return found
