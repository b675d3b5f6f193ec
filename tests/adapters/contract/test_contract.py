"""The contract of every adapter, written once and run on each platform.

A platform joins by its driver's line in `DRIVERS`. Cases that need what not every platform has name
it (`on(Can.GROUPS)`), and are not made for the others.
"""

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.messages import (
    Answer,
    Attempt,
    Draft,
    File,
    Reply,
    UserError,
)
from tests.adapters.contract.drivers import asks_once, on
from tests.adapters.contract.people import (
    Listener,
    always,
    greet,
    hears,
    shows,
)
from tests.adapters.contract.platform import (
    FILE_BYTES,
    Can,
    Platform,
    Who,
    configure,
    joined,
)
from tests.adapters.hosting import Ledger
from tests.daemon import a_daemon

SOUND = b"OggS\x00\x02 seven seconds of speech"
CANARY = "zanzibar-4711"
PRYING = ("/search safe cellar", "How does the safe in the cellar open?", "/docs", "/memory")


@on()
async def test_a_text_arrives_with_its_words_its_sender_and_its_chat(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await platform.say("When is check-out — on Sundäys? 🛎")
        (message,) = await hears(listener, 1)
    assert message.text == "When is check-out — on Sundäys? 🛎"
    assert message.sender.key == platform.key(Who.OWNER)
    assert (message.chat.platform, message.chat.private) == (platform.name, True)
    assert (message.addressed, message.forwarded, message.edited) == (True, False, False)
    assert (message.chat, message.attachments) == (platform.chat(Who.OWNER), ())


@on()
async def test_a_command_arrives_as_it_was_typed(platform: Platform, tmp_path: Path) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await platform.say("/search ferry times")
        (message,) = await hears(listener, 1)
    assert message.text == "/search ferry times"


@on()
async def test_a_reply_is_shown_and_never_comes_back_as_a_message(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        for text in ("one", "two"):
            await platform.say(text)
            await shows(platform, f"heard: {text}")
    assert listener.texts == ["one", "two"]


@on()
async def test_markup_in_a_reply_is_shown_as_text_not_obeyed(
    platform: Platform, tmp_path: Path
) -> None:
    evil = "A <script>alert(1)</script> & <b>tag</b> @room"
    async with joined(platform, tmp_path, Listener(always(Reply(evil)))):
        await platform.say("say it")
        await shows(platform, "<script>alert(1)</script> & <b>tag</b> @room")


@on()
async def test_styles_nested_hundreds_of_times_keep_no_reply_back(
    platform: Platform, tmp_path: Path
) -> None:
    deep = "**a " * 400 + "innermost" + " b**" * 400
    async with joined(platform, tmp_path, Listener(always(Draft(deep), Reply(deep)))):
        await platform.say("say it")
        await shows(platform, "innermost")


@on()
async def test_a_long_reply_arrives_in_parts_that_lose_nothing(
    platform: Platform, tmp_path: Path
) -> None:
    words = [f"wörd{n}" for n in range(12_000)]
    paragraphs = [" ".join(words[at : at + 60]) for at in range(0, len(words), 60)]
    async with joined(platform, tmp_path, Listener(always(Reply("\n\n".join(paragraphs))))):
        await platform.say("everything")
        await shows(platform, words[-1])
        parts = await platform.shown()
    assert " ".join(parts).split() == words
    assert max(map(len, parts)) <= platform.longest


@on()
async def test_messages_of_one_chat_are_heard_and_answered_in_their_order(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        for n in range(5):
            await platform.say(f"number {n}")
        await shows(platform, "heard: number 4")
        shown = await platform.shown()
    assert listener.texts == [f"number {n}" for n in range(5)]
    assert [text.strip() for text in shown] == [f"heard: number {n}" for n in range(5)]


@on()
async def test_a_choice_can_be_taken_and_says_its_message(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener(asks_once)
    async with joined(platform, tmp_path, listener):
        await platform.say("delete it")
        await shows(platform, "Really?")
        await platform.choose("No")
        await shows(platform, "You said /confirm no")
    assert listener.texts == ["delete it", "/confirm no"]


@on()
async def test_a_part_that_was_confirmed_is_not_sent_again_and_a_doubtful_one_is_marked(
    platform: Platform, tmp_path: Path
) -> None:
    async def reply(text: str) -> Answer:
        yield Reply(text)

    async with joined(platform, tmp_path, Listener()) as adapter:
        await greet(platform)
        chat = platform.chat(Who.OWNER)
        await adapter.deliver(chat, reply("had it"), Ledger([Attempt.SKIP]))
        ledger = Ledger([Attempt.REPEAT])
        await adapter.deliver(chat, reply("perhaps"), ledger)
        await shows(platform, "perhaps")
        shown = await platform.shown()
    assert not any("had it" in text for text in shown)
    assert len(ledger.confirmed) == 1
    if Can.OUTAGES in platform.can:  # elsewhere a confirmation cannot be lost
        assert "(repeated) perhaps" in [text.strip() for text in shown]


@on(Can.DRAFTS)
async def test_a_growing_answer_becomes_the_reply(platform: Platform, tmp_path: Path) -> None:
    growing = always(Draft("At"), Draft("At eleven"), Reply("At eleven o'clock."), breath=0.5)
    async with joined(platform, tmp_path, Listener(growing)):
        await platform.say("when?")
        await shows(platform, "At eleven o'clock.")
        shown, previews = await platform.shown(), await platform.previews()
    assert [text.strip() for text in shown] == ["At eleven o'clock."]
    assert any(preview.startswith("At") and "o'clock" not in preview for preview in previews)


@on(Can.DRAFTS)
async def test_lasting_drafts_are_one_message_that_becomes_the_reply(
    platform: Platform, tmp_path: Path
) -> None:
    pages = always(
        Draft("page 1 of 2", lasting=True),
        Draft("page 2 of 2", lasting=True),
        Reply("Indexed."),
        breath=0.5,
    )
    async with joined(platform, tmp_path, Listener(pages)):
        await platform.say("/index report.pdf")
        await shows(platform, "Indexed.")
        shown, previews = await platform.shown(), await platform.previews()
    assert [text.strip() for text in shown] == ["Indexed."]
    assert "page 1 of 2" in previews


@on(Can.GUESTS)
async def test_the_owner_is_known_from_everybody_else(platform: Platform, tmp_path: Path) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await platform.say("it is me", Who.GUEST)
        await shows(platform, "heard: it is me", Who.GUEST)
    (message,) = listener.heard
    assert message.sender.key == platform.key(Who.GUEST) != platform.key(Who.OWNER)
    assert message.chat.private
    assert message.chat.key != platform.chat(Who.OWNER).key
    assert await platform.shown(Who.OWNER) == []


@on(Can.GROUPS)
async def test_a_group_is_not_private_and_its_talk_is_not_all_for_the_bot(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await platform.say("has anybody eaten?", Who.GUEST, group=True, addressed=False)
        await platform.say("when is check-out?", group=True)
        await platform.say("/help", Who.GUEST, group=True, addressed=False)
        overheard, asked, command = await hears(listener, 3)
        await shows(platform, "heard: /help", group=True)
    assert [m.addressed for m in (overheard, asked, command)] == [False, True, True]
    assert [m.text for m in (asked, command)] == ["when is check-out?", "/help"]
    assert [m.chat.private for m in listener.heard] == [False] * 3
    assert overheard.chat == asked.chat == command.chat != platform.chat(Who.OWNER)
    assert asked.sender.key == platform.key(Who.OWNER)
    assert await platform.shown(Who.OWNER) == await platform.shown(Who.GUEST) == []


@on(Can.FILES)
async def test_a_file_arrives_with_its_caption_and_its_bytes(
    platform: Platform, tmp_path: Path
) -> None:
    content = bytes(range(256)) * 400
    listener = Listener()
    async with joined(platform, tmp_path, listener) as adapter:
        await platform.send_file("räport.pdf", content, "kb")
        (message,) = await hears(listener, 1)
        (attachment,) = message.attachments
        await adapter.fetch(attachment, tmp_path / "fetched")
    assert (attachment.name, attachment.size, message.text) == ("räport.pdf", len(content), "kb")
    assert (tmp_path / "fetched").read_bytes() == content


@on(Can.DOWNLOADS)
async def test_a_file_over_the_limit_is_refused_with_the_limit(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener) as adapter:
        await platform.send_file("räport.pdf", bytes(FILE_BYTES + 1))
        (message,) = await hears(listener, 1)
        with pytest.raises(UserError, match=r"räport.pdf is larger than 1.0 MB, the most"):
            await adapter.fetch(message.attachments[0], tmp_path / "fetched")


@on(Can.VOICE)
async def test_a_voice_note_arrives_with_its_length_and_its_sound(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener) as adapter:
        await platform.speak(SOUND, 7)
        (message,) = await hears(listener, 1)
        assert message.recording
        await adapter.fetch(message.recording.file, tmp_path / "sound")
    assert (message.text, message.attachments) == ("", ())
    assert (message.recording.seconds, message.recording.spoken) == (7, True)
    assert (tmp_path / "sound").read_bytes() == SOUND


@on(Can.PICTURES)
async def test_a_picture_arrives_as_one_that_can_be_fetched(
    platform: Platform, tmp_path: Path
) -> None:
    content = b"\xff\xd8\xff" + bytes(range(256)) * 40
    listener = Listener()
    async with joined(platform, tmp_path, listener) as adapter:
        await platform.show("harbour.jpg", content, "which harbour is this?")
        (message,) = await hears(listener, 1)
        (picture,) = message.attachments
        await adapter.fetch(picture, tmp_path / "fetched")
    assert (message.text, message.unsupported) == ("which harbour is this?", "")
    assert (picture.picture, picture.size) == (True, len(content))
    assert (tmp_path / "fetched").read_bytes() == content


@on(Can.ALBUMS)
async def test_an_album_is_one_message_with_all_its_pictures(
    platform: Platform, tmp_path: Path
) -> None:
    pictures = [b"\xff\xd8\xff" + bytes([n]) * 999 for n in range(3)]
    listener = Listener()
    async with joined(platform, tmp_path, listener) as adapter:
        await platform.show_album(pictures, "which of these is ours?")
        (message,) = await hears(listener, 1)
        for number, each in enumerate(message.attachments):
            await adapter.fetch(each, tmp_path / str(number))
    assert message.text == "which of these is ours?"
    assert [(tmp_path / str(number)).read_bytes() for number in range(3)] == pictures


@on(Can.QUOTES)
async def test_what_is_quoted_is_context_and_no_word_of_the_message(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener(always(Reply("The ferry leaves at nine. The bus leaves at ten.")))
    async with joined(platform, tmp_path, listener):
        await platform.say("how do I get there?")
        await shows(platform, "The ferry")
        await platform.quote("The bus leaves at ten.", "on Sundays too?")
        (_first, message) = await hears(listener, 2)
    assert message.text == "on Sundays too?"
    assert "The bus leaves at ten." in message.quote
    assert message.addressed


@on(Can.DAEMON)
async def test_a_reminder_comes_once_where_it_was_asked_for_and_is_done_by_its_button(
    platform: Platform, tmp_path: Path
) -> None:
    configure(tmp_path, platform, reminders={"time_zone": "UTC"})
    now = datetime.now(UTC)  # the scheduler goes by the machine's clock, which is never behind
    async with a_daemon(tmp_path, under=at(now - timedelta(minutes=20))):
        await platform.say("/remind in 10 minutes to call Jo")
        await shows(platform, "“call Jo”")
    async with a_daemon(tmp_path, under=at(now)):
        await shows(platform, "⏰ Reminder: call Jo")
        await platform.choose("Done")
        await shows(platform, "Done: “call Jo”")
        await platform.say("/reminders")
        await shows(platform, "You have no reminders here.")
        shown = await platform.shown()
    (reminder,) = [each for each in shown if "⏰ Reminder: call Jo" in each]
    assert "but I was not running then." in reminder


def at(moment: datetime) -> tuple[str, ...]:
    """The daemon at another time."""
    return (sys.executable, "-m", "tests.homes.clocked", moment.isoformat())


@on(Can.FILES_BACK)
async def test_a_reply_brings_files_along_and_says_so_if_one_is_gone(
    platform: Platform, tmp_path: Path
) -> None:
    content = bytes(range(256)) * 40
    path = tmp_path / "kept"
    path.write_bytes(content)
    files = (File("räport.pdf", str(path)), File("lost.pdf", str(tmp_path / "lost")))
    async with joined(platform, tmp_path, Listener(always(Reply("Here they are.", files=files)))):
        await platform.say("/docs report file")
        await shows(platform, "lost.pdf")
        shown, sent = await platform.shown(), await platform.files()
    assert shown[0].startswith("Here they are.")
    assert sent["räport.pdf"] == content


@on(Can.DAEMON, Can.REACTIONS, Can.GUESTS)
async def test_a_thumb_flags_an_answer_of_the_owner_and_is_counted_for_a_guest(
    platform: Platform, tmp_path: Path
) -> None:
    configure(tmp_path, platform, **platform.welcome())
    async with a_daemon(tmp_path):
        await platform.say("What can you do?", Who.GUEST)
        await shows(platform, "", Who.GUEST)
        await platform.react("👎", Who.GUEST)
        await platform.say("What can you do?")
        await shows(platform, "")
        await platform.react("👍")
        await shows(platform, "Flagged as right")
        await platform.say("/status")
        await shows(platform, "👍 0, 👎 1")
        assert len(await platform.shown(Who.GUEST)) == 1


@on(Can.DAEMON, Can.GUESTS, Can.FILES)
async def test_what_the_owner_keeps_private_is_shown_to_nobody_else(
    platform: Platform, tmp_path: Path
) -> None:
    configure(tmp_path, platform, **platform.welcome())
    async with a_daemon(tmp_path):
        secret = f"The safe in the cellar opens with {CANARY}.".encode()
        await platform.send_file("secret.txt", secret, "admin")
        await shows(platform, "Indexed secret.txt")
        await platform.say("/search safe cellar")
        await shows(platform, CANARY)
        for n, question in enumerate(PRYING, 1):
            await platform.say(question, Who.GUEST)
            await shows(platform, "", Who.GUEST, count=n)
        guest = await platform.shown(Who.GUEST)
    assert not any(CANARY in text or "secret.txt" in text for text in guest)
