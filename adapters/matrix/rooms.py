"""Convert the library's rooms into our own types."""

from collections.abc import Collection, Iterable, Mapping

import nio

from adapters.matrix.events import (
    MEMBER,
    Invitation,
    Json,
    Room,
    Timeline,
    get_inner,
    get_kind_and_key,
    get_text,
)
from adapters.matrix.readers import is_closed


def build_filter(page: int) -> dict[str, object]:
    """Build what a sync asks for: up to `page` events of each room, and nothing of any size."""
    nothing: Json = {"types": []}
    room = {"state": nothing, "ephemeral": nothing, "account_data": nothing}
    return {
        "room": {**room, "timeline": {"limit": page}},
        "presence": nothing,
        "account_data": nothing,
    }


def build_room(room: nio.MatrixRoom, *, unclear: bool, oversized: bool) -> Room:
    """Build a room; if it is `unclear` who reads there, others may."""
    invited = frozenset(room.invited_users)
    members = frozenset(room.users) | invited
    closed = is_closed(room.join_rule, room.history_visibility)
    names = {each: str(user.display_name or "") for each, user in room.users.items()}
    return Room(str(room.room_id), members, unclear or not closed, names, invited, oversized)


def find_deciding(room: nio.MatrixRoom, kind: str, key: str) -> tuple[object, ...]:
    """Find what an event of this type and state key may change about who reads in a room."""
    if kind != MEMBER:
        return room.join_rule, room.history_visibility
    return key in room.users, key in room.invited_users


def was_joined(context: Json, person: str) -> bool:
    """Return whether a person was in the room, by the state that came with one of its events."""
    state = context.get("state")
    return any(
        (get_text(each, "type"), get_text(each, "state_key")) == (MEMBER, person)
        and get_text(get_inner(each, "content"), "membership") == "join"
        for each in (state if isinstance(state, list) else ())
        if isinstance(each, Mapping)
    )


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
    own = [each for each in events if get_kind_and_key(each) == (MEMBER, me)]
    last = own[-1] if own else None
    invites = isinstance(last, nio.InviteMemberEvent) and last.membership == "invite"
    return last if invites else None
