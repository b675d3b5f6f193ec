"""Runs until a signal comes or something that serves fails, and ends in good order."""

import asyncio
import logging
import os
import signal
from collections.abc import Coroutine, Iterable

from bot.messages import UserError
from bot.operations.sd_notify import notify
from bot.runtime.background import Background
from bot.settings.config import ConfigError
from indexer.errors import NewerDatabaseError

log = logging.getLogger(__name__)


async def run_until_stopped(
    serving: Iterable[Coroutine[object, object, None]], background: Background
) -> None:
    """Run `serving` until a signal, or until one of them ends, which it does only by failing."""
    stop = asyncio.Event()
    for each in _list_stop_signals():
        asyncio.get_running_loop().add_signal_handler(each, stop.set)
    tasks = [asyncio.create_task(each) for each in (*serving, _wait(stop))]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    log.info("stopping")
    notify(os.environ, "STOPPING=1")
    for task in tasks:
        task.cancel()
    # A platform closes its connection once nothing uses it, so answers end first.
    await background.stop()
    _raise_failure(await asyncio.gather(*tasks, return_exceptions=True))


def _raise_failure(ended: Iterable[object]) -> None:
    for each in ended:
        if isinstance(each, UserError) and not isinstance(each, NewerDatabaseError):
            raise ConfigError(str(each))
        if isinstance(each, Exception):
            raise each


def _list_stop_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that end the daemon in good order; `nohup` takes SIGHUP out."""
    nohup = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return signal.SIGTERM, signal.SIGINT, *(() if nohup else (signal.SIGHUP,))


async def _wait(stop: asyncio.Event) -> None:
    await stop.wait()
