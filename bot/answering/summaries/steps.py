"""Summarises a whole document step by step, or shows its outline where no model can."""

from contextlib import aclosing

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
        agreeing = f"/summary {document.code} now"  # not translated: a command
        choice = Choice(_("Summarize it"), agreeing, (pgettext("typed answer", "yes"),))
        yield Reply(await summarize.describe_effort(turn, plan), (choice,))
        return
    try:
        async with aclosing(summarize.summarize_document(turn, model, plan, request)) as steps:
            async for step in steps:
                if not isinstance(step, AnswerResult):
                    yield Draft(step.format(escape_markup(document.name)), lasting=True)
                    continue
                # By its code: its name is not what the person wrote.
                await record_answer(turn, request or f"/summary {document.code}", step)
                yield step.build_reply(shared=not turn.message.chat.private)
    except ModelError as error:
        notice = join_sentences(str(error.sentence), _("This is the outline instead:"))
        yield await _show_outline(turn, document, notice)


async def _show_outline(turn: Turn, document: Document, notice: str) -> Reply:
    outline = await turn.services.outlines.load_outline(turn.recall, document.id)
    card = render_card(document, outline, await load_names(turn))
    return Reply(f"{notice}\n\n{card}")
