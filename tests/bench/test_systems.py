"""The systems that multis is compared with."""

import pytest

from bench.retrieval.collections import Collection, Entry, Question
from bench.retrieval.systems import rank_with_bm25s


def test_bm25s_leaves_out_the_terms_that_no_text_has() -> None:
    pytest.importorskip("bm25s", reason="bm25s is not installed, which only bench/ compares with")
    texts = [Entry("a", "", "The ferry leaves at noon."), Entry("b", "", "Green tea")]
    asked = ("When does the ferry leave?", "Zebras of the ferry", "Zebras", "Who is it?", "")
    questions = [Question(text, frozenset("a")) for text in asked]
    assert rank_with_bm25s(Collection("two texts", texts, questions)) == [["a"], ["a"], [], [], []]
