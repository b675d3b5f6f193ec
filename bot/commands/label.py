"""/label DOCUMENT kb|admin: who may read a document. Sent by the button under an indexed file."""

from bot.messages import N_, Answer, IncomingMessage, Reply, UserError, _
from bot.messages.marked_text import escape_markup
from bot.turns.command import Command, Turn
from bot.views.documents import find_by_code
from bot.views.ingest_progress import LABELS, build_label_choices
from indexer.scopes import Scope

NOW_READABLE = {
    "kb": N_("{name} is now readable by everyone who may talk to me (kb)."),
    "admin": N_("{name} is now readable by you alone (admin)."),
}


async def label(turn: Turn, argument: str) -> Answer:
    code, _space, scope = argument.partition(" ")
    scope = scope.strip().lower()
    if not code or scope not in LABELS:
        raise UserError(_("Usage: /label DOCUMENT kb|admin"))
    documents = await turn.services.store.list_documents(turn.visibility)
    found = find_by_code(documents, code, numbered=True)
    if not turn.recall.allows(found.scope):
        raise UserError(
            _(
                "{name} was sent in another chat and is private to it, so it cannot be shared. "
                "You can share documents that you index yourself.",
                name=escape_markup(found.name),
            )
        )
    await turn.services.writer.relabel(found.id, Scope(scope))
    text = str(NOW_READABLE[scope].fill(name=escape_markup(found.name)))
    yield Reply(text, build_label_choices(found.code, scope))


def _publishes(message: IncomingMessage, argument: str) -> bool:
    return argument.lower().endswith("kb")


command = Command(
    "label",
    N_("DOCUMENT kb|admin"),
    N_("Change who may read a document"),
    label,
    owner_only=True,
    guards=_publishes,
    ordered=False,
    listed=False,
)
