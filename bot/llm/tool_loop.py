"""Runs the rounds of one answer: the model may call tools, reads their results, then answers."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing

from msgspec import Struct
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.tools import ToolDefinition

from bot.llm.errors import EMPTY
from bot.llm.metering import Meter
from bot.llm.model import Completion, ModelError, Partial, Picture, Prompt, Tool
from bot.llm.request import LlmRequest
from indexer.errors import UserError

NO_JSON = (
    "The arguments are not a JSON object. Please call the tool again."  # not translated: model
)
Respond = Callable[[LlmRequest], AsyncGenerator[Partial | ModelResponse]]


class Limits(Struct, frozen=True):
    output_tokens: int
    rounds: int  # with tools
    seconds: float  # in all


async def run_tool_loop(
    respond: Respond, prompt: Prompt, tools: Sequence[Tool], limits: Limits, meter: Meter
) -> AsyncGenerator[Partial | Completion]:
    """Yield the answer as it grows, then whole."""
    until = asyncio.get_running_loop().time() + limits.seconds
    history = _convert_prompt(prompt)
    offered = [_convert_tool(tool) for tool in tools]
    for left in range(limits.rounds if tools else 0, -1, -1):
        tokens = limits.output_tokens
        ask = LlmRequest(tuple(history), offered, left > 0, tokens, meter, until)
        async with aclosing(respond(ask)) as pieces:
            async for piece in pieces:
                if isinstance(piece, Partial):
                    yield piece
                else:
                    response = piece
        if not response.tool_calls or not left:
            break
        yield Partial("")
        history += [response, await _run_tools(response.tool_calls, tools)]
    yield _build_completion(response)


def _convert_prompt(prompt: Prompt) -> list[ModelMessage]:
    """Convert to the library's types; the system text leads the first message, as is usual."""
    history: list[ModelMessage] = [ModelRequest(parts=[SystemPromptPart(prompt.system)])]
    for number, message in enumerate(prompt.messages, 1):
        if message.role == "assistant":
            history.append(ModelResponse(parts=[TextPart(message.text)]))
            continue
        shown = prompt.pictures if number == len(prompt.messages) else ()
        history.append(ModelRequest(parts=[_convert_message(message.text, shown)]))
    return history


def _convert_message(text: str, shown: Sequence[Picture]) -> UserPromptPart:
    if not shown:
        return UserPromptPart(text)
    return UserPromptPart(
        [text, *(BinaryContent(each.content, media_type=each.media_type) for each in shown)]
    )


def _convert_tool(tool: Tool) -> ToolDefinition:
    return ToolDefinition(
        name=tool.name, description=tool.description, parameters_json_schema=dict(tool.parameters)
    )


async def _run_tools(calls: Sequence[ToolCallPart], tools: Sequence[Tool]) -> ModelRequest:
    return ModelRequest(
        parts=[
            ToolReturnPart(
                call.tool_name, await _run_tool(call, tools), tool_call_id=call.tool_call_id
            )
            for call in calls
        ]
    )


async def _run_tool(call: ToolCallPart, tools: Sequence[Tool]) -> str:
    tool = next((each for each in tools if each.name == call.tool_name), None)
    if tool is None:
        return "There is no such tool."  # not translated: for the model; its name may be anything
    arguments = _parse_arguments(call)
    if arguments is None:
        return NO_JSON
    try:
        return await tool.run(arguments)
    except UserError as error:
        return str(error)


def _parse_arguments(call: ToolCallPart) -> Mapping[str, object] | None:
    """Parse a JSON object, else None; half an emoji, which nothing can store, becomes `?`."""
    try:
        given: object = call.args or {}
        parsed = json.loads(given) if isinstance(given, str) else given
        storable = json.dumps(parsed, ensure_ascii=False, allow_nan=False).encode(errors="replace")
        parsed = json.loads(storable)
    except (ValueError, RecursionError):  # a number without end, brackets without end
        return None
    return parsed if isinstance(parsed, dict) else None


def _build_completion(response: ModelResponse) -> Completion:
    text = (response.text or "").strip()
    if not text:  # it kept calling tools when it had to answer
        raise ModelError(EMPTY, retryable=True)
    return Completion(text, truncated=_is_truncated(response))


def _is_truncated(response: ModelResponse) -> bool:
    # Where the server did not report how it ended, the library reports a normal end.
    reason = (response.provider_details or {}).get("finish_reason")
    return not reason or response.finish_reason == "length"
