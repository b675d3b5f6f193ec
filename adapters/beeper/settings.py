"""The block `platforms.beeper` of config.json."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from bot.messages import UserError, _

DESKTOP = "http://localhost:23373"


@dataclass(frozen=True, slots=True)
class BeeperSettings:
    """The API of Beeper Desktop on this machine; its token opens all of the owner's chats."""

    access_token: str = field(repr=False)
    base_url: str = DESKTOP
    poll_seconds: float = 2.0

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """Parse the block, ignoring other keys; a UserError says what is wrong."""
        token = str(given.get("access_token") or "").strip()
        address = str(given.get("base_url") or DESKTOP).rstrip("/")
        seconds = given.get("poll_seconds")
        if not token:
            raise UserError(
                _(
                    "Beeper needs an access token. Create one in Beeper Desktop under Settings, "
                    "Developers, and set platforms.beeper.access_token."
                )
            )
        if urlsplit(address).hostname not in ("localhost", "127.0.0.1", "::1"):
            raise UserError(
                _(
                    "platforms.beeper.base_url must be on this machine: the token gives access to "
                    "all your chats."
                )
            )
        return cls(token, address, float(seconds) if isinstance(seconds, int | float) else 2.0)
