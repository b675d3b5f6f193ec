"""The login session and sync position, stored in one file next to the keys.

The access token, the device and its keys belong together: a device that returns with other keys can
read nothing and is refused new ones. So without the keys, the session is void too.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec import MsgspecError, Struct, json, to_builtins

from adapters.matrix.events import InvitationAnswer
from bot.messages import replace_json

FILE = "session.json"


class Session(Struct, frozen=True):
    user_id: str
    device_id: str
    access_token: str
    since: str = ""  # sync token of the last stored batch; "" before the first sync
    rooms: tuple[str, ...] = ()  # joined at that time
    invitations: tuple[InvitationAnswer, ...] = ()  # that were still to be answered


def read_session(folder: Path, user_id: str) -> Session | None:
    """Read the session; None if this account has none here, or its keys are gone."""
    try:
        session = json.decode((folder / FILE).read_bytes(), type=Session)
    except (FileNotFoundError, MsgspecError):
        return None
    keys: Sequence[Path] = list(folder.glob("*.db"))
    return session if keys and session.user_id == user_id else None


def write_session(folder: Path, session: Session) -> None:
    replace_json(folder / FILE, to_builtins(session))
