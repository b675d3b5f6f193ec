"""The Telegram adapter."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Sequence
from functools import partial
from pathlib import Path

import httpx
from msgspec.structs import replace
from telegram import Bot, Update
from telegram.constants import ChatAction
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from adapters.shared.aside import render_aside
from adapters.shared.health import Health, Time
from adapters.shared.in_use import InUse
from adapters.shared.marks import EMPTY
from adapters.shared.sending import OutgoingPart
from adapters.telegram.download import LIMIT, build_refused_size_error, download
from adapters.telegram.formatted import FormattedText, count_units
from adapters.telegram.live import ChatTarget, Connection, TelegramLiveDraft
from adapters.telegram.lost import PENDING, LostMessage, MessageIds, remove_lost
from adapters.telegram.menu import set_guest_menu, set_menu, set_owner_menu
from adapters.telegram.pace import Pace
from adapters.telegram.polling import KINDS, UNKNOWN_BOT, Poller, Store
from adapters.telegram.queries import INLINE, QueryAnswers, acknowledge, offer_passages
from adapters.telegram.removing import remove
from adapters.telegram.render import render
from adapters.telegram.requests import PollingRequest, SendingRequest
from adapters.telegram.sending import (
    Buttons,
    MessageSender,
    OutgoingMessage,
    build_mark,
    parse_thread,
)
from adapters.telegram.settings import TelegramSettings
from adapters.telegram.split import LENGTH, split
from adapters.telegram.translate import PLATFORM, TelegramAccount, parse_update
from adapters.telegram.typing import Typing
from bot.messages import (
    SHIPPED,
    Accept,
    Attachment,
    Attempt,
    Chat,
    Draft,
    Host,
    IncomingMessage,
    Receipt,
    Reply,
    Sender,
    UserError,
    current_language,
)

SEND_SECONDS = 20.0  # to wait for an answer before a message counts as perhaps not delivered
CONNECTIONS = 64

log = logging.getLogger(__name__)


class Telegram:
    """Created by `connect`. `run` opens and closes the connection; `deliver` and `fetch` use it."""

    name = PLATFORM

    def __init__(
        self,
        settings: TelegramSettings,
        host: Host,
        time: Time = Time(),  # noqa: B008 - a frozen value
        transport: httpx.AsyncBaseTransport | None = None,  # instead of the network
    ) -> None:
        self._settings = settings
        self._host = host
        self._unmet = set(host.owners)  # owners whose menu is not set yet
        self._time = time
        self._guests = set[str]()  # whose menu is set
        self._bot = _build_bot(settings, transport)
        self._health = Health("Telegram")
        self._pace = Pace(time)
        self._sender = MessageSender(self._bot, self._pace, self._health)
        self._drafts = itertools.count(1)
        self._ids = MessageIds()
        typing = Typing(self._bot, time)
        self._connection = Connection(self._bot, self._pace, typing, time, self._ids)
        self._poller: Poller | None = None
        self._username = ""  # known once Telegram has answered
        self._in_use = InUse()

    @property
    def last_poll(self) -> float | None:
        """Time of the last answer to a request for updates, by the clock given; None before."""
        return self._poller.last_poll if self._poller else None

    @property
    def last_try(self) -> float | None:
        """Time of the last such request; advances during an outage, stops if the loop hangs."""
        return self._poller.last_try if self._poller else None

    @property
    def unreadable(self) -> int:
        """Number of updates that were skipped because they could not be read."""
        return self._poller.unreadable if self._poller else 0

    async def run(self, accept: Accept) -> None:
        """Run as the contract says; a UserError if Telegram does not know the token."""
        answers = QueryAnswers()
        kinds = (*KINDS, INLINE) if self._settings.inline else KINDS
        self._poller = self._build_poller(partial(self._take_in, accept, answers), kinds)
        try:
            await self._poller.connect()
            self._username = self._bot.username
            await set_menu(self._bot, self._host.menu)
            for owner in sorted(self._unmet):
                await self._meet(owner)
            await self._poller.run()
        finally:
            await answers.stop()
            await self._close()

    async def _take_in(self, accept: Accept, answers: QueryAnswers, update: Update) -> None:
        """Take in what an update says; what only needs an answer now is answered beside."""
        if query := update.inline_query:
            offer = partial(offer_passages, query, self._host.search_shared)
            answers.start(f"inline {query.from_user.id}", offer)
            return
        if update.effective_message and update.effective_chat:
            self._ids.note(update.effective_chat.id, update.effective_message.message_id)
        message = parse_update(update, TelegramAccount(self._bot.id, self._bot.username))
        if message is not None:
            await accept(message)
            await self._greet(message, answers)
        if press := update.callback_query:
            answers.start(f"press {press.id}", partial(acknowledge, press))

    async def _greet(self, message: IncomingMessage, answers: QueryAnswers) -> None:
        """Give who writes in a private chat their menu, once."""
        if message.chat.private:
            await self._meet(message.sender.key)
            met = partial(self._meet_guest, message.sender, message.language)
            answers.start(f"menu {message.sender.id}", met)

    @property
    def receives_everywhere(self) -> bool:
        """True for a webhook: Telegram pushes each update to one process, whichever that is."""
        return bool(self._settings.webhook)

    async def prepare(self) -> None:
        """Return once Telegram has said who we are; a UserError if it does not know the token."""
        await Poller(self._bot, self._health, _store_nothing, self._time).connect()
        self._username = self._bot.username

    def _build_poller(self, store: Store, kinds: Sequence[str]) -> Poller:
        if not self._settings.webhook:
            return Poller(self._bot, self._health, store, self._time, kinds=kinds)
        from adapters.telegram.webhook import WebhookListener  # few need a server

        listener = WebhookListener(self._bot, self._health, store, self._time, kinds=kinds)
        return listener.listen(self._settings)

    async def check(self) -> str:
        """Return the bot's name; a UserError if Telegram does not know the token.

        Another one if Telegram cannot push messages to the configured webhook.
        """
        try:
            await self._bot.initialize()
            await self._check_webhook()
            self._username = self._bot.username
            return self._bot.name
        except InvalidToken:
            raise UserError(UNKNOWN_BOT) from None  # the cause's text holds the token
        except TelegramError as error:
            raise ConnectionError(f"Telegram is away ({type(error).__name__})") from None
        finally:
            await self._bot.shutdown()

    async def _check_webhook(self) -> None:
        if self._settings.webhook:
            from adapters.telegram.webhook import check_pushing  # few need a server

            await check_pushing(self._bot, self._settings.webhook)

    def build_start_link(self, code: str) -> str:
        return f"https://t.me/{self._username}?start={code}" if self._username else ""

    async def deliver(
        self, chat: Chat, replies: AsyncIterator[Draft | Reply], receipt: Receipt
    ) -> None:
        place = ChatTarget(int(chat.id), parse_thread(chat), chat.private, next(self._drafts))
        with self._in_use.hold():
            live = TelegramLiveDraft(self._connection, place, receipt)
            reply = await live.show_until_reply(replies)
            if reply is not None:
                await remove(self._bot, place.chat_id, reply.removes)
                await self._send(place, reply, receipt, live.message_id)
            elif live.message_id is not None:  # begun before a restart, and not to be finished
                await remove(self._bot, place.chat_id, str(live.message_id))

    async def fetch(self, attachment: Attachment, path: Path) -> None:
        if self._settings.public and attachment.size > LIMIT:
            raise build_refused_size_error(attachment)
        with self._in_use.hold():
            await download(self._bot, attachment, path, self._time, self._host.file_bytes)

    async def _meet(self, key: str) -> None:
        """Give an owner the owner's menu, at the latest when they first write to the bot."""
        if key in self._unmet and await set_owner_menu(self._bot, self._host.menu, key):
            self._unmet.discard(key)

    async def _meet_guest(self, sender: Sender, language: str) -> None:
        """Give somebody who was let in the guests' menu, once, in their language."""
        if sender.key in self._guests or sender.key in self._host.owners:
            return
        if await self._host.admits(sender):
            spoken = SHIPPED.choose([language], current_language())
            if await set_guest_menu(self._bot, self._host.menu, sender, spoken):
                self._guests.add(sender.key)

    async def _send(
        self, place: ChatTarget, reply: Reply, receipt: Receipt, message_id: int | None
    ) -> None:
        """Send a reply in parts; `message_id` is a message to turn into the first of them."""
        parts = await _render_parts(reply.text)
        total = len(parts) + len(reply.files)
        await self._reach(place)
        for number, part in enumerate(parts):
            buttons = await _build_buttons(reply, receipt) if number == len(parts) - 1 else ()
            edits = message_id if number == 0 else None
            message = OutgoingMessage(place.chat_id, part, place.thread, buttons, edits)
            sent = await self._send_part(message, OutgoingPart(receipt, number, total))
            if number == 0 and receipt.draft.startswith(PENDING):
                await self._remove_lost(place, receipt, sent)
            if sent and number < total - 1:
                await self._pace.wait_turn(place.chat_id)
        for number, file in enumerate(reply.files, len(parts)):
            message = OutgoingMessage(place.chat_id, FormattedText(), place.thread, file=file)
            await self._send_part(message, OutgoingPart(receipt, number, total))

    async def _send_part(self, message: OutgoingMessage, part: OutgoingPart) -> str:
        """Send a part; return the message's id, "" if it was confirmed before a restart."""
        await self._pace.wait_out_flood(message.chat_id)
        async with self._ids.lock(message.chat_id):
            attempt = await part.begin()
            if attempt is Attempt.SKIP:
                return ""
            message = replace(message, repeated=attempt is Attempt.REPEAT)
            sent = await self._sender.send(message, part)
            await part.confirm(sent)
        if sent.isdecimal():
            self._ids.note(message.chat_id, int(sent))
        return sent

    async def _remove_lost(self, place: ChatTarget, receipt: Receipt, sent: str) -> None:
        """Remove the growing message if it is not known which one it was."""
        async with self._ids.lock(place.chat_id):
            known = await receipt.list_sent()
            # A reply that was confirmed before a restart is among them.
            before = max(int(each) for each in (sent, *known, "0") if each.isdecimal())
            others = self._ids.list_known(place.chat_id).union(known)
            lost = LostMessage(place.chat_id, receipt.draft, before, others)
            await remove_lost(self._bot, self._pace, lost)

    async def _reach(self, place: ChatTarget) -> None:
        """After an outage, check that Telegram answers before a part counts as attempted."""
        if self._health.well:
            return
        try:
            await self._bot.send_chat_action(place.chat_id, ChatAction.TYPING)
        except (BadRequest, ChatMigrated, Forbidden, RetryAfter):
            log.debug("Telegram answers, if only to refuse")
        except TelegramError as error:
            raise ConnectionError(f"Telegram is away ({type(error).__name__})") from None
        self._health.well = True

    async def _close(self) -> None:
        try:
            await self._in_use.wait_until_idle()
        finally:
            self._health.well = False
            await self._bot.shutdown()


async def _store_nothing(_update: Update) -> None:
    """For a poller that does not poll."""


def _build_bot(settings: TelegramSettings, transport: httpx.AsyncBaseTransport | None) -> Bot:
    others = {"transport": transport} if transport else None
    sending = SendingRequest(CONNECTIONS, SEND_SECONDS, others)
    return Bot(
        settings.bot_token,
        base_url=settings.base_url,
        base_file_url=settings.base_file_url,
        request=sending,
        get_updates_request=PollingRequest(1, SEND_SECONDS),
    )


async def _build_buttons(reply: Reply, receipt: Receipt) -> Buttons:
    keys = await asyncio.gather(*map(receipt.button, reply.choices))  # in one transaction
    labels = (choice.label or choice.message for choice in reply.choices)
    return list(zip(labels, keys, strict=True))


async def _render_parts(text: str) -> list[FormattedText]:
    # Every part leaves room for the mark, so that a repeated reply is split in the same places.
    room = LENGTH - count_units(build_mark().text)
    parts = await render_aside(lambda each: _split_visible(each, room), text)
    return parts or [FormattedText(str(EMPTY))]


def _split_visible(text: str, room: int) -> list[FormattedText]:
    return [each for each in split(render(text), room) if each.visible]
