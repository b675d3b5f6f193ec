"""From a question and the passages found for it to an answer whose citations hold.

With a model its answer, checked; without one, or with every model away, the facts that were told
and the sentences of the passages that match.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from bot.answerable import answerable
from bot.citations import Checked, quoted, source_list
from bot.commands import Turn
from bot.courtesy import Courtesy, courtesy
from bot.documents import NOTHING_INDEXED
from bot.extract import Extracts, extract, near
from bot.llm import ModelError, Partial
from bot.messages import Choice, Reply
from bot.remembered import OFFER, offered, recited, remembered
from bot.shortening import shortened
from bot.usage import Allowance, allowance
from indexer.documents import Hit

PASSAGES = 5  # that an extract is made of
LABEL = 40  # characters of a button
CUT = "(The answer was cut short here. Say “go on” for the rest.)"
INSTEAD = "This is what the documents say:"


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer and the passages it could draw on; `notice` is said before it."""

    checked: Checked
    hits: Sequence[Hit]
    notice: str = ""
    deeds: tuple[str, ...] = ()  # what tools changed, one sentence each
    facts: tuple[str, ...] = ()  # ids of the items that the prompt held
    truncated: bool = False  # the model stopped in the middle
    offers: tuple[Choice, ...] = ()

    def reply(self) -> Reply:
        deeds = "\n".join(self.deeds)
        cut = CUT if self.truncated else ""
        parts = (self.notice, self.checked.text, cut, deeds, source_list(self.checked.sources))
        choices = tuple(
            Choice(shortened(f"[{source.n}] {source.name}", LABEL), f"/show {source.chunk_id}")
            for source in self.checked.sources
        )
        text = "\n\n".join(part for part in parts if part)
        return Reply(text, choices + self.offers, self.checked.sources)


async def answer(
    turn: Turn, question: str, hits: Sequence[Hit]
) -> AsyncGenerator[Partial | Answered, None]:
    """The answer as it grows, then the one that counts; `hits` are what a search found."""
    model, allowed = turn.services.model, await _allowance(turn)
    if model is None or allowed is Allowance.STOP:
        yield await instead(turn, question, hits, allowed.value)
        return
    from bot.asking import asked  # prompt and tools take longer to load than an extract to make

    try:
        async with aclosing(asked(turn, model, question, hits)) as steps:
            async for step in steps:
                if isinstance(step, Answered):
                    yield replace(step, notice=allowed.value or step.notice)
                else:
                    yield step
    except ModelError as error:
        yield await instead(turn, question, hits, away(error, question))


def away(error: ModelError, question: str) -> str:
    """Why no model answers, and what does; what small talk is answered with needs no such word."""
    return error.sentence if courtesy(question) else f"{error.sentence} {INSTEAD}"


async def _allowance(turn: Turn) -> Allowance:
    """Whether today's budget leaves room for the model."""
    services = turn.services
    if services.model is None or not services.settings.llm.daily_budget:
        return Allowance.FREE
    spent = await services.usage.spent(turn.now.date())
    return allowance(spent, services.settings.llm.daily_budget, is_owner=turn.is_owner)


async def instead(turn: Turn, question: str, hits: Sequence[Hit], notice: str = "") -> Answered:
    """What was told to be remembered, and what the passages say themselves.

    Where neither answers, that and what comes near, and the offer to remember what was said. Small
    talk is answered in kind, and looks for nothing.
    """
    if kind := courtesy(question):
        return Answered(Checked(await _politely(turn, kind), (), 0), (), notice)
    hits = hits[:PASSAGES]
    facts = await remembered(turn, question)
    found = extract(question, hits) if answerable(question, hits) else Extracts()
    offers = () if facts or found.text else offered(turn, question)
    said = found if found.text or facts else await _near(turn, question, hits)
    checked = quoted(said.text, said.numbers, hits)
    parts = (recited(turn, facts), checked.text, OFFER if offers else "")
    text = "\n\n".join(part for part in parts if part)
    ids = tuple(fact.id for fact in facts)
    return Answered(replace(checked, text=text), hits, notice, facts=ids, offers=offers)


async def _politely(turn: Turn, kind: Courtesy) -> str:
    """A greeting is how many begin, so it says how."""
    begins = kind is Courtesy.GREETING
    if begins and not await turn.services.store.has_documents(turn.visibility):
        return f"{kind}\n\n{NOTHING_INDEXED}"
    return kind.value


async def _near(turn: Turn, question: str, hits: Sequence[Hit]) -> Extracts:
    """What comes near, or how to begin where there is no document yet."""
    if hits or await turn.services.store.has_documents(turn.visibility):
        return near(question, hits)
    return Extracts(NOTHING_INDEXED)
