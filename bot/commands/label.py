"""/label ID kb|admin: who may read a document. Said by the button under an indexed file."""

from bot.messages import Answer, Choice, IncomingMessage, Reply, UserError
from bot.turns.command import Command, Turn
from bot.views.documents import find_by_id
from bot.views.ingest_progress import LABELS, format_readers
from indexer.scopes import Scope

NOT_YOURS = (
    "{name} was sent in another chat, for that chat alone, and I show it to nobody else."
    " What you index yourself you can share."
)


async def label(turn: Turn, argument: str) -> Answer:
    wanted, _, scope = argument.partition(" ")
    scope = scope.strip().lower()
    if not wanted or scope not in LABELS:
        raise UserError("Usage: /label <number of the document> <kb|admin>")
    found = find_by_id(await turn.services.store.list_documents(turn.visibility), wanted)
    if not turn.recall.allows(found.scope):
        raise UserError(NOT_YOURS.format(name=found.name))
    await turn.services.writer.relabel(found.id, Scope(scope))
    other = next(each for each in LABELS if each != scope)
    yield Reply(
        f"{found.name} is now {format_readers(Scope(scope))}.",
        (Choice(f"Make it {other}", f"/label {found.id} {other}"),),
    )


def _publishes(_: IncomingMessage, argument: str) -> bool:
    return argument.lower().endswith("kb")


command = Command(
    "label",
    "<document> <kb|admin>",
    "Change who may read a document",
    label,
    owner_only=True,
    guards=_publishes,
    ordered=False,
    listed=False,
)
