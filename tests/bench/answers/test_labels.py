"""Labels that contradict their document would call right answers wrong."""

import csv
from pathlib import Path

import pytest

from bench.answers.items import (
    ERRANDS,
    HOUSEHOLD,
    LABELS,
    LEAFLETS,
    LETTERS,
    NATIVES,
    NEAR_MISSES,
    PAPERS,
    SUNDRIES,
    Grade,
    Half,
    holds_answer,
    holds_any,
    list_documents,
    load_items,
)
from bench.answers.replies import SAID
from bot.answering.extracts.phrases import list_phrases

PHRASES = ("maybe", "nothing", "sum", "compare", "prices", "summary", "translate", "cannot")
CATALOGUE = LABELS.parents[2] / "indexer" / "locale" / "multis.pot"
SETS = pytest.mark.parametrize(
    "folder",
    [LABELS, NEAR_MISSES, HOUSEHOLD, ERRANDS, PAPERS, SUNDRIES, LEAFLETS, LETTERS, NATIVES],
    ids=lambda folder: folder.name,
)
HALVES = pytest.mark.parametrize("half", list(Half))


def read_document(path: Path) -> str:
    """The text as a reader sees it: without the commas between cells."""
    text = path.read_text("utf-8")
    if path.suffix != ".csv":
        return text
    return "\n".join(" | ".join(row) for row in csv.reader(text.splitlines()))


@HALVES
@SETS
def test_an_answer_stands_in_its_document(half: Half, folder: Path) -> None:
    texts = {path.name: read_document(path) for path in list_documents(half, folder)}
    failed = [
        item.id
        for item in load_items(half, folder)
        if item.document
        and not item.real
        and not (
            item.grade in (Grade.NOTHING, Grade.CANNOT)
            or holds_answer(texts[item.document], item.answer)
        )
    ]
    assert failed == []


@HALVES
def test_a_near_miss_stands_in_some_document(half: Half) -> None:
    texts = "\n".join(read_document(path) for path in list_documents(half))
    items = [item for item in load_items(half) if not item.real]
    assert [item.id for item in items if item.avoid and not holds_any(texts, item.avoid)] == []


@HALVES
def test_what_has_an_answer_says_which(half: Half) -> None:
    silent = (Grade.NOTHING, Grade.CANNOT)
    assert [i.id for i in load_items(half) if bool(i.answer) is (i.grade in silent)] == []


def test_every_id_is_given_once() -> None:
    ids = [item.id for half in Half for item in load_items(half)]
    assert len(ids) == len(set(ids))


def test_no_question_or_document_is_in_both_halves() -> None:
    first, second = ({(i.earlier, i.question) for i in load_items(h) if i.document} for h in Half)
    assert first.isdisjoint(second)
    names = [{path.name for path in list_documents(half)} for half in Half]
    assert not names[0] & names[1]


def test_the_sentences_of_the_grades_are_those_of_the_product() -> None:
    catalogue = CATALOGUE.read_text("utf-8").replace('"\n"', "")
    phrases = {phrase for name in PHRASES for phrase in list_phrases(name)}
    ours = (each for said in SAID.values() for each in said)
    assert [each for each in ours if each not in catalogue and each not in phrases] == []
