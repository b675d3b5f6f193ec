"""A hostile analyst costs its process: the program finds the terms itself."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from indexer.store.analysis.client import (
    AT_ONCE,
    AnalysisClient,
    AnalysisProcess,
    open_analysis_client,
)
from indexer.store.analysis.worker import (
    SIZE,
    MalformedAnswerError,
    Passages,
    decode_answer,
    encode_answer,
)
from indexer.store.chunks import SHORT
from indexer.store.terms import Terms
from tests.indexer.confinement.talking import start_talking, wait_until_unread
from tests.indexer.store.analysis.hostile_analyst import WRONG

MODULE = "tests.indexer.store.analysis.hostile_analyst"
TESTS = str(Path(__file__).parents[2])


def build_passages(behaviour: str) -> Passages:
    texts = [f"{behaviour} word{n} " + "rent " * 200 for n in range(AT_ONCE)]
    return Passages(texts, ["Lease"] * AT_ONCE, ["lease.md"] * AT_ONCE, "s1", "en")


@pytest.fixture
async def analysis(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[AnalysisClient]:
    monkeypatch.setattr(sys, "path", [*sys.path, TESTS])  # what a walled process may read
    async with open_analysis_client(answer_seconds=30, module=MODULE) as analysis:
        yield analysis


@pytest.mark.parametrize("behaviour", sorted(WRONG.keys() - {"silent"}))
async def test_a_wrong_answer_ends_the_process_and_changes_nothing(
    analysis: AnalysisClient, behaviour: str
) -> None:
    passages = build_passages(behaviour)
    assert passages.length > SHORT
    assert await analysis.analyze(passages) == list(passages.analyze())
    assert await analysis.analyze(passages) == list(passages.analyze())


async def test_an_analyst_that_says_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, TESTS])
    passages = build_passages("silent")
    async with open_analysis_client(answer_seconds=0.01, module=MODULE) as analysis:
        assert await analysis.analyze(passages) == list(passages.analyze())
        assert not analysis.is_running


async def test_an_answer_that_nobody_asked_for_ends_the_process(analysis: AnalysisClient) -> None:
    passages = build_passages("twice")
    await analysis.analyze(passages)
    assert analysis.process is not None
    await analysis.process.listening
    assert not analysis.is_running


def test_an_analyst_cannot_change_who_may_read_a_passage() -> None:
    passages = build_passages("word")
    answer = encode_answer(replace(each, acl="s2") for each in passages.analyze())
    assert {each.acl for each in decode_answer(answer[SIZE.size :], passages)} == {"s1"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"main": "a\0b"},
        {"common": "\0"},
        {"language": "english"},
        {"language": "../"},
        {"length": 7},
        {"counts": b"\1", "hashes": b"12345"},
        {"hashes": b"1234"},
        {"counts": b""},
    ],
)
def test_terms_of_another_shape_are_refused(wrong: dict[str, object]) -> None:
    passages = build_passages("word")
    first, *others = passages.analyze()
    answer = encode_answer([replace(first, **wrong), *others])
    with pytest.raises(MalformedAnswerError):
        decode_answer(answer[SIZE.size :], passages)


@pytest.mark.parametrize("behaviour", ["fields", "map", "numbers", "string", "surplus"])
def test_rows_of_another_shape_are_refused(behaviour: str) -> None:
    passages = build_passages(behaviour)
    with pytest.raises(MalformedAnswerError):
        decode_answer(WRONG[behaviour](passages)[SIZE.size :], passages)


@pytest.mark.parametrize("end", range(60))
def test_an_answer_cut_short_is_refused(end: int) -> None:
    passages = Passages(["a rent"], ["Lease"], ["x"], "s1", "en")
    answer = encode_answer(passages.analyze())[SIZE.size :]
    with pytest.raises(MalformedAnswerError):
        decode_answer(answer[: end % len(answer)], passages)


def test_a_count_too_high_for_its_byte_is_no_damage() -> None:
    passages = Passages(["rent " * 999], ["Lease"], ["x"], "s1", "en")
    terms: list[Terms] = list(passages.analyze())
    assert decode_answer(encode_answer(terms)[SIZE.size :], passages) == terms


async def test_an_analyst_that_floods_its_pipe_is_ended() -> None:
    """More lies unread in its pipe than asyncio takes: closing must not wait for its end."""
    process = await start_talking()
    await wait_until_unread(process)
    async with asyncio.timeout(30):
        await AnalysisProcess(process).listening
    assert process.returncode == -9
