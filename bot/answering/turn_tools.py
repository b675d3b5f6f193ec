"""The tools that the model gets for one turn, with the turn's own reach."""

from collections.abc import Sequence

from bot.commands import Turn
from bot.llm import Tool
from bot.owner.turn import vault_of
from bot.tools.context import Deeds, Reach
from bot.tools.memory import memory_tools, stores_of
from bot.turns.recording import said
from memory.capture.user_quotes import Evidence
from memory.messages import Message, messages_of


def turn_tools(
    turn: Turn, question: str, window: Sequence[Message], nonce: str, deeds: Deeds
) -> tuple[Tool, ...]:
    """None where memory is switched off; core memory only where the owner alone reads."""
    services = turn.services
    if not services.settings.memory.enabled:
        return ()
    core = vault_of(turn).core if turn.private_owner else None
    witness = Evidence([*window, *messages_of(said(turn, question, ""))])
    return memory_tools(stores_of(services, core), _reach(turn, witness, nonce, deeds))


def _reach(turn: Turn, witness: Evidence, nonce: str, deeds: Deeds) -> Reach:
    return Reach(
        visibility=turn.recall,
        scope=turn.memory_scope,
        chat=turn.message.chat.key,
        now=turn.now,
        nonce=nonce,
        witness=witness,
        deeds=deeds,
    )
