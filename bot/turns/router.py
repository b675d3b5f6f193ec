"""From a message to its reply, in one pass."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import AsyncExitStack, aclosing, nullcontext
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.access import policy
from bot.access.policy import Access, Disposition, Mode
from bot.messages import Answer, Draft, IncomingMessage, Reply, UserError
from bot.messages.marked_text import prepend_text
from bot.runtime import storage_errors
from bot.services.services import Services
from bot.turns.admission import Admission, MessageContext
from bot.turns.command import Command, Turn

log = logging.getLogger(__name__)

STRANGERS = 4  # of their messages answered at once; the owner's need no place among them


class Bot:
    """Answers messages; lives as long as its services."""

    def __init__(self, commands: Mapping[str, Command], services: Services) -> None:
        self._commands = commands
        self._services = services
        self._reception = Admission(commands, services)
        self._places = asyncio.Semaphore(STRANGERS)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def handle(self, message: IncomingMessage) -> Answer:
        """Drafts, then one reply; nothing at all for talk that is not to be answered.

        The chat's next answer waits until the caller is done with this one: whoever consumes the
        iterator sends each item before asking for the next.
        """
        try:
            standing = await self._reception.standing(message)
        except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
            if message.addressed:
                yield _build_apology(error)
            return
        if standing.hearing is Disposition.REMEMBER:
            for said in message.missed or (message,):
                await self._overhear(said, standing)
        if standing.hearing is not Disposition.ANSWER:
            return
        async with aclosing(self._answer(message, standing)) as items:
            async for item in items:
                if standing.secret and isinstance(item, Reply):
                    item = replace(item, removes=message.reference)
                yield item

    def goes_ahead(self, message: IncomingMessage) -> bool:
        """Whether `message` waits for no other one of its chat."""
        return self._reception.goes_ahead(message)

    async def _answer(self, message: IncomingMessage, standing: MessageContext) -> Answer:
        """Keeps the message's place in its chat until the reply is sent, a refusal too."""
        async with AsyncExitStack() as place:
            items = await place.enter_async_context(aclosing(self._items(message, standing, place)))
            try:
                if self._reception.in_measure(message, standing.access):
                    async for item in items:
                        yield item
            except UserError as error:
                yield Reply(str(error), failed=True)
            except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
                yield _build_apology(error)

    async def _items(
        self, message: IncomingMessage, standing: MessageContext, place: AsyncExitStack
    ) -> Answer:
        if standing.secret:
            # A PIN takes long to check: what comes after must not overtake its command.
            await place.enter_async_context(self._lock(message.chat.key))
            message = await self._reception.opened(message)
        command, argument = await self._admitted(message, standing, place)
        working = await place.enter_async_context(AsyncExitStack())
        if command.ordered and not policy.is_owner(message.sender, standing.access):
            await working.enter_async_context(self._places)
        turn = self.turn(message, standing.access, standing.mode)
        items = await place.enter_async_context(aclosing(command.run(turn, argument)))
        async for item in items:
            if isinstance(item, Reply):
                # Sending may take as long as an outage does, and needs no place.
                await working.aclose()
            yield _add_preface(item, message)

    async def _overhear(self, message: IncomingMessage, standing: MessageContext) -> None:
        """Whatever goes wrong, nothing is said in a silent chat; the log has it."""
        from bot.turns.recording import overhear

        try:
            if self._reception.in_measure(message, standing.access):
                async with self._lock(message.chat.key):
                    await overhear(self.turn(message, standing.access, standing.mode))
        except UserError as error:
            log.info("not remembered: %s", error)
        except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
            _build_apology(error)

    async def _admitted(
        self, message: IncomingMessage, standing: MessageContext, place: AsyncExitStack
    ) -> tuple[Command, str]:
        """What answers `message`, once its turn has come; a refusal waits for its turn too."""
        order = nullcontext() if standing.secret else self._lock(message.chat.key)
        try:
            command, argument = self._reception.admit(message, standing.access, standing.mode)
            if not standing.secret:
                await self._reception.guard(message, standing.access, command, argument)
        except UserError:
            await place.enter_async_context(order)
            raise
        if command.ordered:
            await place.enter_async_context(order)
        return command, argument

    def turn(self, message: IncomingMessage, access: Access, mode: Mode = Mode.PERSONAL) -> Turn:
        """All that answering `message`, or showing its sender something, may use."""
        return Turn(
            message=message,
            is_owner=policy.is_owner(message.sender, access),
            private_owner=policy.is_private_owner(message, access),
            approved=policy.is_approved(message, access),
            mode=mode,
            visibility=policy.decide_visibility(message, access, mode),
            recall=policy.decide_recall(message, access, mode),
            memory_scope=policy.decide_memory_scope(message, access),
            now=self._services.clock(),
            commands=self._commands,
            services=self._services,
        )

    def _lock(self, chat: str) -> asyncio.Lock:
        return self._locks.setdefault(chat, asyncio.Lock())


def _add_preface(item: Draft | Reply, message: IncomingMessage) -> Draft | Reply:
    """What it is an answer to comes first, where that is not the message as it was sent."""
    changed = "To what you changed your message to:" if message.edited else ""
    unread = f"I cannot read {message.unsupported} yet, only what is written with it:"
    told = "\n\n".join(filter(None, (changed, unread if message.unsupported else "")))
    if told and isinstance(item, Reply):
        return prepend_text(told, item)
    return replace(item, text=f"{told}\n\n{item.text}") if told else item


def _build_apology(error: Exception) -> Reply:
    if told := storage_errors.explain_error(error):
        log.error("failed to answer a message: %s", error)
        return Reply(str(told), failed=True)
    reference = secrets.token_hex(3)
    log.error("failed to answer a message (reference %s)", reference, exc_info=error)
    return Reply(
        f"Something went wrong on my side; the log has it under the reference {reference}. "
        "Please try again, or give the owner that reference.",
        failed=True,
    )
