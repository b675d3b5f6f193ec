"""Sends each owner the summary of a day or a week, once, if there is anything to report."""

from collections.abc import Callable, Collection
from functools import partial

from bot.access import policy
from bot.access.policy import PAGE_OWNER, Access
from bot.delivery.outbox import StoredNotice
from bot.digest.contents import Digest, build_reply, collect
from bot.digest.schedule import find_due, get_period
from bot.messages import Chat, Notice, use_language
from bot.reminders.zones import find_machine_zone
from bot.services.services import Services
from bot.services.shown_lists import save_list
from indexer.store.engine.session import Session


async def send_digests(
    services: Services, platforms: Collection[str], send: Callable[[StoredNotice], None]
) -> None:
    """Send what is due to the owners on these platforms; where nothing is new, nothing."""
    if services.settings.digest.every == "never":
        await services.digests.forget()
        return
    access = await services.people.load_access()
    for chat in list_chats(access, platforms):
        if notice := await _take(services, access, chat):
            send(notice)


def list_chats(access: Access, platforms: Collection[str]) -> list[Chat]:
    """Return the owners' private chats; the page only if there is no other."""
    found = {
        chat.key: chat
        for platform in platforms
        for chat in policy.list_owner_chats(access, platform)
        if chat.platform == platform
    }
    away = [chat for chat in found.values() if chat.platform != PAGE_OWNER.platform]
    return away or list(found.values())


async def _take(services: Services, access: Access, chat: Chat) -> StoredNotice | None:
    """Store the summary for a chat if it is due; the first is due after one day or week."""
    settings, now = services.settings.digest, services.clock()
    last = await services.digests.find_last(chat.key)
    if last is None or last > now:  # the clock was ahead: the next would come in a year, say
        return await services.digests.store(chat.key, now, None)
    if last >= find_due(settings, now, await _find_zone(services, chat)):
        return None
    digest = await collect(services, access, chat, last, now + get_period(settings))
    with use_language(await services.languages.find(chat.key)):
        reply = build_reply(digest, settings.every)
    notice = None if digest.empty else Notice(chat, reply)
    return await services.digests.store(chat.key, now, notice, partial(_save_list, digest, chat))


def _save_list(digest: Digest, chat: Chat, db: Session) -> None:
    """Let the chat name reminders by the numbers that the summary gives them, if it does."""
    if digest.listed:
        shown = dict(enumerate((each.token for each in digest.listed), 1))
        save_list(db, chat.key, "reminders", shown)


async def _find_zone(services: Services, chat: Chat) -> str:
    chosen = await services.reminders.find_zone(chat.key)
    return chosen or services.settings.reminders.time_zone or find_machine_zone()
