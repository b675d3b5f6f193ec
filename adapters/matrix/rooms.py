"""Convert the library's rooms into our own types."""

from collections.abc import Collection, Iterable, Mapping

import nio

from adapters.matrix.events import Invitation, Room, Timeline, get_text
from adapters.matrix.readers import is_closed


def build_room(room: nio.MatrixRoom, *, unclear: bool) -> Room:
    """Build a room; if it is `unclear` who reads there, others may."""
    members = frozenset(room.users) | frozenset(room.invited_users)
    closed = is_closed(room.join_rule, room.history_visibility)
    names = {each: str(user.display_name or "") for each, user in room.users.items()}
    return Room(str(room.room_id), members, unclear or not closed, names)


def build_timeline(room: str, timeline: nio.Timeline) -> Timeline:
    before = str(timeline.prev_batch or "") if timeline.limited else ""
    return Timeline(room, tuple(event.source for event in timeline.events), before)


def find_invitations(
    invited: Mapping[str, nio.InviteInfo], me: str, unclear: Collection[str]
) -> list[Invitation]:
    """Find who invites us; whoever invites may have written all else that comes with it.

    Of `unclear` rooms the event that does may not be among those that came.
    """
    found = (
        (room, find_own_invitation(info.invite_state, me))
        for room, info in invited.items()
        if room not in unclear
    )
    return [
        Invitation(room, str(event.sender), event.content.get("is_direct") is True)
        for room, event in found
        if event is not None
    ]


def find_own_invitation(events: Iterable[object], me: str) -> nio.InviteMemberEvent | None:
    """Find the event that invites us: the server adds it to the others as the last."""
    own = [each for each in events if _is_member(each, me)]
    last = own[-1] if own else None
    invites = isinstance(last, nio.InviteMemberEvent) and last.membership == "invite"
    return last if invites else None


def _is_member(event: object, person: str) -> bool:
    source = getattr(event, "source", None)
    found = source if isinstance(source, Mapping) else {}
    return (get_text(found, "type"), get_text(found, "state_key")) == ("m.room.member", person)
