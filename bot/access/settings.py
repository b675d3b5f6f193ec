"""Settings of who is answered and how; they load nothing that acts on them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from indexer.settings import Between, Count


class Mode(StrEnum):
    """The mode of a chat, as the owner set it with /mode."""

    PERSONAL = "personal"  # answers people who were let in
    BUSINESS = "business"  # answers everyone there, from kb alone
    SILENT = "silent"  # remembers what is said there, and never replies
    OFF = "off"  # keeps nothing and never replies


@dataclass(frozen=True, slots=True)
class ModeSettings:
    """The block `modes` of config.json."""

    default: Mode = Mode.PERSONAL  # mode of a chat for which none was set
    platforms: Mapping[str, Mode] = field(default_factory=dict)  # default mode by platform


@dataclass(frozen=True, slots=True)
class EscalationSettings:
    """The block `escalation` of config.json."""

    # Words in a customer's question that bring it to the owner at once.
    keywords: tuple[str, ...] = (
        "refund",
        "complaint",
        "manager",
        "supervisor",
        "urgent",
        "emergency",
    )
    unanswered: Count = 2  # questions in a row without an answer; 0: they are not passed on
    streak_hours: Annotated[int, Between(0, 876_000)] = 24  # how long such a row may last
