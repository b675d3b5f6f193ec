"""Where the replica's files are: a folder, a store that offers S3, or a server with SFTP.

`obstore` speaks to the first two. For SFTP there is Paramiko, which accepts no server but the one
whose key the settings name.
"""

import os
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bot.messages import UserError
from bot.replica.litestream import ReplicaError, get_host_key
from bot.replica.settings import SSH_PORT, Address, ReplicaSettings, parse_address
from indexer.extras import format_install_hint
from indexer.i18n import _, join_sentences
from indexer.paths import expand_path

if TYPE_CHECKING:
    from obstore.store import ObjectStore
    from paramiko import SFTPClient, SSHClient

FILES = "files"  # the folder of the replica with the files
SECONDS = 60  # to wait for a server
TRIES = 3
PIECE = 1 << 20  # bytes
DEEPEST = 2  # folders within folders
MOST_NAMES = 500_000  # of objects in a folder: some hundred MB in memory


class Objects(Protocol):
    """Names with contents; every call may raise a `ReplicaError`."""

    def put(self, name: str, content: bytes) -> None:
        """Write an object, in one step: no reader sees half of it."""

    def read(self, name: str) -> Iterator[bytes]:
        """Read an object in pieces: somebody else may have written it, and it may be huge."""

    def list_names(self, folder: str) -> Iterator[str]:
        """List the names of all objects below a folder."""

    def delete(self, names: Collection[str]) -> None:
        """Delete objects; those that do not exist are none."""


@contextmanager
def open_objects(settings: ReplicaSettings) -> Iterator[Objects]:
    """Open the place that the settings name; a `UserError` if what is needed is missing."""
    address = parse_address(settings)
    try:
        opened = _open_sftp if address.kind == "sftp" else _open_store
        with opened(settings, address) as objects:
            yield objects
    except ImportError:
        raise UserError(
            join_sentences(
                _("A replica needs libraries that are not installed."),
                format_install_hint("replica"),
            )
        ) from None


@contextmanager
def _open_store(settings: ReplicaSettings, address: Address) -> Iterator[Objects]:
    from obstore.exceptions import BaseError
    from obstore.store import LocalStore

    try:
        if address.kind == "file":
            folder = Path(address.path, FILES)
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            yield FolderObjects(LocalStore(prefix=folder), folder)
            return
        yield StoredObjects(_build_bucket(settings, address))
    except (BaseError, OSError) as error:
        raise _make_error(error) from None


def _build_bucket(settings: ReplicaSettings, address: Address) -> "ObjectStore":
    from obstore.store import S3Store

    return S3Store(
        address.place,
        prefix="/".join(filter(None, (address.path, FILES))),
        region=settings.region or None,
        endpoint=settings.endpoint or None,
        access_key_id=settings.access_key_id or None,
        secret_access_key=settings.secret_access_key or None,
        virtual_hosted_style_request=not settings.endpoint,
        client_options={"allow_http": True, "timeout": timedelta(seconds=SECONDS)},
        retry_config={"max_retries": TRIES, "retry_timeout": timedelta(seconds=SECONDS)},
    )


class StoredObjects:
    """Objects in a store of `obstore`'s."""

    def __init__(self, store: "ObjectStore") -> None:
        self._store = store

    def put(self, name: str, content: bytes) -> None:
        self._store.put(name, content)

    def read(self, name: str) -> Iterator[bytes]:
        yield from map(bytes, self._store.get(name).stream(min_chunk_size=PIECE))

    def list_names(self, folder: str) -> Iterator[str]:
        for some in self._store.list(folder):
            yield from (each["path"] for each in some)

    def delete(self, names: Collection[str]) -> None:
        for name in names:
            with suppress(FileNotFoundError):
                self._store.delete(name)


class FolderObjects(StoredObjects):
    """Objects as files in a folder of this machine, where somebody else may have put others."""

    def __init__(self, store: "ObjectStore", folder: Path) -> None:
        super().__init__(store)
        self._folder = folder

    def read(self, name: str) -> Iterator[bytes]:
        if not stat.S_ISREG((self._folder / name).stat().st_mode):  # reading a pipe never ends
            raise ReplicaError(_("{file} in the replica is not a file.", file=name))
        yield from super().read(name)


@contextmanager
def _open_sftp(settings: ReplicaSettings, address: Address) -> Iterator[Objects]:
    from paramiko import SSHException

    try:
        with _connect(settings, address) as ssh, ssh.open_sftp() as sftp:
            if channel := sftp.get_channel():
                channel.settimeout(SECONDS)
            yield SftpObjects(sftp, "/".join(filter(None, (address.path, FILES))))
    except (SSHException, OSError, EOFError) as error:
        raise _make_error(error) from None


def _connect(settings: ReplicaSettings, address: Address) -> "SSHClient":
    """Connect to the server, if it has the key that the settings name."""
    from paramiko import SSHClient

    client = SSHClient()  # refuses servers that it does not know
    _add_host_key(client, settings, address)
    client.connect(
        address.place,
        address.port,
        address.user,
        key_filename=str(expand_path(settings.key_file)),
        allow_agent=False,
        look_for_keys=False,
        timeout=SECONDS,
        banner_timeout=SECONDS,
        auth_timeout=SECONDS,
    )
    return client


def _add_host_key(client: "SSHClient", settings: ReplicaSettings, address: Address) -> None:
    from paramiko.hostkeys import HostKeyEntry

    name = address.place if address.port == SSH_PORT else f"[{address.place}]:{address.port}"
    entry = HostKeyEntry.from_line(f"{name} {get_host_key(settings)}")
    if entry is None or entry.key is None:
        raise UserError(_("replica.host_key is no key of an SSH server."))
    client.get_host_keys().add(name, entry.key.get_name(), entry.key)


class SftpObjects:
    """Objects as files in a folder of a server."""

    def __init__(self, sftp: "SFTPClient", folder: str) -> None:
        self._sftp = sftp
        self._folder = folder
        self._made: set[str] = set()

    def put(self, name: str, content: bytes) -> None:
        path = self._find_path(name)
        self._make_folder(path.rpartition("/")[0])
        with self._sftp.open(f"{path}.new", "wb") as file:
            file.set_pipelined(pipelined=True)
            file.write(content)
        self._sftp.posix_rename(f"{path}.new", path)

    def read(self, name: str) -> Iterator[bytes]:
        with self._sftp.open(self._find_path(name), "rb", PIECE) as file:
            while piece := file.read(PIECE):
                yield piece

    def list_names(self, folder: str) -> Iterator[str]:
        for each in self._list_files(self._find_path(folder)):
            if not each.endswith(".new"):  # left by a connection that broke
                yield each.removeprefix(f"{self._folder}/")

    def delete(self, names: Collection[str]) -> None:
        for name in names:
            with suppress(FileNotFoundError):
                self._sftp.remove(self._find_path(name))

    def _list_files(self, folder: str, depth: int = DEEPEST) -> Iterator[str]:
        """Yield the paths of files; a server may go on for ever with them, and with folders."""
        for name, mode in self._list_folder(folder):
            path = f"{folder}/{name}"
            if not stat.S_ISDIR(mode):
                yield path
            elif depth:
                yield from self._list_files(path, depth - 1)

    def _list_folder(self, folder: str) -> list[tuple[str, int]]:
        """List names and modes, more than `MOST_NAMES` at most; [] if there is no such folder."""
        try:
            found = islice(self._sftp.listdir_iter(folder), MOST_NAMES + 1)
            # All of them first: their answers must not mix with those about another folder.
            return [(each.filename, each.st_mode or 0) for each in found]
        except FileNotFoundError:
            return []

    def _find_path(self, name: str) -> str:
        return f"{self._folder}/{name}"

    def _make_folder(self, folder: str) -> None:
        parts = folder.split("/")
        for end in range(1, len(parts) + 1):
            part = "/".join(parts[:end])
            if part not in self._made:
                with suppress(OSError):  # it is there; if it is not, writing says so
                    self._sftp.mkdir(part, 0o700)
                self._made.add(part)


def _make_error(error: Exception) -> ReplicaError:
    reason = os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
    return ReplicaError(_("The replica's files cannot be reached: {reason}", reason=reason))
