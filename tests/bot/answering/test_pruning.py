"""What is left out unmeasured could not have been quoted."""

import pytest
from msgspec.structs import replace

from bot.answering.extracts.asked_passage import AskedPassage, SoughtWords
from bot.answering.extracts.candidate import Candidate, limit_kind
from bot.answering.extracts.evidence import PlacedPiece
from bot.answering.extracts.extract import limit_score, measure_score
from bot.answering.extracts.pieces import read_passage
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.question.asked_words import list_words
from bot.citations.statement import parse_sentence
from indexer.text.languages import detect_language

PASSAGES = (
    "The ferry to Sund leaves at 9:40 from quay 3. It costs 12 euros, and dogs travel free.",
    "| Tour | Guide | Price |\n|---|---|---|\n| Harbour | Ana Ruiz | 14 € |\n| Old mill | | 9 € |",
    "If the ferry is late, ask the harbour office. The tour waits. Your guide is Ana Ruiz.",
    "Die Fähre nach Sund fährt um 9:40 Uhr. Hunde fahren kostenlos mit.",
)
QUESTIONS = (
    parse_question("When does the ferry leave?"),
    parse_question("Who is the guide of the harbour tour?"),
    parse_question("What if the ferry is late?"),
    parse_question("Which quay?", "Where does the ferry to Sund leave from?"),
    parse_question("What about dogs?", "How much does the ferry cost?"),
    parse_question("What about the guide and the tour?", "Where is the harbour office?"),
    parse_question("May dogs travel on the ferry?"),
    parse_question("Is the ferry late?"),
)


def list_candidates(question: AskedQuestion) -> list[Candidate]:
    found = list[Candidate]()
    for n, text in enumerate(PASSAGES, 1):
        read = read_passage(text, detect_language(text))
        words, titles = list_words(question, read.language, ()), parse_sentence("", read.language)
        passage = AskedPassage(SoughtWords(words, read.language), titles, read.topic, f"/{n}.md")
        pieces = [PlacedPiece(each, passage) for each in read.pieces]
        found += [Candidate(n, at, each, question, 1 / n) for at, each in enumerate(pieces)]
    return found


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda each: each.text)
@pytest.mark.parametrize("files", [frozenset[str](), frozenset({"/1.md"})], ids=["", "same-file"])
def test_no_score_exceeds_its_limit(question: AskedQuestion, files: frozenset[str]) -> None:
    question = replace(question, files=files)
    candidates = list_candidates(question)
    assert len(candidates) > len(PASSAGES)
    for each in candidates:
        for found, heaviest in ((0.5, 1.0), (3.0, 1.0), (1.0, 2.0)):
            limit = limit_score(each, found, heaviest, limit_kind(question))
            assert measure_score(each, found, heaviest) <= limit


def test_a_question_that_continues_another_is_limited_by_what_a_piece_has_of_it() -> None:
    limits = {
        each.piece.text: limit_score(each, 1.0, 1.0, 1.0) for each in list_candidates(QUESTIONS[4])
    }
    dogs = max(limits, key=lambda each: limits[each])
    assert "dogs" in dogs
    assert min(limits.values()) < 0.8 * limits[dogs]


def test_whether_a_piece_has_the_condition_asked_about_shows_in_its_text() -> None:
    asked = QUESTIONS[2]
    kinds = {each.piece.text: each.kind for each in list_candidates(asked)}
    assert limit_kind(asked) == 1.0
    assert kinds["If the ferry is late, ask the harbour office."] == 1.0
    assert limit_kind(parse_question("Which quay?")) < 1.0
