"""Small plain texts, which are looked up, read and committed several at a time.

To read one takes a millisecond, and so do the waits around it: for a thread that opens it, for the
database, for the commit.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from io import BufferedReader
from itertools import groupby

from msgspec import Struct

from indexer.errors import UserError
from indexer.ingest.fingerprints import Fingerprint, hash_within, open_job
from indexer.ingest.jobs import Job
from indexer.parsing.formats import is_named_as_reused
from indexer.parsing.limits import Limits

SMALL = 8_000  # bytes of a file
TOGETHER = 16  # files that are committed together: some 10 ms


class OpenFile(Struct, frozen=True):
    """A file that was hashed and stands at its beginning."""

    job: Job
    file: BufferedReader
    fingerprint: Fingerprint


def group_small(jobs: Iterable[Job]) -> Iterator[Sequence[Job]]:
    """Group those jobs that may be small, and leave each other alone; their order stays."""
    for together, found in groupby(jobs, may_be_small):
        several, size = list(found), TOGETHER if together else 1
        yield from (several[start : start + size] for start in range(0, len(several), size))


def may_be_small(job: Job) -> bool:
    """Return whether a file, by its name, may be a plain text that is new or has changed."""
    return job.is_local and not (job.again or job.former) and is_named_as_reused(job.read_as)


def open_small(jobs: Sequence[Job], limits: Limits) -> list[OpenFile]:
    """Open and hash those files that are small; the caller closes them."""
    opened = list[OpenFile]()
    with ExitStack() as unless_all:
        for job in jobs:
            with suppress(UserError):  # `run` reports it
                for each in _open(job, limits):
                    unless_all.callback(each.file.close)
                    opened.append(each)
        unless_all.pop_all()
    return opened


def close_all(opened: Iterable[OpenFile]) -> None:
    for each in opened:
        each.file.close()


def _open(job: Job, limits: Limits) -> list[OpenFile]:
    with ExitStack() as unless_small:
        file = unless_small.enter_context(open_job(job))
        if os.fstat(file.fileno()).st_size > SMALL:
            return []
        fingerprint = hash_within(file, job.name, limits)
        os.lseek(file.fileno(), 0, os.SEEK_SET)  # where the process that reads it begins
        unless_small.pop_all()
    return [OpenFile(job, file, fingerprint)]
