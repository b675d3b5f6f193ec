"""The door: the mode of each chat, what owners are told of, and what waits for a PIN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.escalation import Escalations
from bot.gate import Gate
from bot.modes import Modes

if TYPE_CHECKING:
    from bot.opened import Opened


@dataclass(frozen=True, slots=True)
class Door:
    """Lives as long as the database."""

    modes: Modes
    escalations: Escalations
    gate: Gate


def door_of(opened: Opened) -> Door:
    database, settings, clock = opened.database, opened.settings, opened.clock
    return Door(
        Modes(database, settings.modes, clock),
        Escalations(database, settings.escalation, clock),
        Gate(database, settings.security, clock),
    )
