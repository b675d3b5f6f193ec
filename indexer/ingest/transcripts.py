"""Parses recorded conversations into turns.

Three formats are read: JSON lines `{id, speaker, text, timestamp, session}`; a session as one JSON
object whose `messages` have a `type` or `role` and a `content`; and text whose lines begin with
`USER:` and `ASSISTANT:`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from indexer.errors import UserError
from indexer.i18n import _
from indexer.store.rows import TranscriptTurn

SPOKEN = re.compile(r"^(USER|ASSISTANT):[ \t]*", re.MULTILINE)


class UnreadableTranscriptError(UserError):
    """The text has none of the three formats; completes a sentence with the reason."""


def parse_turns(text: str) -> list[TranscriptTurn]:
    """Return the turns in order, each with an id of its own within the file."""
    stripped = text.lstrip("\ufeff \t\r\n")
    if SPOKEN.match(stripped):
        found = list(_parse_text(stripped))
    elif stripped.startswith(("{", "[")):
        found = list(_parse_json(stripped))
    elif not stripped:
        found = []
    else:
        raise UnreadableTranscriptError(_("it is neither JSON nor text with USER: lines"))
    return _number_turns(turn for turn in found if turn.text)


def _parse_text(text: str) -> Iterator[TranscriptTurn]:
    pieces = SPOKEN.split(text)
    for n, (speaker, words) in enumerate(zip(pieces[1::2], pieces[2::2], strict=True)):
        yield TranscriptTurn(str(n), speaker, words.strip())


def _parse_json(text: str) -> Iterator[TranscriptTurn]:
    try:
        whole: object = json.loads(text)
    except RecursionError:
        raise UnreadableTranscriptError(_("it is nested too deeply")) from None
    except ValueError:  # also for a number of thousands of digits
        yield from _parse_json_lines(text)
        return
    if isinstance(whole, dict) and "messages" not in whole:
        yield from _parse_json_lines(text)
        return
    session = str(whole.get("sessionId", "")) if isinstance(whole, dict) else ""
    messages: object = whole.get("messages") if isinstance(whole, dict) else whole
    if not isinstance(messages, list):
        raise UnreadableTranscriptError(_("its messages are not a list"))
    for n, message in enumerate(messages):
        yield _build_turn(_require_object(message, n + 1), n, session)


def _parse_json_lines(text: str) -> Iterator[TranscriptTurn]:
    lines = [line for line in text.splitlines() if line.strip()]
    for n, line in enumerate(lines):
        try:
            entry = _require_object(json.loads(line), n + 1)
        except (ValueError, RecursionError):
            reason = _("line {number} is not valid JSON", number=str(n + 1))
            raise UnreadableTranscriptError(reason) from None
        yield TranscriptTurn(
            message_id=_read_text(entry, "id") or str(n),
            speaker=_read_text(entry, "speaker"),
            text=_read_text(entry, "text").strip(),
            said_at=_read_text(entry, "timestamp"),
            session=_read_text(entry, "session"),
        )


def _build_turn(entry: Mapping[str, object], n: int, session: str) -> TranscriptTurn:
    by_person = (entry.get("type") or entry.get("role")) == "user"
    return TranscriptTurn(
        message_id=_read_text(entry, "id") or str(n),
        speaker="USER" if by_person else "ASSISTANT",
        text=_join_content(entry.get("content")).strip(),
        said_at=_read_text(entry, "timestamp"),
        session=session,
    )


def _join_content(content: object) -> str:
    """Return a message's text, which some programs cut into parts."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    texts = (part.get("text") if isinstance(part, dict) else part for part in parts)
    return "\n".join(text for text in texts if isinstance(text, str))


def _require_object(entry: object, n: int) -> Mapping[str, object]:
    if not isinstance(entry, dict):
        raise UnreadableTranscriptError(_("entry {number} is not an object", number=str(n)))
    return entry


def _read_text(entry: Mapping[str, object], name: str) -> str:
    value = entry.get(name)
    return "" if value is None or isinstance(value, dict | list) else str(value)


def _number_turns(found: Iterable[TranscriptTurn]) -> list[TranscriptTurn]:
    """Number the turns within their session, and let no id stand twice."""
    at: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    result = []
    for turn in found:
        again = f"{turn.message_id}~{seen[turn.message_id]}" if seen[turn.message_id] else ""
        seen[turn.message_id] += 1
        result.append(replace(turn, message_id=again or turn.message_id, position=at[turn.session]))
        at[turn.session] += 1
    return result
