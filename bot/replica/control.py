"""Speaks to a running Litestream, by its socket: any command can, not only who started it."""

import asyncio
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from typing import cast

import httpx

from bot.home import Home
from bot.replica.litestream import ReplicaError
from indexer.cancellable import parse_json
from indexer.i18n import _

SECONDS = 30.0  # for the replica to get all that is committed
LAST_WORD = 4.0  # seconds to send the last transactions before it is killed


async def sync(home: Home) -> None:
    """Wait until the replica has all that is committed; a `ReplicaError` if it cannot be."""
    await _ask(home, "POST", "sync")


async def end(home: Home) -> None:
    """End a running Litestream, once it has sent what is committed; return when it is gone."""
    order = signal.SIGTERM
    try:
        async with asyncio.timeout(LAST_WORD):
            while process := await _find_process(home):
                _signal(process, order)
                await asyncio.sleep(0.05)
    except TimeoutError:
        if process := await _find_process(home):
            _signal(process, signal.SIGKILL)


def _signal(process: int, order: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, order)


async def _find_process(home: Home) -> int | None:
    try:
        return int(cast(int, (await _ask(home, "GET", "info"))["pid"]))
    except (ReplicaError, ValueError, LookupError, TypeError):
        return None


async def _ask(home: Home, method: str, order: str) -> Mapping[str, object]:
    asked = {"path": str(home.database), "wait": True, "timeout": int(SECONDS)}
    transport = httpx.AsyncHTTPTransport(uds=str(home.replica_socket))
    try:
        async with httpx.AsyncClient(transport=transport, timeout=SECONDS) as client:
            content = asked if method == "POST" else None
            answer = await client.request(method, f"http://litestream/{order}", json=content)
            told = cast("dict[str, object]", parse_json(answer.content))
    except (httpx.HTTPError, ValueError) as error:
        raise ReplicaError(_("Litestream does not answer: {reason}", reason=str(error))) from None
    if answer.is_error:
        reason = str(told.get("error", answer.status_code))
        raise ReplicaError(_("Litestream says: {reason}", reason=reason))
    return told
