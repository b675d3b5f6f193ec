"""Takes updates that Telegram pushes to a reverse proxy, which passes them on to this machine.

An update is confirmed once it is stored, one after another, so that none is lost and their order
stays; the inbox knows what comes twice. What was not confirmed while multis polled is pushed, and
what was not confirmed here is polled again.
"""

import asyncio
import hashlib
import hmac

from starlette.types import Receive, Scope, Send
from telegram import Bot, Update
from telegram.error import BadRequest, TelegramError

from adapters.shared.http_server import open_loopback, open_server
from adapters.telegram.polling import NotStoredError, Poller
from adapters.telegram.requests import BROKEN, PollingRequest
from adapters.telegram.settings import TelegramSettings
from bot.messages import UserError, _, ngettext

HEADER = b"x-telegram-bot-api-secret-token"
LARGEST = 4 << 20  # bytes of an update
LOOK = 60.0  # seconds between two looks whether Telegram still pushes here


async def check_pushing(bot: Bot, address: str) -> None:
    """Raise a `UserError` if messages wait because Telegram cannot push them to `address`."""
    info = await bot.get_webhook_info()
    # Telegram still tells the last error when all is well again.
    if info.url != address or not (info.pending_update_count and info.last_error_message):
        return
    raise UserError(
        ngettext(
            "{count} message waits: Telegram cannot push it to platforms.telegram.webhook "
            "({reason}). Check that multis runs, and what the reverse proxy passes on.",
            "{count} messages wait: Telegram cannot push them to platforms.telegram.webhook "
            "({reason}). Check that multis runs, and what the reverse proxy passes on.",
            info.pending_update_count,
            reason=info.last_error_message,
        )
    )


class WebhookListener(Poller):
    """Listens on loopback instead of polling; passes updates to `store` like a poller."""

    settings: TelegramSettings

    def listen(self, settings: TelegramSettings) -> "WebhookListener":
        """Set where to listen; its secret is the same in all workers that do."""
        self.settings = settings
        self._secret = _derive_secret(settings.bot_token)
        self._turn = asyncio.Lock()
        return self

    async def run(self) -> None:
        try:
            with open_loopback(self.settings.webhook_port) as listening:
                async with open_server(self._serve, listening) as server:
                    await asyncio.gather(server.wait(), self._stay_registered())
        except OSError as error:
            raise UserError(
                _(
                    "Telegram's webhook cannot use port {port}: {reason}. Choose another one in "
                    "platforms.telegram.webhook_port.",
                    port=str(self.settings.webhook_port),
                    reason=error.strerror or "",
                )
            ) from None

    async def _stay_registered(self) -> None:
        """Tell Telegram where to push, and again should somebody have changed that."""
        action = self._register
        while True:
            pause = await self._try(action)
            action = action if pause else self._look
            await self._pause(pause or LOOK)

    async def _register(self) -> None:
        try:
            await self._get_answer(
                self._bot.set_webhook(
                    self.settings.webhook,
                    secret_token=self._secret,
                    allowed_updates=self._kinds,
                    max_connections=1,  # more would push later messages past earlier ones
                )
            )
        except BadRequest as refusal:
            raise UserError(
                _("Telegram refuses platforms.telegram.webhook: {reason}", reason=refusal.message)
            ) from None
        self.last_poll = self._time.now()

    async def _look(self) -> None:
        info = await self._get_answer(self._bot.get_webhook_info())
        self.last_poll = self._time.now()
        if info.url != self.settings.webhook:
            await self._register()

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        status = await self._answer(scope, receive)
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def _answer(self, scope: Scope, receive: Receive) -> int:
        """Return the status for a request: 200 only once its update is stored."""
        if not hmac.compare_digest(_find_secret(scope), self._secret.encode()):
            return 403
        if scope["method"] != "POST":
            return 405
        body = await _read(receive)
        if body is None:
            return 413
        update = self._parse(body)
        if update is None:
            return 400
        try:
            async with self._turn:
                await self._store_all([update])
        except NotStoredError as failure:
            self._health.report("a message could not be stored", failure)
            return 500
        self.last_poll = self._time.now()
        return 200

    def _parse(self, body: bytes) -> Update | None:
        """Return the update, marked if it cannot be read, as in a batch; None if it is none."""
        try:
            answer = PollingRequest.parse_json_payload(b'{"result":[%s]}' % body)
            (update,) = Update.de_list(answer["result"], self._bot)  # type: ignore[arg-type]  # JSON
        except (TelegramError, *BROKEN):
            return None
        return update if type(update.update_id) is int else None  # the next one is counted from it


def _derive_secret(token: str) -> str:
    """Derive a secret that nobody can guess who does not know the token."""
    return hmac.new(token.encode(), b"secret of the webhook", hashlib.sha256).hexdigest()


def _find_secret(scope: Scope) -> bytes:
    found: list[bytes] = [value for name, value in scope["headers"] if name == HEADER]
    return found[0] if len(found) == 1 else b""


async def _read(receive: Receive) -> bytes | None:
    """Return the body of a request; None if it is too large, or broken off."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > LARGEST:
            return None
        if not message.get("more_body"):
            return bytes(body)
