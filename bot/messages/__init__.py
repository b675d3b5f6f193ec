"""What crosses the line between an adapter and the bot, and all that an adapter knows of it."""

from bot.messages.contract import (
    Accept,
    Adapter,
    Answer,
    Attempt,
    Checkable,
    Handle,
    Host,
    Menu,
    MenuItem,
    Polling,
    Receipt,
)
from bot.messages.values import (
    Attachment,
    Chat,
    Choice,
    Draft,
    File,
    IncomingMessage,
    Notice,
    Reply,
    Sender,
    Source,
)
from indexer.errors import UserError

__all__ = [
    "Accept",
    "Adapter",
    "Answer",
    "Attachment",
    "Attempt",
    "Chat",
    "Checkable",
    "Choice",
    "Draft",
    "File",
    "Handle",
    "Host",
    "IncomingMessage",
    "Menu",
    "MenuItem",
    "Notice",
    "Polling",
    "Receipt",
    "Reply",
    "Sender",
    "Source",
    "UserError",
]
