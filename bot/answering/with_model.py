"""Answers with the model: gathers the prompt, offers tools, checks the answer's citations."""

import asyncio
import os
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from datetime import datetime
from functools import partial

from msgspec import Struct
from msgspec.structs import astuple, replace

from bot.answering.links import AnswerLinks, GrowingAnswer
from bot.answering.prompt import SHARES, Layers, Notes, PromptMessage, Role, build_prompt
from bot.answering.reminders import open_reminders
from bot.answering.repeated_lines import drop_repeated_notes, is_summary
from bot.answering.result import AnswerResult
from bot.answering.without_model import answer_after_failure
from bot.citations.check import check_citations
from bot.llm import Completion, Meter, Model, ModelError, Partial, Prompt, Tool
from bot.llm.budget import Allowance, check_budget
from bot.llm.feature import Feature
from bot.llm.second_opinion import ask_model
from bot.messages import UserError, run_aside
from bot.owner.turn import get_vault, log_tool_events
from bot.runtime.cancellation import Stopped
from bot.tools.context import ToolContext, ToolEffects
from bot.tools.conversations import ConversationReach, build_conversation_tool
from bot.tools.documents import DocumentReach, build_document_tools
from bot.tools.memory import build_memory_tools, build_stores
from bot.tools.numbered_passages import NumberedPassages
from bot.tools.reminders import build_reminder_tools
from bot.tools.search import build_search_tool
from bot.tools.working_memory import build_proposal_tool, offer_lines
from bot.turns.command import Turn
from bot.turns.recording import build_exchange
from indexer.documents import Hit
from indexer.i18n import N_, _
from indexer.search.context import FoundPassages, PassageBudget, gather_context
from indexer.text.graphemes import hold_back_unfinished
from indexer.text.llm_tokens import count_llm_tokens
from memory.capture.user_quotes import UserQuotes
from memory.facts.brief import Brief, build_brief
from memory.messages import Message, split_exchange
from memory.vault.vault import VaultContext


async def load_prompt_notes(turn: Turn, question: str) -> tuple[Notes, tuple[str, ...]]:
    """Load the notes of the prompt, and the ids of the facts among them."""
    facts, chat, known = await asyncio.gather(
        _load_brief(turn, question), turn.memory.read_notes(), _load_vault_notes(turn)
    )
    notes = Notes(known.core, known.procedural, known.memory, chat, facts.text, known.daily)
    return notes, facts.fact_ids


async def _load_brief(turn: Turn, question: str) -> Brief:
    room = int(turn.services.settings.memory.context_budget * SHARES["related"])
    items = turn.services.owner_memory.facts
    local = turn.now.astimezone()
    return await build_brief(items, turn.recall, question, now=local, budget=room)


async def _load_vault_notes(turn: Turn) -> VaultContext:
    """Read the vault, only where the owner alone reads the answer."""
    if not turn.private_owner:
        return VaultContext()
    return await turn.services.owner_memory.read_vault(turn.now)


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


def _build_reading_tools(turn: Turn, found: NumberedPassages, nonce: str) -> tuple[Tool, ...]:
    """Build the tools that read: passages that they find are numbered after the prompt's."""
    services = turn.services
    search = build_search_tool(services.store, turn.recall, found, now=turn.now, nonce=nonce)
    reach = DocumentReach(services.store, services.outlines, turn.recall, found, nonce)
    return (search, *build_document_tools(reach))


def _build_conversation_tools(turn: Turn, found: NumberedPassages, nonce: str) -> tuple[Tool, ...]:
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


WAITING = N_("Others are being answered right now. Your answer begins as soon as there is room …")
PACKED = 4000  # tokens of passages at most: more makes a prompt dear and an answer hardly better


class PromptParts(Struct, frozen=True):
    """The layers of one prompt, and what goes with it."""

    layers: Layers
    tools: tuple[Tool, ...]
    facts: tuple[str, ...]  # ids of the facts in it
    cleared: int  # of `SentPrompts`, before anything was read


async def answer_with_model(
    turn: Turn, model: Model, question: str, found: FoundPassages
) -> AsyncGenerator[Partial | AnswerResult, None]:
    """Yield the answer as it grows, then checked.

    What tools changed is reported even if the answer fails or is stopped.
    """
    effects = ToolEffects()
    try:
        async with aclosing(_stream_answer(turn, model, question, found, effects)) as steps:
            async for step in steps:
                yield (
                    await _report_effects(turn, step, effects)
                    if isinstance(step, AnswerResult)
                    else step
                )
    except Stopped:
        raise UserError("\n".join((_("Stopped."), *effects.sentences))) from None
    except ModelError as error:
        if not effects.sentences:
            raise
        answered = await answer_after_failure(turn, question, found.hits, error)
        yield await _report_effects(turn, answered, effects)
    finally:
        await log_tool_events(turn, effects.events)


async def _report_effects(turn: Turn, answered: AnswerResult, effects: ToolEffects) -> AnswerResult:
    """Add what tools changed, and buttons for what one of them proposed."""
    stored = turn.services.owner_memory.proposals
    offers = await offer_lines(stored, effects.proposed, turn.now)
    return replace(answered, changes=effects.sentences, offers=(*answered.offers, *offers))


async def _stream_answer(
    turn: Turn, model: Model, question: str, passages: FoundPassages, effects: ToolEffects
) -> AsyncGenerator[Partial | AnswerResult, None]:
    services, chat = turn.services, turn.message.chat.key
    nonce = services.prompt_nonces.get(chat, turn.now.date())
    gathered = await _gather_parts(turn, question, passages, nonce, effects)
    found = NumberedPassages(gathered.layers.hits)
    reading = _build_reading_tools(turn, found, nonce)
    given = list(_list_given_texts(gathered.layers))
    build = partial(_build_prompt, turn, gathered.layers, nonce)
    prompt = await run_aside(build, sum(map(len, given)))
    links = AnswerLinks(given)
    remembering = (*_build_conversation_tools(turn, found, nonce), *gathered.tools)
    told = partial(_list_found, found, effects)
    tools = (
        *map(links.watch, reading),
        *(links.watch_found(each, told) for each in remembering),
    )
    growing = GrowingAnswer(links)
    meter = Meter()
    async with aclosing(_keep_written(turn, model, prompt, tools, meter)) as steps:
        async for step in steps:
            if isinstance(step, Partial):
                yield Partial(hold_back_unfinished(growing.disarm(step.text)))
            else:
                done = step
    _keep_prompt(turn, prompt, meter, gathered)
    for hit in found.hits:
        links.add(_list_text(hit))
    safe = replace(done, text=links.disarm(done.text))
    with services.stage_times.measure(turn.key, "check"):
        checked = await _check_answer(turn, safe, found, gathered)
    yield checked


def _keep_prompt(turn: Turn, prompt: Prompt, meter: Meter, gathered: PromptParts) -> None:
    """Keep what was sent for the owner to look at; nobody else's prompt is kept.

    Nor is one that may hold what was forgotten while its answer was written.
    """
    if turn.private_owner and gathered.cleared == turn.services.sent_prompts.cleared:
        passages = tuple(hit.chunk.chunk_id for hit in gathered.layers.hits)
        words = replace(prompt, pictures=())
        message = turn.message
        key = (message.chat.key, message.reference or message.key)
        sources = (passages, gathered.facts)
        turn.services.sent_prompts.record(key, words, meter.used, sources)


async def _keep_written(
    turn: Turn, model: Model, prompt: Prompt, tools: tuple[Tool, ...], meter: Meter
) -> AsyncGenerator[Partial | Completion]:
    """Yield what the model writes until the chat stops it; then all that was written so far."""
    services, chat, partly = turn.services, turn.message.chat.key, ""
    stops, person = services.cancellations, turn.message.sender.key
    try:
        async with services.usage.open_meter(turn.message.asker, turn.now.date(), meter=meter):
            written = _wait_for_place(turn, model.stream(prompt, tools, meter))
            async with aclosing(stops.run_cancellable(chat, person, written)) as steps:
                async for step in steps:
                    partly = "" if step.text == str(WAITING) else step.text
                    yield step
    except Stopped:
        if not partly.strip():
            raise
        yield Completion(hold_back_unfinished(partly).rstrip(), stopped=True)


async def _wait_for_place(
    turn: Turn, written: AsyncGenerator[Partial | Completion]
) -> AsyncGenerator[Partial | Completion]:
    """Yield what is written, once there is a place for it; while there is none, a word about that.

    Models that hang hold the places of those who asked them, and nobody else waits for them.
    """
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(aclosing(written))
        if not turn.is_owner:
            request = turn.services.answer_places.request(turn.message.sender.key)
            place = stack.enter_context(request)
            if not place.ready:
                yield Partial(str(WAITING))
            await place.wait()
        async for piece in written:
            yield piece


async def _check_answer(
    turn: Turn, done: Completion, found: NumberedPassages, gathered: PromptParts
) -> AnswerResult:
    """Check all statements against the passages, notes and messages that the model was shown."""
    question = gathered.layers.question.text
    known = [each for each in (*_list_told_texts(gathered.layers), *found.notes) if each]
    check = partial(check_citations, done.text, found.hits, question, known)
    length = len(done.text) + len(question) + sum(map(len, known))
    checked = await run_aside(check, length)
    asked = () if done.stopped else checked.open
    if asked and (confirmed := await _ask_verifier(turn, asked, found.hits)):
        checked = await run_aside(partial(check, confirmed), length)
    answer = AnswerResult(checked, found.hits, facts=gathered.facts)
    return replace(answer, truncated=done.truncated, stopped=done.stopped)


async def _ask_verifier(
    turn: Turn, statements: Sequence[str], hits: Sequence[Hit]
) -> Mapping[str, int]:
    """Ask the second model, if there is one and today's budget allows it.

    Once the chat stops it, the answer is as the rules have it.
    """
    services, day = turn.services, turn.now.date()
    if services.verifier is None or not hits:
        return {}
    spent = await services.usage.sum_cost(day)
    budget = services.settings.llm.daily_budget
    if check_budget(spent, budget, is_owner=False) is not Allowance.FREE:
        return {}
    asker = turn.message.asker
    passages = [hit.chunk.text for hit in hits]
    try:
        async with services.usage.open_meter(asker, day, Feature.VERIFICATION) as meter:
            asking = ask_model(services.verifier, statements, passages, meter)
            return await services.cancellations.run_whole(asker.chat, asker.person, asking)
    except Stopped:
        return {}


def _list_told_texts(layers: Layers) -> Iterator[str]:
    """Yield what people wrote and what is noted: no passages, and nothing of the model's own."""
    yield from (layers.question.text, layers.question.quote)
    yield from (message.text for message in layers.recent if message.role == "user")
    yield from astuple(layers.notes)


def _list_found(found: NumberedPassages, effects: ToolEffects) -> Iterator[str]:
    """Yield what tools found in memory and in conversations: nothing of the model's own."""
    yield from found.notes
    yield from effects.given


def _list_given_texts(layers: Layers) -> Iterator[str]:
    """Yield all texts of a prompt but the model's own: passages, notes, and what people wrote."""
    yield from _list_told_texts(layers)
    yield from map(_list_text, layers.hits)


def _list_text(hit: Hit) -> str:
    """Return all of a passage that can hold an address: a web page is named by its own."""
    chunk = hit.chunk
    return "\n\n".join((chunk.text, hit.file, hit.file_name, chunk.name, *chunk.path))


async def _gather_parts(
    turn: Turn, question: str, found: FoundPassages, nonce: str, effects: ToolEffects
) -> PromptParts:
    services, message = turn.services, turn.message
    cleared = services.sent_prompts.cleared
    room = PassageBudget(
        _compute_passage_budget(services.settings.memory.context_budget), count_llm_tokens
    )
    passages, (notes, facts), window = await asyncio.gather(
        gather_context(services.store, turn.recall, found, room),
        load_prompt_notes(turn, question),
        turn.memory.read_window(),
    )
    recent = await services.owner_memory.sessions.list_recent(turn.memory, window)
    tools = await build_tools(turn, question, window, nonce, effects)
    current = PromptMessage("user", question, turn.author, message.forwarded, message.quote)
    fresh = drop_repeated_notes(passages, [notes.brief], _find_notes(turn))
    layers = Layers(current, notes, fresh, [_convert_message(each) for each in recent])
    return PromptParts(layers, tools, facts, cleared)


def _find_notes(turn: Turn) -> Callable[[Hit], bool]:
    """Return a test for passages that are notes of conversations, and no documents."""
    vault = f"{get_vault(turn).folder}{os.sep}" if turn.private_owner else ""
    return lambda hit: is_summary(hit) or bool(vault and hit.file.startswith(vault))


def _compute_passage_budget(budget: int) -> int:
    """Tokens for the texts of passages; the rest of their share is for the fences around them."""
    return min(PACKED, int(budget * SHARES["passages"] * 0.8))


def _build_prompt(turn: Turn, layers: Layers, nonce: str) -> Prompt:
    budget = turn.services.settings.memory.context_budget
    return build_prompt(layers, now=turn.now.astimezone(), budget=budget, nonce=nonce)


def _convert_message(message: Message) -> PromptMessage:
    role: Role = "assistant" if message.role == "assistant" else "user"
    sent = datetime.fromisoformat(message.timestamp).astimezone()
    return PromptMessage(
        role, message.content, message.author, message.forwarded, message.quote, sent
    )
