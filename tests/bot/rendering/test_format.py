import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rendering.format import shorten


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("The pier", "The pier"),
        ("The  old\npier", "The old pier"),
        ("The old pier of the town", "The old …"),
        ("The oldest pier", "The oldest …"),
        ("Trace-based compilation", "Trace-base …"),
        ("贵州茅台股票代码是六百零五", "贵州茅台股票代码是六 …"),
    ],
)
def test_a_text_is_cut_between_words_where_it_has_any(text: str, line: str) -> None:
    assert shorten(text, 12) == line


@given(st.text(), st.integers(3, 50))
def test_it_never_has_more_than_the_room(text: str, room: int) -> None:
    line = shorten(text, room)
    assert len(line) <= room
    assert line.endswith(" …") or line == " ".join(text.split())
