"""Summarises a whole document with the model, part by part, with citations that hold.

Each part becomes notes with the numbers of their passages, notes become fewer, and the last ones
the summary. Every request waits for its place, is counted, and is bounded by today's budget.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, aclosing

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.result import AnswerResult
from bot.answering.summaries.plan import (
    CONDENSE,
    FINISH,
    NOTE,
    ROUNDS,
    RULES,
    SummaryPlan,
    group_notes,
    plan_summary,
    render_notes,
    render_part,
    shorten_notes,
)
from bot.answering.with_model.links import AnswerLinks
from bot.citations.check import check_citations
from bot.llm import Completion, Model, ModelMessage, Prompt
from bot.llm.budget import Allowance, check_budget
from bot.llm.feature import Feature
from bot.llm.usage import compute_cost
from bot.messages import UserError
from bot.messages.marked_text import escape_markup
from bot.runtime.cancellation import Stopped
from bot.turns.command import Turn
from indexer.documents import Document
from indexer.i18n import N_, _, format_number, join_sentences

MOST = 20_000  # passages of a document; at a megabyte of text there are some 600
EVERYTHING = 1, 10_000_000  # pages or passages
CONTENTS = "toc_entry"  # a table of contents says nothing that the chapters do not
USED_UP = N_("Today's model budget is used up, so I stopped before the summary was ready.")


class SummaryProgress(Struct, frozen=True):
    """The step that begins: reading part `part` of `parts` or, after the last, writing."""

    part: int
    parts: int

    def format(self, name: str) -> str:
        if self.parts == 1:
            return _("Summarizing {name} …", name=name)
        if self.part > self.parts:
            return _("Summarizing {name}: writing the summary …", name=name)
        return _(
            "Summarizing {name}: part {part} of {parts} …",
            name=name,
            part=self.part,
            parts=self.parts,
        )


async def prepare_summary(turn: Turn, document: Document) -> SummaryPlan:
    hits = await turn.services.outlines.load_passages(
        turn.recall, document.id, EVERYTHING, paged=False, limit=MOST
    )
    text = [each for each in hits if each.chunk.element_type != CONTENTS]
    if not text:
        raise UserError(
            _("{name} has no text that I could summarize.", name=escape_markup(document.name))
        )
    return plan_summary(document, text, turn.services.settings.memory.context_budget)


async def describe_effort(turn: Turn, plan: SummaryPlan) -> str:
    """Describe what a summary takes, before it begins."""
    usage, settings = plan.usage, turn.services.settings.llm
    cost = compute_cost(usage, settings.price)
    spent = await turn.services.usage.sum_cost(turn.now.date())
    effort = _(
        "{name} is long. I would read it in {parts} parts, which takes about {tokens} tokens.",
        name=escape_markup(plan.document.name),
        parts=len(plan.parts),
        tokens=round(usage.input_tokens + usage.output_tokens, -3),
    )
    money = _("By llm.price, that costs about {cost}.", cost=format_number(cost, 2))
    over = _("That is more than what is left of today's budget (llm.daily_budget).")
    exceeds = settings.daily_budget and spent + cost > settings.daily_budget
    return join_sentences(effort, money if cost else "", over if cost and exceeds else "")


async def check_affordable(turn: Turn, plan: SummaryPlan) -> None:
    """Raise a `UserError` if it would be cut off: nobody pays for half a summary."""
    budget, price = turn.services.settings.llm.daily_budget, turn.services.settings.llm.price
    spent = await turn.services.usage.sum_cost(turn.now.date())
    if budget and not turn.is_owner and spent + compute_cost(plan.usage, price) > budget:
        raise UserError(_("A summary would take more than what is left of today's model budget."))


async def summarize_document(
    turn: Turn, model: Model, plan: SummaryPlan, request: str = ""
) -> AsyncGenerator[SummaryProgress | AnswerResult, None]:
    """Yield the progress, then the summary; in the language of `request`, if there is one.

    `/cancel` stops it, and what it took until then is counted.
    """
    chat, person = turn.message.chat.key, turn.message.sender.key
    steps = _Summarizing(turn, model, plan, request).run()
    running = turn.services.cancellations.run_cancellable(chat, person, steps)
    try:
        async with aclosing(running):
            async for step in running:
                if not isinstance(step, AnswerResult):
                    yield step
                else:
                    summary = step
    except Stopped:
        raise UserError(_("Stopped.")) from None
    yield summary


class _Summarizing:
    """One summary in the making."""

    def __init__(self, turn: Turn, model: Model, plan: SummaryPlan, request: str) -> None:
        self._turn = turn
        self._model = model
        self._plan = plan
        self._request = request
        self._nonce = secrets.token_hex(6)
        self._budget = turn.services.settings.memory.context_budget

    async def run(self) -> AsyncGenerator[SummaryProgress | AnswerResult, None]:
        parts = len(self._plan.parts)
        if parts == 1:
            yield SummaryProgress(1, 1)
            yield await self._finish(render_part(self._plan, 0, self._nonce, self._budget))
            return
        notes: list[str] = []
        for part in range(parts):
            yield SummaryProgress(part + 1, parts)
            notes.append(await self._take_notes(part, parts))
        yield SummaryProgress(parts + 1, parts)
        yield await self._finish(await self._condense(notes))

    async def _take_notes(self, part: int, parts: int) -> str:
        material = render_part(self._plan, part, self._nonce, self._budget)
        return (await self._ask(material, NOTE.format(part=part + 1, parts=parts))).text

    async def _condense(self, notes: Sequence[str]) -> str:
        """Make notes fewer until one request takes them."""
        for _each in range(ROUNDS):
            groups = group_notes(notes, self._budget)
            if len(groups) == 1:
                return render_notes(groups[0], self._nonce)
            notes = [
                (await self._ask(render_notes(group, self._nonce), CONDENSE)).text
                for group in groups
            ]
        return shorten_notes(notes, self._budget, self._nonce)

    async def _finish(self, material: str) -> AnswerResult:
        language = "in the language of the document"
        if self._request:
            language = "in the language of the request below"
        instructions = "\n\n".join(filter(None, (FINISH.format(language=language), self._request)))
        done = await self._ask(material, instructions, last=True)
        texts = [each.chunk.text for each in self._plan.hits]
        safe = replace(done, text=AnswerLinks(texts).disarm(done.text))
        # Some hundred passages take a while, and the daemon has others to answer.
        checked = await asyncio.to_thread(check_citations, safe.text, self._plan.hits)
        return AnswerResult(checked, self._plan.hits, truncated=done.truncated)

    async def _ask(self, material: str, instructions: str, *, last: bool = False) -> Completion:
        """Send one request; the summary counts as one answer, however many it takes."""
        turn, day = self._turn, self._turn.services.clock().date()
        await self._check_budget()
        prompt = Prompt(
            RULES.format(nonce=self._nonce),
            (ModelMessage("user", f"{material}\n\n{instructions}"),),
        )
        async with AsyncExitStack() as stack:
            if not turn.is_owner:
                request = turn.services.answer_places.request(turn.message.sender.key)
                await stack.enter_context(request).wait()
            meter = await stack.enter_async_context(
                turn.services.usage.open_meter(
                    turn.message.asker, day, Feature.SUMMARY, answers=int(last)
                )
            )
            return await self._model.complete(prompt, meter=meter)

    async def _check_budget(self) -> None:
        services = self._turn.services
        spent = await services.usage.sum_cost(services.clock().date())
        budget = services.settings.llm.daily_budget
        if check_budget(spent, budget, is_owner=self._turn.is_owner) is Allowance.STOP:
            raise UserError(USED_UP)
