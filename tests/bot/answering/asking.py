"""Asks a question of one passage, as answers without a model do."""

from collections.abc import Sequence
from datetime import date

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.question.asked_question import parse_question
from bot.answering.question.relative_days import name_days
from indexer.documents import Chunk, Hit
from indexer.scopes import KB

TODAY = date(2026, 11, 30)  # a Monday


def ask(question: str, text: str, name: str = "notes", *, before: str = "") -> Extracts:
    hit = Hit(Chunk("doc:1", name, text), f"/{name}.md", f"{name}.md", KB, "md", 0.9)
    return find_answer(parse_question(question, before), [hit])


def ask_below(question: str, text: str, *path: str) -> Extracts:
    """Ask, on 30 November 2026, of a section below the headings of `path`."""
    return ask_homes(question, (text, path))


def ask_homes(question: str, *sections: tuple[str, Sequence[str]], before: str = "") -> Extracts:
    """Ask, on 30 November 2026, of sections of documents, each with its headings."""
    hits = [_find(at, text, path) for at, (text, path) in enumerate(sections)]
    return find_answer(name_days(parse_question(question, before), TODAY), hits)


def _find(at: int, text: str, path: Sequence[str]) -> Hit:
    name = path[0]
    chunk = Chunk(f"doc:{at}", name, text, path=tuple(path))
    return Hit(chunk, f"/{name}.md", f"{name}.md", KB, "md", 0.9)
