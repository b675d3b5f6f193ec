"""Answers in which the model calls tools."""

from collections.abc import Mapping

import pytest

from bot.llm import Completion, ModelError, Partial, Tool, open_model
from indexer.errors import UserError
from tests.bot.llm.calling import KINDS, connected, endpoint, no_wait, said, settings
from tests.fake_llm import Calls, Cuts, Fails, FakeLlm, Says


def look_up(results: list[str]) -> Tool:
    async def run(arguments: Mapping[str, object]) -> str:
        if arguments.get("query") == "forbidden":
            raise UserError("That may not be searched.")
        results.append(str(arguments["query"]))
        return "Passage: the answer is 42."

    schema = {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
    return Tool("look_up", "Looks something up.", schema, run)


@KINDS
async def test_what_is_said_before_a_tool_call_is_not_part_of_the_answer(
    fake: FakeLlm, kind: str
) -> None:
    asked: list[str] = []
    call = Calls("look_up", '{"query": "answer"}', preamble="Let me look that up.")
    fake.enqueue(call, Says("The answer is 42."))
    async with connected(endpoint(fake, kind)) as model:
        pieces = await said(model, look_up(asked))
    assert asked == ["answer"]
    assert "Passage: the answer is 42." in fake.calls[1].text
    begin = pieces.index(Partial(""))
    assert pieces[begin + 1 :][-1] == Completion("The answer is 42.")
    assert not any("Let me" in piece.text for piece in pieces[begin:])


@pytest.mark.parametrize(
    ("name", "arguments", "reply"),
    [
        ("look_up", "{broken", "not a JSON object"),
        ("look_up", '["answer"]', "not a JSON object"),
        ("look_up", "[" * 20_000, "not a JSON object"),
        ("look_up", '{"query": "answer", "limit": 1e999}', "not a JSON object"),
        ("look_up", '{"query": "answer", "limit": NaN}', "not a JSON object"),
        ("look_up", '{"query": "forbidden"}', "That may not be searched."),
        ("rm_rf", "{}", "There is no such tool."),
    ],
)
async def test_a_wrong_call_is_told_to_the_model(
    fake: FakeLlm, name: str, arguments: str, reply: str
) -> None:
    asked: list[str] = []
    fake.enqueue(Calls(name, arguments), Says("42"))
    async with connected(endpoint(fake)) as model:
        pieces = await said(model, look_up(asked))
    assert isinstance(pieces[-1], Completion)
    assert reply in fake.calls[1].text
    assert asked == []


@KINDS
async def test_half_of_an_emoji_in_an_argument_is_a_question_mark(fake: FakeLlm, kind: str) -> None:
    asked: list[str] = []
    fake.enqueue(Calls("look_up", r'{"query": "answer \ud83d"}'), Says("42"))
    async with connected(endpoint(fake, kind)) as model:
        await said(model, look_up(asked))
    assert asked == ["answer ?"]


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
async def test_after_the_last_round_the_model_must_answer(fake: FakeLlm, kind: str) -> None:
    asked: list[str] = []
    call = Calls("look_up", '{"query": "again"}')
    fake.enqueue(call, call, Says("42"))
    chosen = settings(endpoint(fake, kind), rounds=2)
    async with open_model(chosen, no_wait) as model:
        pieces = await said(model, look_up(asked))
    assert pieces[-1].text == "42"
    assert [("none" in str(call.body.get("tool_choice"))) for call in fake.calls] == [
        False,
        False,
        True,
    ]


async def test_ten_thousand_calls_at_once_are_no_answer(fake: FakeLlm) -> None:
    asked: list[str] = []
    fake.otherwise = lambda _: Calls("look_up", '{"query": "again"}', times=10_000)
    async with connected(endpoint(fake)) as model:
        with pytest.raises(ModelError, match="could not be read"):
            await said(model, look_up(asked))
    assert asked == []


async def test_several_calls_at_once_are_carried_out(fake: FakeLlm) -> None:
    asked: list[str] = []
    fake.enqueue(Calls("look_up", '{"query": "again"}', times=5), Says("42"))
    async with connected(endpoint(fake)) as model:
        pieces = await said(model, look_up(asked))
    assert pieces[-1].text == "42"
    assert asked == ["again"] * 5


@KINDS
async def test_an_answer_without_end_is_none(fake: FakeLlm, kind: str) -> None:
    fake.otherwise = lambda _: Says("lantern" * 100_000)
    async with connected(endpoint(fake, kind)) as model:
        with pytest.raises(ModelError, match="could not be read"):
            await said(model)


async def test_a_model_that_never_stops_calling_is_stopped(fake: FakeLlm) -> None:
    asked: list[str] = []
    fake.otherwise = lambda _: Calls("look_up", '{"query": "again"}')
    async with connected(endpoint(fake)) as model:
        with pytest.raises(ModelError, match="empty answer"):
            await said(model, look_up(asked))
    assert len(asked) == 3


async def test_a_failure_between_rounds_runs_no_tool_twice(fake: FakeLlm) -> None:
    asked: list[str] = []
    fake.enqueue(Calls("look_up", '{"query": "once"}'), Fails(500), Cuts("The"), Says("42"))
    async with connected(endpoint(fake)) as model:
        pieces = await said(model, look_up(asked))
    assert pieces[-1].text == "42"
    assert asked == ["once"]
