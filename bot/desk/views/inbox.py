"""The messages that wait and those that were set aside, and the last errors of the log."""

from dataclasses import dataclass

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.operations.health_file import read_vitals
from bot.operations.set_aside import format_set_aside


@dataclass(frozen=True, slots=True)
class SetAsideView:
    """A message with which multis crashed three times; nothing of its text is shown."""

    id: int
    text: str


@dataclass(frozen=True, slots=True)
class TroubleView:
    at: int  # epoch seconds
    text: str  # redacted


@dataclass(frozen=True, slots=True)
class InboxView:
    waiting: int  # messages without an answer
    unsent: int  # replies that no platform has confirmed
    set_aside: tuple[SetAsideView, ...]
    troubles: tuple[TroubleView, ...]  # the newest first


async def show(context: ViewContext, _arguments: Arguments) -> InboxView:
    services = context.turn.services
    waiting, unsent = await services.inbox.count_pending()
    found = await services.inbox.list_set_aside()
    vitals = read_vitals(services.home)
    troubles = reversed(vitals.troubles) if vitals else ()
    return InboxView(
        waiting,
        unsent,
        tuple(SetAsideView(e.id, format_set_aside(e, format_person_plain)) for e in found),
        tuple(TroubleView(int(each.at.timestamp()), each.text) for each in troubles),
    )


view = View("inbox", show, owner_only=True)
