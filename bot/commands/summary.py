"""/summary DOCUMENT summarises a whole document; without a model it shows the outline."""

import re
from collections.abc import Sequence
from contextlib import aclosing

from bot.answering.recording import find_earlier_answer
from bot.answering.summaries.steps import run_summary
from bot.messages import N_, Answer, Choice, Reply, UserError, _, ngettext
from bot.turns.command import Command, Turn
from bot.views.documents import GONE, find_by_name
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
    code = CODE.fullmatch(argument)
    documents = await turn.services.store.list_documents(turn.recall)
    found = find_by_name(documents, argument)
    if code:
        found = [each for each in documents if each.code == code[1]]
    if len(found) > 1:
        yield _list_matches(found, argument)
        return
    if not found:
        raise UserError(str(GONE) if code else _format_unknown(argument))
    async with aclosing(run_summary(turn, found[0], agreed=bool(code and code[2]))) as steps:
        async for step in steps:
            yield step


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
