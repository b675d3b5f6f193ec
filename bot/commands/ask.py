"""/ask QUESTION, and every message that is not a command."""

import re
from contextlib import aclosing

from bot.answering.recording import complete_answer, find_earlier_answer
from bot.answering.small_talk import (
    Courtesy,
    answer_courtesy,
    detect_courtesy,
    may_order_deletion,
)
from bot.messages import N_, Answer, Reply, UserError, _
from bot.turns.command import Command, Turn
from memory.reminders.mention import may_ask

# Of one page: what follows it without a space, in a script without spaces, or behind a comma, is
# no part of it, but another link may be (`https://archive.org/web/https://…`).
LINK = re.compile(r"https?://(?:(?![^/=?&:#]https?://)[!-~])+", re.IGNORECASE)


async def ask(turn: Turn, question: str) -> Answer:
    if not question:
        raise UserError(_("Usage: /ask QUESTION"))
    if earlier := await find_earlier_answer(turn):
        yield await _repeat(turn, question, earlier)
        return
    if turn.private_owner and not turn.message.forwarded and (offer := _offer(turn, question)):
        yield offer
        return
    if reminder := await _set_reminder(turn, question):
        yield reminder
        return
    steps = await _find_deletion(turn, question) or _answer(turn, question)
    async with aclosing(steps):
        async for step in steps:
            yield step


def _offer(turn: Turn, text: str) -> Reply | None:
    """Offer to index the page or the file that a message is the address of; None for no such."""
    if not ("/" in text or "." in text):
        return None
    from bot.commands.index import find_lone_path, offer_page, offer_path  # few messages need it

    if LINK.fullmatch(text):
        return offer_page(text)
    path = find_lone_path(turn, text)
    return offer_path(path) if path else None


async def _find_deletion(turn: Turn, text: str) -> Answer | None:
    """Offer to delete the documents that a message wants gone; None for any other message."""
    if not may_order_deletion(text):
        return None
    from bot.answering.own_data.unwanted_documents import find_unwanted_documents

    name, unwanted = await find_unwanted_documents(turn, text)
    if not unwanted:
        return None
    from bot.commands.docs import offer_deletion  # hardly any message needs it

    return offer_deletion(turn, unwanted, name)


def _answer(turn: Turn, question: str) -> Answer:
    """Answer a greeting in kind, unless a model does, and anything else as a question."""
    courtesy = None if turn.services.model else detect_courtesy(question)
    if courtesy:
        return _answer_courtesy(turn, question, courtesy)
    from bot.answering.answer import answer_message  # a greeting needs nothing of it

    return answer_message(turn, question)


async def _answer_courtesy(turn: Turn, text: str, kind: Courtesy) -> Answer:
    """Answer in kind at once, whatever is being read."""
    yield await complete_answer(turn, text, await answer_courtesy(turn, kind))


async def _repeat(turn: Turn, question: str, answer: str) -> Reply:
    if not may_ask(question):
        return Reply(answer)
    from bot.answering.reminders import repeat_reply  # hardly any message needs it

    return await repeat_reply(turn, answer)


async def _set_reminder(turn: Turn, question: str) -> Reply | None:
    """Set the reminder that the message asks for; None for any other message."""
    if not may_ask(question):
        return None
    from bot.answering.reminders import answer_reminder_request  # hardly any message needs it

    return await answer_reminder_request(turn, question)


command = Command("ask", N_("QUESTION"), N_("Answer from your documents, with sources"), ask)
