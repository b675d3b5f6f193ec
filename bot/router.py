"""From a message to its reply, in one pass."""

import asyncio
import difflib
import logging
import re
import secrets
import sqlite3
from collections.abc import Mapping
from contextlib import AsyncExitStack, aclosing
from dataclasses import replace
from weakref import WeakValueDictionary

from bot import policy, storage_errors
from bot.commands import Command, Turn
from bot.messages import Answer, Draft, IncomingMessage, Reply, UserError
from bot.policy import Access
from bot.services import Services
from bot.throttle import Verdict

log = logging.getLogger(__name__)

# A pasted path such as /home/ann/report.pdf is not a command.
COMMAND = re.compile(r"/([A-Za-z][\w-]*)(?:@\w+)?(?:\s+(.*))?\s*", re.DOTALL)

STRANGERS = 4  # of their messages answered at once; the owner's need no place among them
TOO_MANY = {
    Verdict.MINUTE: "That is more than I may answer in a minute. Please wait a minute, then send "
    "again what I did not answer.",
    Verdict.DAY: "That is more than I may answer you in a day. Please come back tomorrow.",
}


class Bot:
    """Answers messages; lives as long as its services."""

    def __init__(self, commands: Mapping[str, Command], services: Services) -> None:
        self._commands = commands
        self._services = services
        self._places = asyncio.Semaphore(STRANGERS)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def handle(self, message: IncomingMessage) -> Answer:
        """Drafts, then one reply; nothing at all for group talk that is not meant for us.

        The chat's next answer waits until the caller is done with this one: whoever consumes the
        iterator sends each item before asking for the next.
        """
        async with AsyncExitStack() as stack:
            try:
                access = await self._services.people.access()
                if not message.addressed or not self._in_measure(message, access):
                    return
                command, argument = await self._admitted(message, access, stack)
                working = await stack.enter_async_context(AsyncExitStack())
                if command.ordered and not policy.is_owner(message.sender, access):
                    await working.enter_async_context(self._places)
                turn = self.turn(message, access)
                items = await stack.enter_async_context(aclosing(command.run(turn, argument)))
                async for item in items:
                    if isinstance(item, Reply):
                        # Sending may take as long as an outage does, and needs no place.
                        await working.aclose()
                    yield _marked(item) if message.edited else item
            except UserError as error:
                yield Reply(str(error), failed=True)
            except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
                yield _apology(error)

    async def _admitted(
        self, message: IncomingMessage, access: Access, place: AsyncExitStack
    ) -> tuple[Command, str]:
        """What answers `message`, once its turn has come; a refusal waits for its turn too."""
        try:
            command, argument = self._admit(message, access)
        except UserError:
            await place.enter_async_context(self._lock(message.chat.key))
            raise
        if command.ordered:
            await place.enter_async_context(self._lock(message.chat.key))
        return command, argument

    def _in_measure(self, message: IncomingMessage, access: Access) -> bool:
        """False for a message beyond the sender's limit; the first of them gets a `UserError`."""
        if policy.is_owner(message.sender, access):
            return True
        verdict = self._services.throttle.admit(message.sender.key, self._services.clock())
        if verdict is Verdict.ADMIT:
            return True
        self._services.audit.refused(message.sender, "too many messages")
        if verdict is Verdict.DROP:
            return False
        raise UserError(TOO_MANY[verdict])

    def _admit(self, message: IncomingMessage, access: Access) -> tuple[Command, str]:
        """The command that answers `message`, once it is clear that its sender may have it."""
        audit = self._services.audit
        if message.sender.key in access.blocked - access.owners:
            audit.refused(message.sender, "blocked")
            raise UserError(policy.refusal(access))
        command, argument = self._understand(message)
        if not (command.public or policy.admits(message, access)):
            audit.refused(message.sender, "not known")
            raise UserError(policy.refusal(access))
        if command.owner_only and not policy.is_owner(message.sender, access):
            audit.refused(message.sender, f"/{command.name} is for the owner")
            raise UserError(f"/{command.name} is for the owner of this assistant.")
        if not command.public:
            audit.admitted(message.sender)
        return command, argument

    def _understand(self, message: IncomingMessage) -> tuple[Command, str]:
        if message.missed:
            return self._commands["missed"], ""
        if message.unsupported and not message.text:
            raise UserError(
                f"I cannot read {message.unsupported} yet. "
                "Please send text, or the document as a file."
            )
        if message.pressed and not message.text:
            raise UserError("That button is no longer known here. Please send the command again.")
        found = COMMAND.fullmatch(message.text.strip())
        if message.edited and (found or message.attachments) and not message.forwarded:
            raise UserError(
                "You edited that message. I do not do a thing twice: "
                "send it again if you want it done as it is now."
            )
        if message.attachments:
            return self._commands["index"], message.text
        if not found or message.forwarded:  # what somebody else said is no command of the sender's
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

    def turn(self, message: IncomingMessage, access: Access) -> Turn:
        """All that answering `message`, or showing its sender something, may use."""
        return Turn(
            message=message,
            is_owner=policy.is_owner(message.sender, access),
            private_owner=policy.private_owner(message, access),
            approved=policy.approved(message, access),
            visibility=policy.visibility(message, access),
            recall=policy.recall(message, access),
            memory_scope=policy.memory_scope(message, access),
            now=self._services.clock(),
            commands=self._commands,
            services=self._services,
        )

    def _lock(self, chat: str) -> asyncio.Lock:
        return self._locks.setdefault(chat, asyncio.Lock())


def _marked(item: Draft | Reply) -> Draft | Reply:
    return replace(item, text=f"To what you changed your message to:\n\n{item.text}")


def _apology(error: Exception) -> Reply:
    if isinstance(error, sqlite3.Error) and (told := storage_errors.sentence(error)):
        log.error("failed to answer a message: %s", error)
        return Reply(told, failed=True)
    reference = secrets.token_hex(3)
    log.error("failed to answer a message (reference %s)", reference, exc_info=error)
    return Reply(
        f"Something went wrong on my side; the log has it under the reference {reference}. "
        "Please try again, or give the owner that reference.",
        failed=True,
    )
