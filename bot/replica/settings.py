"""Settings of the replica, and the address in them."""

from dataclasses import dataclass, field
from typing import Literal, cast
from urllib.parse import SplitResult, unquote, urlsplit

from msgspec import Struct

from indexer.errors import UserError
from indexer.i18n import _
from indexer.settings import Positive

Kind = Literal["file", "s3", "sftp"]
KINDS: tuple[Kind, ...] = ("file", "s3", "sftp")
SSH_PORT = 22


@dataclass(frozen=True, slots=True)
class ReplicaSettings:
    """The block `replica` of config.json; without an address nothing is copied."""

    # Where the copy is kept: s3://BUCKET/PATH, sftp://USER@HOST/PATH or file:///PATH; empty: none.
    url: str = ""
    endpoint: str = ""  # of a store that offers S3 and is not Amazon's: https://s3.example.org
    region: str = ""  # of the S3 store
    access_key_id: str = field(default="", repr=False)  # of S3; empty: AWS_ACCESS_KEY_ID
    secret_access_key: str = field(default="", repr=False)  # empty: AWS_SECRET_ACCESS_KEY
    key_file: str = ""  # with the private key for SFTP
    host_key: str = ""  # of the SFTP server, as `ssh-keyscan -t ed25519 HOST` prints it
    # How far back an earlier state can be restored, and how long what was forgotten stays there.
    keep_hours: Positive = 48
    files_minutes: Positive = 5  # between two copies of memory, notes and originals
    secrets: bool = False  # whether config.json, with its tokens, is copied too


class Address(Struct, frozen=True):
    """The parts of `replica.url`."""

    kind: Kind
    place: str  # the bucket, or the host; empty for files
    path: str  # without a slash at either end, except that of a file begins with one
    user: str = ""
    port: int = SSH_PORT


def parse_address(settings: ReplicaSettings) -> Address:
    """Parse `replica.url`; a `UserError` says what is wrong with it."""
    try:
        split = urlsplit(settings.url)
        port = split.port
    except ValueError:
        raise _make_error(settings.url) from None
    path = unquote(split.path).rstrip("/")
    if split.scheme not in KINDS or split.query or split.password:
        raise _make_error(settings.url)
    if split.scheme == "file":
        if split.netloc or not path.startswith("/"):
            raise _make_error(settings.url)
        return Address("file", "", path)
    if not split.hostname or (split.scheme == "s3" and (split.username or port)):
        raise _make_error(settings.url)
    return _build_remote(settings, split, path.strip("/"), port or SSH_PORT)


def _build_remote(settings: ReplicaSettings, split: SplitResult, path: str, port: int) -> Address:
    # A bucket's name is case-sensitive in some stores, so not `hostname`, which is lower case.
    place = split.netloc.rpartition("@")[2].partition(":")[0]
    address = Address(cast(Kind, split.scheme), place, path, unquote(split.username or ""), port)
    if address.kind == "sftp" and not (address.user and settings.key_file and settings.host_key):
        raise UserError(
            _(
                "For a replica by SFTP, replica.url names the user (sftp://USER@HOST/PATH), "
                "replica.key_file the file with the private key, and replica.host_key the key of "
                "the server, as `ssh-keyscan -t ed25519 {host}` prints it.",
                host=place,
            )
        )
    return address


def _make_error(url: str) -> UserError:
    return UserError(
        _(
            "replica.url is {url}. It should be s3://BUCKET/PATH, sftp://USER@HOST/PATH or "
            "file:///PATH; keys and passwords have settings of their own.",
            url=urlsplit(url)._replace(netloc="…").geturl() if "@" in url else url,
        )
    )
