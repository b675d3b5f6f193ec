"""Answers a question in a business chat from kb alone, or passes it on to the owner.

Nobody types this command: the router takes it for what anybody but the owner writes there.
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from msgspec.structs import replace

from bot.access import policy
from bot.access.escalation import IN_HAND, NOBODY, PASSED_ON, REPHRASE, build_notice, find_keyword
from bot.answering.by_meaning.confidence import can_answer
from bot.answering.from_passages import answer_question
from bot.answering.result import AnswerResult
from bot.answering.small_talk import find_courtesy
from bot.messages import N_, Answer, Draft, Notice, Reply, UserError, _, use_language
from bot.messages.marked_text import prepend_text
from bot.turns.command import Command, Turn
from bot.turns.recording import build_exchange
from indexer.documents import Hit
from indexer.search.context import EXTRACTED, SEARCHED, find_relevant


async def serve(turn: Turn, question: str) -> Answer:
    if turn.mode is not policy.Mode.BUSINESS or not question:
        raise UserError(_("Please write your question in plain words."))
    services, answered = turn.services, None
    limit = SEARCHED if services.model else EXTRACTED
    hits = await services.store.search(turn.recall, question, limit=limit, now=turn.now)
    async with aclosing(_answer_steps(turn, question, hits)) as steps:
        async for step in steps:
            if isinstance(step, Draft):
                yield step
            elif step.checked.sources:
                answered = step
                found = [hit for hit in step.hits if hit.explain]  # not their neighbours
                await services.store.record_access(turn.recall, found, question, turn.now)
    reply = await _build_reply(turn, question, answered)
    await services.record(turn.memory, build_exchange(turn, question, reply.text))
    yield reply


async def _answer_steps(
    turn: Turn, question: str, hits: Sequence[Hit]
) -> AsyncGenerator[Draft | AnswerResult, None]:
    """Yield nothing where the passages do not answer: a customer's small talk costs no model."""
    if not can_answer(question, hits[:EXTRACTED]):
        return
    async with aclosing(answer_question(turn, question, find_relevant(hits))) as steps:
        async for step in steps:
            yield step if isinstance(step, AnswerResult) else Draft(step.text)


async def _build_reply(turn: Turn, question: str, answered: AnswerResult | None) -> Reply:
    escalations, message = turn.services.escalations, turn.message
    # A customer cannot press the buttons of sources: passages in full are for those let in.
    reply = (
        replace(answered.build_reply(shared=not turn.message.chat.private), choices=())
        if answered
        else Reply(str(REPHRASE))
    )
    keyword = find_keyword(question, escalations.settings.keywords)
    kind = None if answered or keyword else find_courtesy(question)
    if kind:
        return Reply(kind.reply)
    if answered and not keyword:
        await escalations.end(message.chat.key)
        return reply
    if not keyword and not await escalations.count_unanswered(message.chat.key, message.key):
        return reply
    text, notices = await _escalate(turn, keyword)
    reply = prepend_text(text, reply) if answered else Reply(text or str(NOBODY))
    return replace(reply, notices=notices)


async def _escalate(turn: Turn, keyword: str) -> tuple[str, tuple[Notice, ...]]:
    """Return the text for the asker and the owners' notices; empty if no owner can be reached."""
    services, message = turn.services, turn.message
    owners = policy.list_owner_chats(await services.people.load_access(), message.chat.platform)
    if not owners:
        return "", ()
    if not await services.escalations.begin(message.chat.key, message.key):
        return str(IN_HAND), ()
    services.audit.record("escalated", message.sender, chat=message.chat.key)
    notices = list[Notice]()
    for owner in owners:
        with use_language(await services.languages.find(owner.key)):
            notices.append(build_notice(message, owner, keyword))
    return str(PASSED_ON), tuple(notices)


command = Command(
    "serve", N_("QUESTION"), N_("Answer a customer"), serve, listed=False, public=True
)
