"""What a person can set about their vault; the keys are those of `vault` in config.json."""

from dataclasses import dataclass

from indexer.settings import Days


@dataclass(frozen=True, slots=True)
class VaultSettings:
    dir: str = ""  # empty: the folder vault in the home folder
    working_memory_file: str = "Memory.md"
    daily_window_days: Days = 30  # then a day's file moves to the archive
