"""Labels that contradict their document would call right answers wrong."""

import csv
from pathlib import Path

import pytest

from bench.answers.items import (
    FIRST,
    LABELS,
    OTHERS,
    Grade,
    Half,
    Item,
    QuestionSet,
    holds_answer,
    holds_any,
    list_documents,
    load_items,
)
from bench.answers.replies import SAID
from bot.answering.extracts.phrases import list_phrases

PHRASES = (
    "maybe",
    "nothing",
    "untold",
    "sum",
    "compare",
    "prices",
    "summary",
    "translate",
    "cannot",
)
CATALOGUE = LABELS.parents[1] / "indexer" / "locale" / "multis.pot"
SETS = pytest.mark.parametrize("chosen", [FIRST, *OTHERS], ids=lambda chosen: chosen.name)
HALVES = pytest.mark.parametrize("half", list(Half))


def read_document(path: Path) -> str:
    """The text as a reader sees it: without the commas between cells."""
    text = path.read_text("utf-8")
    if path.suffix != ".csv":
        return text
    return "\n".join(" | ".join(row) for row in csv.reader(text.splitlines()))


@SETS
def test_an_answer_stands_in_its_document(chosen: QuestionSet) -> None:
    assert [item.id for half in chosen.halves for item in list_mistaken(half, chosen.folder)] == []


def list_mistaken(half: Half, folder: Path) -> list[Item]:
    """List the items whose answer their document, if it is a text, does not have."""
    paths = [each for each in list_documents(half, folder) if each.suffix != ".docx"]
    texts = {path.name: read_document(path) for path in paths}
    return [
        item
        for item in load_items(half, folder)
        if item.document in texts
        and item.grade not in (Grade.NOTHING, Grade.CANNOT)
        and not holds_answer(texts[item.document], item.answer)
    ]


@HALVES
def test_a_near_miss_stands_in_some_document(half: Half) -> None:
    texts = "\n".join(read_document(path) for path in list_documents(half, FIRST.folder))
    items = [item for item in load_items(half, FIRST.folder) if not item.real]
    assert [item.id for item in items if item.avoid and not holds_any(texts, item.avoid)] == []


@SETS
def test_what_has_an_answer_says_which(chosen: QuestionSet) -> None:
    items = [item for half in chosen.halves for item in load_items(half, chosen.folder)]
    silent = (Grade.NOTHING, Grade.CANNOT)
    assert [each.id for each in items if bool(each.answer) is (each.grade in silent)] == []


@SETS
def test_every_id_is_given_once(chosen: QuestionSet) -> None:
    ids = [item.id for half in chosen.halves for item in load_items(half, chosen.folder)]
    assert len(ids) == len(set(ids))


def test_no_question_or_document_is_in_both_halves() -> None:
    halves = [[i for i in load_items(half, FIRST.folder) if i.document] for half in Half]
    first, second = ({(item.earlier, item.question) for item in items} for items in halves)
    assert first.isdisjoint(second)
    names = [{path.name for path in list_documents(half, FIRST.folder)} for half in Half]
    assert not names[0] & names[1]


def test_the_sentences_of_the_grades_are_those_of_the_product() -> None:
    catalogue = CATALOGUE.read_text("utf-8").replace('"\n"', "")
    phrases = {phrase for name in PHRASES for phrase in list_phrases(name)}
    ours = (each for said in SAID.values() for each in said)
    assert [each for each in ours if each not in catalogue and each not in phrases] == []
