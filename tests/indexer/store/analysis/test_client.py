"""Texts are analyzed the same in every process, and a process that dies costs nothing."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO

import pytest

from indexer.store.analysis.client import AT_ONCE, AnalysisClient, open_analysis_client
from indexer.store.analysis.worker import (
    SIZE,
    Passages,
    decode_answer,
    encode_answer,
    encode_request,
    serve,
)
from indexer.store.chunks import SHORT, analyze_in_thread

TEXTS = [
    "The rent is 900 €.",
    "Die Miete beträgt 950 Euro.",
    "家賃は九百ユーロです。",
    "x\u2028y 'z'",
    "",
]


def passages(count: int) -> Passages:
    texts = [f"{TEXTS[n % len(TEXTS)]} {'word ' * 40}{n}" for n in range(count)]
    return Passages(texts, [f"Title {n}" for n in range(count)], ["lease"] * count, "s1", "en")


@pytest.fixture
async def analysis() -> AsyncIterator[AnalysisClient]:
    async with open_analysis_client() as analysis:
        yield analysis


async def test_another_process_finds_the_same_terms(analysis: AnalysisClient) -> None:
    long = passages(3 * AT_ONCE + 1)
    assert long.length > SHORT
    assert await analysis.analyze(long) == await analyze_in_thread(long) == list(long.analyze())
    assert analysis.is_running


async def test_a_short_document_needs_no_other_process(analysis: AnalysisClient) -> None:
    short = passages(3)
    assert await analysis.analyze(short) == list(short.analyze())
    assert not analysis.is_running


async def test_the_process_can_start_before_a_long_document_is_there(
    analysis: AnalysisClient,
) -> None:
    analysis.prepare()
    while not analysis.is_running:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0.01)
    process, long = analysis.process, passages(AT_ONCE)
    analysis.prepare()
    assert await analysis.analyze(long) == list(long.analyze())
    assert analysis.process is process


async def test_a_process_that_nobody_needs_after_all_is_ended() -> None:
    async with open_analysis_client(idle_seconds=0.05) as analysis:
        await analysis.start()
        assert analysis.process is not None
        await analysis.process.listening
        assert not analysis.is_running


async def test_once_it_is_ended_asyncio_has_nothing_to_warn_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    for _ in range(6):  # whoever looks first decides
        async with open_analysis_client() as analysis:
            await analysis.start()
    assert [each.getMessage() for each in caplog.records if each.name == "asyncio"] == []


async def test_a_client_that_is_closed_while_its_process_starts_leaves_none() -> None:
    async with open_analysis_client() as analysis:
        analysis.prepare()
    assert not analysis.is_running


async def test_a_process_that_died_is_replaced(analysis: AnalysisClient) -> None:
    long = passages(AT_ONCE)
    await analysis.analyze(long)
    assert analysis.process is not None
    analysis.process.process.kill()
    await analysis.process.listening
    assert await analysis.analyze(long) == list(long.analyze())
    assert await analysis.analyze(long) == list(long.analyze())
    assert analysis.is_running


async def test_a_process_that_dies_over_documents_costs_none_of_them(
    analysis: AnalysisClient,
) -> None:
    one, two = passages(9 * AT_ONCE), passages(9 * AT_ONCE + 1)
    first, second = (asyncio.create_task(analysis.analyze(each)) for each in (one, two))
    while analysis.process is None or analysis.process.is_idle:  # noqa: ASYNC110 - no event for it
        await asyncio.sleep(0)
    analysis.process.process.kill()
    assert await first == list(one.analyze())
    assert await second == list(two.analyze())


async def test_whoever_gives_up_leaves_no_answer_for_the_next(analysis: AnalysisClient) -> None:
    first = asyncio.create_task(analysis.analyze(passages(20 * AT_ONCE)))
    while not analysis.is_running:  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0)
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first
    other = passages(AT_ONCE + 5)
    assert await analysis.analyze(other) == list(other.analyze())


async def test_two_documents_at_once_get_their_own_terms(analysis: AnalysisClient) -> None:
    one, two = passages(2 * AT_ONCE), passages(2 * AT_ONCE + 7)
    first, second = await asyncio.gather(analysis.analyze(one), analysis.analyze(two))
    assert first == list(one.analyze())
    assert second == list(two.analyze())


async def test_the_process_ends_with_its_owner() -> None:
    async with open_analysis_client() as analysis:
        await analysis.analyze(passages(AT_ONCE))
        child = analysis.process
    assert child is not None
    assert child.process.returncode is not None


def test_requests_are_answered_in_turn_until_there_are_no_more() -> None:
    some, others = passages(len(TEXTS)), passages(2)
    answers = BytesIO()
    serve(BytesIO(encode_request(some) + encode_request(others)), answers)
    assert answers.getvalue() == encode_answer(some.analyze()) + encode_answer(others.analyze())
    assert decode_answer(encode_answer(some.analyze())[SIZE.size :], some) == list(some.analyze())


async def test_a_process_without_work_ends() -> None:
    async with open_analysis_client(idle_seconds=0.01) as analysis:
        await analysis.analyze(passages(AT_ONCE))
        child = analysis.process
        assert child is not None
        await child.listening
        assert child.process.returncode != 0
        assert not analysis.is_running
