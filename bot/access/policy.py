"""Decides who may do and see what. Pure functions, no I/O.

What a reply may draw on depends on who will *read* it, not on who asked: in a group even the
owner's answer is public to the group.
"""

import re
from enum import Enum
from pathlib import Path

from msgspec import Struct

from bot.access.settings import Mode as Mode  # it is part of the policy
from bot.messages import Chat, IncomingMessage, Sender, _, split_key
from bot.messages.labels import read_label
from indexer.scopes import ADMIN, KB, Scope, Visibility

# Whoever has the machine's shell is an owner: at the terminal, and by the link of `multis web`.
TERMINAL_OWNER = Sender("console", "owner")
PAGE_OWNER = Sender("web", "owner")


class Access(Struct, frozen=True):
    """The people who may talk to the bot, by key (`platform:id`); by default nobody."""

    owners: frozenset[str] = frozenset()
    approved: frozenset[str] = frozenset()
    blocked: frozenset[str] = frozenset()  # never answered, unless they are owners
    everybody: bool = False  # access.policy "open"
    pairing: bool = False  # access.policy "pairing": strangers may ask to be let in


class Disposition(Enum):
    """The treatment of a message, decided before its text is read."""

    ANSWER = "answer it"
    REMEMBER = "remember it without a reply"
    IGNORE = "neither keep it nor reply"


_MODE = re.compile(r"/mode(?:@\w+)?(?:\s|$)", re.IGNORECASE)


def is_owner(sender: Sender, access: Access) -> bool:
    return sender.key in access.owners


def is_admitted(message: IncomingMessage, access: Access) -> bool:
    """Return whether the sender of `message` is answered at all."""
    return may_ask(message.sender.key, access)


def may_ask(person: str, access: Access) -> bool:
    """Return whether that person (`platform:id`) is answered at all; an empty `Access` has none."""
    known = access.everybody or person in access.owners | access.approved
    return known and not is_blocked(person, access)


def is_blocked(person: str, access: Access) -> bool:
    """Return whether that person (`platform:id`) is locked out; an owner never is."""
    return person in access.blocked - access.owners


def is_approved(message: IncomingMessage, access: Access) -> bool:
    """Return whether the sender may add to and change what is remembered of the chat.

    A private chat is the sender's own; in a group, being answered is not enough.
    """
    person = message.sender.key
    known = person in access.owners | access.approved and not is_blocked(person, access)
    return message.chat.private or known


def decide_mode(message: IncomingMessage, access: Access, mode: Mode) -> Mode:
    """Return the mode that applies where `mode` is set: an owner's private chat is always personal.

    So is every chat while there is no owner. In a chat with the owner as a person, personal means
    off: people there get no reply unless the owner set a mode that speaks to them.
    """
    if message.to_owner:
        return Mode.OFF if mode is Mode.PERSONAL else mode
    own = is_private_owner(message, access) or not access.owners
    return Mode.PERSONAL if own else mode


def decide_disposition(message: IncomingMessage, access: Access, mode: Mode) -> Disposition:
    """Decide by the mode; owners may set another mode in any of them."""
    if _sets_mode(message) and is_owner(message.sender, access):
        return Disposition.ANSWER
    if mode is Mode.SILENT and not is_blocked(message.sender.key, access):
        return Disposition.REMEMBER
    quiet = mode in (Mode.SILENT, Mode.OFF) or not message.addressed
    return Disposition.IGNORE if quiet else Disposition.ANSWER


def _sets_mode(message: IncomingMessage) -> bool:
    return bool(_MODE.match(message.text.strip())) and not message.forwarded


def is_customer(sender: Sender, access: Access, mode: Mode) -> bool:
    """Return whether the sender is a customer: answered from kb, whoever it is."""
    return mode is Mode.BUSINESS and not is_owner(sender, access)


def may_request_access(message: IncomingMessage, access: Access) -> bool:
    """Return whether a stranger's /start is passed on to the owner."""
    known = access.owners | access.approved | access.blocked
    asks = access.pairing and message.chat.private and message.sender.key not in known
    return asks and not message.forwarded


def may_invite(sender: Sender, private: bool, access: Access) -> bool:
    """Return whether the bot joins a room of `sender`; `private`: a room for the two of them.

    A stranger's invitation is accepted only where there is something to tell them: that they may
    request access, or that the assistant waits for its owner's code.
    """
    if may_ask(sender.key, access):
        return True
    welcome = access.pairing or not access.owners
    return private and welcome and not is_blocked(sender.key, access)


def has_owner(access: Access) -> bool:
    """Return whether somebody owns the assistant in a chat app, so that no code to claim it counts.

    The page's owner is whoever has the machine's shell, and may be asked to let people in.
    """
    return bool(access.owners - {PAGE_OWNER.key})


def format_refusal(access: Access, mode: Mode = Mode.PERSONAL) -> str:
    """Return the reply to somebody whom `access` does not admit."""
    if mode is Mode.BUSINESS:
        return _("Here I answer questions. Please write yours in plain words.")
    if access.pairing and access.owners:
        return _(
            "This is a private assistant, and I don't know you. "
            "To ask my owner for access, send /start in a private chat with me."
        )
    return _(
        "This is a private assistant, and I don't know you. "
        "If I am yours, send /start with the code that `multis run` printed."
    )


def list_owner_chats(access: Access, platform: str) -> list[Chat]:
    """List the owners' private chats: those on `platform` or, if there are none, all others.

    A private chat has the id of the person it is with, as on Telegram.
    """
    terminal = TERMINAL_OWNER.platform
    known = map(split_key, sorted(access.owners))
    chats = [Chat(name, person, private=True) for name, person in known if name != terminal]
    return [chat for chat in chats if chat.platform == platform] or chats


def is_private_owner(message: IncomingMessage, access: Access) -> bool:
    """Return whether the owner alone will read the reply."""
    return message.chat.private and is_owner(message.sender, access)


def decide_visibility(
    message: IncomingMessage, access: Access, mode: Mode = Mode.PERSONAL
) -> Visibility:
    """Return what /search and /docs may show in reply to `message`."""
    if mode is Mode.BUSINESS:
        return Visibility.only(KB)
    if is_private_owner(message, access):
        return Visibility.unrestricted()
    return Visibility.only(KB, Scope.of_chat(message.chat.key))


def decide_shared_visibility(sender: Sender, access: Access) -> Visibility:
    """Return what that person may send into any chat, where nobody knows who reads."""
    return Visibility.only(KB) if may_ask(sender.key, access) else Visibility()


def decide_recall(
    message: IncomingMessage, access: Access, mode: Mode = Mode.PERSONAL
) -> Visibility:
    """Return what a prompt may hold: never another chat's text, which a stranger could plant."""
    if mode is Mode.BUSINESS:
        return Visibility.only(KB)
    own = Scope.of_chat(message.chat.key)
    if is_private_owner(message, access):
        return Visibility.only(KB, ADMIN, own)
    return Visibility.only(KB, own)


def decide_memory_scope(message: IncomingMessage, access: Access) -> Scope:
    """Return the scope of what is remembered of this chat."""
    return ADMIN if is_private_owner(message, access) else Scope.of_chat(message.chat.key)


def may_read_file(path: Path, roots: tuple[Path, ...], private: Path) -> bool:
    """Return whether a chat may index `path`: below a root, not hidden, not multis' own.

    All three are resolved, so that no link leads out.
    """
    if path.is_relative_to(private):
        return False
    below = [path.relative_to(root) for root in roots if path.is_relative_to(root)]
    return any(not any(part.startswith(".") for part in rest.parts) for rest in below)


def decide_upload_scope(message: IncomingMessage, owner: bool, caption: str, default: str) -> Scope:
    """Return the scope of an uploaded file: the owner's caption, else `default`.

    That is `documents.upload_scope`. Nobody else can write into what everyone reads: their files
    stay in their own chat.
    """
    if not owner:
        return Scope.of_chat(message.chat.key)
    safe = ADMIN.label if _is_apart(message) else default
    return Scope(read_label(message, caption) or safe)


def _is_apart(message: IncomingMessage) -> bool:
    """Return whether something else may be said of the album of a file that has no label.

    That is so where its beginning is not known, and of a file by itself: an album has more than
    one, and the caption of one that is still to come may be `admin`.
    """
    return bool(message.album) and (message.beside == "" or len(message.attachments) == 1)
