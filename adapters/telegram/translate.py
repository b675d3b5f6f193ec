"""Translate Telegram's updates into messages of multis. Pure functions."""

import mimetypes
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from telegram import (
    CallbackQuery,
    Message,
    MessageEntity,
    MessageReactionUpdated,
    ReactionType,
    ReactionTypeEmoji,
    Update,
    User,
)
from telegram import Chat as TelegramChat
from telegram.constants import ChatType

from adapters.telegram.requests import BROKEN
from bot.messages import N_, Attachment, Chat, IncomingMessage, Recording, Sender

PLATFORM = "telegram"
QUOTES = (MessageEntity.BLOCKQUOTE, MessageEntity.EXPANDABLE_BLOCKQUOTE)
NEWLINE = "\n".encode("utf-16-le")
# An animation carries a document too, and a venue a location: the first match counts.
UNSUPPORTED = {
    "animation": N_("an animation"),
    "live_photo": N_("a photo"),
    "voice": N_("a voice note"),
    "audio": N_("an audio file"),
    "video": N_("a video"),
    "video_note": N_("a video message"),
    "sticker": N_("a sticker"),
    "contact": N_("a contact"),
    "venue": N_("a place"),
    "location": N_("a location"),
    "poll": N_("a poll"),
    "dice": N_("a die"),
    "game": N_("a game"),
    "story": N_("a story"),
    "paid_media": N_("paid media"),
    "checklist": N_("a checklist"),
    "giveaway": N_("a giveaway"),
    "invoice": N_("an invoice"),
    "gift": N_("a gift"),
}


class TelegramAccount(Struct, frozen=True):
    """The bot's own account, as people address it."""

    id: int
    username: str  # without the @


class UnreadableUpdateError(Exception):
    """The update cannot be parsed, however often it is delivered."""


def parse_update(update: Update, me: TelegramAccount) -> IncomingMessage | None:
    """Translate an update; None for service messages, other bots and empty updates."""
    try:
        return _parse_update(update, me)
    except BROKEN as error:
        # The error may quote the message, which must not be logged.
        raise UnreadableUpdateError(type(error).__name__) from error


def _parse_update(update: Update, me: TelegramAccount) -> IncomingMessage | None:
    if update.callback_query is not None:
        return _parse_press(str(update.update_id), update.callback_query)
    if update.message_reaction is not None:
        return _parse_reaction(str(update.update_id), update.message_reaction)
    message = update.message or update.edited_message
    return _parse_message(update, message, me) if message is not None else None


class _Contents(Struct, frozen=True):
    """The words and files of one message."""

    words: str  # without the bot's name
    mentioned: bool  # by that name, or with a command
    attachments: tuple[Attachment, ...]
    unsupported: str  # what else is in it, "" if nothing


def _parse_message(update: Update, message: Message, me: TelegramAccount) -> IncomingMessage | None:
    if message.migrate_to_chat_id is not None or message.migrate_from_chat_id is not None:
        return _parse_move(update, message)
    sender = _find_sender(message)
    if sender is None or not _may_speak(sender, message.chat):
        return None
    found = _parse_contents(message, me)
    if found is None or (update.edited_message is not None and not _was_edited(message, found)):
        return None
    return _build_message(update, message, me, sender, found)


def _build_message(
    update: Update, message: Message, me: TelegramAccount, sender: Sender, found: _Contents
) -> IncomingMessage:
    edited = update.edited_message is not None
    return IncomingMessage(
        _build_edit_key(message) if edited else str(update.update_id),
        _build_chat(message.chat, message.message_thread_id if message.is_topic_message else None),
        sender,
        found.words,
        found.attachments,
        sent_at=message.edit_date or message.date,
        addressed=_is_private(message.chat) or found.mentioned or _replies_to_bot(message, me),
        # What an inline bot wrote is no more the sender's own word than what they pass on.
        forwarded=message.forward_origin is not None or message.via_bot is not None,
        edited=edited,
        quote=_find_quote(message),
        unsupported=found.unsupported,
        recording=_find_recording(message),
        album=message.media_group_id or "",
        language=_find_language(message.from_user),
        reference=str(message.message_id),
        edits=str(message.message_id) if edited else "",
    )


def _parse_contents(message: Message, me: TelegramAccount) -> _Contents | None:
    """Return the words and files of a message; None if it is empty, or for another bot."""
    said = _parse_text(message, me)
    if said is None:
        return None
    unsupported = _find_unsupported(message)
    attachments = () if unsupported else _find_attachments(message, said.text)
    if not (said.text or attachments or unsupported or said.mentioned):
        return None
    return _Contents(said.text, said.mentioned, attachments, unsupported)


def _was_edited(message: Message, found: _Contents) -> bool:
    """Return False for a reaction, which comes as an edit too, and a step of a live location."""
    return message.edit_date is not None and bool(found.words or found.attachments)


def _parse_move(update: Update, message: Message) -> IncomingMessage | None:
    """Translate the announcement that a group became a supergroup: in the one, or in the other."""
    after, before = message.migrate_to_chat_id, message.migrate_from_chat_id
    side = ChatType.GROUP if after is not None else ChatType.SUPERGROUP
    if message.chat.type != side or update.message is None or message.forward_origin is not None:
        return None
    return IncomingMessage(
        str(update.update_id),
        _build_chat(message.chat, None),
        Sender(PLATFORM, str(message.chat.id)),
        addressed=False,
        moved_to="" if after is None else str(after),
        moved_from="" if before is None else str(before),
    )


def _build_edit_key(message: Message) -> str:
    """Return the key of an edit, the same when Telegram repeats it, as it does for a reaction."""
    at = message.edit_date
    return f"{message.chat.id} {message.message_id} {at.timestamp() if at else 0:.0f}"


def _parse_press(key: str, query: CallbackQuery) -> IncomingMessage | None:
    """Translate a button press; if its message is too old, the topic is unknown."""
    if query.message is None or not query.data:
        return None
    below = query.message if isinstance(query.message, Message) else None
    thread = below.message_thread_id if below and below.is_topic_message else None
    sender = Sender(PLATFORM, str(query.from_user.id), query.from_user.full_name)
    if not _may_speak(sender, query.message.chat):
        return None
    chat, language = _build_chat(query.message.chat, thread), _find_language(query.from_user)
    return IncomingMessage(key, chat, sender, pressed=query.data, language=language)


def _parse_reaction(key: str, changed: MessageReactionUpdated) -> IncomingMessage | None:
    """Translate 👍 and 👎, and that they were taken back; any other reaction says nothing."""
    after, before = _find_opinion(changed.new_reaction), _find_opinion(changed.old_reaction)
    user = changed.user
    if user is None or user.is_bot or after == before:
        return None
    sender = Sender(PLATFORM, str(user.id), user.full_name)
    if not _may_speak(sender, changed.chat):
        return None
    chat, language = _build_chat(changed.chat, None), _find_language(user)
    return IncomingMessage(
        key, chat, sender, reaction=after, reacts_to=str(changed.message_id), language=language
    )


def _find_opinion(reactions: Sequence[ReactionType]) -> Literal["", "good", "bad"]:
    emoji = [each.emoji for each in reactions if isinstance(each, ReactionTypeEmoji)]
    if any(each.startswith("👍") for each in emoji):
        return "good"
    return "bad" if any(each.startswith("👎") for each in emoji) else ""


def _find_language(user: User | None) -> str:
    """Return the language of the person's Telegram; "" where it is not said."""
    return (user and user.language_code) or ""


def _find_unsupported(message: Message) -> str:
    return next(
        (UNSUPPORTED[kind].text for kind in UNSUPPORTED if getattr(message, kind, None)), ""
    )


def _is_private(chat: TelegramChat) -> bool:
    return chat.type == ChatType.PRIVATE


def _build_chat(chat: TelegramChat, thread: int | None) -> Chat:
    return Chat(PLATFORM, str(chat.id), _is_private(chat), "" if thread is None else str(thread))


def _find_sender(message: Message) -> Sender | None:
    """Return the sender; an anonymous admin or a channel is the chat it posts as, not a person."""
    if message.sender_chat is not None:
        if message.sender_chat.id >= 0:  # the id of a person
            return None
        return Sender(PLATFORM, str(message.sender_chat.id), message.sender_chat.title or "")
    user = message.from_user
    if user is None or user.is_bot:
        return None
    return Sender(PLATFORM, str(user.id), user.full_name)


def _may_speak(sender: Sender, chat: TelegramChat) -> bool:
    """Return False for an update that cannot be: a private chat has the id of whom it is with.

    Who may do what rests on these ids, and a Bot API server may stand between us and Telegram.
    """
    return not _is_private(chat) or sender.id == str(chat.id)


def _find_attachments(message: Message, words: str) -> tuple[Attachment, ...]:
    """Return the file or photo of a message, or the photo that its words reply to."""
    document = message.document
    if document is None:
        target = message.reply_to_message
        asks = words and not words.startswith("/") and not message.photo
        return _find_photo(target if asks and target else message)
    suffix = mimetypes.guess_extension(document.mime_type or "") or ""
    name = document.file_name or f"file{suffix}"
    return (Attachment(name, document.file_size or 0, document.file_id),)


def _find_photo(message: Message) -> tuple[Attachment, ...]:
    """Return the photo in its largest size, named by its day and the message: it has no name."""
    if not message.photo:
        return ()
    largest = max(message.photo, key=lambda size: size.width * size.height)
    name = f"photo {message.date:%Y-%m-%d} {message.message_id}.jpg"
    return (Attachment(name, largest.file_size or 0, largest.file_id, picture=True),)


def _find_recording(message: Message) -> Recording | None:
    """Return the sound of a voice note, a file or a video; an animation has none."""
    if message.animation is not None:
        return None
    spoken = message.voice or message.video_note
    found = spoken or message.audio or message.video
    if found is None:
        return None
    kind = "mp4" if message.video or message.video_note else "ogg" if message.voice else "mp3"
    name = getattr(found, "file_name", None) or f"{'voice' if spoken else 'recording'}.{kind}"
    file = Attachment(name, found.file_size or 0, found.file_id)
    return Recording(file, _count_seconds(found.duration), spoken is not None)


def _count_seconds(duration: timedelta | int) -> int:
    return int(duration.total_seconds()) if isinstance(duration, timedelta) else duration


def _replies_to_bot(message: Message, me: TelegramAccount) -> bool:
    """Return whether this replies to the bot; a reply to a topic's opening does not count."""
    target = message.reply_to_message
    if target is None or target.from_user is None or target.forum_topic_created is not None:
        return False
    return target.from_user.id == me.id


def _find_quote(message: Message) -> str:
    target = message.reply_to_message
    if message.quote is not None:
        return message.quote.text
    return (target.text or target.caption or "") if target is not None else ""


class _ParsedText(Struct, frozen=True):
    text: str  # without the bot's name
    mentioned: bool  # by name, or with a command


def _parse_text(message: Message, me: TelegramAccount) -> _ParsedText | None:
    """Return the text without the bot's name; None for a command to another bot."""
    text = message.text or message.caption or ""
    entities = message.entities if message.text else message.caption_entities
    text, entities = _mark_quotes(text, tuple(entities))
    first = entities[0] if entities else None
    command = (
        first if first and first.type == MessageEntity.BOT_COMMAND and not first.offset else None
    )
    if command is not None:
        _, at, name = text[: command.length].partition("@")
        if at and name.lower() != me.username.lower():
            return None
    text, mentions = _strip_mentions(text, entities, me)
    return _ParsedText(text.strip(), command is not None or mentions > 0)


def _mark_quotes(
    text: str, entities: tuple[MessageEntity, ...]
) -> tuple[str, tuple[MessageEntity, ...]]:
    """Begin each line of a block quote with `> `, as everywhere else, and move the entities."""
    quotes = [each for each in entities if each.type in QUOTES]
    if not quotes:
        return text, entities
    encoded = text.encode("utf-16-le")
    starts = sorted({at for each in quotes for at in _find_line_starts(encoded, each)})
    edges = [0, *(2 * at for at in starts), len(encoded)]
    parts = [encoded[start:end].decode("utf-16-le") for start, end in pairwise(edges)]
    return "> ".join(parts), tuple(_move(each, starts) for each in entities)


def _find_line_starts(encoded: bytes, entity: MessageEntity) -> Iterator[int]:
    """Yield where the lines of `entity` begin, in UTF-16 units as Telegram counts."""
    yield entity.offset
    inside = encoded[2 * entity.offset : 2 * (entity.offset + entity.length) - 2]
    for n in range(0, len(inside), 2):
        if inside[n : n + 2] == NEWLINE:
            yield entity.offset + n // 2 + 1


def _move(entity: MessageEntity, starts: Sequence[int]) -> MessageEntity:
    before = 2 * bisect_right(starts, entity.offset)
    through = 2 * bisect_left(starts, entity.offset + entity.length)
    return MessageEntity(
        entity.type,
        entity.offset + before,
        entity.length + max(0, through - before),
        user=entity.user,
    )


def _strip_mentions(
    text: str, entities: Sequence[MessageEntity], me: TelegramAccount
) -> tuple[str, int]:
    """Remove `@bot`, also at the end of a command; return the text and the number of mentions."""
    encoded = text.encode("utf-16-le")
    mentions = 0
    for entity in sorted(entities, key=lambda entity: -entity.offset):
        start, end = entity.offset * 2, (entity.offset + entity.length) * 2
        name = encoded[start:end].decode("utf-16-le")
        before, after = encoded[:start].decode("utf-16-le"), encoded[end:].decode("utf-16-le")
        if entity.type == MessageEntity.BOT_COMMAND:
            encoded = (before + name.partition("@")[0] + after).encode("utf-16-le")
        elif _names_bot(entity, name, me):
            mentions += 1
            joint = " " if before.strip() and after.strip() else ""
            rest = after.lstrip(" ,:") if not before.strip() else after.lstrip(" ")
            encoded = (before.rstrip(" ") + joint + rest).encode("utf-16-le")
    return encoded.decode("utf-16-le"), mentions


def _names_bot(entity: MessageEntity, name: str, me: TelegramAccount) -> bool:
    if entity.type == MessageEntity.TEXT_MENTION:
        return entity.user is not None and entity.user.id == me.id
    return entity.type == MessageEntity.MENTION and name.lower() == f"@{me.username}".lower()
