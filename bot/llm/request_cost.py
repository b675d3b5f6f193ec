"""Measures the tokens of one request, whether it completes or not.

A provider reports them at the end, if at all; some report at the start how many they have read. A
request that is cut off is paid for all the same, so tokens that nobody reported are estimated.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from pydantic_ai.exceptions import ModelTimeoutError
from pydantic_ai.messages import BinaryContent, ModelMessage, ToolCallPart
from pydantic_ai.models import StreamedResponse
from pydantic_ai.tools import ToolDefinition

from bot.llm.errors import FAILURES
from bot.llm.metering import Meter, TokenUsage
from indexer.text.llm_tokens import count_llm_tokens

PICTURE = 1500  # tokens that providers count for one, about, whatever its size
SILENT = (TimeoutError, ModelTimeoutError)


class RequestCost:
    """Tokens of one request to the model `name`; `estimate` stands in for those sent to it."""

    def __init__(self, name: str, estimate: int) -> None:
        self._name = name
        self._estimate = estimate
        self.stream: StreamedResponse | None = None  # from the first word on
        self.refused = False

    @property
    def usage(self) -> TokenUsage:
        if self.stream is None:
            return TokenUsage(self._estimate, 0, self._name, self._estimate)
        response = self.stream.get()
        reported = response.usage
        read = reported.input_tokens or self._estimate
        wrote = reported.output_tokens
        if not wrote or response.state != "complete":
            wrote = max(wrote, estimate_tokens([response]))
        estimated = read - reported.input_tokens + wrote - reported.output_tokens
        name = response.model_name or self._name
        return TokenUsage(read, wrote, name, estimated, reported.cache_read_tokens)


@contextmanager
def meter_request(
    meter: Meter, name: str, history: Sequence[ModelMessage], tools: Iterable[ToolDefinition]
) -> Iterator[RequestCost]:
    """Add a request's tokens to `meter`; one that was refused, or never arrived, costs nothing."""
    count = RequestCost(name, estimate_tokens(history) + sum(map(_estimate_tool_tokens, tools)))
    try:
        yield count
    except FAILURES as failure:
        count.refused = count.stream is None and not isinstance(failure, SILENT)
        raise
    finally:
        if not count.refused:
            meter.add(count.usage)


def estimate_tokens(messages: Iterable[ModelMessage]) -> int:
    contents = [each for message in messages for each in _list_contents(message)]
    pictures = sum(isinstance(each, BinaryContent) for each in contents)
    texts = (str(each) for each in contents if not isinstance(each, BinaryContent))
    return sum(map(count_llm_tokens, texts)) + pictures * PICTURE


def _list_contents(message: ModelMessage) -> Iterator[object]:
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            yield part.tool_name + part.args_as_json_str()
            continue
        content: object = getattr(part, "content", "")
        if isinstance(content, list):
            yield from content
        else:
            yield content


def _estimate_tool_tokens(tool: ToolDefinition) -> int:
    schema = json.dumps(tool.parameters_json_schema, ensure_ascii=False)
    return count_llm_tokens(f"{tool.name} {tool.description} {schema}")
