import pytest

from indexer.errors import UserError
from memory.forgetting.matching import Words


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Mia", "My sister is called Mia."),
        ("mia sister", "My sister is called Mia."),
        ("running", "I run every day"),
        ("茅台", "贵州茅台股票"),
        ("茶", "我喝茶叶"),
        ("café", "we met in the CAFE"),
        ("PIN 1234", "the PIN is 1234"),
        ("to be or not", "to be or not to be"),
        ("4711", "+49 4711 22"),
    ],
)
def test_words_are_found(words: str, text: str) -> None:
    assert Words(words).matches(text)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Mia brother", "My sister is called Mia."),
        ("PIN 1234", "the PIN is 4321"),
        ("art", "Carthage must be destroyed"),
        ("to be", "tomorrow"),
    ],
)
def test_other_words_are_not(words: str, text: str) -> None:
    assert not Words(words).matches(text)


@pytest.mark.parametrize(
    ("words", "text", "common"),
    [
        ("the", "My sister is called Mia.", True),
        ("I, and to the", "My sister is called Mia.", True),
        ("the", "", True),
        ("the sister", "My sister is called Mia.", False),
        ("mia", "My sister is called Mia.", False),
        ("die", "The plants die in winter.", False),
        ("die", "Im Winter sterben die Pflanzen.", True),
        ("mia", "Questa è mia sorella, e vive a Roma.", True),
        ("Mia", "Questa è mia sorella, e vive a Roma.", False),
        ("4", "My sister is called Mia.", False),
        ("茶", "我喝茶叶", False),
    ],
)
def test_words_of_every_sentence_are_told_from_those_that_mean_something(
    words: str, text: str, *, common: bool
) -> None:
    assert Words(words).are_common_in(text) is common


@pytest.mark.parametrize("words", ["", "  ", "?!", "\n"])
def test_no_words_are_refused(words: str) -> None:
    with pytest.raises(UserError, match="Which words"):
        Words(words)
