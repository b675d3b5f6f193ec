"""A network namespace with public addresses of its own, and a server that listens on all of them.

Run as a script inside the namespace, it lets a `WebFetcher` with real sockets try to reach that
server, and writes for each way how it ended: "refused", or "reached" if the server was connected
to.
"""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from bot.ingest.public_addresses import resolve_host
from bot.ingest.web_fetch import MIB, WebFetcher
from bot.messages import UserError

NAMESPACE = ("unshare", "--user", "--map-root-user", "--net")
OWN, NEIGHBOUR, OWN_IPV6 = "93.184.216.34", "93.184.216.99", "2606:2800:220:1::1"
ELSEWHERE = "8.8.8.8"
ADDRESSES = f"""
ip link set lo up && ip addr add {OWN}/24 dev lo && ip addr add {OWN_IPV6}/64 dev lo nodad || exit
exec "$0" -m tests.bot.ingest.own_addresses
"""
REFUSED, REACHED = "refused", "reached"


def missing() -> str:
    """Why it cannot be tried here; empty if it can."""
    if lacks := [each for each in ("unshare", "ip") if shutil.which(each) is None]:
        return f"{lacks[0]} is not installed"
    trial = (*NAMESPACE, "ip", "link", "set", "lo", "up")
    tried = subprocess.run(trial, capture_output=True, check=False)  # noqa: S603  # our own words
    return "" if tried.returncode == 0 else "network namespaces are not allowed here"


def run_in_namespace() -> dict[str, str]:
    """Return how each way of reaching the machine itself ended."""
    command = (*NAMESPACE, "sh", "-c", ADDRESSES, sys.executable)
    ended = subprocess.run(command, capture_output=True, check=True, text=True)  # noqa: S603  # our own words
    found: dict[str, str] = json.loads(ended.stdout)
    return found


class Redirects(httpx.AsyncBaseTransport):
    """Answers for `ELSEWHERE` with a redirect to this machine, and connects to all others."""

    def __init__(self) -> None:
        self._network = httpx.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.host == ELSEWHERE:
            return httpx.Response(302, headers={"location": f"http://{OWN}:8080/"})
        return await self._network.handle_async_request(request)


async def try_all() -> dict[str, str]:
    connected = 0

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connected
        connected += 1
        writer.close()

    async def reach(url: str, fetching: WebFetcher) -> str:
        before = connected
        with TemporaryDirectory() as folder:
            try:
                await fetching.fetch(url, Path(folder) / "page")
            except UserError as error:
                if connected == before and "private network" in str(error):
                    return REFUSED
                return f"{REACHED}: {error}"
        return REACHED

    answers = iter([[ELSEWHERE], [OWN]])

    async def rebind(_: str, __: int) -> Sequence[str]:
        return next(answers)

    plain = WebFetcher(MIB, seconds=5)
    async with (
        await asyncio.start_server(answer, "0.0.0.0", 8080),  # noqa: S104  # alone in its namespace
        await asyncio.start_server(answer, OWN_IPV6, 8080),
    ):
        assert not connected
        with_redirects = WebFetcher(MIB, transport=Redirects(), resolve=resolve_host, seconds=5)
        rebinding = WebFetcher(MIB, transport=Redirects(), resolve=rebind, seconds=5)
        return {
            "own": await reach(f"http://{OWN}:8080/", plain),
            "neighbour": await reach(f"http://{NEIGHBOUR}:8080/", plain),
            "own IPv6": await reach(f"http://[{OWN_IPV6}]:8080/", plain),
            "in decimal": await reach("http://1572395042:8080/", plain),
            "redirect": await reach(f"http://{ELSEWHERE}/", with_redirects),
            "rebinding": await reach("http://evil.example/", rebinding),
        }


if __name__ == "__main__":
    json.dump(asyncio.run(try_all()), sys.stdout)
