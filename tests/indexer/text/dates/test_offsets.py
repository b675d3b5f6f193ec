"""Folded texts know where each character stood, and do not grow beyond measure."""

from hypothesis import given
from hypothesis import strategies as st

from indexer.text.dates.offsets import fold_text


def test_a_folded_text_grows_at_most_to_thrice_its_length() -> None:
    text = "\ufdfa" * 1000  # a ligature of 18 letters
    folded = fold_text(text)
    assert len(folded.folded) < 3 * len(text) + 1000


def test_what_is_behind_the_folded_part_is_kept() -> None:
    text = "\ufdfa" * 1000
    folded = fold_text(text)
    assert folded.cut([(0, 0), (len(folded.folded), len(folded.folded))])[-1] in text
    assert "".join(folded.cut([(0, 18)])) == text[1:]
    assert "".join(folded.cut([])) == text


def test_a_letter_that_folds_to_two_keeps_its_place() -> None:
    text = "ß" * 1000 + " morgen"
    folded = fold_text(text)
    start = folded.folded.index("morgen")
    assert folded.cut([(start, start + 6)]) == ["ß" * 1000 + " ", ""]


@given(st.text(st.characters(max_codepoint=127), max_size=40))
def test_plain_text_is_folded_as_any_other(text: str) -> None:
    folded, other = fold_text(text), fold_text(f"{text}é")
    assert f"{folded.folded}e" == other.folded
    assert (*folded.origins, len(text) + 1) == tuple(other.origins)
