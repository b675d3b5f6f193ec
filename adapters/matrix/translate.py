"""Matrix events as our messages. Pure."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from adapters.matrix.events import Json, Room, inner, number, text, texts
from bot.messages import Attachment, Chat, IncomingMessage, Sender

PLATFORM = "matrix"
SPOKEN = ("m.text", "m.emote")
UNSUPPORTED = {
    "m.image": "a picture",
    "m.audio": "an audio file",
    "m.video": "a video",
    "m.location": "a location",
}
# What those may be instead of a file, by the kind of event.
OTHER_EVENTS = {
    "m.sticker": "a sticker",
    "m.poll.start": "a poll",
    "org.matrix.msc3381.poll.start": "a poll",
    "m.room.encrypted": "a message that was not encrypted for me",
}
# A quotation that older clients put before an answer: "> <@ann:example.org> what she said".
FALLBACK = re.compile(r"(?:> [^\n]*\n)+\n")
QUOTED = re.compile(r"^> (?:<[^>]*> )?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Me:
    """The bot itself, as people address it."""

    user_id: str
    commands: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Quoted:
    """The message that is replied to."""

    sender: str = ""
    text: str = ""


NOTHING = Quoted()


def chat_of(room: Room, sender: str, me: str, root: str = "") -> Chat:
    """A private chat bears the name of its person, so that it stays the same in another room.

    The room, and the topic in it, are what a reply needs to know besides.
    """
    private = room.private_with(sender, me)
    thread = f"{room.id} {root}".strip()
    return Chat(PLATFORM, sender if private else room.id, private, thread)


def incoming(event: Json, room: Room, me: Me, quoted: Quoted = NOTHING) -> IncomingMessage | None:
    """None for what nobody said to a bot: state, our own words, other bots' notices."""
    key, sender, content = text(event, "event_id"), text(event, "sender"), said(event)
    if not key or sender in ("", me.user_id) or "redacted_because" in event:
        return None
    attachments, unsupported = _attachments(content), _unsupported(event)
    if not (attachments or unsupported or text(content, "msgtype") in SPOKEN):
        return None
    words, called = _heard("" if unsupported else _words(content, attachments), me)
    return IncomingMessage(
        key,
        chat_of(room, sender, me.user_id, _root(content)),
        Sender(PLATFORM, sender, room.names.get(sender, "")),
        words,
        attachments,
        sent_at=_instant(event),
        addressed=room.private_with(sender, me.user_id)
        or called
        or quoted.sender == me.user_id
        or me.user_id in texts(inner(content, "m.mentions"), "user_ids"),
        edited=_edits(event),
        quote=quoted.text or _fallback(text(content, "body")),
        unsupported=unsupported,
        reference=key,
    )


def said(event: Json) -> Json:
    """The content; of an edit, what the message has become."""
    content = inner(event, "content")
    return inner(content, "m.new_content") or content if _edits(event) else content


def answered(event: Json) -> str:
    """The id of the event that this one replies to, "" if it replies to none."""
    relation = inner(said(event), "m.relates_to")
    if relation.get("is_falling_back") is True:  # only there for clients that know no topics
        return ""
    return text(inner(relation, "m.in_reply_to"), "event_id")


def quoted_from(event: Json) -> Quoted:
    body = text(said(event), "body")
    return Quoted(text(event, "sender"), FALLBACK.sub("", body, count=1))


def _edits(event: Json) -> bool:
    return text(inner(event, "content", "m.relates_to"), "rel_type") == "m.replace"


def _root(content: Json) -> str:
    relation = inner(content, "m.relates_to")
    return text(relation, "event_id") if text(relation, "rel_type") == "m.thread" else ""


def _instant(event: Json) -> datetime | None:
    try:
        return datetime.fromtimestamp(number(event, "origin_server_ts") / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        return None


def _fallback(body: str) -> str:
    found = FALLBACK.match(body)
    return QUOTED.sub("", found[0]).strip() if found else ""


def _words(content: Json, attachments: tuple[Attachment, ...]) -> str:
    body = text(content, "body")
    if attachments:
        # The body of a file is its caption only where its name stands elsewhere.
        name = text(content, "filename")
        return "" if name in ("", body) else body.strip()
    return FALLBACK.sub("", body, count=1).strip()


def _unsupported(event: Json) -> str:
    kind = text(said(event), "msgtype")
    return UNSUPPORTED.get(kind, "") or OTHER_EVENTS.get(text(event, "type"), "")


def _heard(words: str, me: Me) -> tuple[str, bool]:
    """What was said to the bot, and whether it says itself that it is for the bot."""
    words, called = _without_name(words, me)
    words = _command(words, me) or words
    return words, called or words.startswith("/")


def _without_name(words: str, me: Me) -> tuple[str, bool]:
    """The words without "multis: " before them, and whether that was there."""
    whole = me.user_id.removeprefix("@")
    names = f"(?:{re.escape(whole)}|{re.escape(whole.partition(':')[0])})"
    called = rf"@{names}(?:[:,]?\s+|[:,]?$)|{names}[:,](?:\s+|$)"
    found = re.match(called, words, re.IGNORECASE)
    return (words[found.end() :].strip(), True) if found else (words, False)


def _command(words: str, me: Me) -> str:
    """`!help` as `/help`: some clients keep what begins with a slash for themselves."""
    name, space, rest = words.removeprefix("!").partition(" ")
    known = words.startswith("!") and name.lower() in me.commands
    return f"/{name}{space}{rest}" if known else ""


def _attachments(content: Json) -> tuple[Attachment, ...]:
    if text(content, "msgtype") != "m.file":
        return ()
    secret = inner(content, "file")
    source = {
        "mxc": text(secret, "url") or text(content, "url"),
        "key": text(inner(secret, "key"), "k"),
        "sha256": text(inner(secret, "hashes"), "sha256"),
        "iv": text(secret, "iv"),
    }
    if not source["mxc"].startswith("mxc://"):
        return ()
    name = text(content, "filename") or text(content, "body") or "file"
    size = number(inner(content, "info"), "size")
    return (Attachment(name, size, json.dumps(source)),)


def source_of(attachment: Attachment) -> Mapping[str, str]:
    """Where the bytes lie, and what decrypts them."""
    read: dict[str, str] = json.loads(attachment.reference)
    return read
