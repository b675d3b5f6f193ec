"""The settings `memory`, `reminders` and `vault` of config.json."""

from dataclasses import dataclass
from typing import Annotated

from indexer.i18n import N_
from indexer.ingest.sources import SyncSource
from indexer.settings import Between, Check, Count, Days, Positive


@dataclass(frozen=True, slots=True)
class MemorySettings:
    enabled: bool = True  # false: nothing of a conversation is kept
    recent_window: Count = 20  # messages of the conversation that the model sees
    capture_threshold: Positive = 20  # messages in the window that make a capture due
    window_limit: Positive = 400  # messages kept for a capture while no model answers
    memory_max_sections: Count = 5  # captured sections in memory.md; pinned ones do not count
    retention_days: Days = 90  # summaries and turns of a chat stay searchable
    admin_retention_days: Days = 365  # the same for the owner's own
    log_retention_days: Days = 30  # how long the daily logs of a chat stay
    undo_days: Days = 30  # how long what was forgotten can be brought back
    decay_rate: Annotated[float, Between(0, 10)] = 0.5  # the d of ACT-R's sum of t^-d
    # Tokens of one prompt, all layers together; its rules alone take some 300.
    context_budget: Annotated[int, Between(2_000)] = 24_000
    auto_extract: bool = True  # facts of ended conversations go to the owner's daily file
    sources: tuple[SyncSource, ...] = ()  # files outside the vault that sync keeps in the index


class KnownZone(Check[str]):
    """A name of the IANA's time zones, or none."""

    def check(self, name: str) -> str:
        from zoneinfo import available_timezones  # a home without one needs no list

        if name and name not in available_timezones():
            raise ValueError(N_("the name of a time zone, such as Europe/London"))
        return name


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    # By whose clock people name times, such as "Europe/London"; empty: this machine's.
    time_zone: Annotated[str, KnownZone()] = ""


@dataclass(frozen=True, slots=True)
class VaultSettings:
    dir: str = ""  # empty: the folder vault in the home folder
    working_memory_file: str = "Memory.md"  # in every prompt of your private chats
    daily_window_days: Days = 30  # then a day's file moves to the archive
