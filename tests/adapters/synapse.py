"""A real Matrix server on loopback, for tests: a tool in a virtual environment of its own.

`python -m tests.adapters.synapse` installs it into build/synapse (62 packages, 240 MB).
"""

import asyncio
import hashlib
import hmac
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from msgspec import Struct

VERSION = "1.163.2"
ENVIRONMENT = Path(__file__).parents[2] / "build" / "synapse"
PYTHON = ENVIRONMENT / "bin" / "python"
SECRET = "for tests only"
STARTING = 90.0  # seconds; on a quiet machine it takes three
CONFIG = """
server_name: localhost
pid_file: {folder}/pid
listeners:
  - {{port: {port}, tls: false, type: http, bind_addresses: [127.0.0.1],
      resources: [{{names: [client], compress: false}}]}}
database: {{name: sqlite3, args: {{database: "{folder}/server.db"}}}}
media_store_path: {folder}/media
log_config: {folder}/log.yaml
registration_shared_secret: {secret}
macaroon_secret_key: m
form_secret: f
signing_key_path: {folder}/signing.key
trusted_key_servers: []
suppress_key_server_warning: true
report_stats: false
bcrypt_rounds: 4
federation_domain_whitelist: []
max_upload_size: 20M
presence: {{enabled: false}}
rc_message: {{per_second: {rate}, burst_count: {rate}}}
rc_joins: {{local: {{per_second: 1000, burst_count: 1000}}}}
rc_invites:
  per_room: {{per_second: 1000, burst_count: 1000}}
  per_user: {{per_second: 1000, burst_count: 1000}}
  per_issuer: {{per_second: 1000, burst_count: 1000}}
rc_login:
  address: {{per_second: 1000, burst_count: 1000}}
  account: {{per_second: 1000, burst_count: 1000}}
"""
LOG = """
version: 1
formatters: {plain: {format: "%(asctime)s %(name)s %(levelname)s %(message)s"}}
handlers: {file: {class: logging.FileHandler, filename: FOLDER/server.log, formatter: plain}}
root: {level: WARNING, handlers: [file]}
disable_existing_loggers: false
"""


def unavailable() -> str:
    if PYTHON.exists():
        return ""
    return "no Matrix server here: python -m tests.adapters.synapse installs one"


class Synapse(Struct, frozen=True):
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def register(self, name: str, password: str) -> str:
        """The new account's id."""
        address = f"{self.address}/_synapse/admin/v1/register"
        async with httpx.AsyncClient() as http:
            nonce = (await http.get(address)).json()["nonce"]
            signed = "\0".join((nonce, name, password, "notadmin")).encode()
            mac = hmac.new(SECRET.encode(), signed, hashlib.sha1).hexdigest()
            account = {"username": name, "password": password, "admin": False}
            answer = await http.post(address, json={**account, "nonce": nonce, "mac": mac})
        return str(answer.raise_for_status().json()["user_id"])


@contextmanager
def a_synapse(folder: Path, port: int, messages_per_second: int = 1000) -> Iterator[Synapse]:
    """Serving until the block ends; everything it keeps lies in `folder`."""
    config, log = folder / "homeserver.yaml", folder / "server.log"
    given = {"folder": folder, "port": port, "secret": SECRET, "rate": messages_per_second}
    config.write_text(CONFIG.format(**given))
    (folder / "log.yaml").write_text(LOG.replace("FOLDER", str(folder)))
    command = [str(PYTHON), "-m", "synapse.app.homeserver", "--config-path", str(config)]
    subprocess.run([*command, "--generate-keys"], check=True, capture_output=True)  # noqa: S603 - our own file
    process = subprocess.Popen(  # noqa: S603 - our own file
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        server = Synapse(port, process, log)
        _await_answer(server)
        yield server
    finally:
        process.terminate()
        process.wait()


def _await_answer(server: Synapse) -> None:
    deadline = time.monotonic() + STARTING
    while time.monotonic() < deadline and server.process.poll() is None:
        try:
            httpx.get(f"{server.address}/health").raise_for_status()
            return
        except httpx.HTTPError:
            time.sleep(0.1)
    raise AssertionError(server.log.read_text() if server.log.exists() else "it did not start")


class Line:
    """The wire between an adapter and the server, which can be cut and mended."""

    def __init__(self, server: Synapse) -> None:
        self._server = server
        self._port = 0
        self._listening: asyncio.Server | None = None
        self._open: set[asyncio.StreamWriter] = set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    async def mend(self) -> None:
        self._listening = await asyncio.start_server(self._carry, "127.0.0.1", self._port)
        self._port = self._listening.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        if self._listening is not None:
            self._listening.close()
        for each in set(self._open):
            each.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._server.port)
        self._open |= {writer, back}
        ways = (_pour(reader, back), _pour(there, writer))
        await asyncio.gather(*ways, return_exceptions=True)
        self._open -= {writer, back}


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


def install() -> None:
    """Install the server; an existing installation is kept."""
    subprocess.run([sys.executable, "-m", "venv", str(ENVIRONMENT)], check=True)  # noqa: S603 - our own
    package = f"matrix-synapse=={VERSION}"
    subprocess.run([str(PYTHON), "-m", "pip", "install", "--quiet", package], check=True)  # noqa: S603 - pinned


if __name__ == "__main__":
    install()
