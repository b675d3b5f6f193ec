"""By reminders: a guest reads, moves or deletes those of others, or keeps them from coming."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.messages import IncomingMessage
from bot.reminders.due import DueReminders
from tests.factories import a_message
from tests.redteam.outcome import Outcome, judge, say, shorten
from tests.scenarios.scene import CLEO, MALLORY, MARK, OWNER, UNKNOWN, Scene, a_scene

ACTIONS = (
    "done {token}",
    "later {token} 10",
    "later {token} tomorrow",
    "later {token} 99999999999",
    "stop {token}",
    "delete {token}",
    "move {token} tomorrow at ten",
    "{token}",
)
NUMBERS = ("1", "0", "-1", "٣", "999999999999", "1 1", "%", "' OR '1'='1", "")
HOSTILE = (
    "every 0 days at 9 to sing",
    "every day at 8 to " + "sing " * 150,
    "tomorrow at nine " + "x" * 20_000,
    "on 31 December 9999 at 23:59 to sing",
    "in 99999999999 minutes to sing",
    "every 99 years to sing",
    "every year on 29 February to sing",
    "tomorrow at 99:99 to sing",
    "tomorrow at nine [Cleo](tg://user?id=3) \u202e\x00\ud800",
    "at " + "nine " * 200,
    "every " * 200 + "day",
)
ZONES = ("zone Etc/GMT+12", "zone ../../etc/passwd", "zone \x00", "zone " + "x" * 5000, "zone")


async def attack_reminders(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        tokens = await _list_tokens(scene)
        for action in ACTIONS:
            for token in tokens:
                for message in _list_messages(f"/reminders {action.format(token=token)}"):
                    what = f"{message.sender.id} in {message.chat.id}: {message.text}"
                    yield await judge(scene, shorten(what), say(scene, message))
        for number in NUMBERS:
            for verb in ("done", "delete", "move"):
                message = a_message(f"/reminders {verb} {number} tomorrow", sender=MALLORY)
                yield await judge(scene, shorten(message.text), say(scene, message))
        for text in (*(f"/remind {each}" for each in HOSTILE), *ZONES):
            said = text if text.startswith("/") else f"/reminders {text}"
            message = a_message(said, sender=MALLORY)
            yield await judge(scene, shorten(said), say(scene, message))
        yield Outcome("a thousand reminders", await _flood(scene))
        yield Outcome("those of others come all the same", await _find_missing(scene))


def _list_messages(text: str) -> list[IncomingMessage]:
    return [
        a_message(text, sender=MALLORY),
        a_message(text, sender=MALLORY, chat="g", private=False),
        a_message(text, sender=CLEO, chat="g", private=False),
        a_message(text, sender=UNKNOWN),
    ]


async def _list_tokens(scene: Scene) -> list[str]:
    async with scene.world.services.people._database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT token FROM reminders")
    return [str(row["token"]) for row in rows]


async def _flood(scene: Scene) -> str:
    for n in range(250):
        await say(scene, a_message(f"/remind tomorrow at nine to sing {n}", sender=MALLORY))
    async with scene.world.services.people._database.read_committed() as db:
        rows = await db.execute_fetchall(
            "SELECT count(*) AS n FROM reminders WHERE sender = ? AND shown = 0",
            (f"test:{MALLORY}",),
        )
    count = next(iter(rows))["n"]
    return f"{count} are kept" if count > 200 else ""


async def _find_missing(scene: Scene) -> str:
    """Return whose reminder does not come when it is due; in which chat each is said."""
    services = scene.world.services
    waiting = DueReminders(services.reminders, services.people.load_barring, services.clock)
    scene.world.clock.now = datetime(2026, 2, 20, tzinfo=UTC) + timedelta(hours=1)
    notices = await waiting.take(["test"])
    wrong = [each.chat.id for each in notices if MARK in each.reply.text]
    return "" if sorted(wrong) == [OWNER, CLEO] else f"they came in {wrong}"


async def control_reminders(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        for who in (OWNER, CLEO):
            act = say(scene, a_message("/reminders delete 1", sender=who))
            yield await judge(scene, f"{who} deletes their own", act)
