"""Values for tests, with defaults for whatever a test does not care about."""

import itertools
from datetime import UTC, datetime

from bot.messages import Attachment, Chat, IncomingMessage, Sender

NOON = datetime(2026, 2, 11, 12, tzinfo=UTC)

_keys = itertools.count(1)


def a_message(
    text: str = "hello",
    *,
    key: str = "",
    sender: str = "7",
    chat: str = "",
    private: bool = True,
    platform: str = "test",
    attachments: tuple[Attachment, ...] = (),
    pressed: str = "",
    addressed: bool = True,
    name: str = "",
    language: str = "",
    reference: str = "",
) -> IncomingMessage:
    return IncomingMessage(
        key=key or str(next(_keys)),
        chat=Chat(platform, chat or sender, private),
        sender=Sender(platform, sender, name or f"name of {sender}"),
        text=text,
        attachments=attachments,
        pressed=pressed,
        addressed=addressed,
        language=language,
        reference=reference,
        sent_at=NOON,
    )
