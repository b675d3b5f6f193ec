import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from indexer.text.normalize import unify


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
    assert unify("office \ufdfa " * 100).count("office") == 100
    long = "\ufdfa" * 32_000
    assert len(unify(long)) < 1.25 * len(long)
    assert unify(long).startswith(unify("\ufdfa" * 100))
