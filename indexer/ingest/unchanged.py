"""Finds the files that are in the index as they are; it loads nothing that only reading needs."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from indexer.errors import StorageError
from indexer.ingest.fingerprints import take_digest
from indexer.ingest.jobs import Job, Outcome
from indexer.parsing.limits import Limits
from indexer.scopes import ADMIN
from indexer.store.authorizer import Readable
from indexer.store.connection import SMALL_CACHE_KIB, open_reader
from indexer.store.files import FileState, find_states

FindFiles = Callable[[Sequence[str]], Awaitable[Mapping[str, FileState]]]

# States of files, how many chunks, and what is private.
LOOKED_AT = Readable(frozenset({"files", "chunks", "private_files"}))


async def find_unchanged(
    find_files: FindFiles, jobs: Sequence[Job], limits: Limits
) -> dict[Job, Outcome]:
    """Return the outcomes of files on this machine that are indexed as they are.

    For many files at once: one question to the database, one thread that reads them all.
    """
    plain = [job for job in jobs if job.is_local and not (job.again or job.former)]
    known = await find_files([job.file for job in plain])
    there = [
        job for job in plain if job.file in known and not changes_readers(job, known[job.file])
    ]
    digests = await asyncio.to_thread(
        lambda: [(job, take_digest(job, limits)) for job in there] if there else []
    )
    same = ((job, known[job.file]) for job, digest in digests if digest == known[job.file].hash)
    return {job: describe_unchanged(job, state) for job, state in same}


async def look_up_unchanged(
    database: Path, jobs: Sequence[Job], limits: Limits
) -> dict[Job, Outcome]:
    """Do the same in a database that is not open, and is not changed.

    There are none in one that is older or damaged: whoever opens it is told what is wrong.
    """
    try:
        async with open_reader(database, LOOKED_AT, SMALL_CACHE_KIB) as reader:

            async def find_files(paths: Sequence[str]) -> dict[str, FileState]:
                return await reader.run(partial(find_states, paths=paths))

            return await find_unchanged(find_files, jobs, limits)
    except StorageError:
        return {}


def changes_readers(job: Job, known: FileState) -> bool:
    """Return whether a job says anything new of who may read a file.

    Whoever makes a file theirs alone that is so already, as all of its folder, chooses it.
    """
    is_choice = job.chosen and job.is_local and job.scope == ADMIN
    return known.scope != job.scope or (is_choice and not known.private)


def describe_unchanged(job: Job, known: FileState) -> Outcome:
    sizes = (known.chunks, known.pages)
    return Outcome(job, "unchanged", *sizes, file_id=known.id, file=job.file)
