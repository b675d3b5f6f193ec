"""Convert the library's rooms into our own types."""

from collections.abc import Mapping

import nio

from adapters.matrix.events import Invitation, Room, Timeline


def build_room(room: nio.MatrixRoom, *, unclear: bool) -> Room:
    """Build a room; if it is `unclear` who reads there, others may."""
    members = frozenset(room.users) | frozenset(room.invited_users)
    closed = room.join_rule == "invite" and room.history_visibility != "world_readable"
    names = {each: str(user.display_name or "") for each, user in room.users.items()}
    return Room(str(room.room_id), members, unclear or not closed, names)


def build_timeline(room: str, timeline: nio.Timeline) -> Timeline:
    before = str(timeline.prev_batch or "") if timeline.limited else ""
    return Timeline(room, tuple(event.source for event in timeline.events), before)


def find_invitations(invited: Mapping[str, nio.InviteInfo], me: str) -> list[Invitation]:
    return [
        Invitation(room, str(event.sender), event.content.get("is_direct") is True)
        for room, info in invited.items()
        for event in info.invite_state
        if isinstance(event, nio.InviteMemberEvent)
        and (event.state_key, event.membership) == (me, "invite")
    ]
