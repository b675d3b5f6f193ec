"""What every adapter owes after a restart, a kill or an outage: nothing lost, nothing twice."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.messages import (
    Answer,
    Draft,
    IncomingMessage,
    Reply,
)
from tests.adapters.contract.drivers import accepting, asks_once, on
from tests.adapters.contract.people import (
    Listener,
    always,
    count_replies,
    greet,
    hears,
    shows,
    shows_growing,
)
from tests.adapters.contract.platform import (
    Can,
    Platform,
    Who,
    configure,
    joined,
)
from tests.adapters.hosting import Ledger
from tests.daemon import a_daemon, until
from tests.fake_speech import FakeSpeech, Silent, says

SOUND = b"OggS\x00\x02 seven seconds of speech"


@on(Can.DRAFTS)
async def test_a_message_that_grew_before_a_restart_becomes_the_reply(
    platform: Platform, tmp_path: Path
) -> None:
    async def hang(message: IncomingMessage) -> Answer:
        while True:
            yield Draft("page 1 of 2", lasting=True)
            await asyncio.sleep(0.1)  # until somebody looks

    async with joined(platform, tmp_path, Listener(hang), drain=0):
        await platform.say("/index report.pdf")
        await shows_growing(platform, "page 1 of 2")
    async with joined(platform, tmp_path, Listener(always(Reply("Indexed.")))):
        await shows(platform, "Indexed.")
        shown = await platform.shown()
    assert [text.strip() for text in shown] == ["Indexed."]


@on(Can.FILES)
async def test_a_file_can_still_be_fetched_after_a_restart(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await platform.send_file("notes.txt", b"the ferry leaves at 12:40")
        (message,) = await hears(listener, 1)
        await shows(platform, "heard:")
    async with joined(platform, tmp_path, listener) as adapter:
        await adapter.fetch(message.attachments[0], tmp_path / "fetched")
    assert (tmp_path / "fetched").read_bytes() == b"the ferry leaves at 12:40"


@on(Can.REDELIVERY)
async def test_a_restart_replays_nothing_and_loses_nothing(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await greet(platform)
    await platform.say("meanwhile")
    await platform.say("and then")
    async with joined(platform, tmp_path, listener):
        await shows(platform, "heard: and then")
        await platform.say("again")
        await shows(platform, "heard: again")
    assert listener.texts == ["hello", "meanwhile", "and then", "again"]


@on(Can.REDELIVERY)
async def test_a_choice_still_works_after_a_restart(platform: Platform, tmp_path: Path) -> None:
    listener = Listener(asks_once)
    async with joined(platform, tmp_path, listener):
        await platform.say("delete it")
        await shows(platform, "Really?")
    async with joined(platform, tmp_path, listener):
        await platform.choose("Yes")
        await shows(platform, "You said /confirm yes")
    assert listener.texts == ["delete it", "/confirm yes"]


@on(Can.REDELIVERY)
async def test_what_could_not_be_stored_comes_again_before_what_follows(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener):
        await greet(platform)
    taken: list[str] = []
    failures = [OSError("disk full"), OSError("still full")]

    async def accept(message: IncomingMessage) -> None:
        if failures:
            raise failures.pop()
        taken.append(message.text)

    await platform.say("first")
    await platform.say("second")
    async with accepting(platform, tmp_path, accept):
        await until(lambda: len(taken) >= 2, "both messages")
    assert taken == ["first", "second"]


@on(Can.OUTAGES)
async def test_a_reply_waits_out_an_outage_and_arrives_once(
    platform: Platform, tmp_path: Path
) -> None:
    listener = Listener()
    async with joined(platform, tmp_path, listener) as adapter:
        await greet(platform)
        await platform.leave()

        async def reply() -> Answer:
            yield Reply("after the storm")

        for _ in range(2):
            with pytest.raises(ConnectionError):
                await adapter.deliver(platform.chat(Who.OWNER), reply(), Ledger())
        await platform.come_back()
        await adapter.deliver(platform.chat(Who.OWNER), reply(), Ledger())
        await platform.say("are you there?")
        await shows(platform, "heard: are you there?")
        shown = await platform.shown()
    assert [text for text in shown if "storm" in text] == ["after the storm"]


@on(Can.DAEMON)
async def test_a_killed_daemon_answers_what_it_was_told_and_nothing_twice(
    platform: Platform, tmp_path: Path
) -> None:
    configure(tmp_path, platform)
    async with a_daemon(tmp_path) as daemon:
        await platform.say("/reminders")
        await shows(platform, "You have no reminders")
        await platform.say("/usage")
        await daemon.kill()
    await platform.say("/docs")
    async with a_daemon(tmp_path):
        await shows(platform, "no answers from the model")
        await shows(platform, "Nothing is indexed yet")
        await platform.say("/nonsense")
        await shows(platform, "Unknown command")
        assert count_replies(await platform.shown()) == 4


@on(Can.DAEMON)
async def test_a_reminder_comes_late_after_a_kill_with_a_word_why_and_once(
    platform: Platform, tmp_path: Path
) -> None:
    configure(tmp_path, platform)
    async with a_daemon(tmp_path) as daemon:
        await platform.say("Remind me in 30 minutes to call Jo")
        await shows(platform, "I'll remind you")
        await daemon.kill()
    move_reminders(tmp_path / "data" / "multis.db", earlier=3600)
    async with a_daemon(tmp_path) as daemon:
        await shows(platform, "Reminder: call Jo")
        await daemon.kill()
    async with a_daemon(tmp_path):
        await platform.choose("Done")
        await shows(platform, "Done: “call Jo”")
        shown = await platform.shown()
    (told,) = {text.removeprefix("(repeated) ") for text in shown if "Reminder: call Jo" in text}
    assert "I was not running then" in told


def move_reminders(database: Path, earlier: int) -> None:
    """Move what is due by so many seconds: nobody waits for it."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE reminders SET due_at = due_at - ?", (earlier,))


@on(Can.DAEMON, Can.VOICE)
async def test_a_voice_note_is_answered_like_text_and_once_after_a_kill(
    platform: Platform, tmp_path: Path
) -> None:
    async with FakeSpeech() as engine:
        configure(tmp_path, platform, voice={"base_url": engine.url})
        engine.enqueue(Silent(), says("Remind me in 30 minutes to call Jo."))
        async with a_daemon(tmp_path) as daemon:
            await platform.speak(SOUND, 7)
            await asyncio.wait_for(engine.arrived.wait(), 30)
            await daemon.kill()
        async with a_daemon(tmp_path):
            await shows(platform, "You said: “Remind me in 30 minutes to call Jo.”")
            await platform.say("/reminders")
            await shows(platform, "Times are those of")
            shown = await platform.shown()
    assert [sent.content for sent in engine.sent] == [SOUND, SOUND]
    assert sum("I'll remind you" in text for text in shown) == 1
    (listed,) = [text for text in shown if "Times are those of" in text]
    assert listed.count("call Jo") == 1
