"""The model is asked: the prompt is gathered, tools are laid out, its answer is checked."""

import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import replace

from bot.answering import INSTEAD, Answered, extracted
from bot.citations import check
from bot.commands import Turn
from bot.llm import Completion, Model, ModelError, Partial, Prompt
from bot.own_memory import note_events
from bot.prompt import Layers, Role, Said, build
from bot.prompt_notes import prompt_notes
from bot.tool_reach import Deeds
from bot.tools import Found, search_documents
from bot.turn_tools import turn_tools
from indexer.documents import Hit
from memory.brief import chosen
from memory.messages import Message


async def asked(
    turn: Turn, model: Model, question: str, hits: Sequence[Hit]
) -> AsyncGenerator[Partial | Answered, None]:
    """The answer as it grows, then checked against `hits` and what the model found besides."""
    services, nonce = turn.services, secrets.token_hex(6)
    found = Found(hits)
    prompt = await _prompt(turn, question, hits, nonce)
    search = search_documents(services.store, turn.recall, found, now=turn.now, nonce=nonce)
    deeds = Deeds()
    tools = (search, *await turn_tools(turn, question, nonce, deeds))
    try:
        async with aclosing(model.stream(prompt, tools)) as steps:
            async for step in steps:
                if not isinstance(step, Completion):
                    yield step
                    continue
                await services.usage.record(turn.message.chat.key, step.usage, turn.now.date())
                checked = check(step.text, found.hits, question)
                facts = await _facts(turn, question)
                yield Answered(checked, found.hits, deeds=deeds.told, facts=facts)
    except ModelError as error:
        if not deeds.told:
            raise
        # What tools have changed must be told, though the answer failed.
        instead = extracted(question, hits, f"{error.sentence} {INSTEAD}")
        yield replace(instead, deeds=deeds.told)
    finally:
        await note_events(turn, deeds.events)


async def _facts(turn: Turn, question: str) -> tuple[str, ...]:
    """The items that the prompt's brief was made of."""
    lasting, passing = await chosen(turn.services.own.items, turn.recall, question, turn.now)
    return tuple(item.id for item in (*lasting, *passing))


async def _prompt(turn: Turn, question: str, hits: Sequence[Hit], nonce: str) -> Prompt:
    message = turn.message
    layers = Layers(
        question=Said("user", question, turn.author, message.forwarded, message.quote),
        notes=await prompt_notes(turn, question),
        hits=hits,
        recent=[_said(each) for each in await turn.services.own.episodes.recent(turn.memory)],
    )
    return build(
        layers,
        now=turn.now.astimezone(),
        budget=turn.services.settings.memory.context_budget,
        nonce=nonce,
    )


def _said(message: Message) -> Said:
    role: Role = "assistant" if message.role == "assistant" else "user"
    return Said(role, message.content, message.author, message.forwarded, message.quote)
