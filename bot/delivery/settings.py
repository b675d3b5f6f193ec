"""The settings of the inbox."""

from dataclasses import dataclass
from typing import Annotated

from indexer.settings import Between, Days


@dataclass(frozen=True, slots=True)
class InboxSettings:
    """The block `inbox` of config.json."""

    # Older messages are summarised, not answered one by one.
    max_age_minutes: Annotated[int, Between(1, 525_600)] = 360
    # How long a platform may deliver a message again.
    keep_days: Annotated[int, Between(1, 36_500)] = 7
    button_days: Days = 90  # how long buttons work
