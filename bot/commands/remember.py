"""/remember TEXT, /remember semantic FACT, /remember procedural RULE"""

from bot.messages import N_, Answer, Reply, UserError, _
from bot.owner.turn import get_vault
from bot.turns.command import Command, Turn
from bot.turns.recording import record_words
from memory.fact import Provenance
from memory.facts.service import RememberResult

VAULT = ("semantic", "procedural")


async def remember(turn: Turn, note: str) -> Answer:
    if not note:
        raise UserError(_("Usage: /remember TEXT"))
    turn.check_approved()
    kind, _space, text = note.partition(" ")
    if turn.private_owner and kind.lower() in VAULT and text.strip():
        yield await _add_to_vault(turn, kind.lower(), text)
        return
    done = await turn.services.facts.remember(
        turn.memory, note, _build_provenance(turn, note), turn.now
    )
    if not done.unclear:
        await record_words(turn, note)
    yield Reply(_describe(done))


def _describe(done: RememberResult) -> str:
    if done.unclear:
        return _("I don’t know what that corrects. Please tell me in a full sentence.")
    if not done.new:
        return _("I already have that.")
    if done.was:
        return _("Noted and pinned. Before: “{text}”", text=done.was)
    return _("Noted and pinned.")


def _build_provenance(turn: Turn, note: str) -> Provenance:
    return Provenance("manual", turn.message.chat.key, turn.key, note, turn.author)


async def _add_to_vault(turn: Turn, kind: str, text: str) -> Reply:
    """Add it to the owner's own files, which every private answer draws on from now on."""
    vault = get_vault(turn)
    add, file = (
        (vault.add_memory, vault.memory_file)
        if kind == "semantic"
        else (vault.add_rule, vault.rules_file)
    )
    new = await add(text)
    return Reply(
        _("Noted in {file}.", file=file.name)
        if new
        else _("{file} already has that.", file=file.name)
    )


command = Command("remember", N_("TEXT"), N_("Remember something for good"), remember)
