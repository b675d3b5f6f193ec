"""The door: the mode of each chat, what owners are told of, and what waits for a PIN."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.access.escalation import Escalations
from bot.access.modes import Modes
from bot.access.pin_gate import Gate

if TYPE_CHECKING:
    from bot.services.resources import Opened


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
