"""Where a reply may be shown."""

from adapters.matrix.events import Room
from adapters.matrix.target import RoomTarget, find_target, parse_target
from bot.messages import Chat

BOT, ANN, BOB = "@multis:here", "@ann:here", "@bob:there"


def room(name: str, *members: str, open_: bool = False) -> Room:
    return Room(name, frozenset((BOT, *members)), open_, {})


def private(thread: str = "") -> Chat:
    return Chat("matrix", ANN, private=True, thread=thread)


def test_a_reply_goes_where_it_was_asked_in_its_topic() -> None:
    rooms = [room("!a", ANN), room("!b", ANN)]
    assert find_target(private("!a $root"), rooms, BOT) == RoomTarget("!a", "$root")
    assert parse_target(private("!a $root")) == RoomTarget("!a", "$root")
    assert parse_target(private()) == RoomTarget("")


def test_a_notice_goes_where_that_person_is_alone_with_us() -> None:
    rooms = [room("!g", ANN, BOB), room("!b", BOB), room("!a", ANN)]
    assert find_target(private(), rooms, BOT) == RoomTarget("!a")


def test_a_private_answer_is_not_told_once_somebody_else_has_come_in() -> None:
    assert find_target(private("!a"), [room("!a", ANN, BOB)], BOT) is None
    assert find_target(private("!a"), [room("!a", ANN, open_=True)], BOT) is None
    assert find_target(
        private("!a $root"), [room("!a", ANN, BOB), room("!n", ANN)], BOT
    ) == RoomTarget("!n")


def test_a_private_answer_is_not_told_to_who_is_left() -> None:
    assert find_target(private("!a"), [room("!a", BOB)], BOT) is None
    assert find_target(private("!a"), [], BOT) is None


def test_a_group_is_told_where_it_is() -> None:
    group = Chat("matrix", "!g", private=False, thread="!g $root")
    assert find_target(group, [room("!g", ANN, BOB)], BOT) == RoomTarget("!g", "$root")
    assert find_target(group, [room("!a", ANN)], BOT) is None
