"""What belongs together is answered as one, and nothing waits longer than it must."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from msgspec.structs import replace

from bot.delivery.batching import (
    LONG,
    MOST,
    PIECES,
    QUIET,
    QUIET_AFTER_RESTART,
    Batcher,
    collect_missed,
    is_next_piece,
    merge_pieces,
)
from bot.delivery.inbox import InboxEntry
from bot.messages import Attachment, IncomingMessage
from bot.runtime.background import open_background
from tests.factories import NOON, a_message

PASTE = "word " * (LONG // 5)


def a_file(name: str, album: str, text: str = "") -> IncomingMessage:
    return replace(a_message(text, attachments=(Attachment(name, 1, name),)), album=album)


@asynccontextmanager
async def gathering() -> AsyncIterator[tuple[Batcher, list[InboxEntry], Callable[[], object]]]:
    """The gathering, what it passed on, and a way to let the quiet moment pass."""
    passed: list[InboxEntry] = []
    quiet = asyncio.Event()

    async def sleep(_: float) -> None:
        await quiet.wait()

    async with open_background() as background:
        yield Batcher(passed.append, background, sleep), passed, quiet.set
        quiet.set()
        await background.wait_until_idle()


async def test_an_ordinary_message_does_not_wait() -> None:
    async with gathering() as (gather, passed, _):
        gather.add(InboxEntry(1, a_message("hi")))
        assert [each.message.text for each in passed] == ["hi"]


async def test_an_album_becomes_one_upload_with_its_caption() -> None:
    async with gathering() as (gather, passed, quiet):
        gather.add(InboxEntry(1, a_file("a.pdf", "x", "kb")))
        gather.add(InboxEntry(2, a_file("b.pdf", "x")))
        assert passed == []
        quiet()
    (whole,) = passed
    assert [file.name for file in whole.message.attachments] == ["a.pdf", "b.pdf"]
    assert (whole.message.text, whole.id, whole.absorbed) == ("kb", 1, (2,))


async def test_after_a_restart_the_rest_of_an_album_has_time_to_come() -> None:
    waits: dict[float, asyncio.Event] = {}

    async def sleep(seconds: float) -> None:
        await waits.setdefault(seconds, asyncio.Event()).wait()

    passed: list[InboxEntry] = []
    async with open_background() as background:
        gather = Batcher(passed.append, background, sleep)
        gather.add(InboxEntry(1, a_file("a.jpg", "x", "which is ours?")), resumed=True)
        await asyncio.sleep(0)
        waits.setdefault(QUIET, asyncio.Event()).set()
        await asyncio.sleep(0)
        assert passed == []
        gather.add(InboxEntry(2, a_file("b.jpg", "x")))
        await asyncio.sleep(0)
        (whole,) = passed
        waits[QUIET_AFTER_RESTART].set()
        await background.wait_until_idle()
    assert [file.name for file in whole.message.attachments] == ["a.jpg", "b.jpg"]
    assert passed == [whole]


async def test_pieces_do_not_grow_into_a_message_beyond_every_limit() -> None:
    async with gathering() as (gather, passed, _):
        for number in range(100):
            gather.add(InboxEntry(number, a_message(PASTE)))
    assert sum(len(each.message.text) for each in passed) == 100 * len(PASTE)
    assert max(len(each.message.text) for each in passed) <= MOST


async def test_what_came_too_late_is_not_gathered_without_end() -> None:
    async with gathering() as (gather, passed, _):
        for number in range(3 * PIECES):
            gather.add(InboxEntry(number, a_message("hi")), late=True)
    assert [len(each.message.missed) for each in passed] == [PIECES] * 3


async def test_two_albums_stay_two() -> None:
    async with gathering() as (gather, passed, _):
        gather.add(InboxEntry(1, a_file("a.pdf", "x")))
        gather.add(InboxEntry(2, a_file("b.pdf", "y")))
    assert [each.id for each in passed] == [1, 2]


async def test_a_paste_that_was_cut_is_joined_without_loss() -> None:
    async with gathering() as (gather, passed, _):
        for n, text in enumerate(("/remember " + PASTE, PASTE, "end")):
            gather.add(InboxEntry(n, a_message(text)))
    (whole,) = passed
    assert whole.message.text == f"/remember {PASTE}{PASTE}end"


def test_what_is_forwarded_in_pieces_is_one_but_never_the_senders_own() -> None:
    said, forwarded = a_message(PASTE), replace(a_message(PASTE), forwarded=True)
    assert is_next_piece(forwarded, replace(a_message("more"), forwarded=True))
    assert not is_next_piece(said, forwarded)
    assert not is_next_piece(forwarded, said)
    quoting = replace(said, quote="how was it?")
    assert is_next_piece(quoting, quoting)  # some apps quote it above each piece
    album = a_file("a.pdf", "x")
    assert not is_next_piece(album, replace(a_file("b.pdf", "x"), forwarded=True))


async def test_the_next_message_ends_the_wait_and_keeps_its_place() -> None:
    async with gathering() as (gather, passed, _):
        gather.add(InboxEntry(1, a_file("a.pdf", "x")))
        gather.add(InboxEntry(2, a_message("what does it say?")))
        assert [each.id for each in passed] == [1, 2]


async def test_other_chats_do_not_end_the_wait() -> None:
    async with gathering() as (gather, passed, _):
        gather.add(InboxEntry(1, a_file("a.pdf", "x")))
        gather.add(InboxEntry(2, a_message("hello", sender="8")))
        assert [each.id for each in passed] == [2]


@pytest.mark.parametrize(
    "new",
    [
        a_message("/search plan"),
        a_message("more", sender="8", chat="7"),
        a_message("", pressed="key"),
        replace(a_message(""), reaction="good", reacts_to="7"),
        replace(a_message("more"), edited=True),
        replace(a_message("more"), sent_at=NOON + timedelta(minutes=1)),
        a_message("more", attachments=(Attachment("a.pdf", 1, "a"),)),
        replace(a_message("more"), forwarded=True),
        replace(a_message("more"), quote="what was said"),
    ],
    ids=[
        "a command",
        "somebody else",
        "a button",
        "a reaction",
        "an edit",
        "much later",
        "a file",
        "a forwarded message",
        "an answer",
    ],
)
def test_what_is_no_part_of_a_paste(new: IncomingMessage) -> None:
    assert is_next_piece(a_message(PASTE), a_message("more"))
    assert not is_next_piece(a_message(PASTE), new)


async def test_late_messages_become_one() -> None:
    async with gathering() as (gather, passed, _):
        for n in range(9):
            gather.add(InboxEntry(n, a_message(f"question {n}")), late=True)
        gather.add(InboxEntry(9, a_message("now")))
    summary, fresh = passed
    assert [each.text for each in summary.message.missed] == [f"question {n}" for n in range(9)]
    assert (summary.message.text, summary.absorbed) == ("", tuple(range(1, 9)))
    assert fresh.message.text == "now"


async def test_late_digits_stand_alone_for_they_may_be_a_pin() -> None:
    async with gathering() as (gather, passed, _):
        for n, text in enumerate(("one", "two", "4711", " 4712\n", "three", "four")):
            gather.add(InboxEntry(n, a_message(text)), late=True)
    assert [[each.text for each in entry.message.missed] for entry in passed] == [
        ["one", "two"],
        ["4711"],
        [" 4712\n"],
        ["three", "four"],
    ]


async def test_late_messages_for_which_a_message_grows_each_keep_it() -> None:
    """One reply ends one growing message: the other would stay half an answer for ever."""
    async with gathering() as (gather, passed, _):
        for n, draft in enumerate(("", "first", "", "second", "")):
            entry = InboxEntry(n, a_message(f"question {n}"), draft=draft)
            gather.add(entry, late=True)
    assert [(each.id, each.absorbed, each.draft) for each in passed] == [
        (0, (1, 2), "first"),
        (3, (4,), "second"),
    ]


def test_what_was_missed_is_for_us_if_any_of_it_was() -> None:
    asked, talk = a_message("@bot when?"), a_message("lol", addressed=False)
    assert collect_missed([asked, talk]).addressed
    assert not collect_missed([talk]).addressed


async def test_late_messages_of_two_members_are_told_apart() -> None:
    async with gathering() as (gather, passed, _):
        gather.add(
            InboxEntry(1, a_message("ann's", sender="1", chat="g", private=False)), late=True
        )
        gather.add(
            InboxEntry(2, a_message("bob's", sender="2", chat="g", private=False)), late=True
        )
    told = [(each.message.sender.id, *(m.text for m in each.message.missed)) for each in passed]
    assert told == [("1", "ann's"), ("2", "bob's")]


def test_a_missed_button_or_edit_is_quoted_not_done() -> None:
    pressed = replace(a_message("/index a kb", pressed="key"), edited=True)
    summary = collect_missed([pressed])
    assert (summary.text, summary.pressed, summary.edited) == ("", "", False)


def test_an_album_is_for_us_if_any_of_it_is() -> None:
    silent = replace(a_file("a.pdf", "x"), addressed=False)
    assert merge_pieces([silent, a_file("b.pdf", "x", "@bot kb")]).addressed
