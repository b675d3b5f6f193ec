"""Collects and formats the status of multis, for `/status` and `multis status`."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from msgspec import Struct

from bot import version
from bot.messages import IncomingMessage
from bot.operations.health_file import Vitals, read_vitals
from bot.operations.replica_status import report_replica
from bot.operations.standby import format_occupancy
from bot.runtime.process_lock import is_running
from bot.services.services import Services
from indexer.i18n import (
    Sentence,
    _,
    format_duration,
    format_percent,
    format_size,
    join_sentences,
    ngettext,
)
from indexer.scopes import Visibility
from memory.capture.state import CaptureState

if TYPE_CHECKING:
    from indexer.embedding.backfill import (
        EmbeddingProgress,  # its module reaches the maintenance door
    )

REACTED = timedelta(days=7)
TROUBLES = 5  # errors that are shown; /log has more


class Status(Struct, frozen=True):
    """The state of the whole installation, so only an owner may see it."""

    version: str
    now: datetime
    daemon: Vitals | None  # None: not running
    waiting: int  # messages without an answer
    unsent: int  # answers and notices that no platform has confirmed
    documents: int
    passages: int  # of documents, notes and conversations
    database_bytes: int
    vectors: "EmbeddingProgress | None" = None  # None: no model was ever used
    captures: tuple[str, ...] = ()  # sentences about summaries that failed
    set_aside: int = 0  # messages that the process died with three times
    programs: int = 0  # texts of other programs that wait for the owner's approval
    liked: int = 0  # answers of the last days that others than the owner found good ...
    disliked: int = 0  # ... or bad
    disk: str = ""  # a sentence if too little of it is free to take in files
    replica: tuple[str, ...] = ()  # sentences; none where nothing is copied elsewhere
    database: str = ""  # which daemon works with that of a server


async def collect_status(
    services: Services, everything: Visibility, asked: IncomingMessage | None = None
) -> Status:
    """Return the current status; `asked`, the message that asks for it, does not count."""
    waiting, unsent = await services.inbox.count_pending(asked)
    documents = await services.store.list_documents(everything)
    counts = await services.store.count_passages(everything)
    reactions = await services.reactions.sum_up(services.clock() - REACTED)
    running = is_running(services.home)
    return Status(
        version=version(),
        now=services.clock(),
        daemon=read_vitals(services.home) if running else None,
        waiting=waiting,
        unsent=unsent,
        documents=len(documents),
        passages=sum(counts.values()),
        database_bytes=await services.database_state.measure(),
        vectors=await services.embedding_progress(),
        captures=tuple(_format_failed(await services.captures.list_states())),
        set_aside=len(await services.inbox.list_set_aside()),
        programs=len(await services.owner_memory.program_writes.list_waiting()),
        liked=reactions.good,
        disliked=reactions.bad,
        disk=services.disk_space.describe(),
        replica=_describe_replica(services, running=running),
        database=await _describe_occupancy(services),
    )


def _describe_replica(services: Services, *, running: bool) -> tuple[str, ...]:
    home, settings = services.home, services.settings.replica
    report = report_replica(home, settings, services.clock(), running=running)
    return report.lines if report else ()


async def _describe_occupancy(services: Services) -> str:
    occupancy = await services.database_state.read_occupancy()
    return format_occupancy(occupancy) if occupancy else ""


def _format_failed(captures: Iterable[CaptureState]) -> Iterator[str]:
    """Yield a sentence about each capture that failed and is not done."""
    yield from (_format_capture(each) for each in captures if each.is_failing)


def _format_capture(capture: CaptureState) -> str:
    return ngettext(
        "Could not update the notes of {chat} (tried {count} time): {error}",
        "Could not update the notes of {chat} (tried {count} times): {error}",
        capture.tries,
        chat=capture.chat,
        error=Sentence(capture.error),
    )


def format_status(status: Status) -> Iterator[str]:
    """Yield the lines that people see."""
    yield f"multis {status.version}"
    yield from _format_daemon(status.daemon, status.now)
    if status.database:
        yield status.database
    yield format_queues(status.waiting, status.unsent)
    if status.set_aside:
        yield format_set_aside(status.set_aside)
    if status.programs:
        yield format_programs(status.programs)
    yield _format_index(status)
    if status.vectors:
        yield _format_vectors(status.vectors)
    yield from status.captures
    if status.liked or status.disliked:
        yield _format_reactions(status)
    if status.disk:
        yield status.disk
    yield from status.replica


def _format_reactions(status: Status) -> str:
    return ngettext(
        "Reactions of guests to my answers, last {count} day: 👍 {liked}, 👎 {disliked}.",
        "Reactions of guests to my answers, last {count} days: 👍 {liked}, 👎 {disliked}.",
        REACTED.days,
        liked=status.liked,
        disliked=status.disliked,
    )


def format_queues(waiting: int, unsent: int) -> str:
    """Format the numbers of unanswered messages and of undelivered answers and notices."""
    return _(
        "Waiting for an answer: {waiting}. Waiting to be sent: {unsent}.",
        waiting=waiting,
        unsent=unsent,
    )


def format_set_aside(count: int) -> str:
    """Format the number of messages that are set aside."""
    return ngettext(
        "{count} message is set aside, because I crashed three times with it: "
        "/inbox or `multis inbox list` shows it.",
        "{count} messages are set aside, because I crashed three times with each: "
        "/inbox or `multis inbox list` shows them.",
        count,
    )


def format_programs(count: int) -> str:
    return ngettext(
        "{count} text of other programs waits for your approval: /programs shows it.",
        "{count} texts of other programs wait for your approval: /programs shows them.",
        count,
    )


def _format_vectors(progress: "EmbeddingProgress") -> str:
    """Format how far embedding is, and how many texts the model cannot represent."""
    if progress.trouble:
        return _(
            "Search by meaning is waiting at {done} of {total} ({model}): {reason}",
            done=progress.done,
            total=progress.total,
            model=progress.model,
            reason=progress.trouble,
        )
    if progress.done < progress.total:
        return _(
            "Search by meaning: {done} of {total} texts are ready ({percent}, {model}).",
            done=progress.done,
            total=progress.total,
            percent=format_percent(progress.done / progress.total),
            model=progress.model,
        )
    ready = _("Search by meaning is ready ({model}).", model=progress.model)
    skipped = format_unsupported(progress.unsupported)
    return join_sentences(ready, skipped) if skipped else ready


def format_unsupported(count: int) -> str:
    """Say how many texts are found by their words alone; empty for none."""
    if not count:
        return ""
    return ngettext(
        "{count} text is in a language that it does not support and is found by its words alone.",
        "{count} texts are in languages that it does not support and are found by words alone.",
        count,
    )


def _format_index(status: Status) -> str:
    return _(
        "Index: {documents}, {passages} (notes included), {size}.",
        documents=ngettext("{count} document", "{count} documents", status.documents),
        passages=ngettext("{count} passage", "{count} passages", status.passages),
        size=format_size(status.database_bytes),
    )


def _format_daemon(daemon: Vitals | None, now: datetime) -> Iterator[str]:
    if daemon is None:
        yield _("The daemon is not running. `multis run` starts it.")
        return
    yield _(
        "Running for {duration} (process {pid}, {memory}).",
        duration=format_duration(now - daemon.started_at),
        pid=str(daemon.pid),
        memory=format_size(daemon.memory_bytes),
    )
    for platform, at in sorted(daemon.polls.items()):
        yield _format_platform(daemon, platform, format_duration(now - at) if at else "")
    for trouble in daemon.troubles[-TROUBLES:]:
        ago = format_duration(now - trouble.at)
        yield _("{duration} ago: {text}", duration=ago, text=trouble.text)


def _format_platform(daemon: Vitals, platform: str, ago: str) -> str:
    """Format a platform; `ago` is how long ago it answered, "" if it never did."""
    if platform in daemon.resting:
        return format_resting(platform)
    if platform in daemon.addresses:
        return _format_local(platform, ago, daemon.addresses[platform])
    return _format_remote(platform, ago)


def format_resting(platform: str) -> str:
    return _(
        "{platform}: it failed three times and rests now; I try it again at least once an hour.",
        platform=platform,
    )


def _format_remote(platform: str, ago: str) -> str:
    if ago:
        return _("{platform}: last contact {duration} ago.", platform=platform, duration=ago)
    return _("{platform}: no contact yet.", platform=platform)


def _format_local(platform: str, ago: str, address: str) -> str:
    """Format a platform that listens on this machine; an empty `address` is not open yet."""
    if not address:
        return _("{platform}: not open yet.", platform=platform)
    if ago:
        return _(
            "{platform}: open at {address}, last used {duration} ago.",
            platform=platform,
            address=address,
            duration=ago,
        )
    return _("{platform}: open at {address}, not used yet.", platform=platform, address=address)
