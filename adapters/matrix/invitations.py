"""Answers invitations beside the messages, which wait for none of them.

A stranger may invite to a room of a server that never answers, or to a thousand rooms.
"""

import asyncio
import logging

from msgspec.structs import replace

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.events import Invitation, InvitationAnswer
from adapters.shared.health import LONGEST_PAUSE, Time
from bot.messages import Host, Sender

MOST = 200  # that wait; what a stranger adds to them stays open
TRIES = 5  # of the answer to a stranger
PAUSE = 30.0  # seconds after one that failed

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
        """Answer what waited before a restart."""
        self._waiting |= {each.room: each for each in waiting}
        self._news.set()

    async def add(self, invitation: Invitation) -> None:
        sender = Sender("matrix", invitation.sender)
        known = await self._host.accepts_invitation(sender, False)
        join = known or await self._host.accepts_invitation(sender, invitation.direct)
        if known or len(self._waiting) < MOST:
            room = invitation.room
            self._waiting[room] = InvitationAnswer(room, join, stranger=not known)
            self._news.set()

    def add_leaving(self, room: str) -> None:
        """Leave a room that we are in, as if its invitation was declined."""
        if room not in self._waiting and len(self._waiting) < MOST:
            self._waiting[room] = InvitationAnswer(room, join=False, stranger=True)
            self._news.set()

    async def run(self) -> None:
        """Answer what waits and what is added, until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                await self._answer(min(self._waiting.values(), key=_order))

    async def _answer(self, answer: InvitationAnswer) -> None:
        try:
            await (self._client.join if answer.join else self._client.leave)(answer.room)
        except (ConnectionError, RateLimitedError) as failure:
            self._postpone(answer)
            pause = failure.seconds if isinstance(failure, RateLimitedError) else PAUSE
            await self._time.sleep(min(pause, LONGEST_PAUSE))
        except MatrixRequestError as refusal:  # taken back, or the room is gone
            log.info("Matrix: an invitation came to nothing: %s", refusal)
            self._drop(answer)
        else:
            log.info("Matrix: %s", "followed an invitation" if answer.join else "left a room")
            self._drop(answer)

    def _postpone(self, answer: InvitationAnswer) -> None:
        """Try one again after all others, unless another came for its room meanwhile."""
        if answer.stranger and answer.tries + 1 >= TRIES:
            log.info("Matrix: an invitation cannot be answered")
            self._drop(answer)
        elif self._waiting.get(answer.room) is answer:
            self._waiting[answer.room] = replace(answer, tries=answer.tries + 1)

    def _drop(self, answer: InvitationAnswer) -> None:
        if self._waiting.get(answer.room) is answer:
            del self._waiting[answer.room]


def _order(answer: InvitationAnswer) -> tuple[bool, int]:
    return answer.stranger, answer.tries
