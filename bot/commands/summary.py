"""/summary DOCUMENT summarises a whole document; without a model it shows the outline."""

import re
from collections.abc import Sequence
from contextlib import aclosing

from bot.answering.recording import find_earlier_answer, record_answer
from bot.answering.result import AnswerResult
from bot.llm import ModelError
from bot.messages import N_, Answer, Choice, Draft, Reply, UserError, _, ngettext, pgettext
from bot.turns.command import Command, Turn
from bot.views.documents import GONE, find_by_name, render_card
from bot.views.scope_names import load_names
from indexer.documents import Document
from indexer.i18n import join_sentences

CODE = re.compile(r"(d[0-9a-f]{9})( now)?")
LISTED = 10  # documents to choose from, each with a button


async def summarize(turn: Turn, argument: str) -> Answer:
    """`argument` is a name or, from a button, a code; `now` behind that agrees to the cost."""
    if not argument:
        raise UserError(_("Usage: /summary DOCUMENT"))
    if earlier := await find_earlier_answer(turn):
        yield Reply(earlier)
        return
    documents = await turn.services.store.list_documents(turn.recall)
    code = CODE.fullmatch(argument)
    found = (
        [each for each in documents if each.code == code[1]]
        if code
        else find_by_name(documents, argument)
    )
    if len(found) > 1:
        yield _list_matches(found, argument)
        return
    if not found:
        raise UserError(str(GONE) if code else _format_unknown(argument))
    async with aclosing(run_summary(turn, found[0], agreed=bool(code and code[2]))) as steps:
        async for step in steps:
            yield step


async def run_summary(
    turn: Turn, document: Document, request: str = "", *, agreed: bool = False
) -> Answer:
    """Summarise; a long document only once the person has `agreed` to what that takes."""
    from bot.answering.summaries import (
        summarize as summary,  # with what a model needs, which takes longer to load
    )

    model = turn.services.model
    if model is None:
        reason = _("I can't summarize without a language model. This is the outline:")
        yield await _show_outline(turn, document, reason)
        return
    plan = await summary.prepare_summary(turn, document)
    await summary.check_affordable(turn, plan)
    if plan.is_large and not agreed:
        agreeing = f"/summary {document.code} now"  # not translated: a command
        choice = Choice(_("Summarize it"), agreeing, (pgettext("typed answer", "yes"),))
        yield Reply(await summary.describe_effort(turn, plan), (choice,))
        return
    try:
        async with aclosing(summary.summarize_document(turn, model, plan, request)) as steps:
            async for step in steps:
                if not isinstance(step, AnswerResult):
                    yield Draft(step.format(document.name), lasting=True)
                    continue
                await record_answer(turn, request or f"/summary {document.name}", step)
                yield step.build_reply()
    except ModelError as error:
        notice = join_sentences(str(error.sentence), _("This is the outline instead:"))
        yield await _show_outline(turn, document, notice)


async def _show_outline(turn: Turn, document: Document, notice: str) -> Reply:
    outline = await turn.services.outlines.load_outline(turn.recall, document.id)
    card = render_card(document, outline, await load_names(turn))
    return Reply(f"{notice}\n\n{card}")


def _list_matches(found: Sequence[Document], name: str) -> Reply:
    heading = ngettext(
        "{count} document has {name} in its name.",
        "{count} documents have {name} in their names.",
        len(found),
        name=name,
    )
    choices = tuple(Choice(each.name, f"/summary {each.code}") for each in found[:LISTED])
    return Reply(join_sentences(heading, _("Which one should I summarize?")), choices)


def _format_unknown(name: str) -> str:
    return _("There is no document called {name}. /docs lists all documents.", name=name)


command = Command(
    "summary",
    N_("DOCUMENT"),
    N_("Summarize a whole document, with sources"),
    summarize,
    ordered=False,
)
