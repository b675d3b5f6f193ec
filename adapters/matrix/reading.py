"""Sync events; the position is recorded only after all of them are stored."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from adapters.matrix.answers import MatrixRequestError, RateLimitedError
from adapters.matrix.client import Client
from adapters.matrix.events import Batch, Json, Timeline, find_join, get_text
from adapters.matrix.invitations import InvitationAnswers
from adapters.matrix.session import Session, read_session, write_session
from adapters.matrix.strangers import StrangersRooms
from adapters.shared.health import Health, Time, split_wait
from bot.messages import Host

log = logging.getLogger(__name__)


class SyncReader:
    """Passes every event to `store`, and repeats it until `store` does not raise."""

    def __init__(
        self,
        client: Client,
        host: Host,
        health: Health,
        store: Callable[[str, Json], Awaitable[None]],
        time: Time,
    ) -> None:
        self._client = client
        self._host = host
        self._health = health
        self._store = store
        self._time = time
        self._invitations = InvitationAnswers(client, host, time)
        self._strangers = StrangersRooms(client, host, time)
        self._session: Session | None = None
        self._fresh = True  # whether this process has seen no rooms yet
        self._batch: Batch | None = None  # fetched and not stored yet
        self.last_poll: float | None = None
        self.last_try: float | None = None

    async def run(self, ready: asyncio.Event) -> None:
        """Sync until cancelled; set `ready` once the rooms are known."""
        answering = asyncio.create_task(self._invitations.run())
        try:
            await self._sync(ready)
        finally:
            answering.cancel()
            await asyncio.wait([answering])

    async def _sync(self, ready: asyncio.Event) -> None:
        while True:
            if not (pause := await self._try()):
                ready.set()
            for step in split_wait(pause):  # a flood wait may be long: it is no hang
                self.last_try = self._time.now()
                await self._time.sleep(step)

    async def _try(self) -> float:
        """Run a round; return the seconds to wait before the next, 0 if this one succeeded."""
        self.last_try = self._time.now()
        # Whatever goes wrong, nothing is lost: the next round starts at the same place.
        (failure,) = await asyncio.gather(self._round(), return_exceptions=True)
        match failure:
            case RateLimitedError():
                pause = self._health.report("it asks for fewer requests")
                return max(failure.seconds, pause)
            case MatrixRequestError():
                return self._health.report("it refuses what we ask", failure)
        return self._health.assess(failure)

    async def _round(self) -> None:
        session = self._session or await self._open_session()
        if self._batch is None:
            self._batch = await self._client.sync(session.since, first=self._fresh)
            self.last_poll = self._time.now()
        await self._client.sync_keys()
        if self._fresh:
            await self._introduce()
            self._fresh = False
        for invitation in self._batch.invitations:
            await self._invitations.add(invitation)
        left = await self._leave_useless()
        if session.since:  # before the first sync everything is older than our presence
            for timeline in self._batch.timelines:
                if timeline.room not in left:
                    await self._store_timeline(timeline, session)
        self._save_session(
            replace(
                session,
                since=self._batch.since,
                rooms=self._client.list_rooms(),
                invitations=self._invitations.list_waiting(),
            )
        )
        self._batch = None

    async def _leave_useless(self) -> list[str]:
        for timeline in self._batch.timelines if self._batch else ():
            if any(is_message(event) for event in timeline.events):
                self._strangers.note_message(timeline.room)
        useless = await self._strangers.find_useless()
        for room in useless:
            self._invitations.add_leaving(room)
        return useless

    async def _introduce(self) -> None:
        try:
            await self._client.introduce()
        except MatrixRequestError as refusal:
            log.warning("Matrix: some clients will not trust this device: %s", refusal)

    async def _open_session(self) -> Session:
        session = read_session(self._host.folder, self._client.me)
        if session is None:
            session = await self._client.log_in()
            self._save_session(session)
        else:
            self._client.resume(session)
            self._invitations.resume(session.invitations)
            self._session = session
        return session

    def _save_session(self, session: Session) -> None:
        if session != self._session:
            write_session(self._host.folder, session)
        self._session = session

    async def _store_timeline(self, timeline: Timeline, session: Session) -> None:
        self.last_try = self._time.now()
        new = timeline.room not in session.rooms
        if timeline.before and not new:
            timeline = await self._client.fetch_gap(timeline, session.since)
        events = timeline.events
        if new and (place := find_join(events, self._client.me)) is not None:
            events = events[place + 1 :]
        for event in events:
            self.last_try = self._time.now()
            await self._store(timeline.room, event)


def is_message(event: Json) -> bool:
    """Return whether an event may be a message or say what somebody thinks of one: no state."""
    return not ("state_key" in event or get_text(event, "type") == "m.room.redaction")
