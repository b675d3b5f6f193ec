"""What Telegram puts into the address of a Mini App, signed as the Bot API documents."""

import hashlib
import hmac
import json
from datetime import datetime
from urllib.parse import urlencode

TOKEN = "123456:a-token-of-the-tests"  # of no bot


def a_launch(at: datetime, person: int = 7, token: str = TOKEN, **more: str) -> str:
    """Return the `initData` of `person`, who opened the page at that moment."""
    user = json.dumps({"id": person, "first_name": "Jo"}, separators=(",", ":"))
    fields = {"auth_date": str(int(at.timestamp())), "query_id": "AAF", "user": user, **more}
    return urlencode({**fields, "hash": sign(fields, token)})


def sign(fields: dict[str, str], token: str = TOKEN) -> str:
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    return hmac.digest(key, lines.encode(), hashlib.sha256).hex()
