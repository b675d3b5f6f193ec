import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.shared.parts import split as split_bytes
from adapters.telegram.formatted import FormattedText
from adapters.telegram.split import split
from bot.rendering.format import shorten
from indexer.text.graphemes import cut_text, hold_back_unfinished, is_inside_letter

LETTERS = (
    "a",
    "👍🏽",
    "🇩🇪",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "e\u0301\u0323",
    "❤️",
    "1️⃣",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "क्ष",
    "한",
    "\u1112\u1161\u11ab",
    "漢",
)
texts = st.lists(st.sampled_from(LETTERS), min_size=1, max_size=60)


def begins(text: str, letters: list[str]) -> bool:
    """Whether `text` is some of `letters`, from the first on, and no half of one."""
    return text in {"".join(letters[:count]) for count in range(len(letters) + 1)}


@given(texts, st.integers(0, 200))
def test_a_cut_text_ends_with_a_whole_letter(letters: list[str], length: int) -> None:
    cut = cut_text("".join(letters), length)
    assert begins(cut, letters)
    assert len(cut) <= length


@given(texts, st.integers(16, 40))
def test_telegram_parts_hold_whole_letters(letters: list[str], length: int) -> None:
    text = ""
    for part in split(FormattedText("".join(letters)), length):
        text += part.text
        assert begins(text, letters)
    assert text == "".join(letters)


@given(texts)
def test_parts_of_other_platforms_hold_whole_letters(letters: list[str]) -> None:
    text = ""
    for part in split_bytes("".join(letters), 160):
        text += part
        assert begins(text, letters)


@given(texts, st.integers(20, 60))
def test_a_shortened_line_holds_whole_letters(letters: list[str], room: int) -> None:
    short = shorten("".join(letters), room)
    assert len(short) <= room
    assert begins(short.removesuffix(" …"), letters)


@given(texts)
def test_a_draft_never_shows_an_emoji_that_turns_into_another(letters: list[str]) -> None:
    text = "".join(letters)
    for end in range(len(text)):
        shown = hold_back_unfinished(text[:end])
        last = next((each for each in letters if each and each[0] == shown[-1:]), "")
        emoji = last.startswith(("👍", "\U0001f468", "🇩", "❤", "🏴"))
        assert begins(shown, letters) or not emoji


@pytest.mark.parametrize(("text", "shown"), [("Hi 👍", "Hi "), ("Hi 🇩🇪", "Hi 🇩🇪"), ("Hi 🇩", "Hi ")])
def test_what_the_next_sign_may_change_waits_for_it(text: str, shown: str) -> None:
    assert hold_back_unfinished(text) == shown
    assert hold_back_unfinished(text + ".") == text + "."


def test_an_endless_letter_is_cut_all_the_same() -> None:
    assert len(cut_text("a" + "\u0301" * 9999, 5000)) == 5000
    assert is_inside_letter("a\u0301", 1)
