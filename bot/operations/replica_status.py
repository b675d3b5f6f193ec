"""Says how far the replica is, for the status and the doctor."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from bot.home import Home
from bot.replica.settings import ReplicaSettings
from bot.replica.state import ReplicaState, read_state
from indexer.i18n import _, format_duration, format_moment, join_sentences

LATE = timedelta(minutes=1)  # behind for so long, the database's replica is in trouble
TRIAL = timedelta(days=7)  # between two restorations on trial


class ReplicaReport(Struct, frozen=True):
    """The lines that people read; `is_well` tells if nothing is to be done."""

    lines: tuple[str, ...]
    is_well: bool


def report_replica(
    home: Home, settings: ReplicaSettings, now: datetime, *, running: bool
) -> ReplicaReport | None:
    """Report how far the replica is; None if there is to be none."""
    if not settings.url:
        return None
    state = read_state(home.replica_state)
    troubles = tuple(_list_troubles(state, settings, now, running=running))
    return ReplicaReport((*_list_times(state, now), *troubles), is_well=not troubles)


def _list_times(state: ReplicaState, now: datetime) -> Iterator[str]:
    if state.synced_at is None:
        yield _("Replica: nothing is copied yet.")
        return
    database = _("Replica: {duration} behind.", duration=format_duration(now - state.synced_at))
    if state.files_at is None:
        yield database
    else:
        ago = format_duration(now - state.files_at)
        yield join_sentences(database, _("Files were last copied {duration} ago.", duration=ago))
    if state.verified_at:
        yield _("It was last restored on trial {time} UTC.", time=format_moment(state.verified_at))


def _list_troubles(
    state: ReplicaState, settings: ReplicaSettings, now: datetime, *, running: bool
) -> Iterator[str]:
    if not running:
        yield _("The replica grows old while the daemon does not run.")
        return
    yield from filter(None, (state.trouble, state.files_trouble, state.damage))
    if not state.trouble and (state.synced_at is None or now - state.synced_at > LATE):
        yield _("The replica does not get the newest transactions; the log may say why.")
    late = 3 * timedelta(minutes=settings.files_minutes)
    if not state.files_trouble and state.files_at and now - state.files_at > late:
        since = format_duration(now - state.files_at)
        yield _("Files were not copied for {duration}.", duration=since)
