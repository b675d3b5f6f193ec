"""The prompt of one of the owner's own answers, as it was sent, and what that cost.

A prompt that is no longer kept has no parts; so has one in which anything was deleted since.
"""

from collections.abc import Iterator

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext
from bot.llm import Prompt
from bot.llm.usage import compute_cost
from bot.services.sent_prompts import SentPrompt
from bot.turns.command import Turn


class PartView(Struct, frozen=True):
    role: str  # system, user or assistant
    text: str


class PromptView(Struct, frozen=True):
    parts: tuple[PartView, ...] = ()  # as the model read them
    passages: tuple[str, ...] = ()  # ids of those in it
    models: tuple[str, ...] = ()  # that were asked; the last one answered
    read: int = 0  # tokens
    written: int = 0
    money: float = 0.0
    currency: str = ""


async def show(context: ViewContext, arguments: Arguments) -> PromptView:
    """Return the prompt of the answer to the message `key` of this chat."""
    turn = context.turn
    kept, key = turn.services.sent_prompts, arguments.get("key", "")
    sent = kept.find(turn.message.chat.key, key) if turn.private_owner else None
    if sent is None or not await _is_whole(turn, sent):
        return PromptView()
    llm = turn.services.settings.llm
    return PromptView(
        parts=tuple(_list_parts(sent.prompt)),
        passages=sent.passages,
        models=tuple(each.model for each in sent.used),
        read=sum(each.input_tokens for each in sent.used),
        written=sum(each.output_tokens for each in sent.used),
        money=sum(compute_cost(each, llm.price) for each in sent.used),
        currency=llm.currency,
    )


async def _is_whole(turn: Turn, sent: SentPrompt) -> bool:
    """Tell whether the viewer may still see every passage and every fact in it."""
    ledger = turn.services.owner_memory.facts
    for passage in sent.passages:
        if await turn.services.store.load_passage(turn.recall, passage) is None:
            return False
    return all([await ledger.get(turn.recall, each, turn.now) for each in sent.facts])


def _list_parts(prompt: Prompt) -> Iterator[PartView]:
    yield PartView("system", prompt.system)
    yield from (PartView(each.role, each.text) for each in prompt.messages)


view = View("prompt", show)
