"""Says what nobody asked for: what is due, summaries, and news of the platforms."""

from collections.abc import Callable
from datetime import timedelta

from bot.access import policy
from bot.daemon.running import Running
from bot.digest.sending import send_digests
from bot.messages import Notice, Reply, UserError, use_language
from bot.operations.watched_folders import FolderDiary
from bot.reminders.due import DueReminders
from bot.runtime.scheduler import Job
from indexer.i18n import _

# Between two looks whether there is something to say:
REMINDERS_EVERY = timedelta(seconds=10)
DIGEST_EVERY = timedelta(minutes=5)
FOLDERS_EVERY = timedelta(hours=1)


def build_reminder_job(running: Running) -> Job:
    """Return the job that says what is due on the platforms of this process."""
    services, dispatch, adapters = running
    due = DueReminders(services.reminders, services.people.load_barring, services.clock)

    async def send() -> None:
        for notice in await due.take(list(adapters)):
            dispatch.send(notice)

    return Job("reminders", REMINDERS_EVERY, send)


def build_digest_job(running: Running) -> Job:
    """Return the job that sends the owner's summary on the platforms of this process."""
    services, dispatch, adapters = running

    async def send() -> None:
        await send_digests(services, list(adapters), dispatch.send)

    return Job("digest", DIGEST_EVERY, send)


def build_folders_job(running: Running, diary: FolderDiary) -> Job:
    """Return the job that tells the owners once a day what changed in the watched folders."""

    async def send() -> None:
        if diary.is_due:
            await _notify_owners(running, diary.format)
            diary.clear()

    return Job("summary of watched folders", FOLDERS_EVERY, send)


async def tell_owners(running: Running, name: str, failure: Exception | None) -> None:
    """Tell the owners on other platforms that `name` rests after `failure`, or works again."""

    def format_news() -> str:
        return _format_rest(name, failure) if failure else _("{name} works again.", name=name)

    await _notify_owners(running, format_news, without=name)


async def _notify_owners(running: Running, write: Callable[[], str], without: str = "") -> None:
    """Send what `write` returns, in each owner's language, but not on the platform `without`."""
    access = await running.services.people.load_access()
    chats = {
        chat.key: chat
        for other in running.adapters
        for chat in policy.list_owner_chats(access, other)
        if chat.platform == other != without
    }
    notices = list[Notice]()
    for chat in chats.values():
        with use_language(await running.services.languages.find(chat.key)):
            notices.append(Notice(chat, Reply(write())))
    await running.dispatch.notify(notices)


def _format_rest(name: str, failure: Exception) -> str:
    if isinstance(failure, UserError):
        return _(
            "{name} failed three times, so it rests, and I try it again now and then: {reason}",
            name=name,
            reason=str(failure),
        )
    return _(
        "{name} failed three times, so it rests, and I try it again now and then; "
        "the log has the reason.",
        name=name,
    )
