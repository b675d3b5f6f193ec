"""As whom a command speaks: the owner, or anybody else whom the person at the shell vouches for."""

import argparse
import uuid
from dataclasses import dataclass

from bot.access.policy import TERMINAL_OWNER, Access
from bot.messages import Attachment, Chat, IncomingMessage, Sender, UserError

GROUP = "group/"  # what tells a group's id from a person's


@dataclass(frozen=True, slots=True)
class Identity:
    """The sender, their chat, and an `Access` that lets them in."""

    chat: Chat
    sender: Sender
    access: Access

    def message(self, text: str, attachments: tuple[Attachment, ...] = ()) -> IncomingMessage:
        return IncomingMessage(uuid.uuid4().hex, self.chat, self.sender, text, attachments)


def add_arguments(parser: argparse.ArgumentParser, *, group: bool = False) -> None:
    parser.add_argument(
        "--as",
        dest="identity",
        metavar="CHAT",
        help="speak as platform:id, such as telegram:123, or alice",
    )
    if group:
        parser.add_argument("--group", metavar="NAME", help="in a group of that name")


def identify(named: str | None, group: str | None, configured: Access) -> Identity:
    """Without a name the owner; otherwise an owner if listed as one, else an approved stranger."""
    if named is None:
        sender = TERMINAL_OWNER
        access = Access(configured.owners | {sender.key}, configured.approved)
    else:
        sender = _parse_sender(named)
        access = Access(configured.owners, configured.approved | {sender.key})
    if group is None:
        return Identity(Chat(sender.platform, sender.id, private=True), sender, access)
    if not group.strip():
        raise UserError("--group needs a name.")
    return Identity(Chat(sender.platform, GROUP + group, private=False), sender, access)


def _parse_sender(named: str) -> Sender:
    platform, colon, name = named.partition(":")
    sender = Sender(platform, name) if colon else Sender(TERMINAL_OWNER.platform, named)
    if not sender.platform.strip() or not sender.id.strip():
        raise UserError("--as takes platform:id, such as telegram:123, or a name, such as alice.")
    if sender.key == TERMINAL_OWNER.key:
        raise UserError("The owner at this terminal is meant when --as is left out.")
    if sender.id.startswith(GROUP):
        raise UserError(f"--as names a person; for a group use --group {sender.id[len(GROUP) :]}.")
    return sender
