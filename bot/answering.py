"""From a question and the passages found for it to an answer whose citations hold.

With a model its answer, checked; without one, or with every model away, the sentences of the
passages that match.
"""

import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from bot.answerable import answerable, threshold
from bot.citations import Checked, check, source_list
from bot.commands import Turn
from bot.extract import extract, near
from bot.llm import Completion, Model, ModelError, Partial, Prompt, Usage
from bot.messages import Choice, Reply
from bot.prompt import Layers, Notes, Role, Said, build
from indexer.documents import Hit
from memory.messages import Message

RANKER = "lexical"  # whose scores the threshold was measured on
LABEL = 40  # characters of a button
NOTHING_USED = Usage()


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer, with what it cost; `notice` says why no model gave it."""

    checked: Checked
    usage: Usage = NOTHING_USED
    notice: str = ""

    def reply(self) -> Reply:
        parts = (self.notice, self.checked.text, source_list(self.checked.sources))
        choices = tuple(
            Choice(f"[{source.n}] {source.name}"[:LABEL], f"/show {source.chunk_id}")
            for source in self.checked.sources
        )
        text = "\n\n".join(part for part in parts if part)
        return Reply(text, choices, self.checked.sources)


async def answer(
    turn: Turn, question: str, hits: Sequence[Hit]
) -> AsyncGenerator[Partial | Answered, None]:
    """The answer as it grows, then the one that counts."""
    model = turn.services.model
    if model is None:
        yield extracted(question, hits)
        return
    prompt = await _prompt(turn, question, hits)
    try:
        async with aclosing(_asked(model, prompt)) as steps:
            async for step in steps:
                if isinstance(step, Completion):
                    yield Answered(check(step.text, hits, question), step.usage)
                else:
                    yield step
    except ModelError as error:
        yield extracted(question, hits, f"{error.sentence} This is what the documents say:")


def extracted(question: str, hits: Sequence[Hit], notice: str = "") -> Answered:
    """What the passages say themselves; where they do not answer, that, and what comes near."""
    fits = answerable(question, hits, threshold(RANKER))
    found = extract(question, hits) if fits else near(question, hits)
    return Answered(check(found, hits, question), notice=notice)


async def _asked(model: Model, prompt: Prompt) -> AsyncGenerator[Partial | Completion, None]:
    async for step in model.stream(prompt):
        yield step


async def _prompt(turn: Turn, question: str, hits: Sequence[Hit]) -> Prompt:
    message = turn.message
    author = "" if message.chat.private else message.sender.name
    layers = Layers(
        question=Said("user", question, author, message.forwarded, message.quote),
        notes=Notes(chat=await turn.memory.notes()),
        hits=hits,
        recent=[_said(each) for each in await turn.memory.recent()],
    )
    return build(
        layers,
        now=turn.now.astimezone(),
        budget=turn.services.remembering.settings.context_budget,
        nonce=secrets.token_hex(6),
    )


def _said(message: Message) -> Said:
    role: Role = "assistant" if message.role == "assistant" else "user"
    return Said(role, message.content, message.author, message.forwarded, message.quote)
