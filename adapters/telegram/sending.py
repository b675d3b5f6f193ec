"""Send one part of a reply until it arrives, simplified if Telegram refuses it."""

import asyncio
import logging
import os
from collections.abc import Sequence
from pathlib import Path

import httpcore
import httpx
from msgspec import Struct
from msgspec.structs import replace
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputFile,
    LinkPreviewOptions,
    MessageEntity,
)
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from adapters.shared.health import Health
from adapters.shared.marks import REPEATED
from adapters.shared.sending import OutgoingPart
from adapters.telegram.formatted import FormattedText
from adapters.telegram.pace import Pace
from bot.messages import Chat, File, _, open_file

UNDELIVERABLE = "undeliverable"  # replaces a message id where nobody can be reached
CLOSED = "topic_closed"  # a refusal: nobody but administrators may write in that topic
GENERAL = "1"  # the general topic, which must not be named in requests
UPLOAD_LIMIT = 49 << 20  # bytes: Telegram accepts 50 MB with the request around the file
UPLOAD_SECONDS = 120.0
ROW_WIDTH, ROW_BUTTONS = 32, 8  # characters and buttons in one row
# A preview would make Telegram's servers fetch addresses out of private documents.
NO_PREVIEW = LinkPreviewOptions(is_disabled=True)

Buttons = Sequence[tuple[str, str]]  # label and callback data

# Telegram answered, and did nothing.
REFUSALS = (BadRequest, Forbidden, RetryAfter, ChatMigrated)
# Of the library's client, and of our own connections.
UNREACHED = (
    *(httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout),
    *(httpcore.ConnectError, httpcore.ConnectTimeout, httpcore.PoolTimeout),
)

log = logging.getLogger(__name__)


class OutgoingMessage(Struct, frozen=True):
    """A message to send."""

    chat_id: int
    text: FormattedText
    thread: int | None = None
    buttons: Buttons = ()
    edits: int | None = None  # the message to turn into this one
    file: File | None = None  # goes with `text` as its caption
    repeated: bool = False  # it may have been delivered already

    @property
    def marked_text(self) -> FormattedText:
        """Return the text, marked if people may see it for the second time; an edit they do not."""
        return build_mark() + self.text if self.repeated and self.edits is None else self.text

    def simplify(self, refusal: str) -> "OutgoingMessage | None":
        """Return a simpler message to try after `refusal`; None if nothing is left to drop."""
        if CLOSED in refusal:
            return None  # elsewhere it would answer a question that nobody asked there
        if self.edits is not None:
            return replace(self, edits=None)
        if self.thread is not None and ("thread" in refusal or "topic" in refusal):
            return replace(self, thread=None)
        if self.file is not None:
            return self.drop_file(self.file)
        if self.text.entities:
            return replace(self, text=FormattedText(self.text.text))
        if self.buttons:
            return replace(self, buttons=())
        return replace(self, thread=None) if self.thread is not None else None

    def drop_file(self, file: File) -> "OutgoingMessage":
        return replace(self, file=None, text=FormattedText(_format_unsent(file.name)))


class MessageSender:
    """Sends final messages; drafts are sent elsewhere."""

    def __init__(self, bot: Bot, pace: Pace, health: Health) -> None:
        self._bot = bot
        self._pace = pace
        self._health = health

    async def send(self, wanted: OutgoingMessage, part: OutgoingPart) -> str:
        """Send a message and return its id or `UNDELIVERABLE`.

        A ConnectionError if it may not have arrived. `part` has begun, and has not while the
        message waits: what Telegram refused was not seen.
        """
        message: OutgoingMessage | None = wanted
        while message is not None:
            try:
                return await self._send_once(message, part)
            except RetryAfter as flood:
                self._pace.note_flood(message.chat_id, flood)
            except ChatMigrated as moved:
                message = replace(message, chat_id=moved.new_chat_id, edits=None)
            except BadRequest as refusal:
                log.warning("Telegram refused a message: %s", refusal)
                message = message.simplify(str(refusal).lower())
            except Forbidden as refusal:
                log.warning("Telegram: a chat cannot be written to: %s", refusal)
                return UNDELIVERABLE
            if message is not None:
                await part.withdraw()
                await self._pace.wait_out_flood(message.chat_id)
                await part.begin()
        return UNDELIVERABLE

    async def _send_once(self, message: OutgoingMessage, part: OutgoingPart) -> str:
        try:
            sent = await send_or_edit(self._bot, message)
        except REFUSALS:
            raise
        except TelegramError as error:
            self._health.well = False
            if has_never_left(error):
                await part.withdraw()
            raise ConnectionError(f"Telegram did not answer ({type(error).__name__})") from None
        self._pace.note_sent(message.chat_id)
        return str(sent)


def has_never_left(error: TelegramError) -> bool:
    """Return whether a message was certainly not delivered."""
    return isinstance(error, REFUSALS) or isinstance(error.__cause__, UNREACHED)


async def send_or_edit(bot: Bot, message: OutgoingMessage) -> int:
    """Send or edit a message, once; return its id."""
    if message.file is not None:
        return await _send_file(bot, message, message.file)
    if message.edits is not None:
        await _edit(bot, message, message.edits)
        return message.edits
    sent = await bot.send_message(
        message.chat_id,
        message.marked_text.text,
        entities=build_entities(message.marked_text),
        reply_markup=build_keyboard(message.buttons),
        message_thread_id=message.thread,
        link_preview_options=NO_PREVIEW,
    )
    return sent.message_id


async def _edit(bot: Bot, message: OutgoingMessage, edited: int) -> None:
    """Edit a message; that it has this text already is no error."""
    try:
        await bot.edit_message_text(
            message.text.text,
            message.chat_id,
            edited,
            entities=build_entities(message.text),
            reply_markup=build_keyboard(message.buttons),
            link_preview_options=NO_PREVIEW,
        )
    except BadRequest as refusal:
        if "not modified" not in str(refusal).lower():
            raise


async def _send_file(bot: Bot, message: OutgoingMessage, file: File) -> int:
    content = await asyncio.to_thread(_read_content, Path(file.path))
    if not content:
        return await send_or_edit(bot, message.drop_file(file))
    if file.spoken:
        return await _send_voice(bot, message, content)
    return await _send_document(bot, message, InputFile(content, file.name))


async def _send_voice(bot: Bot, message: OutgoingMessage, content: bytes) -> int:
    """Send speech; as a file to somebody whose settings refuse voice messages."""
    repeated = message.marked_text.text or None
    try:
        sent = await bot.send_voice(
            message.chat_id,
            InputFile(content, "answer.ogg"),
            caption=repeated,
            message_thread_id=message.thread,
            write_timeout=UPLOAD_SECONDS,
            read_timeout=UPLOAD_SECONDS,
        )
    except BadRequest as refusal:
        if "voice_messages_forbidden" not in str(refusal).lower():
            raise
        return await _send_document(bot, message, InputFile(content, "answer.ogg"))
    return sent.message_id


async def _send_document(bot: Bot, message: OutgoingMessage, document: InputFile) -> int:
    sent = await bot.send_document(
        message.chat_id,
        document,
        caption=message.marked_text.text or None,
        message_thread_id=message.thread,
        write_timeout=UPLOAD_SECONDS,
        read_timeout=UPLOAD_SECONDS,
    )
    return sent.message_id


def _read_content(path: Path) -> bytes:
    """Return the file's bytes; empty if it is gone or too large to send."""
    try:
        with open_file(path) as file:
            return file.read() if os.fstat(file.fileno()).st_size <= UPLOAD_LIMIT else b""
    except OSError:
        return b""


def build_entities(text: FormattedText) -> list[MessageEntity]:
    return [
        MessageEntity(e.kind, e.offset, e.length, url=e.url or None, language=e.language or None)
        for e in text.entities
    ]


def build_keyboard(buttons: Buttons) -> InlineKeyboardMarkup | None:
    """Build the buttons; short labels share a row."""
    rows: list[list[InlineKeyboardButton]] = []
    room = 0
    for label, data in buttons:
        if len(label) > room or len(rows[-1]) == ROW_BUTTONS:
            rows.append([])
            room = ROW_WIDTH
        rows[-1].append(InlineKeyboardButton(label, callback_data=data))
        room -= len(label)
    return InlineKeyboardMarkup(rows) if rows else None


def parse_thread(chat: Chat) -> int | None:
    return int(chat.thread) if chat.thread not in ("", GENERAL) else None


def build_mark() -> FormattedText:
    """Return the mark that precedes a part that may have been delivered already."""
    return FormattedText(f"{REPEATED} ")


def _format_unsent(name: str) -> str:
    return _(
        "{name} could not be sent: the file is gone or too large for Telegram.",
        name=name,
    )
