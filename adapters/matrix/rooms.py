"""Convert the library's rooms into our own types."""

from collections.abc import Iterable, Mapping

import nio

from adapters.matrix.events import Invitation, Json, Room, Timeline, get_inner, get_text

READING = ("join", "invite")  # memberships


def build_room(room: nio.MatrixRoom, *, unclear: bool) -> Room:
    """Build a room; if it is `unclear` who reads there, others may."""
    members = frozenset(room.users) | frozenset(room.invited_users)
    closed = _is_closed(room.join_rule, room.history_visibility)
    names = {each: str(user.display_name or "") for each, user in room.users.items()}
    return Room(str(room.room_id), members, unclear or not closed, names)


def _is_closed(join_rule: str, visibility: str) -> bool:
    """Return whether nobody can join without an invitation, nor read without joining."""
    return join_rule == "invite" and visibility != "world_readable"


def is_read_by_same(room: Room, state: Iterable[object]) -> bool:
    """Return whether a room's state, as the server has it, tells of the same readers."""
    found: dict[tuple[str, str], Json] = {
        (get_text(each, "type"), get_text(each, "state_key")): get_inner(each, "content")
        for each in state
        if isinstance(each, Mapping)
    }
    members = {
        person
        for (kind, person), content in found.items()
        if kind == "m.room.member" and get_text(content, "membership") in READING
    }
    rule = found.get(("m.room.join_rules", ""), {"join_rule": "invite"})
    visibility = found.get(("m.room.history_visibility", ""), {})
    closed = _is_closed(get_text(rule, "join_rule"), get_text(visibility, "history_visibility"))
    return members == room.members and closed is not room.open


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
