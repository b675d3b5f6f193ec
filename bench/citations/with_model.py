"""The configured model answers the labelled questions: how many of its marks hold?

It reads the passages in the product's own prompt, and its answers are checked as the product does.
There are no labels for what it writes, so the figures say what the check makes of it.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

from bench.citations.answers import MARK, LabelledAnswer
from bench.citations.pairs import build_hit
from bot.answering.with_model.prompt import Layers, PromptMessage, build_prompt
from bot.citations.check import check_citations
from bot.llm import Prompt
from indexer.documents import Hit

BUDGET = 12_000  # tokens
NONCE = "bench0"
ASKED_AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
WORD = re.compile(r"\w")

Ask = Callable[[Prompt], Awaitable[str]]


def build_answer_prompt(answer: LabelledAnswer) -> Prompt:
    layers = Layers(PromptMessage("user", answer.question), hits=_build_hits(answer))
    return build_prompt(layers, now=ASKED_AT, budget=BUDGET, nonce=NONCE)


def _build_hits(answer: LabelledAnswer) -> list[Hit]:
    return [build_hit(number, text) for number, text in enumerate(answer.passages, 1)]


async def count_marks(answers: Sequence[LabelledAnswer], ask: Ask) -> Counter[str]:
    """Count the answers, their marks, and the marks that stay."""
    counted: Counter[str] = Counter()
    for answer in answers:
        written = await ask(build_answer_prompt(answer))
        checked = check_citations(written, _build_hits(answer), answer.question)
        marks = len(MARK.findall(written))
        counted.update(
            answers=1,
            marks=marks,
            kept=max(0, marks - checked.removed),
            unmarked=int(not marks and bool(WORD.search(written))),
        )
    return counted


def format_counts(counted: Counter[str]) -> str:
    return (
        f"{counted['answers']} answers, {counted['unmarked']} of them without a mark;"
        f" {counted['kept']} of {counted['marks']} marks stay"
    )
