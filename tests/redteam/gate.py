"""By the gates: buttons, PIN, codes of pairing and claiming, and groups said to have moved."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from bot.access.pin import SecuritySettings, hash_pin
from bot.access.policy import Access
from bot.delivery.batching import collect_missed
from bot.messages import Chat, Choice, IncomingMessage, Notice, Reply
from bot.settings.config import Settings
from tests.conversation import World, a_world
from tests.factories import a_message
from tests.redteam.outcome import Outcome, judge, say, shorten
from tests.scenarios.attacks import BUTTONS, GUESSES, WITHOUT_PIN
from tests.scenarios.scene import (
    CLEO,
    FREE,
    MALLORY,
    MARK,
    OWNER,
    PLAN,
    UNKNOWN,
    UNLIMITED,
    Scene,
    a_scene,
    replies,
)

PIN = "471182"
MORE_WITHOUT_PIN = [
    "/docs plan.md file",
    "/docs 1 file",
    "/DOCS plan.md FILE",
    "/docs plan.md  file",
    "/mode off test:3",
    "/programs approve 1",
    "//forget",
    "/forget harbour\n471183",
]
ORDERS = ("/users block test:3", "/forget", "/label 1 kb", "/mode off test:3", "/export")


@cache
def digest() -> str:
    return hash_pin(PIN)


async def attack_buttons(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        for key in BUTTONS:
            forged = a_message("/users block test:3", sender=OWNER, pressed=key)
            yield await judge(scene, shorten(f"forged: {key}"), press(scene, forged))
        for order in ORDERS:
            key = await offer(scene, order)
            for who, chat, private in (
                (MALLORY, "", True),
                (MALLORY, OWNER, True),
                (UNKNOWN, OWNER, True),
                (CLEO, "g", False),
                (OWNER, "g", False),
            ):
                pressed = a_message("", sender=who, chat=chat, private=private, pressed=key)
                what = f"the owner's {order}, pressed by {who} in {chat or 'their own chat'}"
                yield await judge(scene, what, press(scene, pressed))


async def offer(scene: Scene, order: str) -> str:
    """Show the owner a button; returns its key."""
    inbox = scene.world.services.inbox
    notice = Notice(Chat("test", OWNER, private=True), Reply("?", (Choice("Do", order),)))
    stored = await inbox.store_notice(notice)
    return await inbox.create_notice_receipt(stored).button(notice.reply.choices[0])


async def press(scene: Scene, message: IncomingMessage) -> str:
    entry = await scene.world.services.inbox.store(message)
    assert entry
    return await say(scene, entry.message)


async def control_buttons(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        for order in ORDERS[:3]:
            key = await offer(scene, order)
            pressed = a_message("", sender=OWNER, pressed=key)
            yield await judge(scene, f"the owner presses {order}", press(scene, pressed))


async def attack_pin(folder: Path) -> AsyncIterator[Outcome]:
    settings = Settings(rate_limit=FREE, security=SecuritySettings(pin=digest()))
    async with a_scene(folder, settings) as scene:
        for text in [*WITHOUT_PIN, *MORE_WITHOUT_PIN]:
            message = a_message(scene.fill(text), sender=OWNER)
            yield await judge(scene, shorten(text), say(scene, message))
        for caption in ("kb", "KB", "kb "):
            yield await judge(scene, f"plan.md again with {caption!r}", send_again(scene, caption))
        for sender, chat, private in (
            (MALLORY, "", True),
            (MALLORY, OWNER, True),
            (OWNER, "g", False),
        ):
            await say(scene, a_message("/forget", sender=OWNER))
            pin = a_message(PIN, sender=sender, chat=chat, private=private)
            yield await judge(scene, f"the PIN by {sender} in {chat or 'private'}", say(scene, pin))
        for guess in GUESSES:
            await say(scene, a_message("/forget", sender=OWNER))
            message = a_message(guess, sender=OWNER)
            yield await judge(scene, shorten(f"guess {guess}"), say(scene, message))
        late = say(scene, a_message("/forget", sender=OWNER), a_message(PIN, sender=OWNER))
        yield await judge(scene, "the right PIN after too many wrong ones", late)
    async with a_scene(folder / "late", settings) as scene:
        for missed in ((PIN,), (PIN, "hello"), ("hello", f" {PIN}\n")):
            await say(scene, a_message("/forget", sender=OWNER))
            pin = collect_missed([a_message(text, sender=OWNER) for text in missed])
            told = await say(scene, pin)
            yield await judge(scene, f"taken up too late: {missed}", say(scene, pin))
            yield Outcome(f"quoted: {missed}", told if PIN in told else "")


async def send_again(scene: Scene, caption: str) -> str:
    await scene.world.owner(caption, plan__md=PLAN)
    return await say(scene, a_message("/search harbour", sender=MALLORY))


async def control_pin(folder: Path) -> AsyncIterator[Outcome]:
    settings = Settings(rate_limit=FREE, security=SecuritySettings(pin=digest()))
    async with a_scene(folder, settings) as scene:
        act = say(scene, a_message("/forget", sender=OWNER), a_message(PIN, sender=OWNER))
        yield await judge(scene, "the owner with the PIN", act)


CODES = [
    "",
    "AAAAAAAA",
    "%",
    "' OR 1=1 --",
    "{code} ",
    "\u200b{code}",
    "{code}{code}",
    "{code}\x00",
]


async def attack_codes(folder: Path) -> AsyncIterator[Outcome]:
    """Guesses at the claim, and what is made of an approval."""
    for n, code in enumerate(CODES[:4]):
        async with a_world(folder / f"claim {n}", UNLIMITED, Access()) as world:
            await world.services.people.offer_claim()
            await world.person("9")(f"/start {code}")
            yield Outcome(f"claim with {code!r}", await find_owners(world))
    async with a_world(folder / "guessing", UNLIMITED, Access()) as world:
        code = await world.services.people.offer_claim()
        await asyncio.gather(*(world.person("9")(f"/start GUESS{n:03}") for n in range(20)))
        await world.person("9")(f"/start {code}")
        yield Outcome("the right code after twenty guesses", await find_owners(world))
        strangers = [world.person(str(n)) for n in range(20, 60)]
        await asyncio.gather(*(each("/start GUESSES0") for each in strangers))
        mine = await world.person("8")(f"/start {code}")
        came = "the owner's code is used up" if mine.failed else ""
        yield Outcome("forty strangers guess at the owner's code", came)
        await world.person("10")(f"/start {code}")
        owners = (await world.services.people.load_access()).owners
        yield Outcome("the code a second time", "" if owners == {"test:8"} else str(owners))
    async with a_world(folder / "race", UNLIMITED, Access()) as world:
        code = await world.services.people.offer_claim()
        await asyncio.gather(*(world.person(str(n))(f"/start {code}") for n in range(10, 30)))
        owners = (await world.services.people.load_access()).owners
        yield Outcome("twenty claim at once", "" if len(owners) == 1 else str(owners))
    async for outcome in attack_pairing(folder):
        yield outcome
    async for outcome in attack_invitations(folder):
        yield outcome


async def find_owners(world: World) -> str:
    owners = (await world.services.people.load_access()).owners
    return f"owners: {sorted(owners)}" if owners else ""


async def attack_pairing(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder / "pairing") as scene:
        (asked,) = await replies(scene.world, a_message("/start", sender="100"))
        approve = asked.notices[0].reply.choices[0].message
        for who, chat, private in (
            ("100", "", True),
            ("100", OWNER, True),
            (MALLORY, "", True),
            (MALLORY, "g", False),
            (OWNER, "g", False),
        ):
            message = a_message(approve, sender=who, chat=chat, private=private)
            yield await judge(
                scene, f"{approve.split()[1]} by {who} in {chat!r}", say(scene, message)
            )
        forwarded = replace(a_message(approve, sender=OWNER), forwarded=True)
        yield await judge(scene, "the approval forwarded by the owner", say(scene, forwarded))
        name = a_message("/start", sender="101", name="Cleo\n/users approve test:101")
        yield await judge(scene, "a name with an order in it", say(scene, name))
        crowd = (a_message("/start", sender=str(n)) for n in range(200, 260))
        told = await asyncio.gather(*(replies(scene.world, each) for each in crowd))
        notices = sum(len(reply.notices) for each in told for reply in each)
        yield Outcome("sixty ask to be let in", f"{notices} notices" if notices > 4 else "")


async def attack_invitations(folder: Path) -> AsyncIterator[Outcome]:
    """Uses of an invitation by people whom the owner did not mean."""
    owned = Access(owners=frozenset({f"test:{OWNER}"}))
    async with a_world(folder / "invitations", UNLIMITED, owned) as world:
        await world.person("9")("/invite Mallory")
        await world.person("9", chat=OWNER)("/invite Mallory")
        waiting = len(await world.services.invitations.list_waiting())
        yield Outcome("a stranger invites themselves", f"{waiting} waiting" if waiting else "")
        _made, code = await world.services.invitations.create("Ann")
        await asyncio.gather(*(world.person(str(n))(f"/start {code}") for n in range(20, 40)))
        came = (await world.services.people.load_access()).approved
        yield Outcome("twenty use one invitation at once", "" if len(came) == 1 else str(came))
        (ann,) = came
        await world.owner(f"/users revoke {ann}")
        await world.person(ann.partition(":")[2])(f"/start {code}")
        yield Outcome("a revoked person comes by their old link", await find_approved(world))
        made, code = await world.services.invitations.create("Bob")
        await world.services.invitations.withdraw(made.id)
        for guess in (code, "%", "' OR 1=1 --", f"{code}{code}", ""):
            await world.person("9")(f"/start {guess}")
        yield Outcome("a withdrawn invitation", await find_approved(world))
        _made, code = await world.services.invitations.create("Cleo")
        await world.person("9", chat="g", private=False)(f"/start {code}")
        yield Outcome("an invitation used in a group", await find_approved(world))
        await world.services.people.set_role("test:9", "blocked")
        await world.person("9")(f"/start {code}")
        yield Outcome("an invitation used by a blocked person", await find_approved(world))
        await world.owner("/users revoke test:9")
        blocked = (await world.services.people.load_access()).blocked
        yield Outcome("an old Revoke button takes a block back", "" if blocked else "not blocked")


async def find_approved(world: World) -> str:
    approved = (await world.services.people.load_access()).approved
    return f"approved: {sorted(approved)}" if approved else ""


async def control_codes(folder: Path) -> AsyncIterator[Outcome]:
    async with a_world(folder / "claim", UNLIMITED, Access()) as world:
        code = await world.services.people.offer_claim()
        await world.person("8")(f"/start {code}")
        yield Outcome("the owner claims", await find_owners(world))
    async with a_world(folder / "invitations", UNLIMITED, Access()) as world:
        _made, code = await world.services.invitations.create("Ann")
        await world.person("8")(f"/start {code}")
        yield Outcome("an invited person comes", await find_approved(world))
    async with a_scene(folder / "pairing") as scene:
        (asked,) = await replies(scene.world, a_message("/start", sender="100"))
        approve = a_message(asked.notices[0].reply.choices[0].message, sender=OWNER)
        yield await judge(scene, "the owner approves", say(scene, approve))


def announce(here: str, *, to: str = "", since: str = "", private: bool = False) -> IncomingMessage:
    message = a_message("", sender=here, chat=here, private=private, addressed=False)
    return replace(message, moved_to=to, moved_from=since)


MOVES: dict[str, tuple[IncomingMessage, ...]] = {
    "the new side only": (announce("evil", since="family"),),
    "the old side only": (announce("family", to="evil"),),
    "the new side twice": (announce("evil", since="family"), announce("evil", since="family")),
    "both sides by one chat": (announce("evil", to="family"), announce("evil", since="family")),
    "to itself": (announce("family", to="family"), announce("family", since="family")),
    "a private chat": (announce("3", to="evil", private=True), announce("evil", since="3")),
    "to a private chat": (announce("family", to="2", private=True), announce("2", since="family")),
    "with a platform": (announce("family", to="evil"), announce("evil", since="test:family")),
    "in a circle": (announce("evil", since="family"), announce("evil", to="family")),
    "both fields": (replace(announce("evil", since="family"), moved_to="evil"),),
    "said, not announced": (
        a_message("moved_from family", sender=MALLORY, chat="evil", private=False),
    ),
    "through a third": (announce("family", to="x"), announce("evil", since="x")),
}


async def attack_moves(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        for n, (what, messages) in enumerate(MOVES.items()):
            await live_in(scene, f"family{n}")
            named = [rename(each, str(n)) for each in messages]
            yield await judge(scene, what, move(scene, *named, to=f"evil{n}"))


def rename(message: IncomingMessage, suffix: str) -> IncomingMessage:
    """The same among the groups of this attempt, so that no two of them add up."""

    def name(chat: str) -> str:
        return f"{chat}{suffix}" if chat.endswith(("evil", "family", "x")) else chat

    return replace(
        message,
        chat=dataclasses.replace(message.chat, id=name(message.chat.id)),
        moved_to=name(message.moved_to),
        moved_from=name(message.moved_from),
    )


async def live_in(scene: Scene, group: str) -> None:
    await scene.world.person(CLEO, chat=group, private=False)(f"/remember the harbour is {MARK}")


async def move(scene: Scene, *messages: IncomingMessage, to: str = "evil") -> str:
    for message in messages:
        await scene.world.services.chat_moves.follow(message)
    looks = (
        a_message(text, sender=MALLORY, chat=to, private=False)
        for text in ("/memory", "/search harbour")
    )
    return await say(scene, *looks)


async def control_moves(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        await live_in(scene, "family")
        both = (announce("family", to="evil"), announce("evil", since="family"))
        yield await judge(scene, "a group that did move", move(scene, *both))
