"""Summarises a whole document step by step, or shows its outline where no model can."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING

from bot.answering.recording import record_answer
from bot.answering.result import AnswerResult
from bot.llm import ModelError
from bot.messages import Answer, Choice, Draft, Reply, _, pgettext
from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from bot.views.documents import render_card
from bot.views.scope_names import load_names
from indexer.documents import Document
from indexer.i18n import join_sentences

if TYPE_CHECKING:
    from bot.answering.summaries.summarize import SummaryProgress


async def run_summary(
    turn: Turn, document: Document, request: str = "", *, agreed: bool = False
) -> Answer:
    """Summarise; a long document only once the person has `agreed` to what that takes."""
    from bot.answering.summaries import summarize  # with what a model needs

    model = turn.services.model
    if model is None:
        reason = _("I can't summarize without a language model. This is the outline:")
        yield await _show_outline(turn, document, reason)
        return
    plan = await summarize.prepare_summary(turn, document)
    await summarize.check_affordable(turn, plan)
    if plan.is_large and not agreed:
        yield Reply(await summarize.describe_effort(turn, plan), (_offer(document),))
        return
    try:
        async with aclosing(summarize.summarize_document(turn, model, plan, request)) as steps:
            async for step in steps:
                yield await _show_step(turn, document, request, step)
    except ModelError as error:
        notice = join_sentences(str(error.sentence), _("This is the outline instead:"))
        yield await _show_outline(turn, document, notice)


def _offer(document: Document) -> Choice:
    agreeing = f"/summary {document.code} now"  # not translated: a command
    return Choice(_("Summarize it"), agreeing, (pgettext("typed answer", "yes"),))


async def _show_step(
    turn: Turn, document: Document, request: str, step: SummaryProgress | AnswerResult
) -> Draft | Reply:
    """Show how far it is; the result is recorded, and shown as the reply."""
    if not isinstance(step, AnswerResult):
        return Draft(step.format(escape_markup(document.name)), lasting=True)
    # By its code: its name is not what the person wrote.
    await record_answer(turn, request or f"/summary {document.code}", step)
    return step.build_reply(shared=not turn.message.chat.private)


async def _show_outline(turn: Turn, document: Document, notice: str) -> Reply:
    outline = await turn.services.outlines.load_outline(turn.recall, document.id)
    card = render_card(document, outline, await load_names(turn))
    return Reply(f"{notice}\n\n{card}")
