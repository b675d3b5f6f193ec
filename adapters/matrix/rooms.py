"""Convert the library's rooms into our own types."""

from collections.abc import Iterable, Mapping

import nio

from adapters.matrix.events import Invitation, Json, Room, Timeline, get_inner, get_text

READING = ("join", "invite")  # memberships


def build_filter(page: int) -> dict[str, object]:
    """Build what a sync asks for: up to `page` events of each room, and nothing of any size."""
    nothing: Json = {"types": []}
    room = {"state": nothing, "ephemeral": nothing, "account_data": nothing}
    return {
        "room": {**room, "timeline": {"limit": page}},
        "presence": nothing,
        "account_data": nothing,
    }


def build_room(room: nio.MatrixRoom, *, unclear: bool, oversized: bool = False) -> Room:
    """Build a room; if it is `unclear` who reads there, others may."""
    invited = frozenset(room.invited_users)
    members = frozenset(room.users) | invited
    closed = _is_closed(room.join_rule, room.history_visibility)
    names = {each: str(user.display_name or "") for each, user in room.users.items()}
    return Room(str(room.room_id), members, unclear or not closed, names, invited, oversized)


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


def was_joined(context: Json, person: str) -> bool:
    """Return whether a person was in the room, by the state that came with one of its events."""
    state = context.get("state")
    return any(
        (get_text(each, "type"), get_text(each, "state_key")) == ("m.room.member", person)
        and get_text(get_inner(each, "content"), "membership") == "join"
        for each in (state if isinstance(state, list) else ())
        if isinstance(each, Mapping)
    )


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
