"""What one request costs, whether it comes to its end or not.

A provider tells it at the end, if at all; some tell at the beginning what they have read. A request
that is broken off is paid for all the same, so what nobody told is estimated.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from pydantic_ai.exceptions import ModelTimeoutError
from pydantic_ai.messages import ModelMessage, ToolCallPart
from pydantic_ai.models import StreamedResponse
from pydantic_ai.tools import ToolDefinition

from bot.llm.errors import FAILURES
from bot.llm.metering import Meter, Usage
from indexer.text.llm_tokens import tokens

SILENT = (TimeoutError, ModelTimeoutError)


class Count:
    """Of one request to the model called `name`; it reads `asked` tokens if nobody knows better."""

    def __init__(self, name: str, asked: int) -> None:
        self._name = name
        self._asked = asked
        self.stream: StreamedResponse | None = None  # from the first word on
        self.refused = False

    @property
    def usage(self) -> Usage:
        if self.stream is None:
            return Usage(self._asked, 0, self._name, self._asked)
        response = self.stream.get()
        told = response.usage
        read = told.input_tokens or self._asked
        ended = bool(told.output_tokens) and response.state == "complete"
        wrote = told.output_tokens if ended else max(told.output_tokens, written([response]))
        estimated = read - told.input_tokens + wrote - told.output_tokens
        return Usage(read, wrote, response.model_name or self._name, estimated)


@contextmanager
def counted(
    meter: Meter, name: str, history: Sequence[ModelMessage], tools: Iterable[ToolDefinition]
) -> Iterator[Count]:
    """What was refused, or never arrived, costs nothing."""
    count = Count(name, written(history) + sum(map(_declared, tools)))
    try:
        yield count
    except FAILURES as failure:
        count.refused = count.stream is None and not isinstance(failure, SILENT)
        raise
    finally:
        if not count.refused:
            meter.add(count.usage)


def written(messages: Iterable[ModelMessage]) -> int:
    """An estimate of the tokens."""
    return sum(tokens(text) for message in messages for text in _texts(message))


def _texts(message: ModelMessage) -> Iterator[str]:
    for part in message.parts:
        if isinstance(part, ToolCallPart):
            yield part.tool_name + part.args_as_json_str()
        else:
            yield str(getattr(part, "content", ""))


def _declared(tool: ToolDefinition) -> int:
    schema = json.dumps(tool.parameters_json_schema, ensure_ascii=False)
    return tokens(f"{tool.name} {tool.description} {schema}")
