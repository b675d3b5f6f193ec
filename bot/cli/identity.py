"""The person a command speaks as: the owner, or whoever `--as` names.

Whoever has the shell may name anybody.
"""

import argparse
import secrets

from msgspec import Struct

from bot.access import policy
from bot.access.policy import TERMINAL_OWNER, Access
from bot.messages import Attachment, Chat, IncomingMessage, Sender, UserError
from indexer.i18n import _
from indexer.scopes import Visibility

GROUP = "group/"  # marks a group's id


class Identity(Struct, frozen=True):
    """A sender, their chat, and an `Access` that lets them in."""

    chat: Chat
    sender: Sender
    access: Access

    def message(self, text: str, attachments: tuple[Attachment, ...] = ()) -> IncomingMessage:
        return IncomingMessage(secrets.token_hex(16), self.chat, self.sender, text, attachments)

    @property
    def visibility(self) -> Visibility:
        """Decide what this person may see in this chat."""
        return policy.decide_visibility(self.message(""), self.access)

    @property
    def is_owner(self) -> bool:
        """Tell the owner in private from everybody else."""
        return policy.is_private_owner(self.message(""), self.access)

    def require_owner(self) -> None:
        if not self.is_owner:
            raise UserError(_("Only the owner can do that. Leave out --as."))


def add_arguments(parser: argparse.ArgumentParser, *, group: bool = False) -> None:
    parser.add_argument(
        "--as",
        dest="identity",
        metavar="CHAT",
        help=_("speak as platform:id, such as telegram:123, or as a name, such as alice"),
    )
    if group:
        parser.add_argument("--group", metavar="NAME", help=_("speak in a group of that name"))


def identify(named: str | None, group: str | None, configured: Access) -> Identity:
    """Return the owner if `named` is None, else that person: a configured owner, or approved."""
    if named is None:
        sender = TERMINAL_OWNER
        access = Access(configured.owners | {sender.key}, configured.approved)
    else:
        sender = _parse_sender(named)
        access = Access(configured.owners, configured.approved | {sender.key})
    if group is None:
        return Identity(Chat(sender.platform, sender.id, private=True), sender, access)
    if not group.strip():
        raise UserError(_("--group needs a name."))
    return Identity(Chat(sender.platform, GROUP + group, private=False), sender, access)


def _parse_sender(named: str) -> Sender:
    platform, colon, name = named.partition(":")
    sender = Sender(platform, name) if colon else Sender(TERMINAL_OWNER.platform, named)
    if not sender.platform.strip() or not sender.id.strip():
        raise UserError(
            _("--as takes platform:id, such as telegram:123, or a name, such as alice.")
        )
    if sender.key == TERMINAL_OWNER.key:
        raise UserError(_("To speak as the owner at this terminal, leave out --as."))
    if sender.id.startswith(GROUP):
        option = f"--group {sender.id.removeprefix(GROUP)}"
        raise UserError(_("--as names a person. For a group, use {option}.", option=option))
    return sender
