"""Read events from servers; anybody may have written them, so every type is checked."""

from collections.abc import Mapping

from msgspec import Struct

Json = Mapping[str, object]

MEMBER = "m.room.member"  # the type of an event that says who comes or goes


def get_text(of: Json, key: str) -> str:
    value = of.get(key)
    return value if isinstance(value, str) else ""


def get_number(of: Json, key: str) -> int:
    """Return an integer that is not negative; 0 if there is none."""
    value = of.get(key)
    return max(value, 0) if isinstance(value, int) and not isinstance(value, bool) else 0


def get_inner(of: Json, *keys: str) -> Json:
    """Return the object under these nested keys; empty if there is none."""
    for key in keys:
        value = of.get(key)
        of = value if isinstance(value, Mapping) else {}
    return of


def get_texts(of: Json, key: str) -> list[str]:
    value = of.get(key)
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def get_source(event: object) -> Json:
    """Return an event of the library as it came; empty if it has none, or it is no object."""
    source = getattr(event, "source", None)
    return source if isinstance(source, Mapping) else {}


def get_kind_and_key(event: object) -> tuple[str, str]:
    """Return the type and the state key of an event of the library, "" for each that is missing."""
    source = get_source(event)
    return get_text(source, "type"), get_text(source, "state_key")


class Room(Struct, frozen=True):
    """A room that we are in, and who can read there."""

    id: str
    members: frozenset[str]  # joined or invited, ourselves included
    # Others may join without an invitation, or read without joining.
    open: bool
    names: Mapping[str, str]  # of members, as they call themselves
    invited: frozenset[str] = frozenset()  # members who have not joined
    oversized: bool = False  # there is too much to know who the members are

    def is_private_with(self, person: str, me: str) -> bool:
        """Return whether only `person` and `me` can read here."""
        return not self.open and person != me and self.members == {person, me}


class Invitation(Struct, frozen=True):
    room: str
    sender: str
    direct: bool  # marked as a direct chat


class InvitationAnswer(Struct, frozen=True):
    """An answer to an invitation, to be sent until the server takes it."""

    room: str
    join: bool
    stranger: bool  # whoever invites may not ask the bot
    tries: int = 0
    sender: str = ""
    due: float = 0.0  # when to try next, by the clock of this process


class Timeline(Struct, frozen=True):
    """Events of a room, oldest first; `before` is the token of a gap before them, "" if none."""

    room: str
    events: tuple[Json, ...]
    before: str = ""


class Batch(Struct, frozen=True):
    """The result of one sync."""

    since: str
    timelines: tuple[Timeline, ...]
    invitations: tuple[Invitation, ...]


def find_join(events: tuple[Json, ...], me: str) -> int | None:
    """Find the index of the event by which we entered the room; None if we entered earlier.

    This is the invitation if it is visible: messages since then were addressed to us, and all
    before it is other people's history.
    """
    place = None
    for at, event in enumerate(events):
        if get_text(event, "type") != MEMBER or get_text(event, "state_key") != me:
            continue
        membership = get_text(get_inner(event, "content"), "membership")
        before = get_text(get_inner(event, "unsigned", "prev_content"), "membership")
        came = membership == "join" and before != "join"
        if membership == "invite" or (came and (before != "invite" or place is None)):
            place = at
    return place
