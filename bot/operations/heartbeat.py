"""The daemon's heartbeat: writes its health file, and feeds systemd's watchdog on progress."""

import asyncio
import logging
import os
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from datetime import datetime, timedelta

from msgspec import Struct

from bot import version
from bot.home import Home
from bot.messages import Adapter, Local, Polling
from bot.operations import sd_notify
from bot.operations.health_file import Trouble, Vitals, read_resident_bytes, write_vitals

log = logging.getLogger(__name__)

BEAT = 10.0  # seconds
OPENING = 1.0  # seconds between two beats while a page is not open yet, at first
# Seconds without progress in polling; the longest request (the first to a Matrix server, with the
# state of all rooms) and the longest pause take less.
STALLED = 400.0


class Heartbeat(Struct, frozen=True):
    """Reports every `BEAT` seconds, at the start more often."""

    home: Home
    platforms: Mapping[str, Adapter]
    troubles: Callable[[], tuple[Trouble, ...]]
    clock: Callable[[], datetime]
    environ: Mapping[str, str]
    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    paused: Collection[str] = ()  # platforms that failed and wait for their next try
    resting: Collection[str] = ()  # those of which the owner was told
    publishes: Callable[[], bool] = lambda: True  # of workers that share a home only one does
    on_ready: Callable[[], None] = lambda: None  # called once, when the platforms are served

    async def beat(self) -> None:
        """Report until cancelled."""
        started_at, started = self.clock(), self.monotonic()
        sd_notify.notify(self.environ, "READY=1", f"STATUS=Serving {', '.join(self.platforms)}")
        log.info("serving %s", ", ".join(self.platforms))
        self.on_ready()
        while True:
            self.beat_once(started_at, started)
            await self.sleep(self._choose_pause(started))

    def beat_once(self, started_at: datetime, started: float) -> None:
        if self.publishes():
            self._write(started_at)
        stalled = self.find_stalled(started)
        if stalled:
            log.error("no progress on %s; a service manager restarts us now", ", ".join(stalled))
            names = ", ".join(stalled)
            state = f"STATUS=No progress on {names}"  # not translated: for systemd
            sd_notify.notify(self.environ, state)
        else:
            sd_notify.notify(self.environ, "WATCHDOG=1")

    def _choose_pause(self, started: float) -> float:
        """Return the seconds until the next beat: `multis status` soon tells what is served."""
        opening = any(
            _is_opening(each) for name, each in self.platforms.items() if name not in self.paused
        )
        is_start = self.monotonic() - started < BEAT
        return OPENING if opening and is_start else BEAT

    def find_stalled(self, started: float) -> list[str]:
        """Return the platforms that should have been polled by now, and were not."""
        now = self.monotonic()
        return [
            name
            for name, adapter in self.platforms.items()
            if name not in self.paused
            and isinstance(adapter, Polling)
            and now - max(adapter.last_try or 0, started) > STALLED
        ]

    def _write(self, started_at: datetime) -> None:
        vitals = Vitals(
            version=version(),
            pid=os.getpid(),
            started_at=started_at,
            written_at=self.clock(),
            memory_bytes=read_resident_bytes(),
            polls={name: self._last_poll(each) for name, each in self.platforms.items()},
            troubles=self.troubles(),
            resting=tuple(sorted(self.resting)),
            addresses={
                name: each.address
                for name, each in self.platforms.items()
                if isinstance(each, Local)
            },
        )
        try:
            write_vitals(self.home, vitals)
        except OSError as error:
            log.warning("the status cannot be written: %s", error.strerror)

    def _last_poll(self, adapter: Adapter) -> datetime | None:
        if not isinstance(adapter, Polling) or adapter.last_poll is None:
            return None
        return self.clock() - timedelta(seconds=self.monotonic() - adapter.last_poll)


def _is_opening(adapter: Adapter) -> bool:
    """Return whether it has no address yet, or has not heard from its platform."""
    if isinstance(adapter, Local):
        return not adapter.address
    return isinstance(adapter, Polling) and adapter.last_poll is None
