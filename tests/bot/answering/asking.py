"""Asks a question of one passage, as answers without a model do."""

from bot.answering.extracts.extract import Extracts, find_answer
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB


def ask(question: str, text: str, name: str = "notes", *, before: str = "") -> Extracts:
    hit = Hit(Chunk("doc:1", name, text), f"/{name}.md", f"{name}.md", KB, "md", 0.9)
    return find_answer(parse_question(question, before), [hit])
