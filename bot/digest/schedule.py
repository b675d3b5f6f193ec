"""The moments at which a summary is due."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.settings.config import DigestSettings


def find_due(settings: DigestSettings, now: datetime, zone: str) -> datetime:
    """Return the last moment, by the clock of `zone`, at which one was due: weekly on Mondays."""
    clock = ZoneInfo(zone)
    local = now.astimezone(clock)
    day = local.date() - timedelta(days=local.weekday() if settings.every == "week" else 0)
    due = datetime.combine(day, time(settings.hour), clock)
    if due <= local:
        return due
    return datetime.combine(day - get_period(settings), time(settings.hour), clock)


def get_period(settings: DigestSettings) -> timedelta:
    return timedelta(days=7 if settings.every == "week" else 1)
