"""What only may answer is chosen by its meaning too; `bench.answers --semantic` has the figures."""

from pathlib import Path

from bot.answering.by_meaning.nearness import choose_nearest, write_pieces
from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB

WEIGHT = 2.5
CLUB = """## On the water

The bar of the club serves safety drinks to who may come.

The rescue launch of the club is driven only by members with a certificate.
"""
PRICES = """| Tool | Day | Weekend |
|---|---|---|
| Carpet cleaner | £14 | £22 |
| Cement mixer | £18 | £30 |
"""


def find(question: str, *texts: str, file: str = "/club-rules_2026.md") -> Extracts:
    hits = [
        Hit(Chunk(f"doc:{n}", "Part", text), file, Path(file).name, KB, "md", 0.9)
        for n, text in enumerate(texts)
    ]
    return find_answer(parse_question(question), hits)


def rank(found: Extracts, words: str) -> Extracts:
    """Choose as if the pieces with `words` were near in meaning, and no other."""
    cosines = [0.8 if words in text else 0.1 for text in write_pieces(found)]
    return choose_nearest(found, cosines, WEIGHT)


def test_the_piece_that_is_nearest_in_meaning_is_quoted_first() -> None:
    found = find("Who may steer the safety boat of the club?", CLUB)
    assert found.grade is Grade.MAYBE
    assert "rescue launch" in rank(found, "rescue launch").text.splitlines()[0]
    assert "serves safety drinks" in rank(found, "safety drinks").text.splitlines()[0]


def test_nearness_takes_no_doubt_away() -> None:
    found = find("Who may steer the safety boat of the club?", CLUB)
    assert rank(found, "rescue launch").grade is Grade.MAYBE


def test_pieces_as_near_as_each_other_keep_their_order() -> None:
    found = find("Who may steer the safety boat of the club?", CLUB)
    even = choose_nearest(found, [0.5] * len(found.ranked), 0.0)
    assert [each.kind for _score, each in found.ranked] == [found.ranked[0][1].kind] * 2
    assert even.text == found.text


def test_what_answers_is_compared_with_nothing() -> None:
    found = find("How much is the cement mixer for a weekend?", PRICES)
    assert found.grade is Grade.ANSWERS
    assert write_pieces(found) == []


def test_a_piece_is_compared_with_what_it_belongs_to() -> None:
    (first, *_) = write_pieces(find("Who may steer the safety boat of the club?", CLUB))
    assert first.startswith("club rules 2026. On the water. ")


def test_a_row_is_compared_with_its_columns() -> None:
    pieces = write_pieces(find("What does a rug cleaner cost for a month?", PRICES))
    assert "club rules 2026. Tool: Carpet cleaner, Day: £14, Weekend: £22" in pieces


def test_a_sentence_that_points_back_is_compared_with_the_one_before() -> None:
    told = "Postbox archives your mail. It was started by Ann Brenner in Leeds."
    piece, _first = write_pieces(find("Who began the mail project in Bath?", told))
    assert piece.endswith(f". {told}")
