"""What an answer costs is counted, whatever becomes of it."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing

import pytest

from bot.llm import Completion, Meter, Model, ModelError, TokenUsage, Tool
from indexer.text.llm_tokens import count_llm_tokens
from tests.bot.llm.calling import KINDS, PROMPT, connected, endpoint
from tests.fake_llm import Calls, Cuts, Fails, FakeLlm, Hangs, Says, Step

ASKED = sum(
    count_llm_tokens(text) for text in (PROMPT.system, *(each.text for each in PROMPT.messages))
)
SILENCE = 0.3  # seconds


async def whole(model: Model, meter: Meter, *tools: Tool) -> Completion | None:
    """The answer; None if there is none."""
    try:
        [*_, last] = [piece async for piece in model.stream(PROMPT, tools, meter)]
    except ModelError:
        return None
    return last if isinstance(last, Completion) else None


async def used(fake: FakeLlm, *tools: Tool, kind: str = "openai") -> tuple[TokenUsage, ...]:
    async with connected(endpoint(fake, kind), timeout_seconds=SILENCE) as model:
        await whole(model, meter := Meter(), *tools)
    return meter.used


@KINDS
async def test_of_a_whole_answer_it_is_what_the_provider_tells(fake: FakeLlm, kind: str) -> None:
    fake.enqueue(Says("The answer is 42."))
    assert await used(fake, kind=kind) == (TokenUsage(100, 10, "fake-model"),)


@KINDS
async def test_what_came_from_the_providers_cache_is_counted(fake: FakeLlm, kind: str) -> None:
    fake.enqueue(Says("The answer is 42.", cached=80))
    assert await used(fake, kind=kind) == (TokenUsage(100, 10, "fake-model", cached=80),)


async def stopped(fake: FakeLlm, kind: str) -> TokenUsage:
    """What is counted of an answer that is left once the model has begun it."""
    async with connected(endpoint(fake, kind)) as model:
        async with aclosing(model.stream(PROMPT, (), meter := Meter())) as pieces:
            while (await anext(pieces)).text != "The answer is":
                pass
        (usage,) = meter.used
    return usage


async def test_of_a_stopped_answer_it_is_an_estimate_where_nothing_was_told(fake: FakeLlm) -> None:
    fake.enqueue(Hangs("The answer is"))
    usage = await stopped(fake, "openai")
    assert (usage.input_tokens, usage.output_tokens) == (ASKED, count_llm_tokens("The answer is"))
    assert usage.estimated == ASKED + count_llm_tokens("The answer is")
    assert usage.model == "fake-model"


async def test_what_was_told_before_the_stop_is_no_estimate(fake: FakeLlm) -> None:
    fake.enqueue(Hangs("The answer is"))
    usage = await stopped(fake, "anthropic")
    assert (usage.input_tokens, usage.output_tokens) == (50, count_llm_tokens("The answer is"))
    assert usage.estimated == count_llm_tokens("The answer is") - 1


async def test_a_stop_before_the_first_word_costs_what_was_asked(fake: FakeLlm) -> None:
    fake.enqueue(Hangs())
    async with connected(endpoint(fake)) as model:
        asking = asyncio.create_task(whole(model, meter := Meter()))
        while not fake.calls:  # noqa: ASYNC110 - what it waits for happens on the wire
            await asyncio.sleep(0.01)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    assert meter.used == (TokenUsage(ASKED, 0, "m", ASKED),)


async def test_every_try_costs(fake: FakeLlm) -> None:
    fake.enqueue(Cuts("The ans"), Hangs("The"), Says("42"))
    (usage,) = await used(fake)
    told = count_llm_tokens("The ans") + count_llm_tokens("The")
    assert usage == TokenUsage(100 + 2 * ASKED, 10 + told, "fake-model", 2 * ASKED + told)


@pytest.mark.parametrize("step", [Fails(401), Fails(429), Fails(500), Cuts()])
async def test_what_was_refused_costs_nothing(fake: FakeLlm, step: Step) -> None:
    fake.otherwise = lambda _: step
    assert await used(fake) == ()


async def test_silence_costs_what_was_asked(fake: FakeLlm) -> None:
    fake.otherwise = lambda _: Hangs()
    (usage,) = await used(fake)
    assert (usage.input_tokens, usage.estimated) == (ASKED, ASKED)


async def test_a_provider_that_tells_nothing_is_estimated(fake: FakeLlm) -> None:
    fake.enqueue(Says("The answer is 42.", usage=None))
    (usage,) = await used(fake)
    said = count_llm_tokens("The answer is 42.")
    assert usage == TokenUsage(ASKED, said, "fake-model", ASKED + said)


async def test_rounds_before_a_failure_are_counted_and_what_tools_brought_is_asked_too(
    fake: FakeLlm,
) -> None:
    async def run(_: Mapping[str, object]) -> str:
        return "Passage: the answer is 42. " * 100

    schema = {"type": "object", "properties": {}}
    tool = Tool("look_up", "Looks something up.", schema, run)
    fake.otherwise = lambda _: Cuts("The")
    fake.enqueue(Calls("look_up", "{}"))
    (usage,) = await used(fake, tool)
    assert usage.input_tokens - usage.estimated + 3 * count_llm_tokens("The") + 5 == 50 + 5
    assert usage.input_tokens > 50 + 3 * count_llm_tokens("Passage: the answer is 42. " * 100)


async def test_each_model_has_its_own_count_the_last_at_the_end(fake: FakeLlm) -> None:
    async with FakeLlm() as spare:
        fake.otherwise = lambda _: Hangs()
        spare.enqueue(Says("42"))
        both = (endpoint(fake), endpoint(spare))
        async with connected(*both, timeout_seconds=SILENCE) as model:
            await whole(model, meter := Meter())
    assert [each.model for each in meter.used] == ["m", "fake-model"]
    assert meter.used[-1] == TokenUsage(100, 10, "fake-model")
