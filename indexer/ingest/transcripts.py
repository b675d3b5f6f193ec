"""Recorded conversations as turns. Pure: text in, turns out.

Three forms are read: JSON lines `{id, speaker, text, timestamp, session}`; a session as one JSON
object whose `messages` have a `type` or `role` and a `content`; and text whose lines begin with
`USER:` and `ASSISTANT:`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from indexer.store.rows import TranscriptTurn

SPOKEN = re.compile(r"^(USER|ASSISTANT):[ \t]*", re.MULTILINE)


class UnreadableTranscriptError(ValueError):
    """The text is none of the three forms; says what is wrong, for the owner."""


def parse_turns(text: str) -> list[TranscriptTurn]:
    """The turns in the order they were said, each with an id of its own within the file."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if SPOKEN.match(stripped):
        found = list(_parse_text(stripped))
    elif stripped.startswith(("{", "[")):
        found = list(_parse_json(stripped))
    elif not stripped:
        found = []
    else:
        raise UnreadableTranscriptError("it has neither JSON nor lines that begin with USER:")
    return _number_turns(turn for turn in found if turn.text)


def _parse_text(text: str) -> Iterator[TranscriptTurn]:
    pieces = SPOKEN.split(text)
    for n, (speaker, said) in enumerate(zip(pieces[1::2], pieces[2::2], strict=True)):
        yield TranscriptTurn(str(n), speaker, said.strip())


def _parse_json(text: str) -> Iterator[TranscriptTurn]:
    try:
        whole: object = json.loads(text)
    except RecursionError:
        raise UnreadableTranscriptError("it is nested too deeply") from None
    except json.JSONDecodeError:
        yield from _parse_json_lines(text)
        return
    if isinstance(whole, dict) and "messages" not in whole:
        yield from _parse_json_lines(text)
        return
    session = str(whole.get("sessionId", "")) if isinstance(whole, dict) else ""
    messages: object = whole.get("messages") if isinstance(whole, dict) else whole
    if not isinstance(messages, list):
        raise UnreadableTranscriptError("its messages are not a list")
    for n, message in enumerate(messages):
        yield _build_turn(_require_object(message, n + 1), n, session)


def _parse_json_lines(text: str) -> Iterator[TranscriptTurn]:
    lines = [line for line in text.splitlines() if line.strip()]
    for n, line in enumerate(lines):
        try:
            item = _require_object(json.loads(line), n + 1)
        except (json.JSONDecodeError, RecursionError):
            raise UnreadableTranscriptError(f"line {n + 1} is not valid JSON") from None
        yield TranscriptTurn(
            message_id=_read_text(item, "id") or str(n),
            speaker=_read_text(item, "speaker"),
            text=_read_text(item, "text").strip(),
            said_at=_read_text(item, "timestamp"),
            session=_read_text(item, "session"),
        )


def _build_turn(item: Mapping[str, object], n: int, session: str) -> TranscriptTurn:
    by_person = (item.get("type") or item.get("role")) == "user"
    return TranscriptTurn(
        message_id=_read_text(item, "id") or str(n),
        speaker="USER" if by_person else "ASSISTANT",
        text=_join_content(item.get("content")).strip(),
        said_at=_read_text(item, "timestamp"),
        session=session,
    )


def _join_content(content: object) -> str:
    """A message's text, which some programs cut into parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = (part.get("text") if isinstance(part, dict) else part for part in parts)
    return "\n".join(text for text in texts if isinstance(text, str))


def _require_object(item: object, n: int) -> Mapping[str, object]:
    if not isinstance(item, dict):
        raise UnreadableTranscriptError(f"entry {n} is not an object")
    return item


def _read_text(item: Mapping[str, object], name: str) -> str:
    value = item.get(name)
    return "" if value is None or isinstance(value, dict | list) else str(value)


def _number_turns(found: Iterable[TranscriptTurn]) -> list[TranscriptTurn]:
    """With positions within their session, and no id twice."""
    at: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    result = []
    for turn in found:
        again = f"{turn.message_id}~{seen[turn.message_id]}" if seen[turn.message_id] else ""
        seen[turn.message_id] += 1
        result.append(replace(turn, message_id=again or turn.message_id, position=at[turn.session]))
        at[turn.session] += 1
    return result
