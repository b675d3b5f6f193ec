"""The messages that wait and those that were set aside."""

from msgspec import Struct

from bot.access.people import format_person_plain
from bot.desk.views import Arguments, View, ViewContext
from bot.operations.set_aside import format_set_aside


class SetAsideView(Struct, frozen=True):
    """A message with which multis crashed three times; nothing of its text is shown."""

    id: int
    text: str


class InboxView(Struct, frozen=True):
    waiting: int  # messages without an answer
    unsent: int  # replies that no platform has confirmed
    set_aside: tuple[SetAsideView, ...]


async def show(context: ViewContext, _arguments: Arguments) -> InboxView:
    services = context.turn.services
    waiting, unsent = await services.inbox.count_pending()
    found = await services.inbox.list_set_aside()
    return InboxView(
        waiting,
        unsent,
        tuple(SetAsideView(e.id, format_set_aside(e, format_person_plain)) for e in found),
    )


view = View("inbox", show, owner_only=True)
