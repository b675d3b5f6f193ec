"""From a message to its reply, in one pass."""

import asyncio
import difflib
import logging
import re
import secrets
from collections.abc import Mapping
from contextlib import AsyncExitStack, aclosing
from weakref import WeakValueDictionary

from bot import policy
from bot.commands import Command, Turn
from bot.messages import Answer, IncomingMessage, Reply, UserError
from bot.policy import Access
from bot.services import Services

log = logging.getLogger(__name__)

# A pasted path such as /home/ann/report.pdf is not a command.
COMMAND = re.compile(r"/([A-Za-z][\w-]*)(?:@\w+)?(?:\s+(.*))?\s*", re.DOTALL)


class Bot:
    """Answers messages; lives as long as its services."""

    def __init__(self, commands: Mapping[str, Command], services: Services) -> None:
        self._commands = commands
        self._services = services
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def handle(self, message: IncomingMessage) -> Answer:
        """Drafts, then one reply; nothing at all for group talk that is not meant for us.

        The chat's next answer waits until the caller is done with this one: whoever consumes the
        iterator sends each item before asking for the next.
        """
        async with AsyncExitStack() as stack:
            try:
                access = await self._services.people.access()
                if not message.addressed:
                    return
                command, argument = self._admit(message, access)
                if command.ordered:
                    await stack.enter_async_context(self._lock(message.chat.key))
                turn = self._turn(message, access)
                items = await stack.enter_async_context(aclosing(command.run(turn, argument)))
                async for item in items:
                    yield item
            except UserError as error:
                yield Reply(str(error), failed=True)
            except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
                yield _apology(error)

    def _admit(self, message: IncomingMessage, access: Access) -> tuple[Command, str]:
        """The command that answers `message`, once it is clear that its sender may have it."""
        command, argument = self._understand(message)
        if command.public or policy.admits(message, access):
            if command.owner_only and not policy.is_owner(message.sender, access):
                raise UserError(f"/{command.name} is for the owner of this assistant.")
            return command, argument
        raise UserError(
            "This is a private assistant, and it does not know you. "
            "If it is yours, send /start with the code that `multis run` printed."
        )

    def _understand(self, message: IncomingMessage) -> tuple[Command, str]:
        if message.unsupported and not message.text:
            raise UserError(
                f"I cannot read {message.unsupported} yet. "
                "Please send text, or the document as a file."
            )
        if message.pressed and not message.text:
            raise UserError("That button is no longer known here. Please send the command again.")
        if message.attachments:
            return self._commands["index"], message.text
        found = COMMAND.fullmatch(message.text.strip())
        if not found:
            return self._commands["ask"], message.text.strip()
        return self._named(found[1].lower()), (found[2] or "").strip()

    def _named(self, name: str) -> Command:
        command = self._commands.get(name)
        if command is None:
            listed = [each.name for each in self._commands.values() if each.listed]
            near = difflib.get_close_matches(name, listed, n=1)
            hint = f"Did you mean /{near[0]}?" if near else "/help lists what I know."
            raise UserError(f"I do not know the command /{name}. {hint}")
        return command

    def _turn(self, message: IncomingMessage, access: Access) -> Turn:
        return Turn(
            message=message,
            is_owner=policy.is_owner(message.sender, access),
            private_owner=policy.private_owner(message, access),
            visibility=policy.visibility(message, access),
            recall=policy.recall(message, access),
            memory_scope=policy.memory_scope(message, access),
            now=self._services.clock(),
            commands=self._commands,
            services=self._services,
        )

    def _lock(self, chat: str) -> asyncio.Lock:
        return self._locks.setdefault(chat, asyncio.Lock())


def _apology(error: Exception) -> Reply:
    reference = secrets.token_hex(3)
    log.error("failed to answer a message (reference %s)", reference, exc_info=error)
    return Reply(
        f"Something went wrong on my side; the log has it under the reference {reference}. "
        "Please try again, or give the owner that reference.",
        failed=True,
    )
