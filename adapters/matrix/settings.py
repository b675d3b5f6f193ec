"""The block `platforms.matrix` of config.json."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from bot.messages import UserError, _


@dataclass(frozen=True, slots=True)
class MatrixSettings:
    """One of `password` and `access_token`; no other program may use the same token."""

    user_id: str
    homeserver: str  # its address, such as https://matrix.org
    password: str = field(default="", repr=False)
    access_token: str = field(default="", repr=False)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Self:
        """Parse the block, ignoring other keys; a UserError says what is missing."""
        names = [known.name for known in fields(cls)]
        known = {name: str(given.get(name) or "").strip() for name in names}
        local, _colon, server = known["user_id"].removeprefix("@").partition(":")
        if not (known["user_id"].startswith("@") and local and server):
            raise UserError(
                _(
                    "Matrix needs an account for the bot: set platforms.matrix.user_id, "
                    "for example to @multis:example.org."
                )
            )
        if not (known["password"] or known["access_token"]):
            raise UserError(
                _(
                    "Matrix needs the password of the bot's account (platforms.matrix.password), "
                    "or an access token for it (platforms.matrix.access_token)."
                )
            )
        known["homeserver"] = (known["homeserver"] or f"https://{server}").rstrip("/")
        return cls(**known)
