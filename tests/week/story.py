"""What Anna, who runs the assistant of a boat club, and her three guests do in a week.

The clocks go back in the night to Sunday. Each day ends with `kill -9`.
"""

import re

from tests.daemon import Daemon
from tests.week.things import ACCOUNTS, BOAT, HANDBOOK, INVOICE, LEASE, MEETING, NOTICE
from tests.week.town import ANNA, BOB, CARL, ERIN, Town

NOTHING = "The documents do not answer this."


async def monday(town: Town) -> None:
    """Anna sets it up and invites Bob with a link."""
    async with town.day("2026-10-19T08:00+02:00") as daemon:
        await town.say(ANNA, f"/start {find_code(daemon)}", "You are now the owner")
        await town.file(ANNA, "handbook.md", HANDBOOK, "kb")
        await town.file(ANNA, "accounts.md", ACCOUNTS, "admin")
        await town.say(ANNA, "When does the boathouse close on Sundays?", "closes at 18")
        await town.say(ANNA, "Remind me tomorrow at nine to call Jo", "20 October 2026 at 09:00")
        invitation = await town.say(ANNA, "/invite Bob", "once, until 26 Oct 2026, 0")
        await town.say(BOB, f"/start {find_link(invitation.text)}", "Send me a document")
        await town.hears(ANNA, "Bob (telegram:8) used the invitation for Bob")
        await town.say(BOB, "What does a berth cost?", "240 euros a year")
        await town.say(BOB, "How much money does the club have?", NOTHING)


async def tuesday(town: Town) -> None:
    """A reminder comes on time; Erin asks to be let in, and speaks; Bob sends his lease."""
    async with town.day("2026-10-20T08:59:57+02:00"):
        await town.hears(ANNA, "Reminder: call Jo")
        await town.press(ANNA, "Done", "Done: “call Jo”")
        await town.say(ERIN, "Hello?", "send /start")
        await town.say(ERIN, "/start", "I've asked my owner")
        await let_in(town)
        await town.hears(ERIN, "You may talk to me now.")
        await town.speak(ERIN, "What does a night cost for guests?", "9 euros a night")
        await town.say(ERIN, "Remind me every first Monday at 10 to pay the berth", "2 November")
        await town.file(BOB, "lease.md", LEASE)
        await town.say(BOB, "Until when do I rent the locker?", "31 March 2027")
        await town.say(ERIN, "Which locker does Bob rent?", NOTHING)
        await town.say(ANNA, "thanks!", "You're welcome!")


async def wednesday(town: Town) -> None:
    """Anna speaks a reminder; Erin shows a notice and keeps it; Carl is let in."""
    async with town.day("2026-10-21T18:00+02:00"):
        await town.speak(ANNA, "Remind me on Friday at nine to bring the rope.", "23 October")
        await town.photo(ERIN, NOTICE, "", "Crane day")
        await town.press(ERIN, "Keep the picture", "readable by this chat alone")
        await town.say(ERIN, "When is crane day?", "31 October")
        await town.say(CARL, "/start", "I've asked my owner")
        await let_in(town)
        await town.hears(CARL, "You may talk to me now.")
        await town.say(CARL, "/remember My boat is called Wanda.", "Noted")
        await town.say(CARL, "What is my boat called?", "Wanda")
        await town.say(BOB, "What is Carl's boat called?", NOTHING)


async def thursday(town: Town) -> None:
    """A button from before the upgrade, a picture, a meeting of twelve minutes, two thumbs."""
    async with town.day("2026-10-22T19:30+02:00"):
        await town.press(ERIN, "[1]", "Bring your own ropes")
        await town.photo(CARL, BOAT, "What is on this picture?", "A grey boat at a jetty.")
        await town.record(ANNA, MEETING, 720, "Recording 2026-10-22 19:3")
        answer = await town.say(ANNA, "Who repairs the jetty?", "1:35")
        await town.react(ANNA, answer, "👍", "Flagged as right")
        wrong = await town.say(BOB, "When is the harbour festival?", NOTHING)
        await town.react(BOB, wrong, "👎")
        await town.say(ANNA, "/settings digest.every day", "digest.every")


async def friday(town: Town) -> None:
    """A reminder comes late, and is moved; an invoice is Anna's alone; Carl forgets."""
    async with town.day("2026-10-23T10:30+02:00"):
        await town.hears(ANNA, "Reminder: bring the rope\n\nIt was due on 23 Oct 2026, 09:00, but")
        await town.press(ANNA, "In 1 hour", "Moved to Friday, 23 October 2026 at 11:3")
        await town.photo(ANNA, INVOICE, "admin", "readable by you alone")
        await town.say(ANNA, "How much was the paint?", "86 euros")
        await town.say(CARL, "How much was the paint for the jetty?", NOTHING)
        await town.say(ERIN, "Remind me on Sunday at 2:30 am to turn the clock back", "at 02:30")
        await town.say(CARL, "forget my boat", "Nothing is forgotten until you press")
        await town.press(CARL, "Forget it")
        await town.say(CARL, "What is my boat called?", NOTHING)


async def saturday(town: Town) -> None:
    """The summary of the day, and what Anna can look up."""
    async with town.day("2026-10-24T08:05+02:00"):
        await town.hears(ANNA, "Reminder: bring the rope")
        await town.hears(ANNA, "Your day\n\n1 document was added or changed: photo")
        await town.say(ANNA, "/status", "👍 0, 👎 1")
        await town.say(ANNA, "/usage", "12 minutes of recordings")
        await town.say(ANNA, "/users", "Anna (telegram:7): owner")
        await town.say(ANNA, "/docs", "6 documents")
        await town.say(ANNA, "/inbox", "No message is set aside, and none waits for an answer.")
        await town.say(ERIN, "/reminders", "Sunday, 25 October 2026, 02:30: turn the clock back")
        await town.say(
            BOB, "", "I can't read a location", location={"latitude": 54, "longitude": 10}
        )


async def sunday(town: Town) -> None:
    """The clocks went back; Carl may no longer ask."""
    async with town.day("2026-10-25T09:00+01:00"):
        await town.hears(ERIN, "Reminder: turn the clock back\n\nIt was due on 25 Oct 2026, 02:30")
        await town.press(ERIN, "Done", "Done: “turn the clock back”")
        await town.say(ANNA, "/users revoke telegram:9", "Carl (telegram:9) may no longer")
        await town.say(CARL, "When is the boathouse open?", "I don't know you")
        await town.say(ERIN, "/reminders", "1. Monday, 2 November 2026, 10:00: pay the berth")


FIRST_HALF = (monday, tuesday, wednesday)
SECOND_HALF = (thursday, friday, saturday, sunday)

# What only some of them may read.
SECRETS = {
    ANNA.id: ("Wanda",),
    BOB.id: ("8,412", "Wanda", "Crane day", "86 euros", "Nordbau"),
    CARL.id: ("8,412", "locker 17", "Crane day", "86 euros", "Nordbau"),
    ERIN.id: ("8,412", "locker 17", "Wanda", "86 euros", "Nordbau"),
}


async def let_in(town: Town) -> None:
    await town.hears(ANNA, "wants to talk to me")
    await town.press(ANNA, "Approve", "may talk to me now.")


def find_code(daemon: Daemon) -> str:
    """The code with which the first person becomes the owner."""
    code = re.search(r"/start ([A-Z0-9]{12})", daemon.log)
    assert code, daemon.log
    return code[1]


def find_link(text: str) -> str:
    """The code in the link of an invitation."""
    code = re.search(r"\?start=(\w+)", text)
    assert code, text
    return code[1]
