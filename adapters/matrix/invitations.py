"""Answers invitations beside the messages, which wait for none of them.

A stranger may invite to a room of a server that never answers, or to a thousand rooms. So each
answer has pauses of its own, and everybody has a few places in the queue: when it is full, whose
server has the most of them gives one up.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Collection

from msgspec.structs import replace

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.events import Invitation, InvitationAnswer
from adapters.shared.health import Time
from bot.messages import Host, Sender

MOST = 200  # of strangers' that wait
OF_STRANGER, OF_KNOWN = 5, 50  # that wait of one inviter
TRIES = 5  # of the answer to a stranger
PAUSE, LONGEST = 30.0, 3600.0  # seconds after a failure, doubled by each
LIMITED = 1.0  # seconds, instead of PAUSE, if it was one request too many: of people we know

log = logging.getLogger(__name__)


class InvitationAnswers:
    """The answers that wait; those to people who may ask the bot go first."""

    def __init__(self, client: Client, host: Host, time: Time) -> None:
        self._client = client
        self._host = host
        self._time = time
        self._waiting: dict[str, InvitationAnswer] = {}
        self._news = asyncio.Event()

    def list_waiting(self) -> tuple[InvitationAnswer, ...]:
        return tuple(self._waiting.values())

    def resume(self, waiting: tuple[InvitationAnswer, ...]) -> None:
        """Answer what waited before a restart, when the clock was another."""
        for each in waiting:
            self._keep(replace(each, due=self._time.now()))

    async def add(self, invitation: Invitation) -> None:
        """Add an invitation; it takes the place of an earlier one to the same room."""
        sender = Sender("matrix", invitation.sender)
        known = await self._host.accepts_invitation(sender, False)
        join = known or await self._host.accepts_invitation(sender, invitation.direct)
        room, due = invitation.room, self._time.now()
        answer = InvitationAnswer(room, join, not known, sender=invitation.sender, due=due)
        before = self._waiting.get(room)
        if before and before.sender == answer.sender:  # who repeats it comes no earlier
            answer = replace(answer, tries=before.tries, due=before.due)
        self._keep(answer)
        if excess := _find_excess(self._waiting.values(), answer):
            log.info("Matrix: an invitation is not answered, too many wait: %s", excess.room)
            self._drop(excess)

    def _keep(self, answer: InvitationAnswer) -> None:
        self._waiting[answer.room] = answer
        if answer.join:
            self._client.expect(answer.room, answer.sender)
        else:
            self._client.expect_no_more(answer.room)
        self._news.set()

    def add_leaving(self, room: str) -> None:
        """Leave a room that we are in, as if its invitation was declined."""
        if room not in self._waiting and len(self._waiting) < MOST:
            self._waiting[room] = InvitationAnswer(room, join=False, stranger=True)
            self._news.set()

    async def run(self) -> None:
        """Answer what waits and what is added, until cancelled."""
        while True:
            self._news.clear()
            now = self._time.now()
            if due := [each for each in self._waiting.values() if each.due <= now]:
                await self._answer(min(due, key=_order))
            else:
                await self._wait_for_news(now)

    async def _wait_for_news(self, now: float) -> None:
        """Wait until something is added, or due."""
        waits: list[Awaitable[object]] = [self._news.wait()]
        if self._waiting:
            waits.append(self._time.sleep(min(each.due for each in self._waiting.values()) - now))
        tasks = [asyncio.ensure_future(each) for each in waits]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    async def _answer(self, answer: InvitationAnswer) -> None:
        try:
            await (self._client.join if answer.join else self._client.leave)(answer.room)
        except RateLimitedError as flood:
            self._postpone(answer, PAUSE if answer.stranger else LIMITED, flood.seconds)
        except ConnectionError:
            self._postpone(answer, PAUSE)
        except MatrixRequestError as refusal:  # taken back, or the room is gone
            log.info("Matrix: an invitation came to nothing: %s", refusal)
            self._drop(answer)
        else:
            log.info("Matrix: %s", "followed an invitation" if answer.join else "left a room")
            self._finish(answer)

    def _postpone(self, answer: InvitationAnswer, pause: float, least: float = 0.0) -> None:
        """Try one again after a pause, unless another came for its room meanwhile."""
        if answer.stranger and answer.tries + 1 >= TRIES:
            log.info("Matrix: an invitation cannot be answered")
            self._drop(answer)
        elif self._waiting.get(answer.room) is answer:
            doubled = min(pause * 2.0 ** min(answer.tries, 10), LONGEST)
            due = self._time.now() + max(least, doubled)
            self._waiting[answer.room] = replace(answer, tries=answer.tries + 1, due=due)

    def _drop(self, answer: InvitationAnswer) -> None:
        if self._finish(answer):
            self._client.expect_no_more(answer.room)

    def _finish(self, answer: InvitationAnswer) -> bool:
        """Return whether this was the answer that waited, and no other came for its room."""
        if self._waiting.get(answer.room) is not answer:
            return False
        del self._waiting[answer.room]
        return True


def _order(answer: InvitationAnswer) -> tuple[bool, int, float]:
    return answer.stranger, answer.tries, answer.due


def _find_excess(
    waiting: Collection[InvitationAnswer], newest: InvitationAnswer
) -> InvitationAnswer | None:
    """Find the answer that is one too many after the newest came; None if there is place."""
    own = sum(1 for each in waiting if each.sender == newest.sender)
    if own > (OF_STRANGER if newest.stranger else OF_KNOWN):
        return newest
    strangers = [each for each in waiting if each.stranger]
    if not newest.stranger or len(strangers) <= MOST:
        return None
    servers = Counter(_get_server(each) for each in strangers)
    most = max(servers.values())
    return next(each for each in reversed(strangers) if servers[_get_server(each)] == most)


def _get_server(answer: InvitationAnswer) -> str:
    return answer.sender.partition(":")[2]
