"""How multis is doing, for `/status` and `multis status`."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot import version
from bot.messages import IncomingMessage
from bot.operations.health_file import Vitals, read_vitals
from bot.rendering.format import counted, size, span
from bot.runtime.process_lock import is_running
from bot.services.services import Services
from indexer.scopes import Visibility
from memory.capture.state import CaptureState

if TYPE_CHECKING:
    from indexer.embedding.backfill import (
        EmbeddingProgress,  # its module reaches the maintenance door
    )


@dataclass(frozen=True, slots=True)
class Status:
    """All of it is about the whole installation, so only an owner may see it."""

    version: str
    now: datetime
    daemon: Vitals | None  # None: not running
    waiting: int  # messages without an answer
    unsent: int  # answers and notices that no platform has confirmed
    documents: int
    passages: int  # of documents, notes and conversations
    database_bytes: int
    vectors: "EmbeddingProgress | None" = None  # None: no model ever was at work
    captures: tuple[str, ...] = ()  # what became of summaries that failed


async def collect_status(
    services: Services, everything: Visibility, asked: IncomingMessage | None = None
) -> Status:
    """How it is now; `asked`, the message that wants to know, does not count as waiting."""
    waiting, unsent = await services.inbox.count_pending(asked)
    documents = await services.store.list_documents(everything)
    counts = await services.store.count_passages(everything)
    running = is_running(services.home)
    return Status(
        version=version(),
        now=services.clock(),
        daemon=read_vitals(services.home) if running else None,
        waiting=waiting,
        unsent=unsent,
        documents=len(documents),
        passages=sum(counts.values()),
        database_bytes=_measure_database(services.home.database),
        vectors=await services.embedding_progress(),
        captures=tuple(
            _format_failed_capture(each)
            for each in await services.captures.list_states()
            if each.error and each.state != "done"
        ),
    )


def _format_failed_capture(capture: CaptureState) -> str:
    tried = counted(capture.tries, "time")
    return f"Notes of {capture.chat} could not be taken (tried {tried}): {capture.error}"


def _measure_database(database: Path) -> int:
    """With what is written ahead: of a young database that is nearly everything."""
    ahead = database.with_name(f"{database.name}-wal")
    return database.stat().st_size + (ahead.stat().st_size if ahead.exists() else 0)


def format_status(status: Status) -> Iterator[str]:
    """Line by line, for people."""
    yield f"multis {status.version}"
    yield from _format_daemon(status.daemon, status.now)
    yield f"Waiting for an answer: {status.waiting}. Waiting to be sent: {status.unsent}."
    documents = counted(status.documents, "document")
    passages = counted(status.passages, "passage")
    yield f"Index: {documents}, {passages} (notes included), {size(status.database_bytes)}."
    if status.vectors:
        yield _format_vectors(status.vectors)
    yield from status.captures


def _format_vectors(progress: "EmbeddingProgress") -> str:
    """A text that the model does not understand counts as done."""
    if progress.trouble:
        done = f"{progress.done} of {progress.total}"
        return f"Search by meaning waits at {done} ({progress.model}): {progress.trouble}"
    if progress.done < progress.total:
        percent = 100 * progress.done // progress.total
        return (
            f"Search by meaning: {progress.done} of {progress.total} texts are ready"
            f" ({percent} %, {progress.model})."
        )
    return f"Search by meaning is ready ({progress.model})."


def _format_daemon(daemon: Vitals | None, now: datetime) -> Iterator[str]:
    if daemon is None:
        yield "The daemon is not running. `multis run` starts it."
        return
    memory = daemon.memory_bytes / 1_000_000
    yield f"Running for {span(now - daemon.started_at)} (process {daemon.pid}, {memory:.0f} MB)."
    for platform, at in sorted(daemon.polls.items()):
        ago = f"{span(now - at)} ago" if at else ""
        yield f"{platform}: {_format_contact(ago, daemon.addresses.get(platform))}."
    for trouble in daemon.troubles:
        yield f"{span(now - trouble.at)} ago: {trouble.text}"


def _format_contact(ago: str, address: str | None) -> str:
    """Of a platform; `address` is None where it is elsewhere, and has to be heard from."""
    if address is None:
        return f"last heard {ago}" if ago else "not heard yet"
    if not address:
        return "not open yet"
    return f"open at {address}, {f'last used {ago}' if ago else 'not used yet'}"
