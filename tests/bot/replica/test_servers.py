"""The replica on real servers: S3 as moto offers it, SFTP as Paramiko does."""

import asyncio
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.home import Home
from bot.messages import UserError
from bot.operations.replica import restore_replica
from bot.replica.control import sync
from bot.replica.litestream import open_litestream
from bot.replica.objects import open_objects
from bot.replica.replicator import Replicator
from bot.replica.settings import ReplicaSettings
from tests.bot.replica.drill import a_home, list_said, replicating, say
from tests.bot.replica.sftp import SftpServerThread
from tests.daemon import until
from tests.factories import NOON

KEPT = "vault/daily/2026-02-11.md"
BUCKET = "homes"


def find_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as trial:
        trial.settimeout(1)
        return trial.connect_ex(("127.0.0.1", port)) == 0


@asynccontextmanager
async def an_s3_store() -> AsyncIterator[ReplicaSettings]:
    if find_spec("moto") is None or find_spec("flask") is None:
        pytest.skip("moto[server] is not installed")
    port = find_port()
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        await until(lambda: answers(port), "the S3 server")
        endpoint = f"http://127.0.0.1:{port}"
        settings = ReplicaSettings(
            url=f"s3://{BUCKET}/my/home",
            endpoint=endpoint,
            region="us-east-1",
            access_key_id="key",
            secret_access_key="secret of the store",  # made up
        )
        make_bucket(settings)
        yield settings
    finally:
        server.kill()
        await server.wait()


def make_bucket(settings: ReplicaSettings) -> None:
    import boto3  # type: ignore[import-not-found, import-untyped, unused-ignore]  # with moto

    client = boto3.client(
        "s3",
        endpoint_url=settings.endpoint,
        region_name=settings.region,
        aws_access_key_id=settings.access_key_id,
        aws_secret_access_key=settings.secret_access_key,
    )
    client.create_bucket(Bucket=BUCKET)


async def check_drill(folder: Path, settings: ReplicaSettings) -> None:
    """Copy, change, copy again, lose the home, and restore it."""
    home = a_home(folder)
    replicator = Replicator(open_litestream(home, settings), lambda: NOON)
    async with replicating(home, settings):
        say(home, "one", "two")
        await sync(home)
        await replicator.copy_files()
        assert replicator.state.files_trouble == ""
        (home.folder / KEPT).write_text("changed")
        await replicator.copy_files()
    new = Home(folder / "new machine")
    restored = await restore_replica(new, settings, None, NOON)
    assert list_said(new.database) == ["one", "two"]
    assert (new.folder / KEPT).read_text() == "changed"
    assert restored.files == 3
    for path in home.run.iterdir():
        assert path.is_socket() or b"secret of the store" not in path.read_bytes()


async def test_a_home_comes_back_from_s3(tmp_path: Path) -> None:
    async with an_s3_store() as settings:
        await check_drill(tmp_path, settings)


@contextmanager
def an_sftp_server(folder: Path) -> Iterator[ReplicaSettings]:
    with SftpServerThread(folder / "server") as server:
        yield ReplicaSettings(
            url=f"sftp://multis@127.0.0.1:{server.port}/homes/mine",
            key_file=str(server.client_key),
            host_key=f"127.0.0.1 {server.host_key}",
        )


async def test_a_home_comes_back_over_sftp(tmp_path: Path) -> None:
    with an_sftp_server(tmp_path) as settings:
        await check_drill(tmp_path, settings)


async def test_a_server_with_another_key_gets_nothing(tmp_path: Path) -> None:
    with an_sftp_server(tmp_path) as settings, SftpServerThread(tmp_path / "other") as other:
        port = settings.url.rpartition(":")[2].partition("/")[0]
        wrong = ReplicaSettings(
            url=settings.url.replace(port, str(other.port)),
            key_file=settings.key_file,
            host_key=settings.host_key,
        )
        with pytest.raises(UserError, match="cannot be reached"), open_objects(wrong):
            pytest.fail("it must not connect")
        assert threading.active_count() >= 1


def test_a_server_that_is_away_is_told(tmp_path: Path) -> None:
    with an_sftp_server(tmp_path) as settings:
        pass
    with pytest.raises(UserError, match="cannot be reached"), open_objects(settings):
        pytest.fail("nobody is there")
