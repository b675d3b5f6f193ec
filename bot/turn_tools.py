"""The tools that the model gets for one turn, with the turn's own reach."""

from collections.abc import Sequence

from bot.commands import Turn
from bot.llm import Tool
from bot.memory_tools import Stores, memory_tools
from bot.own_memory import vault_of
from bot.tool_reach import Deeds, Reach
from memory.messages import Message, sound, stamp
from memory.saving import Evidence


def turn_tools(
    turn: Turn, question: str, window: Sequence[Message], nonce: str, deeds: Deeds
) -> tuple[Tool, ...]:
    """None where memory is switched off; core memory only where the owner alone reads."""
    services = turn.services
    if not services.settings.memory.enabled:
        return ()
    stores = Stores(
        recall=services.own.recall(services.store),
        facts=services.facts,
        memories=services.memories,
        writer=services.writer,
        core=vault_of(turn).core if turn.private_owner else None,
    )
    said = [*window, _asked(turn, question)]
    return memory_tools(stores, _reach(turn, Evidence(said), nonce, deeds))


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


def _asked(turn: Turn, question: str) -> Message:
    """The message to answer, as it will be remembered."""
    message = turn.message
    return Message(
        "user",
        sound(question),
        stamp(turn.now),
        f"{message.chat.platform}:{message.key}",
        author="" if message.chat.private else sound(message.sender.name),
        forwarded=message.forwarded,
        quote=sound(message.quote),
    )
