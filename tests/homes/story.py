"""How the people of a kept home use it until the daemon is killed.

What must hold after that is in `promises`.
"""

import re
from pathlib import Path
from urllib.parse import urlsplit

from tests.adapters.fake_bot_api.errors import Json, flood
from tests.adapters.fake_bot_api.faults import Delay, Refuse
from tests.adapters.fake_bot_api.world import Message
from tests.adapters.web.browser import a_browser
from tests.daemon import Daemon, until
from tests.homes.household import (
    BOB,
    CARL,
    DAN,
    DORA,
    ERIN,
    FRANK,
    GRACE,
    MALLORY,
    OWNER,
    TEAM,
    Household,
    multis,
)
from tests.homes.keeping import put_back, set_aside
from tests.homes.promises import PIN

FLOOD = Refuse(flood(100_000))  # for longer than the story lasts

DOCUMENTS = {
    "ferry.md": "# Ferry\n\nThe ferry leaves Hamn at nine.\n\n"
    "# Lighthouse\n\nThe lighthouse of Hamn was built in 1901.\n",
    "salary.md": "# Salary\n\nThe salary of the captain is 4100 crowns.\n",
    "harbour.md": "# Harbour\n\nThe harbour master is called Ingrid.\n",
}
BOILER = b"# Boiler\n\nThe boiler was serviced by Nordgas in March.\n"
LEASE = b"# Lease\n\nThe lease of Bob ends in October.\n"
MOORING = b"# Mooring\n\nThe mooring of Bob has number 17.\n"
RECORDING = """\
USER: Zoe keeps the cello in the attic.
ASSISTANT: Good to know.
USER: Her kite lies beside it.
ASSISTANT: Noted.
"""
SETTINGS: Json = {
    "access": {"policy": "pairing"},
    "memory": {"capture_threshold": 6},
    "rate_limit": {"burst_per_minute": 1000, "daily_per_sender": 1000},
}
Buttons = dict[str, str]  # what each is for, and its key at the platform


async def tell(household: Household) -> Json:
    """The whole story; returns what cannot be told from the home alone."""
    prepare(household)
    buttons: Buttons = {}
    async with household.daemon() as daemon:
        await claim(household, daemon)
        buttons |= await documents(household)
        await people(household)
        await memory(household)
        buttons |= await vault(household)
        await customers(household)
        cookies = await page(household)
        await settled(household)
        buttons |= await taken_away(household)
        await daemon.stop()
    household.configure(security={"pin": await pin_digest(household)})
    async with household.daemon() as daemon:
        buttons |= await guarded(household)
        await half_done(household)
        files = await left_waiting(household)
        await left_unsent(household)
        await daemon.kill()
    put_back(notes_of(household, DORA))
    return {"cookies": cookies, "buttons": buttons, "files": files}


def prepare(household: Household) -> None:
    for folder in ("documents", "recordings"):
        (household.place / folder).mkdir()
    for name, text in DOCUMENTS.items():
        (household.place / "documents" / name).write_text(text)
    (household.place / "recordings" / "zoe.txt").write_text(RECORDING)
    source = {"glob": f"{household.place}/recordings/*.txt", "kind": "transcript"}
    memory = {"capture_threshold": 6, "sources": [source]}
    roots = {"roots": [f"{household.place}/documents"]}
    household.configure(**SETTINGS | {"memory": memory, "documents": roots})


async def claim(household: Household, daemon: Daemon) -> None:
    """Anna becomes the owner with the code that the daemon prints."""
    code = re.search(r"/start ([A-Z0-9]{12})", daemon.log)
    assert code, daemon.log
    await household.say(OWNER, f"/start {code[1]}")


async def documents(household: Household) -> Buttons:
    """In all scopes; one is relabelled twice, and has buttons from before and between."""
    say = household.say
    for name, scope in (("ferry.md", "kb"), ("salary.md", "admin")):
        await say(OWNER, f"/index {household.place}/documents/{name} {scope}")
    sent = await say(OWNER, document=household.fake.document("boiler.md", BOILER))
    before = await say(OWNER, "When does the ferry leave?")
    card = await say(OWNER, "/docs ferry.md")
    relabelled = await household.press(behind(household, card, "/label"), OWNER)
    between = await say(OWNER, "And when does the ferry leave?")
    await household.press(behind(household, relabelled, "/label"), OWNER)
    return {
        "boiler": behind(household, sent, "/label"),
        "before": behind(household, before, "/show"),
        "between": behind(household, between, "/show"),
    }


async def people(household: Household) -> None:
    """Four are let in, Mallory is blocked."""
    for guest in (BOB, ERIN, DORA, GRACE):
        await household.press(await asks_in(household, guest), OWNER)
    await household.say(OWNER, f"/users block telegram:{MALLORY}")


async def asks_in(household: Household, guest: int) -> str:
    """The key of the button with which the owner lets `guest` in."""
    there = len(household.fake.world.messages(OWNER))
    await household.say(guest, "/start")
    await until(lambda: len(household.fake.world.messages(OWNER)) > there, "the question")
    return behind(household, household.fake.world.messages(OWNER)[-1], "/users approve")


async def memory(household: Household) -> None:
    """Notes and facts of two chats; Bob's conversation is captured."""
    say = household.say
    await say(BOB, document=household.fake.document("lease.md", LEASE))
    await say(BOB, "/remember The spare key of Bob hangs behind the boiler.")
    for told in ("My sister Mia lives in Rome.", "My bicycle is green.", "My rent is 900 crowns."):
        await say(BOB, told)
    await say(DORA, "/remember The oars of Dora lie in the shed.")
    await say(OWNER, "/remember The alarm code of the boathouse is 7781.")
    await say(OWNER, "/remember The anchor weighs 12 kilos.")
    await say(OWNER, f"/fact {fact(household, '12 kilos')} edit The anchor weighs 14 kilos.")
    await say(OWNER, "/remember The kite of Anna is red.")
    await say(OWNER, "/remember The sail was bought in Malmo.")


async def vault(household: Household) -> Buttons:
    """Written by hand, by command, from flagged answers and at the end of a conversation."""
    say = household.say
    await say(OWNER, "/remember semantic The boat lies at pier four.")
    await say(OWNER, "/remember procedural Answer in short sentences.")
    for told in ("I own a sailing boat.", "I fly a kite on Sundays.", "I was born in Lund."):
        await say(OWNER, told)
    await say(OWNER, "/w name the pier")
    await say(OWNER, "/new")
    sessions = household.home / "vault" / "sessions"
    await until(lambda: any(sessions.rglob("*.md")), "a session", seen=household.told)
    offer = await say(OWNER, "/review")
    await household.press(behind(household, offer, "/review apply"), OWNER)
    notes = household.home / "vault" / "Memory.md"
    notes.write_text(f"{notes.read_text()}- at pier four the boat lies\n")
    tidy = await say(OWNER, "/tidy")
    return {"tidy": behind(household, tidy, "/tidy apply")}


async def customers(household: Household) -> None:
    """One whom nobody could answer yet; a group whose owner speaks for herself."""
    await household.say(OWNER, f"/mode business telegram:{DAN}")
    await household.say(DAN, "What does a zeppelin cost?")
    await household.say(OWNER, "/mode business", TEAM)
    await household.say(OWNER, "I take it from here.", TEAM)


async def page(household: Household) -> Json:
    """Anna signs in and says something; returns her cookies."""
    async with a_browser(household.page) as browser:
        for used in (True, False):
            link = next(
                line for line in (await multis(household.home, "web")).split() if "#" in line
            )
            if used:
                assert (await browser.enter(urlsplit(link).fragment)).status_code == 200
        await browser.say("/search boiler")
        said = "SELECT 1 FROM inbox WHERE platform = 'web' AND state = 'done'"
        await until(lambda: bool(household.ask(said)), "an answer on the page")
        return dict(browser.client.cookies)


async def settled(household: Household) -> None:
    """Every conversation is noted that was due."""

    def done() -> bool:
        return not household.ask("SELECT 1 FROM captures WHERE state != 'done'")

    await until(done, "captures", seen=household.told)


async def taken_away(household: Household) -> Buttons:
    """Some of it is forgotten, and one fact deleted: both can be had back."""
    gone = await household.say(OWNER, "/forget kite")
    anchor, sail = fact(household, "14 kilos"), fact(household, "Malmo")
    shown = await household.say(OWNER, f"/fact {anchor}")
    deleted = await household.say(OWNER, f"/fact {sail} delete")
    return {
        "kite": behind(household, gone, "/forget undo"),
        "anchor": behind(household, shown, f"/fact {anchor} history"),
        "sail": behind(household, deleted, "/undo"),
    }


async def pin_digest(household: Household) -> str:
    await multis(household.home, "pin", told=f"{PIN}\n")
    return str(household.configured()["security"]["pin"])


async def guarded(household: Household) -> Buttons:
    """A command waits for the PIN, after one that was wrong; Carl waits for an answer."""
    carl = await asks_in(household, CARL)
    await household.say(OWNER, f"/index {household.place}/documents/harbour.md kb")
    await household.say(OWNER, "1111")
    return {"carl": carl}


async def half_done(household: Household) -> None:
    """A correction and a capture of Dora's that the disk cut off."""
    notes = notes_of(household, DORA)
    set_aside(notes)
    oars = fact(household, "oars")
    await household.say(DORA, f"/fact {oars} edit The oars of Dora lie in the cabin.")
    put_back(notes)
    household.model.before_noting = lambda: set_aside(notes)
    for told in ("My canoe is yellow.", "My tent is blue.", "My stove is small."):
        await household.say(DORA, told)
    await until(lambda: bool(household.ask("SELECT 1 FROM capture_results")), "a result")


async def left_waiting(household: Household) -> Json:
    """Bob asks what takes long, and more after it; returns the file that he sent."""
    household.model.hangs = True
    household.heard(BOB, "How old is the lighthouse?")
    await until(lambda: household.model.hanging > 0, "a thought", seen=household.told)
    document = household.fake.document("mooring.md", MOORING)
    household.fake.weather.plan("getfile", Delay(600))
    household.heard(BOB, document=document)
    await until(lambda: not household.fake.weather.planned["getfile"], "a download")
    shown = "SELECT 1 FROM inbox WHERE draft != '' AND draft NOT LIKE '?%'"
    await until(lambda: bool(household.ask(shown)), "its progress", seen=household.told)
    await unsent(household, BOB, "/search lease", FLOOD)
    return {str(document["file_id"]): {"name": "mooring.md", "text": MOORING.decode()}}


async def left_unsent(household: Household) -> None:
    """Telegram takes nothing more in three chats: of Erin, of Grace half way, and of the owner."""
    await household.say(ERIN, "When does the ferry leave?")
    await unsent(household, ERIN, "/search ferry", FLOOD)
    await unsent(household, ERIN, "/docs boiler.md file")
    for n in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh"):
        long = " and ".join(f"the {n} chapter of the logbook" for _ in range(40))
        await household.say(GRACE, f"/remember Remember {long}.")
    await unsent(household, GRACE, "/memory", Delay(0), FLOOD)
    # Of the second part nothing is kept: Telegram refused it, so it counts as not begun.
    await until(lambda: parts(household) == [(0, True)], "the first part")
    await unsent(household, OWNER, "/docs", FLOOD)
    await household.say(FRANK, "/start")
    notices = "SELECT 1 FROM outbox WHERE inbox_id IS NULL"
    await until(lambda: bool(household.ask(notices)), "a notice", seen=household.told)


async def unsent(household: Household, person: int, text: str, *weather: Refuse | Delay) -> None:
    household.fake.weather.plan("sendmessage", *weather)
    key = household.heard(person, text)
    await until(lambda: household.state(key) == "answered", "a reply", seen=household.told)
    await until(lambda: not household.fake.weather.planned["sendmessage"], "a try")


def parts(household: Household) -> list[tuple[object, ...]]:
    """Of the reply that came last: which part, and whether it is confirmed."""
    return household.ask(
        "SELECT part, reference IS NOT NULL FROM parts"
        " WHERE outbox_id = (SELECT max(outbox_id) FROM parts) ORDER BY part"
    )


def behind(household: Household, message: Message, says: str) -> str:
    """The key of the first button of `message` that says something beginning with `says`."""
    for key in message.buttons.values():
        ((said,),) = household.ask("SELECT message FROM buttons WHERE key = ?", key)
        if str(said).startswith(says):
            return key
    raise AssertionError(f"no button says {says}: {message.text}\n{household.told()}")


def fact(household: Household, words: str) -> str:
    """The id of the fact that holds `words`."""
    found = "SELECT item_id FROM memory_items WHERE content LIKE ? AND deleted_at IS NULL"
    return str(household.ask(found, f"%{words}%")[0][0])


def notes_of(household: Household, person: int) -> Path:
    return household.home / "memory" / "chats" / f"telegram_{person}" / "memory.md"
