"""/remember <note>, /remember semantic <fact>, /remember procedural <rule>"""

from bot.messages import Answer, Reply, UserError
from bot.owner.turn import get_vault
from bot.turns.command import Command, Turn
from memory.fact import Provenance

VAULT = ("semantic", "procedural")


async def remember(turn: Turn, note: str) -> Answer:
    if not note:
        raise UserError("Usage: /remember <a sentence>")
    turn.check_approved()
    kind, _, text = note.partition(" ")
    if turn.private_owner and kind.lower() in VAULT and text.strip():
        yield await _into_vault(turn, kind.lower(), text)
        return
    done = await turn.services.facts.remember(turn.memory, note, _ground(turn, note), turn.now)
    was = f" (was: “{done.was}”)" if done.was else ""
    yield Reply(f"Noted, and pinned.{was}" if done.new else "I have that already.")


def _ground(turn: Turn, note: str) -> Provenance:
    return Provenance("manual", turn.message.chat.key, turn.key, note, turn.author)


async def _into_vault(turn: Turn, kind: str, text: str) -> Reply:
    """The owner's own files, where it stands in every private answer from now on."""
    vault = get_vault(turn)
    add, file = (
        (vault.add_memory, vault.memory_file)
        if kind == "semantic"
        else (vault.add_rule, vault.rules_file)
    )
    new = await add(text)
    return Reply(f"Noted in {file.name}." if new else f"{file.name} has that already.")


command = Command("remember", "<a sentence>", "Pin a note that stays", remember)
