"""The actions of a signed-in person on the page, without the HTTP around them."""

import logging
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from adapters.web import content
from adapters.web.events import Check, stream
from adapters.web.hub import Hub
from adapters.web.ports import Entry, NewEntry, OriginalFile, PageHost
from adapters.web.uploads import Uploads
from bot.messages import (
    Accept,
    Attachment,
    Chat,
    IncomingMessage,
    Recording,
    Sender,
    StorageError,
    UserError,
    _,
    current_language,
)

PLATFORM = "web"
DESK = "desk-"  # prefix of the keys of buttons on the desk, which are not part of the chat
KEY = re.compile(r"[A-Za-z0-9-]{8,64}")
LONGEST = 32_000  # characters of one message
LONGEST_KEY = 64  # characters of what names a button or an entry
DAY = 86_400  # seconds
MOST_FILES = 100  # named by one message; how many are read is `documents.files_per_message`

log = logging.getLogger(__name__)


class PostedMessage(Struct, frozen=True):
    """One message as the page's script posts it."""

    key: str  # created by the script; the same key is the same message
    text: str
    pressed: str = ""
    files: Sequence[tuple[str, str]] = ()  # (reference, name)
    reaction: Literal["", "good", "bad"] = ""  # to the entry `reacts_to`
    reacts_to: str = ""
    spoken: int = 0  # seconds of the voice message that its only file is; 0: it is none
    pictures: bool = False  # its files are to be looked at, not to be kept

    @classmethod
    def of(cls, raw: object) -> "PostedMessage":
        """Parse a posted message; a UserError for anything the page's own script would not send."""
        if not isinstance(raw, dict):
            raise UserError(_("That is not a valid message."))
        files = _parse_files(raw)
        said = cls(
            key=_parse_key(raw.get("key")),
            text=_parse_text(raw, "text"),
            pressed=_parse_text(raw, "pressed"),
            files=files,
            reaction=_parse_reaction(raw),
            reacts_to=_parse_text(raw, "reacts_to"),
            spoken=_parse_seconds(raw, len(files)),
            pictures=raw.get("pictures") is True,
        )
        said.check_sizes()
        return said

    def check_sizes(self) -> None:
        """Raise a `UserError` for a message that is too large, or empty."""
        if len(self.files) > MOST_FILES:
            raise UserError(_("At most {most} files fit into one message.", most=MOST_FILES))
        if len(self.text) > LONGEST:
            raise UserError(_("That is too long for one message. Please send it as a file."))
        if max(len(self.pressed), len(self.reacts_to)) > LONGEST_KEY:
            raise UserError(_("That is not a valid message."))
        if not (self.text.strip() or self.pressed or self.files or self.reacts_to):
            raise UserError(_("That message is empty."))


class ConversationChange(Struct, frozen=True):
    """A change that a person makes to one of their conversations."""

    id: str
    deed: str
    title: str = ""

    @classmethod
    def of(cls, raw: object) -> "ConversationChange":
        """Parse what the page's script posts; a UserError for anything else."""
        if not isinstance(raw, dict):
            raise UserError(_("That is not a valid message."))
        return cls(*(_parse_text(raw, name) for name in ("id", "deed", "title")))


class PageService(Struct, frozen=True):
    """Serves all people, while the adapter runs."""

    host: PageHost
    hub: Hub
    uploads: Uploads
    accept: Accept

    async def say(self, person: Sender, said: PostedMessage) -> None:
        """Accept a message and return once it is stored; the same key again changes nothing."""
        chat = build_chat(person, said.key)
        files = tuple(
            replace(self.uploads.find(chat.id, reference, name), picture=said.pictures)
            for reference, name in dict(said.files).items()
        )
        if not (said.key.startswith(DESK) or said.reacts_to):
            question = content.build_question(said.text, files, pressed=bool(said.pressed))
            entry = NewEntry("asked", question, said.key, _choose_title(said.text, files))
            await self.host.transcript.write(chat, entry)
            self.hub.wake(chat.key)
        await self.accept(_build_message(chat, person, said, files))

    async def take(self, person: Sender, name: str, body: AsyncIterator[bytes]) -> Attachment:
        """Store an upload for a message that will follow."""
        room = await self.host.measure_room(person)
        return await self.uploads.take(build_chat(person).id, name, body, room)

    def find_file(self, person: Sender, reference: str) -> Path:
        """Return the path of a file that `person` was sent."""
        return self.uploads.find_path(build_chat(person).id, reference)

    async def look(self, person: Sender, view: str, arguments: Mapping[str, str]) -> object:
        asker = IncomingMessage("", build_chat(person), person)
        return await self.host.look(asker, view, arguments)

    async def find_original(
        self, person: Sender, chunk_id: str, arguments: Mapping[str, str]
    ) -> OriginalFile:
        """Find the file of a passage; a UserError if there is none that `person` may see."""
        asker = IncomingMessage("", build_chat(person), person)
        return await self.host.find_original(asker, chunk_id, arguments)

    async def invite_guest(self, person: Sender, raw: object) -> str:
        """Return the end of the address that signs a guest in, once; only the owner may ask."""
        name = _parse_text(raw, "name") if isinstance(raw, dict) else ""
        asker = IncomingMessage("", build_chat(person), person)
        return f"/enter#{await self.host.invite_guest(asker, name.strip().lower())}"

    async def list_history(self, person: Sender, conversation: str, before: int) -> Sequence[Entry]:
        """List entries of a conversation before number `before`, the oldest first."""
        return await self.host.transcript.list_before(build_chat(person), conversation, before)

    async def change_conversation(self, person: Sender, change: ConversationChange) -> None:
        """Rename, pin, delete or restore; what multis remembers of it is /forget's business."""
        chat, conversations = build_chat(person), self.host.conversations
        match change.deed:
            case "rename":
                await conversations.rename(chat, change.id, change.title)
            case "pin" | "unpin":
                await conversations.pin(chat, change.id, pinned=change.deed == "pin")
            case "delete":
                await conversations.delete(chat, change.id)
            case "restore":
                await conversations.restore(chat, change.id)
            case _:
                raise UserError(_("That is not a valid message."))

    async def stream_events(
        self, person: Sender, signed_in: Check, after: int | None
    ) -> AsyncIterator[str]:
        """Yield the events for `person`, for as long as they are `signed_in`.

        They end where the disk or the database fails: the browser soon asks for what came since.
        """
        chat = build_chat(person)
        try:
            with self.hub.open_listener(chat.key) as listener:
                async for event in stream(self.host.transcript, chat, after, listener, signed_in):
                    yield event
        except (OSError, StorageError) as error:
            log.warning("an open page is told nothing new for now: %s", error)


def build_chat(person: Sender, key: str = "") -> Chat:
    """Return a person's only chat here; `key` is the message that a reply is for.

    People of another platform have a chat of their own here, which no guest's name can be.
    """
    own = person.id if person.platform == PLATFORM else f"{person.platform}~{person.id}"
    return Chat(PLATFORM, own, private=True, thread=key)


def _choose_title(text: str, files: Sequence[Attachment]) -> str:
    """Return what a conversation is called that begins so; who may read a file is no title."""
    return files[0].name if files and text in ("", "kb", "admin") else text


def _parse_key(raw: object) -> str:
    if not isinstance(raw, str) or not KEY.fullmatch(raw):
        raise UserError(_("That message has no valid key. Please reload the page."))
    return raw


def _parse_seconds(raw: Mapping[str, object], files: int) -> int:
    seconds = raw.get("spoken", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, int) or not 0 <= seconds <= DAY:
        raise UserError(_("That is not a valid message."))
    if seconds and (files != 1 or raw.get("text") or raw.get("pressed")):
        raise UserError(_("That is not a valid message."))
    return seconds


def _build_message(
    chat: Chat, person: Sender, said: PostedMessage, files: tuple[Attachment, ...]
) -> IncomingMessage:
    return IncomingMessage(
        f"{chat.id}:{said.key}",  # keys of different people must never be confused
        chat,
        person,
        "" if said.pressed else said.text,
        () if said.spoken else files,
        recording=Recording(files[0], said.spoken, spoken=True) if said.spoken else None,
        pressed=said.pressed,
        language=current_language().tag,
        reference=said.key,
        reaction=said.reaction,
        reacts_to=said.reacts_to,
    )


def _parse_reaction(raw: Mapping[str, object]) -> Literal["", "good", "bad"]:
    match raw.get("reaction", ""):
        case "" | "good" | "bad" as reaction:
            return reaction
        case _:
            raise UserError(_("That is not a valid message."))


def _parse_files(raw: Mapping[str, object]) -> list[tuple[str, str]]:
    files = raw.get("files", [])
    if not isinstance(files, list) or not all(isinstance(each, dict) for each in files):
        raise UserError(_("That is not a valid message."))
    return [(_parse_text(each, "reference"), _parse_text(each, "name")) for each in files]


def _parse_text(raw: Mapping[str, object], name: str) -> str:
    value = raw.get(name, "")
    if not isinstance(value, str):
        raise UserError(_("That is not a valid message."))
    return value.encode("utf-8", "replace").decode()
