"""Matrix events as messages; what servers send is never taken for granted."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.matrix.events import Json, Room, find_join
from adapters.matrix.translate import (
    NOTHING,
    MatrixAccount,
    QuotedMessage,
    find_replied,
    parse_event,
    parse_quoted,
    parse_source,
)
from bot.messages import Chat, IncomingMessage

BOT, ANN, BOB = "@multis:here", "@ann:here", "@bob:there"
ME = MatrixAccount(BOT, frozenset({"help", "search"}))
PRIVATE = Room("!p", frozenset({BOT, ANN}), open=False, names={ANN: "Ann"})
GROUP = Room("!g", frozenset({BOT, ANN, BOB}), open=False, names={})


def event(content: Mapping[str, object], sender: str = ANN, **more: object) -> Json:
    base = {"type": "m.room.message", "event_id": "$1", "sender": sender, "content": content}
    return {**base, "origin_server_ts": 1_770_000_000_000, **more}


def words(text: str, **more: object) -> dict[str, object]:
    return {"msgtype": "m.text", "body": text, **more}


def read(told: Json, room: Room = PRIVATE, quoted: QuotedMessage = NOTHING) -> IncomingMessage:
    message = parse_event(told, room, ME, quoted)
    assert message is not None
    return message


def test_a_private_message() -> None:
    message = read(event(words(" Where is the plan? ")))
    assert (message.key, message.text, message.reference) == ("$1", "Where is the plan?", "$1")
    assert message.chat == Chat("matrix", ANN, private=True)
    assert message.chat.thread == "!p"
    assert (message.sender.key, message.sender.name) == (f"matrix:{ANN}", "Ann")
    assert message.sent_at == datetime(2026, 2, 2, 2, 40, tzinfo=UTC)
    assert message.addressed


@pytest.mark.parametrize(
    ("room", "private"),
    [
        (PRIVATE, True),
        (GROUP, False),
        (Room("!p", frozenset({BOT, ANN}), open=True, names={}), False),
        (Room("!p", frozenset({BOT, BOB}), open=False, names={}), False),
        (Room("!p", frozenset({BOT}), open=False, names={}), False),
        (Room("!p", frozenset({ANN}), open=False, names={}), False),
    ],
    ids=["two", "three", "two, but anyone may come in", "the sender left", "alone", "not in it"],
)
def test_a_chat_is_private_only_where_nobody_else_reads(room: Room, private: bool) -> None:
    chat = read(event(words("hello")), room).chat
    assert (chat.private, chat.id) == (private, ANN if private else room.id)


@pytest.mark.parametrize(
    ("text", "content", "quoted", "addressed", "understood"),
    [
        ("lunch?", {}, QuotedMessage(), False, "lunch?"),
        ("/help", {}, QuotedMessage(), True, "/help"),
        ("!help", {}, QuotedMessage(), True, "/help"),
        ("!search the plan", {}, QuotedMessage(), True, "/search the plan"),
        ("!important", {}, QuotedMessage(), False, "!important"),
        ("multis: where is it?", {}, QuotedMessage(), True, "where is it?"),
        ("@multis:here where is it?", {}, QuotedMessage(), True, "where is it?"),
        ("@multis", {}, QuotedMessage(), True, ""),
        ("multis runs at night", {}, QuotedMessage(), False, "multis runs at night"),
        ("multisystem fails", {}, QuotedMessage(), False, "multisystem fails"),
        ("where?", {"m.mentions": {"user_ids": [BOT]}}, QuotedMessage(), True, "where?"),
        ("where?", {"m.mentions": {"user_ids": [ANN]}}, QuotedMessage(), False, "where?"),
        ("where?", {"m.mentions": {"user_ids": BOT}}, QuotedMessage(), False, "where?"),
        ("where?", {}, QuotedMessage(BOT, "It is here."), True, "where?"),
        ("where?", {}, QuotedMessage(BOB, "It is here."), False, "where?"),
    ],
)
def test_what_is_for_the_bot_in_a_group(
    text: str, content: dict[str, object], quoted: QuotedMessage, addressed: bool, understood: str
) -> None:
    message = read(event(words(text, **content)), GROUP, quoted)
    assert (message.addressed, message.text) == (addressed, understood)
    assert message.quote == quoted.text


@pytest.mark.parametrize(
    "told",
    [
        event(words("mine"), BOT),
        event({"msgtype": "m.notice", "body": "another bot speaks"}),
        event({}),
        event(words("gone"), redacted_because={}),
        event({"msgtype": 3, "body": ["x"]}),
        event({"msgtype": "m.file", "body": "x", "url": "https://evil.example/x"}),
        {"type": "m.room.message"},
    ],
    ids=["own", "notice", "redacted", "redacted because", "nonsense", "no such file", "empty"],
)
def test_what_nobody_said_to_a_bot(told: Json) -> None:
    assert parse_event(told, PRIVATE, ME) is None


def test_an_edit_is_what_the_message_has_become() -> None:
    relation = {"rel_type": "m.replace", "event_id": "$0"}
    content = words("* new", **{"m.new_content": words("new"), "m.relates_to": relation})
    message = read(event(content))
    assert (message.text, message.edited, message.edits) == ("new", True, "$0")


def test_a_topic_is_kept_for_the_reply() -> None:
    topic = {"rel_type": "m.thread", "event_id": "$root", "is_falling_back": True}
    content = words("in here", **{"m.relates_to": {**topic, "m.in_reply_to": {"event_id": "$7"}}})
    assert read(event(content)).chat.thread == "!p $root"
    assert find_replied(event(content)) == ""


def test_an_answer_names_what_it_answers_and_old_quotations_are_taken_off() -> None:
    relation = {"m.relates_to": {"m.in_reply_to": {"event_id": "$7"}}}
    content = words("> <@bob:there> the plan\n> is here\n\nthanks", **relation)
    message = read(event(content))
    assert find_replied(event(content)) == "$7"
    assert (message.text, message.quote) == ("thanks", "the plan\nis here")
    assert parse_quoted(event(content)) == QuotedMessage(ANN, "thanks")


def test_a_file_in_the_clear() -> None:
    content = {"msgtype": "m.file", "body": "a.pdf", "url": "mxc://h/1", "info": {"size": 7}}
    message = read(event(content))
    (attachment,) = message.attachments
    assert (attachment.name, attachment.size, message.text) == ("a.pdf", 7, "")
    assert parse_source(attachment)["mxc"] == "mxc://h/1"


def test_an_encrypted_file_with_a_caption() -> None:
    keys = {"url": "mxc://h/2", "key": {"k": "K"}, "hashes": {"sha256": "H"}, "iv": "I"}
    content = {"msgtype": "m.file", "filename": "a.pdf", "body": "admin", "file": keys}
    message = read(event(content))
    (attachment,) = message.attachments
    assert (attachment.name, message.text) == ("a.pdf", "admin")
    assert parse_source(attachment) == {"mxc": "mxc://h/2", "key": "K", "sha256": "H", "iv": "I"}


@pytest.mark.parametrize(
    "url",
    [
        *(
            "mxc://../sync",
            "mxc://h/..",
            "mxc://h/a/b",
            "mxc://h/a?b",
            "mxc://h/%2e%2e",
            "mxc://h/",
        ),
        *("https://h/1", "mxc://" + "\u0f73" * 20_000 + "/x", "mxc://h/" + "x" * 60_000),
    ],
)
def test_what_is_no_address_of_a_file_is_none(url: str) -> None:
    content = {"msgtype": "m.file", "body": "a.pdf", "url": url}
    message = parse_event(event(content), PRIVATE, ME)
    assert not message or not message.attachments


@pytest.mark.parametrize("size", [-5, "many", None, True, 2.5])
def test_a_size_that_is_none_is_unknown(size: object) -> None:
    content = {"msgtype": "m.file", "body": "a", "url": "mxc://h/1", "info": {"size": size}}
    assert read(event(content)).attachments[0].size == 0


@pytest.mark.parametrize(
    ("told", "named"),
    [
        (event({"msgtype": "m.image", "body": "plan.png"}), "a picture"),
        (event({"msgtype": "m.audio", "body": "x", "url": "mxc://h/1"}), "an audio file"),
        (event({}, type="m.sticker"), "a sticker"),
        (event({}, type="m.room.encrypted"), "a message that was not encrypted for me"),
    ],
)
def test_what_cannot_be_read_is_named(told: Json, named: str) -> None:
    message = read(told)
    assert (message.unsupported, message.text) == (named, "")


def member(membership: str, before: str = "", who: str = BOT) -> Json:
    prior = {"prev_content": {"membership": before}} if before else {}
    content = {"membership": membership}
    return {"type": "m.room.member", "state_key": who, "content": content, "unsigned": prior}


@pytest.mark.parametrize(
    ("events", "place"),
    [
        ((member("invite"), event({}), member("join", "invite")), 0),
        ((event({}), member("join", "invite")), 1),
        ((event({}), member("join")), 1),
        ((member("invite"), member("leave", "invite"), member("invite", "leave")), 2),
        ((member("join", "join"), event({})), None),
        ((member("invite", who=ANN), event({})), None),
        ((), None),
    ],
    ids=[
        "from the invitation on",
        "the invitation is too long ago",
        "joined without one",
        "the last of several",
        "only a new name",
        "somebody else",
        "nothing",
    ],
)
def test_where_our_part_of_a_room_begins(events: tuple[Json, ...], place: int | None) -> None:
    assert find_join(events, BOT) == place


Anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = ("msgtype", "body", "m.relates_to", "m.new_content", "file", "info", "m.mentions", "url")


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from(KEYS), Anything), Anything)
def test_nothing_that_is_sent_can_stop_the_reader(
    content: dict[str, object], instant: object
) -> None:
    told = event({"msgtype": "m.text", "body": "x", **content}, origin_server_ts=instant)
    parse_event(told, PRIVATE, ME)
    find_replied(told)
    parse_quoted(told)


def reaction(key: object, to: object = "$answer", kind: str = "m.annotation") -> Json:
    relation = {"rel_type": kind, "event_id": to, "key": key}
    return event({"m.relates_to": relation}, type="m.reaction")


@pytest.mark.parametrize(
    ("key", "opinion"), [("👍", "good"), ("👍️", "good"), ("👎🏽", "bad"), ("👎", "bad")]
)
def test_a_thumb_says_what_its_sender_thinks_of_a_message(key: str, opinion: str) -> None:
    message = read(reaction(key))
    assert (message.reaction, message.reacts_to) == (opinion, "$answer")
    assert (message.text, message.sender.key) == ("", f"matrix:{ANN}")
    assert message.chat == Chat("matrix", ANN, private=True)


@pytest.mark.parametrize(
    "said",
    [
        reaction("❤️"),
        reaction(""),
        reaction(7),
        reaction("👍", to=""),
        reaction("👍", to=["$answer"]),
        reaction("👍", kind="m.thread"),
        {**reaction("👍"), "sender": BOT},
        event({"m.relates_to": "👍"}, type="m.reaction"),
        event({"msgtype": "m.text", "body": "hello"}, type="m.reaction"),
    ],
)
def test_any_other_reaction_says_nothing(said: Json) -> None:
    assert parse_event(said, PRIVATE, ME) is None
