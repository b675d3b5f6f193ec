"""The fingerprints of files, by which what is known need not be read."""

import hashlib
import os
from io import BufferedReader

from msgspec import Struct

from indexer.errors import UserError
from indexer.i18n import _
from indexer.ingest.jobs import Job
from indexer.parsing.limits import Limits
from indexer.parsing.regular_files import make_size_error, open_regular_file
from indexer.paths import replace_undecodable

PIECE = 1 << 20  # bytes of a file that are hashed at once


class Fingerprint(Struct, frozen=True):
    """Identifies a file's content."""

    size: int  # bytes
    digest: str  # SHA-256, in hex


def take_fingerprint(job: Job, limits: Limits) -> Fingerprint:
    with open_job(job) as file:
        return hash_within(file, job.name, limits)


def open_job(job: Job) -> BufferedReader:
    """Open a file to index; raise a UserError."""
    if job.file != replace_undecodable(job.file):
        raise UserError(
            _("The name of {name} is not valid UTF-8. Rename it and try again.", name=job.name)
        )
    return open_regular_file(job.path, job.name, resolved=job.is_local)


def take_digest(job: Job, limits: Limits) -> str:
    """Return the SHA-256 of a file; "" for one that cannot be read, which `run` reports."""
    try:
        return take_fingerprint(job, limits).digest
    except UserError:
        return ""


def hash_within(file: BufferedReader, name: str, limits: Limits) -> Fingerprint:
    """Return the fingerprint of a file of at most `file_bytes`, even if it grows meanwhile."""
    try:
        digest, size = _hash(file, limits.file_bytes)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise UserError(_("I cannot read {name}: {reason}.", name=name, reason=reason)) from None
    if size > limits.file_bytes:
        raise make_size_error(size, name, limits)
    return Fingerprint(size, digest)


def _hash(file: BufferedReader, most: int) -> tuple[str, int]:
    """Return the SHA-256 of a file and its size; above `most` bytes it is not read to its end."""
    digest, size = hashlib.sha256(), os.fstat(file.fileno()).st_size
    if size <= most:
        size = 0
        while size <= most and (piece := file.read(PIECE)):
            digest.update(piece)
            size += len(piece)
    return digest.hexdigest(), size
