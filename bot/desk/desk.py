"""Shows views of multis to those who may see them, and samples its load."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from bot.access import policy
from bot.desk.conversations import Conversations
from bot.desk.timings import Gauges
from bot.desk.views import ViewContext, Views
from bot.messages import IncomingMessage, Sender, UserError
from bot.operations.health_file import read_resident_bytes
from bot.services.services import Services
from bot.turns.command import Commands
from bot.turns.router import Bot
from indexer.i18n import _

MINUTE = 60.0  # seconds


@dataclass(frozen=True, slots=True)
class Desk:
    """All views; lives as long as the page's database."""

    services: Services
    gauges: Gauges
    conversations: Conversations

    async def show(self, asker: IncomingMessage, name: str, arguments: Mapping[str, str]) -> object:
        """Return the view `name` as `asker` may see it; a `UserError` if they may not."""
        access = await self.services.people.load_access()
        mode = policy.decide_mode(asker, access, await self.services.modes.get(asker.chat.key))
        if not policy.is_admitted(asker, access):
            raise UserError(policy.format_refusal(access, mode))
        view = Views().get(name)
        if view is None:
            raise UserError(_("There is no such page. Please reload this one."))
        if view.owner_only and not policy.is_private_owner(asker, access):
            raise UserError(_("That page is for the owner of this assistant."))
        turn = Bot(Commands(), self.services).build_turn(asker, access, mode)
        return await view.show(ViewContext(turn, self.gauges, self.conversations), arguments)

    async def measure_room(self, person: Sender) -> int | None:
        """Return how many bytes of files `person` may have on the page; None: no such limit.

        A `UserError` if nothing is taken in, from this person or at all.
        """
        self.services.disk_space.check()
        if person.key in (await self.services.people.load_access()).owners:
            return None
        await self.services.quotas.check(person.key)
        return (await self.services.quotas.get(person.key)).limits.bytes or None

    async def keep_sampling(self) -> None:
        """Record a sample once a minute until cancelled."""
        while True:
            await self.record_sample()
            await asyncio.sleep(MINUTE)

    async def record_sample(self) -> None:
        waiting, unsent = await self.services.inbox.count_pending()
        states = await self.services.captures.list_states()
        failing = sum(1 for each in states if each.error and each.state != "done")
        await self.gauges.record_sample(waiting, unsent, failing, read_resident_bytes())
