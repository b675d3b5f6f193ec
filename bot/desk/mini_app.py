"""Checks the data with which Telegram opens a Mini App: who opened it, signed with the bot's token.

The page gets it in the fragment of its address, and needs no script of Telegram's. Telegram puts no
end to what it signed, so its age is limited here, and `Sessions` takes it once.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

from msgspec import Struct

from bot.messages import Sender, UserError
from indexer.i18n import _

PLATFORM = "telegram"
LIFE = timedelta(minutes=5)  # of what was signed, until it has to be used
AHEAD = timedelta(minutes=1)  # that Telegram's clock may be ahead of this machine's
LONGEST = 8_000  # characters
MOST_FIELDS = 40
NUMBER = re.compile(r"[0-9]{1,18}")


class MiniAppLaunch(Struct, frozen=True):
    """A Mini App that somebody opened."""

    person: Sender
    digest: str  # of what was signed: the same for the same launch
    expires_at: datetime


def read_launch(raw: str, token: str, now: datetime) -> MiniAppLaunch:
    """Read `raw`, a query as Telegram signed it; a `UserError` if it is forged, old or no such."""
    fields = _parse(raw)
    signed = fields.pop("hash", "")
    if not token or not hmac.compare_digest(_sign(fields, token).encode(), signed.encode()):
        raise UserError(_("Telegram did not sign this for this bot. Open the page from its chat."))
    written = fields.get("auth_date", "")
    at = datetime.fromtimestamp(int(written) if NUMBER.fullmatch(written) else 0, UTC)
    if not now - LIFE < at < now + AHEAD:
        raise format_used_up()
    return MiniAppLaunch(_read_person(fields.get("user", "")), _digest(signed), at + LIFE)


def format_used_up() -> UserError:
    """Return the refusal of a launch that is too old or was used before."""
    return UserError(
        _("This way in was already used or is too old. Close the page and open it again.")
    )


def _parse(raw: str) -> dict[str, str]:
    try:
        pairs = parse_qsl(
            raw[: LONGEST + 1],
            keep_blank_values=True,
            strict_parsing=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        return {}
    # Of two fields of one name, what is checked might not be what is read.
    alone = len(raw) <= LONGEST and len({name for name, _value in pairs}) == len(pairs)
    return dict(pairs) if alone else {}


def _sign(fields: Mapping[str, str], token: str) -> str:
    lines = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return hmac.new(key, lines.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _read_person(raw: str) -> Sender:
    try:
        user = json.loads(raw)
    except (ValueError, RecursionError):
        user = None
    match user:
        case {"id": int(number)} if not isinstance(number, bool) and number > 0:
            name = user.get("first_name")
            return Sender(PLATFORM, str(number), name if isinstance(name, str) else "")
    raise UserError(_("Telegram did not say who you are. Open the page from the bot's chat."))


def _digest(signed: str) -> str:
    return hashlib.sha256(signed.encode()).hexdigest()
