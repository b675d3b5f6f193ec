"""Answers with the model: shows it the prompt and tools, and streams what it writes."""

from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, aclosing
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.result import AnswerResult
from bot.answering.with_model.checking import check_answer
from bot.answering.with_model.gathering import (
    PromptParts,
    gather_parts,
    list_given_texts,
    list_text,
)
from bot.answering.with_model.links import AnswerLinks, GrowingAnswer
from bot.answering.with_model.prompt import build_prompt
from bot.answering.with_model.tools import build_conversation_tools, build_reading_tools
from bot.answering.without_model import answer_after_failure
from bot.llm import Completion, Meter, Model, ModelError, Partial, Prompt, Tool
from bot.messages import UserError, run_aside
from bot.owner.turn import log_tool_events
from bot.runtime.cancellation import Stopped
from bot.tools.context import ToolEffects
from bot.tools.numbered_passages import NumberedPassages
from bot.tools.working_memory import offer_lines
from bot.turns.command import Turn
from indexer.i18n import N_, _
from indexer.search.context import FoundPassages
from indexer.text.graphemes import hold_back_unfinished

WAITING = N_("Others are being answered right now. Your answer begins as soon as there is room …")


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
    shown = await _gather_shown(turn, question, passages, effects)
    prompt = await _build_prompt(turn, shown)
    growing, meter = GrowingAnswer(shown.links), Meter()
    writing = _keep_written(turn, model, prompt, shown.build_tools(turn), meter)
    async with aclosing(writing) as steps:
        async for step in steps:
            if isinstance(step, Partial):
                yield Partial(hold_back_unfinished(growing.disarm(step.text)))
            else:
                done = step
    _keep_prompt(turn, prompt, meter, shown.parts)
    safe = shown.disarm(done)
    with turn.services.stage_times.measure(turn.key, "check"):
        checked = await check_answer(turn, safe, shown.found, shown.parts)
    yield checked


class _Shown(Struct, frozen=True):
    """All that the model is shown in a turn: in its prompt, and by the tools that it calls."""

    parts: PromptParts
    found: NumberedPassages
    links: AnswerLinks
    nonce: str
    effects: ToolEffects

    def build_tools(self, turn: Turn) -> tuple[Tool, ...]:
        """Build all tools; what they bring may be linked in the answer."""
        reading = build_reading_tools(turn, self.found, self.nonce)
        remembering = (*build_conversation_tools(turn, self.found, self.nonce), *self.parts.tools)
        return (
            *map(self.links.watch, reading),
            *(self.links.watch_found(each, self._list_found) for each in remembering),
        )

    def _list_found(self) -> Iterator[str]:
        """Yield what tools found in memory and in conversations: nothing of the model's own."""
        yield from self.found.notes
        yield from self.effects.given

    def disarm(self, done: Completion) -> Completion:
        """Return what was written, with every link as text that nothing shown brought."""
        for hit in self.found.hits:
            self.links.add(list_text(hit))
        return replace(done, text=self.links.disarm(done.text))


async def _gather_shown(
    turn: Turn, question: str, passages: FoundPassages, effects: ToolEffects
) -> _Shown:
    nonce = turn.services.prompt_nonces.get(turn.message.chat.key, turn.now.date())
    parts = await gather_parts(turn, question, passages, nonce, effects)
    links = AnswerLinks(list_given_texts(parts.layers))
    return _Shown(parts, NumberedPassages(parts.layers.hits), links, nonce, effects)


async def _build_prompt(turn: Turn, shown: _Shown) -> Prompt:
    layers, budget = shown.parts.layers, turn.services.settings.memory.context_budget
    now = turn.now.astimezone()
    build = partial(build_prompt, layers, now=now, budget=budget, nonce=shown.nonce)
    return await run_aside(build, sum(map(len, list_given_texts(layers))))


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
