"""Beeper's messages as ours: who speaks, who reads, and what nobody said."""

import pytest

from adapters.beeper.api import Json
from adapters.beeper.translate import is_note_to_self, parse_message, sort_key
from bot.messages import Chat, IncomingMessage

ME, BOB = "@ann:beeper.com", "@bob:whatsapp"


def chat(*people: str, kind: str = "single", **more: object) -> Json:
    items = [{"id": ME, "isSelf": True}, *({"id": each} for each in people)]
    told = {"items": items, "hasMore": False, "total": len(items), **more}
    return {"id": "!c", "type": kind, "participants": told}


def message(text: str = "hello", sender: str = BOB, **more: object) -> Json:
    base = {"id": "7", "senderID": sender, "senderName": "Bob", "isSender": sender == ME}
    return {**base, "text": text, "timestamp": "2026-02-11T12:00:00Z", "type": "TEXT", **more}


def read(told: Json, where: Json) -> IncomingMessage:
    found = parse_message(told, where, [ME])
    assert found is not None
    return found


def test_a_note_to_self_is_the_owners_private_chat() -> None:
    found = read(message("/docs", ME), chat())
    assert (found.chat, found.chat.thread) == (Chat("beeper", "owner", private=True), "!c")
    assert (found.sender.key, found.addressed, found.to_owner) == ("beeper:owner", True, False)


@pytest.mark.parametrize(
    "where",
    [
        chat(BOB),
        chat(kind="group"),
        chat(hasMore=True),
        chat(total=2),
        {"id": "!c", "type": "single"},
        {"id": "!c", "type": "single", "participants": {"items": [], "total": 0}},
    ],
    ids=["with Bob", "a group", "more people than told", "one untold", "untold", "nobody"],
)
def test_where_anybody_else_may_read_nothing_is_private_with_the_owner(where: Json) -> None:
    assert not is_note_to_self(where)
    found = read(message("/search safe", ME), where)
    assert (found.chat.private, found.addressed, found.to_owner) == (False, False, True)
    assert found.chat.id == "!c"


def test_what_others_write_is_said_to_the_owner() -> None:
    found = read(message(), chat(BOB))
    assert found.chat == Chat("beeper", "!c", private=True)
    assert (found.sender.key, found.sender.name) == (f"beeper:{BOB}", "Bob")
    assert (found.addressed, found.to_owner, found.key) == (True, True, "!c 7")


def test_nobody_else_is_called_what_the_owner_is_called_here() -> None:
    """Some networks let people choose their ids."""
    assert parse_message(message("/mode personal", "owner"), chat(BOB), [ME]) is None
    assert parse_message(message(), {**chat(BOB), "id": "owner"}, [ME]) is None


@pytest.mark.parametrize(("mentions", "addressed"), [(None, False), ([ME], True), ([BOB], False)])
def test_in_a_group_only_what_calls_the_owner_is_addressed(
    mentions: object, addressed: bool
) -> None:
    found = read(message(mentions=mentions), chat(BOB, "@eve:whatsapp", kind="group"))
    assert (found.chat.private, found.addressed) == (False, addressed)


@pytest.mark.parametrize(
    "more",
    [
        {"isDeleted": True},
        {"isHidden": True},
        {"type": "REACTION"},
        {"type": "NOTICE"},
        {"text": None},
        {"id": None},
    ],
)
def test_what_nobody_said(more: dict[str, object]) -> None:
    assert parse_message({**message(), **more}, chat(BOB), [ME]) is None


@pytest.mark.parametrize("address", ["mxc://local/1", "localmxc://local/1"])
def test_a_file_is_known_by_beepers_own_address(address: str) -> None:
    attached = {"type": "unknown", "id": address, "fileName": "a.pdf", "fileSize": 7.0}
    (attachment,) = read(message("", ME, attachments=[attached]), chat()).attachments
    assert (attachment.name, attachment.size, attachment.reference) == ("a.pdf", 7, address)


@pytest.mark.parametrize("address", ["file:///etc/passwd", "https://evil.example/x", "", None, 3])
def test_no_other_address_is_ever_asked_for(address: object) -> None:
    attached = {"type": "unknown", "id": address, "srcURL": "file:///etc/shadow"}
    assert read(message("look", ME, attachments=[attached]), chat()).attachments == ()


def test_a_picture_is_shown_and_no_file() -> None:
    shown, elsewhere = {"type": "img", "id": "mxc://a/b"}, {"type": "img", "id": "file:///etc/x"}
    found = read(message("", attachments=[shown]), chat(BOB))
    assert [each.picture for each in found.attachments] == [True]
    refused = read(message("", attachments=[elsewhere]), chat(BOB))
    assert (refused.unsupported, refused.attachments) == ("a picture", ())


@pytest.mark.parametrize("at", ["", "yesterday", "2026-02-11T12:00:00", None, 5])
def test_a_time_that_cannot_be_read_is_unknown(at: object) -> None:
    assert read(message(timestamp=at), chat(BOB)).sent_at is None


def test_messages_have_an_order_also_where_their_keys_grow_longer() -> None:
    early, late = message(sortKey="9"), message(sortKey="10")
    assert sorted([late, early], key=sort_key) == [early, late]
