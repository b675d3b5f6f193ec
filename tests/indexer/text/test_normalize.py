import sys
import unicodedata
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from indexer.text.normalize import Form, compose, unify
from tests.hostile.pace import measure_seconds


def test_the_digits_of_every_script_are_the_same_digits() -> None:
    digits = filter(str.isdecimal, map(chr, range(min(sys.maxunicode, 0xFFFF))))
    assert [each for each in digits if unify(each) != str(unicodedata.decimal(each))] == []


@pytest.mark.parametrize(
    ("written", "unified"),
    [
        ("ｺﾝﾋﾟｭｰﾀｰ", "コンピューター"),
        ("人々", "人人"),
        ("複々々線", "複複複線"),
        ("こゝろ", "こころ"),
        ("いすゞ", "いすず"),
        ("々", "々"),
        ("con\u00adtract", "contract"),
        ("e\u2011mail", "e-mail"),
        ("\u22125", "-5"),
        ("10\u00a0000 and\u00a0more", "10000 and more"),
        ("in 2019\u00a0300 people", "in 2019 300 people"),
        ("10\u00a0Euro", "10 Euro"),
        ("١٢٫٥", "12.5"),
        ("ім\u02bcя", "ім'я"),
        ("น\u0e4d\u0e49\u0e32", unify("น้ำ")),
        ("เเมว", "แมว"),
    ],
)
def test_signs_that_mean_the_same_are_one(written: str, unified: str) -> None:
    assert unify(written) == unified


@given(st.text(max_size=60))
@example("⁻")
@example("か\u200dゞ")
@example("1\u00a0000\u00a0000")
def test_unifying_again_changes_nothing(text: str) -> None:
    assert unify(unify(text)) == unify(text)


def test_a_text_of_ligatures_does_not_grow_beyond_what_is_read_in_time() -> None:
    assert unify("\ufdfa") == "صلى الله عليه وسلم"
    assert unify("office \ufdfa " * 25).count("office") == 25
    long = "\ufdfa" * 32_000
    assert len(unify(long)) < 1.25 * len(long)
    assert unify(long).startswith(unify("\ufdfa" * 25))


def test_what_a_text_of_ligatures_may_not_grow_by_is_not_composed() -> None:
    """The rest of it would be composed in the event loop, and cut."""
    long = "\ufdfa" * 20_000
    whole = min(measure_seconds(partial(compose, "NFKC", f"{long}{n}")) for n in range(3))
    cut = min(measure_seconds(partial(unify, f"{long}{n}")) for n in range(3))
    assert cut < whole / 2


MARKS = "\u0301\u0323\u0327\u0345\u0f73\u0f71\u3099\u05ae"


@given(st.lists(st.text("aé한ｶ的\u0f40", min_size=1) | st.text(MARKS, max_size=9)))
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_what_languages_write_is_composed_as_unicode_says(form: Form, parts: list[str]) -> None:
    text = "a".join(parts)
    assert compose(form, text) == unicodedata.normalize(form, text)


@given(st.text(MARKS + "\uff9e\uff9f\u200b", min_size=100))
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
def test_more_marks_than_a_letter_has_are_in_order_too(form: Form, marks: str) -> None:
    composed = compose(form, f"e{marks}x")
    assert composed[-1] == "x"
    assert composed == unicodedata.normalize(form, composed)
