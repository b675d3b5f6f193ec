"""/export"""

from bot.messages import N_, Answer, IncomingMessage, Reply, UserError, _
from bot.turns.command import Command, Turn
from memory.facts.export import export_facts

IN_GROUP = 20_000  # characters there: what one person sends keeps others' answers waiting


async def export(turn: Turn, argument: str) -> Answer:
    reader = turn.services.owner_memory.facts
    lines = await export_facts(reader, turn.recall, turn.now, message_keys=False)
    if not lines:
        yield Reply(_("There are no facts to export. /memory shows the notes."))
        return
    if not turn.message.chat.private and sum(map(len, lines)) > IN_GROUP:
        raise UserError(
            _("That is too much for a group. The owner can run `multis memory export`.")
        )
    yield Reply("\n".join(["```json", *lines, "```"]))


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    return message.chat.private


command = Command(
    "export",
    "",
    N_("Export all facts with their history, as JSON lines"),
    export,
    guards=_needs_pin,
)
