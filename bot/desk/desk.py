"""Shows views of multis to those who may see them, and samples its load."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from msgspec import Struct

from bot.access import policy
from bot.access.policy import Access, Mode
from bot.desk.conversations import Conversations
from bot.desk.mini_app import read_launch
from bot.desk.originals import OriginalFile, find_original
from bot.desk.sessions import PLATFORM, Sessions, parse_guest
from bot.desk.timings import Gauges
from bot.desk.views import View, ViewContext, Views
from bot.messages import Chat, IncomingMessage, Sender, UserError, split_key
from bot.operations.health_file import read_resident_bytes
from bot.services.services import Services
from bot.turns.command import Commands, Turn
from bot.turns.router import Bot
from indexer.errors import StorageError
from indexer.i18n import _

MINUTE = 60.0  # seconds
SEEN_AS_OTHERS = ("document", "documents", "passage", "search")
PASSAGE = "passage"  # the view that everybody has who may see an original


class Desk(Struct, frozen=True):
    """All views; lives as long as the page's database."""

    services: Services
    gauges: Gauges
    conversations: Conversations
    sessions: Sessions

    async def show(self, asker: IncomingMessage, name: str, arguments: Mapping[str, str]) -> object:
        """Return the view `name` as `asker` may see it; a `UserError` if they may not."""
        view, turn = await self._open(asker, name, arguments)
        return await view.show(ViewContext(turn, self.gauges, self.conversations), arguments)

    async def find_original(
        self, asker: IncomingMessage, chunk_id: str, arguments: Mapping[str, str]
    ) -> OriginalFile:
        """Find the file of a passage that `asker` may see; a `UserError` if there is none."""
        _view, turn = await self._open(asker, PASSAGE, arguments)
        return await find_original(turn, chunk_id)

    async def _open(
        self, asker: IncomingMessage, name: str, arguments: Mapping[str, str]
    ) -> tuple[View, Turn]:
        """Return a view and the turn of whoever looks; a `UserError` if they may not."""
        access = await self.services.people.load_access()
        mode = policy.decide_mode(asker, access, await self.services.modes.get(asker.chat.key))
        if not policy.is_admitted(asker, access):
            raise UserError(policy.format_refusal(access, mode))
        self._require_no_pin(asker.sender, access)
        view = Views().get(name)
        if view is None:
            raise UserError(_("There is no such page. Please reload this one."))
        if view.owner_only and not policy.is_private_owner(asker, access):
            raise UserError(_("That page is for the owner of this assistant."))
        if person := arguments.get("as", ""):
            asker, mode = await self._stand_in(asker, person, view, access)
        return view, Bot(Commands(), self.services).build_turn(asker, access, mode)

    async def _stand_in(
        self, asker: IncomingMessage, person: str, view: View, access: Access
    ) -> tuple[IncomingMessage, Mode]:
        """Return what `person` would ask with in private, so that the owner sees what they see.

        Their documents alone: memory and conversations are each person's own.
        """
        if not policy.is_private_owner(asker, access) or view.name not in SEEN_AS_OTHERS:
            raise UserError(_("That page is for the owner of this assistant."))
        platform, name = split_key(person)
        chat, sender = Chat(platform, name, private=True), Sender(platform, name, "")
        if not name or policy.is_owner(sender, access):
            raise UserError(_("Name the person as platform:id, such as telegram:123."))
        other = IncomingMessage("", chat, sender)
        mode = policy.decide_mode(other, access, await self.services.modes.get(chat.key))
        if not policy.is_admitted(other, access):
            raise UserError(_("They may not talk to multis, and see nothing."))
        return other, mode

    async def invite_guest(self, asker: IncomingMessage, name: str) -> str:
        """Let a guest of the page in, and return the secret of a link that signs them in once.

        A `UserError` unless `asker` is the owner; with a PIN, the command line is the way, for it
        cannot be asked for here.
        """
        access = await self.services.people.load_access()
        if not policy.is_private_owner(asker, access):
            raise UserError(_("That page is for the owner of this assistant."))
        if self.services.settings.security.pin:
            raise UserError(
                _("Because a PIN is set, run `multis web --guest NAME` to let a guest in.")
            )
        guest = parse_guest(name)
        if guest.key in access.blocked:
            raise UserError(_("{person} is blocked. Unblock them first.", person=guest.key))
        if not policy.may_ask(guest.key, access):
            # What was taken away does not come back by itself.
            await self.sessions.end_those_of(guest)
        await self.services.people.set_role(guest.key, "approved")
        self.services.audit.record("guest let in", asker.sender, guest=guest.key)
        return await self.sessions.offer(guest)

    async def enter_mini_app(self, raw: str) -> tuple[str, str]:
        """Return a cookie and its key for whoever opened the page in Telegram.

        A `UserError` if Telegram does not vouch for them, or they may not talk to multis.
        """
        platforms = self.services.settings.platforms
        token = platforms.telegram.bot_token if platforms.web.mini_app else ""
        launch = read_launch(raw, token, self.services.clock())
        access = await self.services.people.load_access()
        if not policy.may_ask(launch.person.key, access):
            raise UserError(policy.format_refusal(access))
        self._require_no_pin(launch.person, access)
        session = await self.sessions.launch(launch)
        self.services.audit.record("page opened in Telegram", launch.person)
        return session

    def _require_no_pin(self, person: Sender, access: Access) -> None:
        """Raise a `UserError` for the owner's account elsewhere where a PIN protects their desk.

        A link of `multis web` comes from the machine itself; other accounts can be stolen.
        """
        elsewhere = person.platform != PLATFORM and policy.is_owner(person, access)
        if elsewhere and self.services.settings.security.pin:
            raise UserError(
                _("Because a PIN is set, your desk opens only with the link of `multis web`.")
            )

    async def may_ask(self, person: Sender) -> bool:
        """Return whether `person` may still talk to multis; if not, their sessions are void."""
        return policy.may_ask(person.key, await self.services.people.load_access())

    async def measure_room(self, person: Sender) -> int | None:
        """Return how many bytes of files `person` may have on the page; None: no such limit.

        A `UserError` if nothing is taken in, from this person or at all.
        """
        self.services.disk_space.check()
        access = await self.services.people.load_access()
        if not policy.may_ask(person.key, access):
            raise UserError(policy.format_refusal(access))
        if policy.is_owner(person, access):
            return None
        await self.services.quotas.check(person.key)
        return (await self.services.quotas.get(person.key)).limits.bytes or None

    async def keep_sampling(self) -> None:
        """Record a sample once a minute until cancelled."""
        while True:
            with suppress(StorageError):  # the server is away for a while
                await self.record_sample()
            await asyncio.sleep(MINUTE)

    async def record_sample(self) -> None:
        if not await self.services.inbox.leads():
            return  # another worker does
        waiting, unsent = await self.services.inbox.count_pending()
        states = await self.services.captures.list_states()
        failing = sum(1 for each in states if each.is_failing)
        await self.gauges.record_sample(waiting, unsent, failing, read_resident_bytes())
