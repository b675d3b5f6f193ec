"""A turn, and the commands that may answer it: one module each in `bot/commands`."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from msgspec import Struct

from bot.access.policy import Mode
from bot.messages import Answer, IncomingMessage, UserError
from indexer.i18n import Sentence, _
from indexer.scopes import Scope, Visibility
from memory.chat.memory import ChatMemory
from memory.messages import Message

if TYPE_CHECKING:
    from bot.services.services import Services


PLUGINS = "bot.commands"


class Turn(Struct, frozen=True):
    """One message being answered, with everything its command may use."""

    message: IncomingMessage
    is_owner: bool
    private_owner: bool  # the owner alone reads the reply
    mode: Mode  # of the chat
    approved: bool  # the sender may have facts remembered, changed and forgotten
    visibility: Visibility  # of the reply
    recall: Visibility  # of a prompt
    memory_scope: Scope
    now: datetime
    commands: Mapping[str, "Command"]
    services: "Services"
    unlocked: bool = False  # the PIN was given for this message

    @property
    def author(self) -> str:
        """The speaker's name where several speak; empty in a private chat."""
        sender = self.message.sender
        return "" if self.message.chat.private else sender.name.strip() or sender.key

    @property
    def only_of(self) -> str | None:
        """The author whose memory this turn may change and forget; None: anybody's.

        A private chat is the sender's own. In a group, members may change what they said
        themselves, and an owner everything.
        """
        return None if self.is_owner or self.message.chat.private else self.author

    @property
    def key(self) -> str:
        """The key of the message, unique among all platforms."""
        return f"{self.message.chat.platform}:{self.message.key}"

    @property
    def memory(self) -> ChatMemory:
        """The memory of this chat."""
        return self.services.memories.get(self.message.chat.key, self.memory_scope)

    async def read_conversation(self) -> tuple[Message, ...]:
        """Return what was said before this message, since the last /new."""
        if not (window := await self.memory.read_window()):
            return window
        said = await self.services.session_rows.list_current(self.message.chat.key, window)
        return tuple(each for each in said if each.key != self.key)

    def check_approved(self) -> None:
        """Raise a `UserError` unless the sender may have things remembered or forgotten."""
        if not self.approved:
            raise UserError(
                _("In a group I only remember or forget for people my owner has approved.")
            )

    async def require_pin(self, command: str) -> None:
        """Raise a `UserError` that asks an owner who has a PIN for it; then the message comes back.

        For a command that learns only when it runs whether it needs the PIN.
        """
        if self.is_owner and self.services.settings.security.pin and not self.unlocked:
            self.services.audit.record("PIN asked for", self.message.sender, command=command)
            await self.services.pin_gate.park(self.message)


class Command(Struct, frozen=True):
    """`run(turn, argument)` yields drafts and ends with one `Reply`."""

    name: str
    usage: Sentence | str
    summary: Sentence | str
    run: Callable[[Turn, str], Answer]
    owner_only: bool = False
    # True: answered even for people who are not known yet.
    public: bool = False
    # False: needs no place in the chat's order, so it never waits for an answer being written.
    ordered: bool = True
    # Returns True if an owner who has a PIN must enter it first.
    guards: Callable[[IncomingMessage, str], bool] | None = None
    # Whether what an owner typed holds a secret: the message is deleted where the platform can.
    hides: Callable[[str], bool] | None = None
    in_groups: bool = True  # False: a platform's menu offers it in private chats alone
    # False: sent by buttons rather than typed by people; /help does not list it.
    listed: bool = True
    guest_usage: Sentence | str | None = None  # in place of `usage` for those who may do less of it


class Commands(Mapping[str, Command]):
    """All commands by name, each imported at its first use: most runs need only one.

    They are found by the folder's name, because commands import this module.
    """

    def __init__(self) -> None:
        package = importlib.import_module(PLUGINS)
        shared: Mapping[str, str] = package.MODULES
        names = [found.name for found in pkgutil.iter_modules(package.__path__)]
        own = {name: name for name in names if name not in shared.values()}
        self._modules = dict(sorted({**own, **shared}.items()))

    def __getitem__(self, name: str) -> Command:
        module = importlib.import_module(f"{PLUGINS}.{self._modules[name]}")
        command: Command = module.command if name == self._modules[name] else module.commands[name]
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)
