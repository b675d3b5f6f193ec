import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.embedding.minilm.files import VOCABULARY
from indexer.embedding.minilm.wordpiece import MAX_CHARACTERS, MAX_PIECES, MAX_WORD, WordPiece

SMALL = ["[UNK]", "[CLS]", "[SEP]", "over", "##heat", "##ed", "##he", "a", "u", ",", "'", "鳥", "σ"]

# What tokenizers 0.23.3 makes of these with the tokenizer.json published beside the weights.
REFERENCE = {
    "The invoices weren't paid: 1,250.00 EUR!": (
        "101 1996 1999 6767 23522 4694 1005 1056 3825 1024 1015 1010 5539 1012 4002 7327 "
        "2099 999 102"
    ),
    "naïve Café, ÅNGSTRÖM": "101 15743 7668 1010 17076 15687 102",
    "谁设计了发动机?": "101 100 100 100 100 100 100 100 1029 102",
    "Двигатель — это мотор.": (
        "101 1184 25529 10325 29741 10260 22919 15290 29436 23742 1517 1208 22919 14150 "
        "1191 14150 22919 14150 16856 1012 102"
    ),
    "한국어 ไทย हिन्दी": (
        "101 1469 30006 30021 29991 30014 30020 29999 30008 100 1339 29877 29863 29861 29878 102"
    ),
    "snake_case v2.0 <tag> e-mail@example.org": (
        "101 7488 1035 2553 1058 2475 1012 1014 1026 6415 1028 1041 1011 5653 1030 2742 "
        "1012 8917 102"
    ),
    "İstanbul ΣΟΦΟΣ ß ﬁx": "101 9960 1173 29730 29736 29730 29733 1096 1984 2595 102",
}


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


@pytest.mark.parametrize("text", REFERENCE)
def test_a_text_has_the_numbers_that_the_reference_gives(real_model: Path, text: str) -> None:
    vocabulary = (real_model / VOCABULARY).read_text(encoding="utf-8").splitlines()
    assert " ".join(map(str, WordPiece(vocabulary).encode(text))) == REFERENCE[text]


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
