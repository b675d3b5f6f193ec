"""`multis run` as a process, against the fake Bot API server, watched as systemd does."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct, field

from tests.adapters.fake_bot_api import FakeBotApi

OWNER = "telegram:7"
PATIENCE = 60.0  # seconds; start-up shares two cores with everything else


def write_config(home: Path, fake: FakeBotApi, **more: object) -> None:
    home.mkdir(parents=True, exist_ok=True)
    platforms = {"telegram": {"enabled": True, **fake.settings}}
    config = {"owner_ids": [OWNER], "platforms": platforms, **more}
    (home / "config.json").write_text(json.dumps(config))


async def until(
    holds: Callable[[], bool],
    what: str = "",
    patience: float = PATIENCE,
    seen: Callable[[], object] = str,
) -> None:
    """For what another process does there is nothing to wait for but its effect.

    `seen` is asked, if it does not come, what there is instead.
    """
    deadline = time.monotonic() + patience
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {patience} seconds: {what} {seen()}")
        await asyncio.sleep(0.01)


class Daemon(Struct):
    process: asyncio.subprocess.Process
    notified: socket.socket
    log_file: Path
    states: list[str] = field(default_factory=list)

    def heard(self, state: str) -> bool:
        """Whether systemd would have been told `state` by now."""
        with contextlib.suppress(BlockingIOError):
            while True:
                self.states += self.notified.recv(4096).decode().splitlines()
        return any(each.startswith(state) for each in self.states)

    @property
    def ended(self) -> bool:
        return self.process.returncode is not None

    async def ready(self, patience: float = PATIENCE) -> None:
        await until(lambda: self.heard("READY=1") or self.ended, "READY", patience)
        assert not self.ended, self.log

    @property
    def log(self) -> str:
        return self.log_file.read_text()

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()

    async def stop(self) -> float:
        """SIGTERM; returns how many seconds it took."""
        begun = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        await self.process.wait()
        return time.monotonic() - begun


@asynccontextmanager
async def a_daemon(
    home: Path,
    *arguments: str,
    start: bool = True,
    under: Sequence[str] = (),
    python: str = sys.executable,
    module: str = "bot",
    folder: Path | None = None,
    name: str = "daemon",
) -> AsyncIterator[Daemon]:
    """Running until the block ends; everything it says goes to `daemon.log` in the home, or `name`.

    `under` is a command that becomes the daemon, such as `env NAME=VALUE`; `python` and `folder`
    are those of another checkout, `module` is another way to run it.
    """
    path = home / f"{name}.sock"
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(path))
        notified.setblocking(False)
        environ = {**os.environ, "MULTIS_HOME": str(home), "NOTIFY_SOCKET": str(path)}
        with (home / f"{name}.log").open("ab") as log:
            command = (*under, python, "-m", module, "run", *arguments)
            process = await asyncio.create_subprocess_exec(
                *command, env=environ, stdout=log, stderr=log, cwd=folder
            )
        daemon = Daemon(process, notified, home / f"{name}.log")
        try:
            if start:
                await daemon.ready()
            yield daemon
        finally:
            await daemon.kill()


async def multis(home: Path, *arguments: str) -> tuple[int, str]:
    """Run a command to its end; return its exit code and what it says."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        env={**os.environ, "MULTIS_HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()
