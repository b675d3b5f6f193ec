"""Collects what a summary reports, and words it."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Literal

from msgspec import Struct

from bot.access import policy
from bot.access.policy import Access
from bot.messages import Chat, IncomingMessage, Reply, Sender, _, ngettext
from bot.messages.marked_text import escape_markup
from bot.operations.status import format_programs, format_queues, format_set_aside
from bot.reminders.wording import format_line
from bot.services.services import Services
from indexer.i18n import format_list
from memory.reminders.reminder import Reminder

NAMED = 10  # documents
LISTED = 20  # reminders
MOMENT = timedelta(minutes=2)


class Digest(Struct, frozen=True):
    """The news of a day or a week for an owner; everything in it may be seen by them alone."""

    added: tuple[str, ...] = ()  # names of documents
    due: tuple[Reminder, ...] = ()  # the next one first
    waiting: int = 0  # messages without an answer
    unsent: int = 0  # replies that no platform has confirmed
    set_aside: int = 0  # messages that the process died with
    programs: int = 0  # texts of other programs
    asking: int = 0  # people who want to be let in

    @property
    def empty(self) -> bool:
        return self == Digest()

    @property
    def listed(self) -> tuple[Reminder, ...]:
        """The reminders that it shows, numbered from 1."""
        return self.due[:LISTED]


async def collect(
    services: Services, access: Access, chat: Chat, since: datetime, until: datetime
) -> Digest:
    """Collect what was added since `since`, and what is due before `until` or waits."""
    # The owner of that private chat reads it, as they would read a reply there.
    asking = IncomingMessage("digest", chat, Sender(chat.platform, chat.id))
    visibility = policy.decide_visibility(asking, access)
    documents = await services.store.list_documents(visibility)
    reminders = await services.reminders.list_waiting(visibility, chat.key)
    # What was sent off a moment ago, such as a reminder that is due now, does not wait.
    waiting, unsent = await services.inbox.count_pending(until=services.clock() - MOMENT)
    return Digest(
        added=tuple(each.name for each in documents if each.indexed_at >= since.timestamp()),
        due=tuple(each for each in reminders if each.due_at < until.timestamp()),
        waiting=waiting,
        unsent=unsent,
        set_aside=len(await services.inbox.list_set_aside()),
        programs=len(await services.owner_memory.program_writes.list_waiting()),
        asking=len(await services.pairing.list_pending()),
    )


def build_reply(digest: Digest, every: Literal["never", "day", "week"]) -> Reply:
    title = _("Your week") if every == "week" else _("Your day")
    parts = [_format_added(digest.added), _format_due(digest), _format_waiting(digest)]
    return Reply("\n\n".join([f"**{title}**", *filter(None, parts)]))


def _format_added(names: Sequence[str]) -> str:
    if not names:
        return ""
    shown = format_list(
        [*map(escape_markup, names[:NAMED]), *(["…"] if len(names) > NAMED else [])]
    )
    return ngettext(
        "{count} document was added or changed: {names}",
        "{count} documents were added or changed: {names}",
        len(names),
        names=shown,
    )


def _format_due(digest: Digest) -> str:
    if not digest.due:
        return ""
    lines = [format_line(each, n) for n, each in enumerate(digest.listed, 1)]
    more = ["…"] if len(digest.due) > LISTED else []
    return "\n".join([_("Your reminders:"), *lines, *more])


def _format_waiting(digest: Digest) -> str:
    return "\n".join(_list_waiting(digest))


def _list_waiting(digest: Digest) -> Iterator[str]:
    if digest.waiting or digest.unsent:
        yield format_queues(digest.waiting, digest.unsent)
    if digest.set_aside:
        yield format_set_aside(digest.set_aside)
    if digest.programs:
        yield format_programs(digest.programs)
    if digest.asking:
        yield ngettext(
            "{count} person wants to talk to me: /users shows them.",
            "{count} people want to talk to me: /users shows them.",
            digest.asking,
        )
