"""Waits until a chaos run is done with all that was sent."""

from collections.abc import Callable, Sequence

from bench.chaos.aside import count_messages, mark_aside, release_all
from bench.chaos.confirmations import REPEATED
from bench.chaos.updates import Kind, Update, select
from bench.chaos.verdict import Kept, is_reminder
from tests.adapters.fake_bot_api import FakeBotApi
from tests.daemon import until

CALM = 900.0  # seconds for a start, and to finish what is left after the last kill


async def settle(
    fake: FakeBotApi, kept: Kept, ended: Callable[[], bool], sent: Sequence[Update]
) -> list[Update]:
    """Wait until all is done, released messages too; return `sent`, marked where set aside."""

    def is_settled(*, whole: bool) -> bool:
        done, aside = count_messages(kept.query)
        # Each picture of an album is an update of its own.
        settled = not fake.updates.pending and done + aside == fake.updates.pushed
        return ended() or (settled and not (whole and aside))

    def see() -> object:
        return count_messages(kept.query), fake.updates.pushed, len(fake.updates.pending)

    await until(lambda: is_settled(whole=False), "rest", CALM, see)
    marked = mark_aside(kept.query, sent)
    await release_all(kept.home, kept.query)
    await until(lambda: is_settled(whole=True), "release", CALM, see)
    soon = select(sent, Kind.SOON)
    await until(lambda: ended() or _count_reminders(fake) >= len(soon), "reminders", CALM)
    return marked


def _count_reminders(fake: FakeBotApi) -> int:
    told = filter(is_reminder, fake.world.texts())
    return len({each.removeprefix(REPEATED).split("\n")[0] for each in told})
