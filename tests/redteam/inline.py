"""By inline mode: what somebody types after the bot's name, in a chat with anybody."""

from collections.abc import AsyncIterator
from pathlib import Path
from time import process_time

from bot.messages import Sender
from bot.services.shared_search import FOUND, PER_MINUTE, SharedSearch
from tests.redteam.outcome import Outcome, judge, shorten
from tests.scenarios.attacks import SEARCHES, SENDERS
from tests.scenarios.scene import CLEO, MALLORY, OWNER, UNKNOWN, Scene, a_scene

PUBLISHED = b"# Ferry\n\nThe ferry to the harbour is blue.\n"
LONG = {
    "a megabyte of words": "harbour " * 125_000,
    "a megabyte of one word": "x" * 1_000_000,
    "a megabyte of marks": "e\u0301\u0302\u0303" * 250_000,
    "a megabyte of brackets": "(" * 1_000_000,
    "a megabyte of quotes": '"' * 1_000_000,
    "a megabyte from right to left": "\u202e\u0627" * 500_000,
    "a megabyte of half emoji": "\ud83d" * 1_000_000,
}
MOST_SECONDS = 1.0  # of CPU time, for the whole search
FLOOD = 10 * PER_MINUTE


async def _search(search: SharedSearch, sender: str | Sender, words: str) -> str:
    who = sender if isinstance(sender, Sender) else Sender("test", sender)
    found = await search.search(who, words)
    assert len(found) <= FOUND
    return "\n".join(f"{each.place}: {each.excerpt}" for each in found)


async def attack_inline(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        await scene.world.owner("kb", ferry__md=PUBLISHED)
        for who in (OWNER, CLEO, MALLORY, UNKNOWN):
            search = SharedSearch(scene.world.services)
            for words in SEARCHES:
                act = _search(search, who, scene.fill(words))
                yield await judge(scene, shorten(f"{who} types {words}"), act)
        async for outcome in _impersonate(scene):
            yield outcome
        async for outcome in _flood(scene):
            yield outcome


async def _impersonate(scene: Scene) -> AsyncIterator[Outcome]:
    search = SharedSearch(scene.world.services)
    await scene.world.services.people.set_role("test:8", "blocked")
    for sender in (*SENDERS, Sender("test", "8"), Sender("test", UNKNOWN, "name of 1")):
        told = await _search(search, sender, "ferry harbour")
        known = sender.key in ("test:1", "test:2", "test:3")
        came = "it was told of the ferry" if told and not known else ""
        yield Outcome(shorten(f"{sender} types"), came)


async def _flood(scene: Scene) -> AsyncIterator[Outcome]:
    search = SharedSearch(scene.world.services)
    for what, words in LONG.items():
        began = process_time()
        await _search(search, MALLORY, words)
        took = process_time() - began
        yield Outcome(what, f"it took {took:.1f} s" if took > MOST_SECONDS else "")
    found = [await _search(search, CLEO, f"ferry {n}") for n in range(FLOOD)]
    answered = sum(map(bool, found))
    yield Outcome(f"{FLOOD} at once", f"{answered} answers" if answered > PER_MINUTE else "")


async def control_inline(folder: Path) -> AsyncIterator[Outcome]:
    """What is everybody's is found by those who are known."""
    async with a_scene(folder) as scene:
        await scene.world.owner("kb", ferry__md=PUBLISHED)
        search = SharedSearch(scene.world.services)
        for who in (OWNER, CLEO, MALLORY):
            act = _search(search, who, "ferry harbour")
            yield await judge(scene, f"{who} types", act, "the ferry to the harbour")
