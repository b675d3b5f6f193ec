"""What a model can say or do in a test, and how OpenAI and Anthropic put it on the wire."""

import json
from collections.abc import Mapping

from msgspec import Struct, field


class Says(Struct, frozen=True):
    """An answer in pieces. `ends` False leaves out how it ended; `reason` is OpenAI's word.

    `usage` is tokens read and written; `cached` of those read came from the provider's cache.
    """

    text: str
    reason: str = "stop"
    ends: bool = True
    usage: tuple[int, int] | None = (100, 10)
    cached: int = 0


class Calls(Struct, frozen=True):
    """A tool call, or so many of it at once, with what the model says before it."""

    tool: str
    arguments: str
    preamble: str = ""
    times: int = 1


class Fails(Struct, frozen=True):
    status: int
    code: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)


class Hangs(Struct, frozen=True):
    """Accepts the request and stays silent, after `text` if there is any."""

    text: str = ""
    pings: bool = False  # keeps the connection busy all the while


class Cuts(Struct, frozen=True):
    """Drops the connection, after `text` if there is any."""

    text: str = ""


class Nonsense(Struct, frozen=True):
    body: str
    content_type: str = "text/event-stream"


Step = Says | Calls | Fails | Hangs | Cuts | Nonsense


def _pieces(step: Step) -> list[str]:
    """What the step says, cut as a model's tokens are: words with the space before them."""
    text = step.preamble if isinstance(step, Calls) else getattr(step, "text", "")
    words = text.split(" ")
    return [word if n == 0 else " " + word for n, word in enumerate(words) if text]


def _data(value: Mapping[str, object]) -> str:
    return f"data: {json.dumps(value)}\n\n"


def openai(step: Step) -> list[str]:
    def chunk(delta: Mapping[str, object], reason: str | None = None) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return _data({**head, "choices": [choice]})

    head = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "fake-model"}
    frames = [chunk({"role": "assistant", "content": piece}) for piece in _pieces(step)]
    if isinstance(step, Calls):
        function = {"name": step.tool, "arguments": step.arguments}
        calls = [
            {"index": n, "id": f"call-{n + 1}", "type": "function", "function": function}
            for n in range(step.times)
        ]
        return [
            *frames,
            chunk({"tool_calls": calls}),
            chunk({}, "tool_calls"),
            _usage(head),
            _DONE,
        ]
    if isinstance(step, Says):
        frames += [chunk({}, step.reason)] if step.ends else []
        frames += [_usage(head, step.usage, step.cached)] if step.usage else []
        return [*frames, _DONE]
    return frames


_DONE = "data: [DONE]\n\n"


def _usage(head: Mapping[str, object], tokens: tuple[int, int] = (50, 5), cached: int = 0) -> str:
    counted = {
        "prompt_tokens_details": {"cached_tokens": cached},
        "prompt_tokens": tokens[0],
        "completion_tokens": tokens[1],
        "total_tokens": sum(tokens),
    }
    return _data({**head, "choices": [], "usage": counted})


def anthropic(step: Step) -> list[str]:
    def event(kind: str, **value: object) -> str:
        return f"event: {kind}\n" + _data({"type": kind, **value})

    tokens = getattr(step, "usage", None) or (50, 5)
    cached = getattr(step, "cached", 0)
    read = {"input_tokens": tokens[0] - cached, "cache_read_input_tokens": cached}
    message: dict[str, object] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "fake-model",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {**read, "output_tokens": 1},
    }
    frames = [event("message_start", message=message)]
    if pieces := _pieces(step):
        block = {"type": "text", "text": ""}
        frames.append(event("content_block_start", index=0, content_block=block))
        frames += [
            event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
            for piece in pieces
        ]
    if isinstance(step, Hangs | Cuts) or (isinstance(step, Says) and not step.ends):
        return frames
    if pieces:
        frames.append(event("content_block_stop", index=0))
    if isinstance(step, Calls):
        call: dict[str, object] = {
            "type": "tool_use",
            "id": "call-1",
            "name": step.tool,
            "input": {},
        }
        delta = {"type": "input_json_delta", "partial_json": step.arguments}
        frames += [
            event("content_block_start", index=1, content_block=call),
            event("content_block_delta", index=1, delta=delta),
            event("content_block_stop", index=1),
        ]
    reason = _ANTHROPIC_REASONS[getattr(step, "reason", "tool_use")]
    ended = {"stop_reason": reason, "stop_sequence": None}
    frames.append(event("message_delta", delta=ended, usage={"output_tokens": tokens[1]}))
    return [*frames, event("message_stop")]


_ANTHROPIC_REASONS = {
    "tool_use": "tool_use",
    "stop": "end_turn",
    "length": "max_tokens",
    "content_filter": "refusal",
}
