"""Routes a message to the command that answers it, in the order of its chat."""

import asyncio
import logging
import secrets
from collections.abc import Mapping
from contextlib import AsyncExitStack, aclosing, nullcontext
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.access import policy
from bot.access.policy import Access, Disposition, Mode
from bot.messages import Answer, Draft, IncomingMessage, Reply, UserError
from bot.messages.marked_text import prepend_text
from bot.services.services import Services
from bot.turns.admission import Admission, MessageContext
from bot.turns.command import Command, Turn
from indexer.errors import ServerAwayError
from indexer.i18n import Sentence, _, use_language

log = logging.getLogger(__name__)


class Bot:
    """Answers messages; lives as long as its services."""

    def __init__(self, commands: Mapping[str, Command], services: Services) -> None:
        self._commands = commands
        self._services = services
        self._admission = Admission(commands, services)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def handle(self, message: IncomingMessage) -> Answer:
        """Yield drafts, then one reply; nothing for messages that are not to be answered.

        The chat's next answer waits until the caller is done with this one: the consumer of the
        iterator sends each draft or reply before it takes the next.
        """
        message = self._admission.prepare(message)
        try:
            context = await self._admission.load_context(message)
        except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
            apology = _apologize_or_raise(error)
            if message.addressed:
                yield Reply(apology, failed=True)
            return
        if context.disposition is Disposition.REMEMBER:
            for each in message.stands_for:
                await self._overhear(each, context)
        if context.disposition is not Disposition.ANSWER:
            return
        secret = message if context.secret else self._admission.find_secret(message, context.access)
        with use_language(context.language):
            async with aclosing(self._answer(message, context)) as items:
                async for item in items:
                    if secret and isinstance(item, Reply):
                        item = replace(item, removes=secret.reference)
                    yield item

    def can_overtake(self, message: IncomingMessage) -> bool:
        """Return True if `message` need not wait for other messages of its chat."""
        return self._admission.can_overtake(message)

    async def _answer(self, message: IncomingMessage, context: MessageContext) -> Answer:
        """Keep the message's place in its chat until the reply, or a refusal, is sent."""
        async with AsyncExitStack() as place:
            items = await place.enter_async_context(
                aclosing(self._run_command(message, context, place))
            )
            try:
                if self._admission.is_within_limit(message, context.access):
                    async for item in items:
                        yield item
            except UserError as error:
                if _expects_word(message, context.access):
                    yield Reply(str(error), failed=True)
            except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
                yield Reply(_apologize_or_raise(error), failed=True)

    async def _run_command(
        self, message: IncomingMessage, context: MessageContext, place: AsyncExitStack
    ) -> Answer:
        if context.secret:
            message = await self._unlock(message, place)
        command, argument = await self._admit_in_order(message, context, place)
        access = await self._check_again(message, context) if command.ordered else context.access
        turn = await self._begin_turn(message, access, context)
        items = await place.enter_async_context(aclosing(command.run(turn, argument)))
        async for item in items:
            if isinstance(item, Reply):
                await self._check_again(message, context)
            yield _add_preface(item, message)

    async def _unlock(self, message: IncomingMessage, place: AsyncExitStack) -> IncomingMessage:
        """Return the command that waited for the PIN in `message`.

        A PIN takes long to check: what comes after must not overtake its command.
        """
        await place.enter_async_context(self._get_lock(message.chat.key))
        return await self._admission.open_parked(message)

    async def _begin_turn(
        self, message: IncomingMessage, access: Access, context: MessageContext
    ) -> Turn:
        """Learn the sender's language and name, and build the turn."""
        if not context.secret and policy.is_admitted(message, access):
            await self._services.languages.learn(message)
        message = await self._services.people.name_apart(message)
        turn = self.build_turn(message, access, context.mode)
        return replace(turn, unlocked=context.secret)

    async def _overhear(self, message: IncomingMessage, context: MessageContext) -> None:
        """Remember a message of a silent chat; errors are logged, never replied."""
        if context.secret or self._admission.find_secret(message, context.access):
            return
        try:
            if self._admission.is_within_limit(message, context.access):
                async with self._get_lock(message.chat.key):
                    await self._record_overheard(message, context.mode)
        except UserError as error:
            log.info("not remembered: %s", error)
        except Exception as error:  # noqa: BLE001  # the last resort: it must be heard of
            _apologize_or_raise(error)

    async def _record_overheard(self, message: IncomingMessage, mode: Mode) -> None:
        """Record a message unless its sender was blocked while it waited."""
        from bot.turns.recording import overhear

        access = await self._services.people.load_access()
        if policy.decide_disposition(message, access, mode) is Disposition.REMEMBER:
            message = await self._services.people.name_apart(message)
            await overhear(self.build_turn(message, access, mode))

    async def _admit_in_order(
        self, message: IncomingMessage, context: MessageContext, place: AsyncExitStack
    ) -> tuple[Command, str]:
        """Return the command for `message` once its turn has come; a refusal waits as well."""
        order = nullcontext() if context.secret else self._get_lock(message.chat.key)
        try:
            command, argument = self._admission.admit(message, context.access, context.mode)
            if not context.secret:
                await self._admission.require_pin(message, context.access, command, argument)
        except UserError:
            await place.enter_async_context(order)
            raise
        if command.ordered:
            await place.enter_async_context(order)
        return command, argument

    async def _check_again(self, message: IncomingMessage, context: MessageContext) -> Access:
        """Return who may talk to the bot now: a sender who was blocked while waiting may not."""
        access = await self._services.people.load_access()
        self._admission.admit(message, access, context.mode)
        return access

    def build_turn(
        self, message: IncomingMessage, access: Access, mode: Mode = Mode.PERSONAL
    ) -> Turn:
        """Build what answering `message`, or showing its sender something, may use."""
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

    def _get_lock(self, chat: str) -> asyncio.Lock:
        return self._locks.setdefault(chat, asyncio.Lock())


def _expects_word(message: IncomingMessage, access: Access) -> bool:
    """Return False for a guest's 👍 or 👎, to which a refusal would be a message out of nowhere."""
    return not message.reacts_to or policy.is_owner(message.sender, access)


def _add_preface(item: Draft | Reply, message: IncomingMessage) -> Draft | Reply:
    """Say first if the answer is to an edited message, or to only a part of one."""
    edited = _("Replying to your edited message:") if message.edited else ""
    kind = Sentence(message.unsupported)
    partial = (
        _("I can't read {kind} yet, only the text sent with it:", kind=kind) if kind.text else ""
    )
    preface = "\n\n".join(filter(None, (edited, partial)))
    if preface and isinstance(item, Reply):
        return prepend_text(preface, item)
    return replace(item, text=f"{preface}\n\n{item.text}") if preface else item


def _apologize_or_raise(error: Exception) -> str:
    """Log an error and return an apology; raise a `ServerAwayError` for whoever can try again."""
    if isinstance(error, ServerAwayError):
        raise error
    from bot.runtime import storage_errors  # hardly any message needs it

    if sentence := storage_errors.explain_error(error):
        log.error("failed to answer a message: %s", error)
        return str(sentence)
    reference = secrets.token_hex(3)
    log.error("failed to answer a message (reference %s)", reference, exc_info=error)
    return _(
        "Something went wrong on my side (log reference {reference}). "
        "Please try again, or give that reference to the owner.",
        reference=reference,
    )
