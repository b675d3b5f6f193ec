"""Remove a growing message whose id never arrived: the connection broke, or the program ended.

Telegram offers no way to ask for it. But ids ascend, so it is between the highest id known before
it was sent and that of the reply; and only our own messages can be edited. Those that were sent
meanwhile are known, so what else can be edited there is the lost one. (Or the first copy of a reply
whose confirmation got lost as well: it has been sent again.)
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from itertools import islice
from weakref import WeakValueDictionary

from msgspec import Struct
from telegram import Bot
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError

from adapters.telegram.pace import Pace
from adapters.telegram.removing import remove
from bot.messages import N_, Receipt, split_key

PENDING = "?"  # in place of a message's id until that is known; the highest id before it follows
FURTHEST = 200  # ids that are tried
REMEMBERED = 5_000  # ids that are known not to be it
TRIES = 3  # of each, on a bad line
REPLACED = N_("(The reply is below.)")
SUPERGROUPS = -(10**12)  # each numbers its own messages; all other chats share their numbers
SHARED = 0  # their sequence

log = logging.getLogger(__name__)


class MessageIds:
    """The highest id that this process knows of each sequence, and a lock for each chat.

    The lock is held from sending a message until its id is stored.
    """

    def __init__(self) -> None:
        self._highest: dict[int, int] = {}
        self._shared = deque[int](maxlen=REMEMBERED)  # the latest known of the shared sequence
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._remembers = False  # what was sent before this process began

    async def remember(self, receipt: Receipt) -> None:
        """Note once what was sent before a restart.

        What comes first after it may be older. A message that is looked for behind that would be
        taken for an earlier reply, which is ours as well.
        """
        if self._remembers:
            return
        for chat, reference in await receipt.list_newest():
            _platform, number = split_key(chat)
            if number.removeprefix("-").isdecimal() and reference.isdecimal():
                self.note(int(number), int(reference))
        self._remembers = True

    def note(self, chat_id: int, message_id: int) -> None:
        sequence = _find_sequence(chat_id)
        self._highest[sequence] = max(message_id, self.get_highest(chat_id))
        if sequence == SHARED:
            self._shared.append(message_id)

    def list_known(self, chat_id: int) -> frozenset[str]:
        """List ids of other messages, in all chats that number theirs together with this one.

        Right after a start with a backlog, hundreds of them lie between the highest id known then,
        which is that of an old message, and the one that is looked for.
        """
        shared = _find_sequence(chat_id) == SHARED
        return frozenset(map(str, self._shared)) if shared else frozenset()

    def get_highest(self, chat_id: int) -> int:
        """Return the highest known id; 0 if none is known yet."""
        return self._highest.get(_find_sequence(chat_id), 0)

    def lock(self, chat_id: int) -> asyncio.Lock:
        return self._locks.setdefault(chat_id, asyncio.Lock())


def _find_sequence(chat_id: int) -> int:
    return chat_id if chat_id < SUPERGROUPS else SHARED


class LostMessage(Struct, frozen=True):
    """A message that was sent, perhaps, and whose id is not known."""

    chat_id: int
    draft: str  # as it was kept before sending: `PENDING` and an id before it
    before: int  # an id after it
    known: Collection[str]  # ids of other messages

    def list_candidates(self) -> list[int]:
        after = int(self.draft.removeprefix(PENDING) or self.before)
        unknown = (each for each in range(after + 1, self.before) if str(each) not in self.known)
        return list(islice(unknown, FURTHEST))


async def remove_lost(bot: Bot, pace: Pace, lost: LostMessage) -> None:
    """Remove a lost message, if it ever arrived; the reply has been sent and waits for nothing."""
    for each in lost.list_candidates():
        if await _repeat(partial(_is_ours, bot, pace, lost.chat_id, each)):
            await _repeat(partial(_remove, bot, pace, lost.chat_id, each))
            return


async def _repeat(work: Callable[[], Awaitable[bool]]) -> bool:
    """Return what `work` does; False if Telegram did not answer `TRIES` times.

    An outage is not waited for: with a hundred candidates, a bad line would hold the chat for ever.
    """
    for _each in range(TRIES):
        try:
            return await work()
        except ConnectionError as error:
            log.debug("Telegram: a lost message is looked for: %s", error)
    return False


async def _remove(bot: Bot, pace: Pace, chat_id: int, message_id: int) -> bool:
    await pace.wait_out_flood(chat_id)
    await remove(bot, chat_id, str(message_id))
    return True


async def _is_ours(bot: Bot, pace: Pace, chat_id: int, message_id: int) -> bool:
    """Return whether we sent that message, which then says that the reply is below."""
    while True:
        await pace.wait_out_flood(chat_id)
        try:
            await bot.edit_message_text(str(REPLACED), chat_id, message_id)
        except RetryAfter as flood:
            pace.note_flood(chat_id, flood)
        except (BadRequest, Forbidden) as refusal:
            return "not modified" in str(refusal).lower()
        except TelegramError as error:
            raise ConnectionError(f"Telegram is away ({type(error).__name__})") from None
        else:
            return True
