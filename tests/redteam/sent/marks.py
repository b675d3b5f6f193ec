"""By messages made of signs of which few make much work: nobody else may wait for that."""

import time
from collections.abc import AsyncIterator
from pathlib import Path

from tests.factories import a_message
from tests.redteam.outcome import Outcome, say
from tests.scenarios.scene import MALLORY, Scene, a_scene

LENGTH = 30_000  # characters
USUAL = "lantern " * (LENGTH // 8)
SIGNS = {
    "marks in the wrong order": "\u0301\u0323",
    "five marks in the wrong order": "\u0315\u0300\u05ae\u0327\u0345",
    "vowels of Tibetan": "\u0f73",
    "marks of half width": "\uff9e\u0327",
    "marks after what is not seen": "\u200b\u0301\u200d\u0323",
    "one sign for a sentence": "\ufdfa",
    "one sign for four": "\u3300",
    "parts of syllables": "\u1100\u1161\u11a8",
}
ASKED = ("{}", "{}?", "/search {}", "/ask {}")
MANY = 20  # times the CPU time of a usual message; what is quadratic takes a hundred times it


async def attack_marks(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        for asked in ASKED:
            usual = await _time(scene, asked.format(USUAL))
            for name, unit in SIGNS.items():
                text = asked.format((unit * LENGTH)[:LENGTH])
                took = await _time(scene, text)
                if took > MANY * usual:  # whatever else the process did counts, too
                    took = await _time(scene, text[:-1])
                came = f"it took {took / usual:.0f} times as long" if took > MANY * usual else ""
                yield Outcome(f"{name}: {asked}", came)


async def control_marks(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        usual = min([await _time(scene, USUAL) for _ in range(2)])  # the first one loads things
        took = await _time(scene, *[USUAL] * (MANY + 5))
        yield Outcome("many messages", "they took long" if took > MANY / 4 * usual else "")


async def _time(scene: Scene, *texts: str) -> float:
    """Return the CPU seconds that messages took."""
    begun = time.process_time()
    for text in texts:
        await say(scene, a_message(text, sender=MALLORY))
    return time.process_time() - begun
