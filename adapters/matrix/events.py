"""Reading what servers send: anybody may have made it, so nothing is taken for granted."""

from collections.abc import Mapping
from dataclasses import dataclass

Json = Mapping[str, object]


def get_text(of: Json, key: str) -> str:
    value = of.get(key)
    return value if isinstance(value, str) else ""


def get_number(of: Json, key: str) -> int:
    """Not negative; 0 if there is none."""
    value = of.get(key)
    return max(value, 0) if isinstance(value, int) and not isinstance(value, bool) else 0


def get_inner(of: Json, *keys: str) -> Json:
    """What lies under these keys, one in another; empty if there is no such thing."""
    for key in keys:
        value = of.get(key)
        of = value if isinstance(value, Mapping) else {}
    return of


def get_texts(of: Json, key: str) -> list[str]:
    value = of.get(key)
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class Room:
    """A room that we are in, as far as it matters who reads there."""

    id: str
    members: frozenset[str]  # joined or invited, ourselves included
    # Others may come in unasked, or read along: neither an invitation nor membership is needed.
    open: bool
    names: Mapping[str, str]  # of members, as they call themselves

    def is_private_with(self, person: str, me: str) -> bool:
        """Whether those two alone read what is said here."""
        return not self.open and person != me and self.members == {person, me}


@dataclass(frozen=True, slots=True)
class Invitation:
    room: str
    sender: str
    direct: bool  # meant for the two of us


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happened in a room, oldest first; `before` names what is missing, "" if nothing is."""

    room: str
    events: tuple[Json, ...]
    before: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """What one sync brought."""

    since: str
    timelines: tuple[Timeline, ...]
    invitations: tuple[Invitation, ...]


def find_join(events: tuple[Json, ...], me: str) -> int | None:
    """After which event we belong to the room, if we came in just now; None if long before.

    That is the invitation, where it is to be seen: what was said since then was said to us. All
    before it is other people's history.
    """
    place = None
    for at, event in enumerate(events):
        if get_text(event, "type") != "m.room.member" or get_text(event, "state_key") != me:
            continue
        membership = get_text(get_inner(event, "content"), "membership")
        before = get_text(get_inner(event, "unsigned", "prev_content"), "membership")
        came = membership == "join" and before != "join"
        if membership == "invite" or (came and (before != "invite" or place is None)):
            place = at
    return place
