"""Translate Matrix events into messages of multis. Pure functions."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from adapters.matrix.events import Json, Room, get_inner, get_number, get_text, get_texts
from bot.messages import N_, Attachment, Chat, IncomingMessage, Recording, Sender

PLATFORM = "matrix"
SPOKEN = ("m.text", "m.emote")
PICTURE = "m.image"
UNSUPPORTED = {
    PICTURE: N_("a picture"),
    "m.audio": N_("an audio file"),
    "m.video": N_("a video"),
    "m.location": N_("a location"),
}
REACTION = "m.reaction"
OPINIONS: Mapping[str, Literal["good", "bad"]] = {"👍": "good", "👎": "bad"}
RECORDED = ("m.audio", "m.video")
VOICE = ("m.voice", "org.matrix.msc3245.voice")  # in what was spoken into the chat
# The same by the type of the event.
OTHER_EVENTS = {
    "m.sticker": N_("a sticker"),
    "m.poll.start": N_("a poll"),
    "org.matrix.msc3381.poll.start": N_("a poll"),
    "m.room.encrypted": N_("a message that was not encrypted for me"),
}
# The address of a file: a server and a name there, which become a path.
CONTENT = re.compile(r"mxc://[A-Za-z0-9\[][\w.:\]-]{0,254}/[\w~=-][\w.~=-]{0,254}", re.ASCII)
# A quotation that older clients put before an answer: "> <@ann:example.org> her words".
FALLBACK = re.compile(r"(?:> [^\n]*\n)+\n")
QUOTED = re.compile(r"^> (?:<[^>]*> )?", re.MULTILINE)


class MatrixAccount(Struct, frozen=True):
    """The bot's own account, as people address it."""

    user_id: str
    commands: frozenset[str] = frozenset()


class QuotedMessage(Struct, frozen=True):
    """The message that an event replies to."""

    sender: str = ""
    text: str = ""


NOTHING = QuotedMessage()


class _Contents(Struct, frozen=True):
    """The words and files of one message."""

    words: str  # without the bot's name
    called: bool  # by that name, or with a command
    attachments: tuple[Attachment, ...]
    unsupported: str  # what else is in it, "" if nothing
    recording: Recording | None


def build_chat(room: Room, sender: str, me: str, root: str = "") -> Chat:
    """Build the chat of a message; a private one is named after its person, not its room.

    So it stays the same chat in another room. Its thread holds the room and the thread's root,
    which a reply needs.
    """
    private = room.is_private_with(sender, me)
    thread = f"{room.id} {root}".strip()
    return Chat(PLATFORM, sender if private else room.id, private, thread)


def parse_event(
    event: Json, room: Room, me: MatrixAccount, quoted: QuotedMessage = NOTHING
) -> IncomingMessage | None:
    """Translate an event; None for state, our own messages and other bots' notices."""
    key, sender = _identify(event)
    if not key or sender in ("", me.user_id) or "redacted_because" in event:
        return None
    if get_text(event, "type") == REACTION:
        return _parse_reaction(event, room, me)
    found = _parse_contents(event, me)
    return _build_message(event, room, me, quoted, found) if found else None


def _build_message(
    event: Json, room: Room, me: MatrixAccount, quoted: QuotedMessage, found: _Contents
) -> IncomingMessage:
    (key, sender), content = _identify(event), find_content(event)
    private = room.is_private_with(sender, me.user_id)
    called = found.called or quoted.sender == me.user_id or _mentions(content, me)
    return IncomingMessage(
        key,
        build_chat(room, sender, me.user_id, _find_root(content)),
        Sender(PLATFORM, sender, room.names.get(sender, "")),
        found.words,
        found.attachments,
        sent_at=_parse_time(event),
        addressed=private or called,
        edited=_is_edit(event),
        edits=_find_edited(event),
        quote=quoted.text or _find_fallback_quote(get_text(content, "body")),
        unsupported=found.unsupported,
        recording=found.recording,
        reference=key,
    )


def _identify(event: Json) -> tuple[str, str]:
    """Return the id of an event and its sender."""
    return get_text(event, "event_id"), get_text(event, "sender")


def _parse_reaction(event: Json, room: Room, me: MatrixAccount) -> IncomingMessage | None:
    """Translate 👍 and 👎; any other reaction says nothing."""
    sender, relation = get_text(event, "sender"), get_inner(event, "content", "m.relates_to")
    opinion = OPINIONS.get(get_text(relation, "key")[:1])  # a colour of skin may follow
    reacts_to = get_text(relation, "event_id")
    if not (opinion and reacts_to and get_text(relation, "rel_type") == "m.annotation"):
        return None
    return IncomingMessage(
        get_text(event, "event_id"),
        build_chat(room, sender, me.user_id),
        Sender(PLATFORM, sender, room.names.get(sender, "")),
        reaction=opinion,
        reacts_to=reacts_to,
    )


def _parse_contents(event: Json, me: MatrixAccount) -> _Contents | None:
    """Return the words and files of an event; None if it is no message of a person."""
    content = find_content(event)
    attachments = _find_attachments(content)
    unsupported = "" if attachments else _find_unsupported(event)
    if not (attachments or unsupported or get_text(content, "msgtype") in SPOKEN):
        return None
    recording = _find_recording(content)
    files = (recording.file,) if recording else attachments
    unread = unsupported and not files
    words, called = _strip_address("" if unread else _find_words(content, files), me)
    return _Contents(words, called, attachments, unsupported, recording)


def _mentions(content: Json, me: MatrixAccount) -> bool:
    return me.user_id in get_texts(get_inner(content, "m.mentions"), "user_ids")


def find_content(event: Json) -> Json:
    """Return an event's content; for an edit, the new content."""
    content = get_inner(event, "content")
    return get_inner(content, "m.new_content") or content if _is_edit(event) else content


def find_replied(event: Json) -> str:
    """Return the id of the event that this one replies to, "" if it replies to none."""
    relation = get_inner(find_content(event), "m.relates_to")
    if relation.get("is_falling_back") is True:  # a fallback for clients without threads
        return ""
    return get_text(get_inner(relation, "m.in_reply_to"), "event_id")


def parse_quoted(event: Json) -> QuotedMessage:
    body = get_text(find_content(event), "body")
    return QuotedMessage(get_text(event, "sender"), _strip_fallback(body))


def _is_edit(event: Json) -> bool:
    return get_text(get_inner(event, "content", "m.relates_to"), "rel_type") == "m.replace"


def _find_edited(event: Json) -> str:
    relation = get_inner(event, "content", "m.relates_to")
    return get_text(relation, "event_id") if _is_edit(event) else ""


def _find_root(content: Json) -> str:
    relation = get_inner(content, "m.relates_to")
    return get_text(relation, "event_id") if get_text(relation, "rel_type") == "m.thread" else ""


def _parse_time(event: Json) -> datetime | None:
    try:
        return datetime.fromtimestamp(get_number(event, "origin_server_ts") / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _find_fallback_quote(body: str) -> str:
    found = FALLBACK.match(body)
    return QUOTED.sub("", found[0]).strip() if found else ""


def _find_words(content: Json, attachments: tuple[Attachment, ...]) -> str:
    body = get_text(content, "body")
    if attachments:
        # The body of a file is its caption only where its name stands elsewhere.
        name = get_text(content, "filename")
        return "" if name in ("", body) else body.strip()
    return _strip_fallback(body).strip()


def _find_unsupported(event: Json) -> str:
    kind = get_text(find_content(event), "msgtype")
    found = UNSUPPORTED.get(kind) or OTHER_EVENTS.get(get_text(event, "type"))
    return found.text if found else ""


def _strip_address(words: str, me: MatrixAccount) -> tuple[str, bool]:
    """Return the text without the bot's name, and whether it addresses the bot."""
    words, called = _strip_name(words, me)
    words = _normalize_command(words, me) or words
    return words, called or words.startswith("/")


def _strip_name(words: str, me: MatrixAccount) -> tuple[str, bool]:
    """Remove a leading "multis: "; return the text, and whether it was there."""
    whole = me.user_id.removeprefix("@")
    names = f"(?:{re.escape(whole)}|{re.escape(whole.partition(':')[0])})"
    called = rf"@{names}(?:[:,]?\s+|[:,]?$)|{names}[:,](?:\s+|$)"
    found = re.match(called, words, re.IGNORECASE)
    return (words[found.end() :].strip(), True) if found else (words, False)


def _normalize_command(words: str, me: MatrixAccount) -> str:
    """Return `!help` as `/help`, "" if it is no command; some clients intercept a slash."""
    name, space, rest = words.removeprefix("!").partition(" ")
    known = words.startswith("!") and name.lower() in me.commands
    return f"/{name}{space}{rest}" if known else ""


def _find_attachments(content: Json) -> tuple[Attachment, ...]:
    kind = get_text(content, "msgtype")
    file = _find_file(content) if kind in ("m.file", PICTURE) else None
    return (replace(file, picture=kind == PICTURE),) if file else ()


def _find_recording(content: Json) -> Recording | None:
    """Return the sound of a voice note, a file or a video."""
    file = _find_file(content) if get_text(content, "msgtype") in RECORDED else None
    if file is None:
        return None
    milliseconds = get_number(get_inner(content, "info"), "duration")
    spoken = any(isinstance(content.get(each), dict) for each in VOICE)
    return Recording(file, milliseconds // 1000, spoken)


def _find_file(content: Json) -> Attachment | None:
    secret = get_inner(content, "file")
    source = {
        "mxc": get_text(secret, "url") or get_text(content, "url"),
        "key": get_text(get_inner(secret, "key"), "k"),
        "sha256": get_text(get_inner(secret, "hashes"), "sha256"),
        "iv": get_text(secret, "iv"),
    }
    if not CONTENT.fullmatch(source["mxc"]):
        return None
    name = get_text(content, "filename") or get_text(content, "body") or "file"
    size = get_number(get_inner(content, "info"), "size")
    return Attachment(name, size, json.dumps(source))


def parse_source(attachment: Attachment) -> Mapping[str, str]:
    """Parse where the file is, and the keys that decrypt it."""
    read: dict[str, str] = json.loads(attachment.reference)
    return read


def _strip_fallback(body: str) -> str:
    found = FALLBACK.match(body)
    return body[found.end() :] if found else body
