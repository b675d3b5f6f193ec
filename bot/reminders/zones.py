"""The time zone by whose clock people name times."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot.messages import UserError, _

UTC = "UTC"


def find_machine_zone() -> str:
    """Return the name of this machine's zone; UTC where it has none."""
    from tzlocal import get_localzone_name  # hardly any message needs it

    try:
        name = get_localzone_name()
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder, or a long name
        return UTC
    return str(name)


def find_zone(text: str) -> str:
    """Return the zone that a person names: `Europe/London`, `london`, `New York`."""
    wanted = "_".join(text.split()).lower()
    names = sorted(available_timezones())
    exact = [each for each in names if each.lower() == wanted]
    cities = [each for each in names if each.lower().rpartition("/")[2] == wanted]
    for each in (*exact, *cities):
        return each
    raise UserError(
        _(
            "I don't know a time zone called “{name}”. Zones have names such as Europe/London or "
            "America/New_York.",
            name=text,
        )
    )


def tell_time(now: datetime, zone: str) -> datetime:
    """Return `now` by the clock of a zone."""
    return now.astimezone(ZoneInfo(zone))
