"""Turns messages and replies into JSON for storage, and back."""

import dataclasses
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NotRequired, TypedDict

from msgspec import Struct
from msgspec.structs import asdict

from bot.messages import (
    Attachment,
    Chat,
    Choice,
    File,
    IncomingMessage,
    Recording,
    Reply,
    Sender,
    Source,
)


class StoredChoice(TypedDict):
    """A choice as JSON has it."""

    label: str
    message: str
    typed: NotRequired[Sequence[str]]


class StoredAttachment(TypedDict):
    """An attachment as JSON has it."""

    name: str
    size: int
    reference: str
    picture: NotRequired[bool]


class StoredRecording(TypedDict):
    """A recording as JSON has it."""

    file: StoredAttachment
    seconds: int
    spoken: bool


def dump(value: IncomingMessage | Reply) -> str:
    """Dump `value` as JSON; half an emoji, as platforms and models may cut it, becomes "?"."""
    text = json.dumps(value, ensure_ascii=False, default=_encode)
    return text.encode(errors="replace").decode()


def dump_chat(chat: Chat) -> str:
    return json.dumps(dataclasses.asdict(chat))


def load_chat(text: str) -> Chat:
    return Chat(**json.loads(text))


def load_message(text: str) -> IncomingMessage:
    raw = json.loads(text)
    sent_at = raw.pop("sent_at")
    raw.pop("missed", None)  # made again at every start, never stored
    return IncomingMessage(
        chat=Chat(**raw.pop("chat")),
        sender=Sender(**raw.pop("sender")),
        attachments=tuple(Attachment(**each) for each in raw.pop("attachments")),
        sent_at=datetime.fromisoformat(sent_at) if sent_at else None,
        recording=_load_recording(raw.pop("recording", None)),
        **raw,
    )


def _load_recording(raw: StoredRecording | None) -> Recording | None:
    if raw is None:
        return None
    return Recording(Attachment(**raw["file"]), raw["seconds"], raw["spoken"])


def load_reply(text: str) -> Reply:
    """Load a reply without its notices, which are stored by themselves."""
    raw = json.loads(text)
    raw.pop("notices", None)
    return Reply(
        choices=load_choices(raw.pop("choices")),
        sources=tuple(Source(**each) for each in raw.pop("sources")),
        marks=tuple(raw.pop("marks", ())),
        files=tuple(File(**each) for each in raw.pop("files", ())),
        **raw,
    )


def load_choices(raw: Iterable[StoredChoice]) -> tuple[Choice, ...]:
    """Load choices; those of version 0.1 know no `typed`."""
    return tuple(
        Choice(each["label"], each["message"], tuple(each.get("typed", ()))) for each in raw
    )


def _encode(value: datetime | Chat | Struct) -> str | dict[str, object]:
    """Encode what JSON does not know: an instant, or a value by its fields."""
    if isinstance(value, datetime):
        return value.isoformat()
    return dataclasses.asdict(value) if isinstance(value, Chat) else asdict(value)
