"""Builds the tools that the model may use in a turn."""

from collections.abc import Sequence
from functools import partial

from bot.answering.reminders import open_reminders
from bot.llm import Tool
from bot.messages import run_aside
from bot.owner.turn import get_vault
from bot.tools.context import ToolContext, ToolEffects
from bot.tools.conversations import ConversationReach, build_conversation_tool
from bot.tools.documents import DocumentReach, build_document_tools
from bot.tools.memory import build_memory_tools, build_stores
from bot.tools.numbered_passages import NumberedPassages
from bot.tools.reminders import build_reminder_tools
from bot.tools.search import build_search_tool
from bot.tools.working_memory import build_proposal_tool
from bot.turns.command import Turn
from bot.turns.recording import build_exchange
from memory.capture.user_quotes import UserQuotes
from memory.messages import Message, split_exchange


async def build_tools(
    turn: Turn, question: str, window: Sequence[Message], nonce: str, effects: ToolEffects
) -> tuple[Tool, ...]:
    """Build the memory tools: none if memory is off; core memory only if the owner alone reads."""
    services = turn.services
    if not services.settings.memory.enabled:
        return ()
    core = get_vault(turn).core if turn.private_owner else None
    said = [*window, *split_exchange(build_exchange(turn, question, ""))]
    length = sum(len(each.content) + len(each.quote) for each in said)
    witness = await run_aside(partial(UserQuotes, said, turn.author), length)
    context = _build_tool_context(turn, witness, nonce, effects)
    working = (build_proposal_tool(get_vault(turn), context),) if turn.private_owner else ()
    reminding = build_reminder_tools(await open_reminders(turn), context)
    return (*build_memory_tools(build_stores(services, core), context), *reminding, *working)


def build_reading_tools(turn: Turn, found: NumberedPassages, nonce: str) -> tuple[Tool, ...]:
    """Build the tools that read: passages that they find are numbered after the prompt's."""
    services = turn.services
    search = build_search_tool(services.store, turn.recall, found, now=turn.now, nonce=nonce)
    reach = DocumentReach(services.store, services.outlines, turn.recall, found, nonce)
    return (search, *build_document_tools(reach))


def build_conversation_tools(turn: Turn, found: NumberedPassages, nonce: str) -> tuple[Tool, ...]:
    if not turn.services.settings.memory.enabled:
        return ()
    said = ConversationReach(turn.services.conversations, turn.recall, found, turn.now, nonce)
    return (build_conversation_tool(said),)


def _build_tool_context(
    turn: Turn, witness: UserQuotes, nonce: str, effects: ToolEffects
) -> ToolContext:
    return ToolContext(
        visibility=turn.recall,
        scope=turn.memory_scope,
        chat=turn.message.chat.key,
        now=turn.now,
        nonce=nonce,
        witness=witness,
        effects=effects,
        only_of=turn.only_of,
    )
