import asyncio
import gc
import threading
import time
from collections.abc import Callable
from functools import cache, partial

import pytest

from adapters.matrix.content import build_message
from adapters.shared.aside import render_aside
from adapters.shared.parts import split as split_bytes
from adapters.telegram.render import render
from adapters.telegram.split import split
from adapters.web.marks import build_tree
from indexer.aside import SHORT
from tests.hostile import linear
from tests.hostile.pace import measure_seconds, measure_slowness

LONGEST = 0.05  # seconds of the event loop
UNITS = (
    *linear.UNITS,
    "*a **b ",
    "- a\n  - b\n    - c\n",
    "* a\n\n",
    "> - a\n",
    "~~a ",
    "`a`\n\n",
    "<http://a>",
    "|a|b|c|d|e|f|\n|-|-|-|-|-|-|\n",
    "a  \n",
    "\\*",
)
SLOWEST = 6  # of the units, whose long texts are rendered in a thread
RENDERERS: tuple[Callable[[str], object], ...] = (
    lambda text: split(render(text)),
    build_message,
    build_tree,
)


async def find_thread(text: str) -> int:
    return await render_aside(lambda _: threading.get_ident(), text)


async def test_a_long_text_is_rendered_in_a_thread_and_a_short_one_here() -> None:
    assert await find_thread("x" * 20_000) != threading.get_ident()
    assert await find_thread("x") == threading.get_ident()


@cache
def measure_short(renderer: Callable[[str], object]) -> dict[str, float]:
    """The CPU seconds that the longest text takes which is rendered in the loop, of each unit."""
    return {unit: measure(renderer, (unit * SHORT)[:SHORT]) for unit in UNITS}


@pytest.mark.parametrize("renderer", RENDERERS)
def test_what_is_rendered_here_takes_no_time(renderer: Callable[[str], object]) -> None:
    assert [unit for unit, took in measure_short(renderer).items() if took > LONGEST] == []


@pytest.mark.parametrize("renderer", RENDERERS)
async def test_the_loop_goes_on_while_a_long_text_is_rendered(
    renderer: Callable[[str], object],
) -> None:
    took = measure_short(renderer)
    slowest = sorted(took, key=lambda unit: took[unit])[-SLOWEST:]
    slow = [unit for unit in slowest if await holds_the_loop(renderer, (unit * 20_000)[:20_000])]
    assert slow == []
    assert gc.isenabled()


@pytest.mark.parametrize("unit", ["- a\n", "a\n\n", "|-|-|\n", "**a**", "[a](b)"])
@pytest.mark.parametrize("renderer", RENDERERS)
def test_a_rendered_text_leaves_nothing_to_collect(
    unit: str, renderer: Callable[[str], object]
) -> None:
    """Collecting 100,000 nodes at once holds the loop, whichever thread begins it."""
    renderer(unit)  # what is made once
    gc.collect()
    gc.disable()
    try:
        renderer((unit * 20_000)[:20_000])
        assert gc.collect() < 100
    finally:
        gc.enable()


async def holds_the_loop(renderer: Callable[[str], object], text: str) -> bool:
    for _attempt in range(5):  # others may have had the processor
        if await measure_longest_wait(renderer, text) < LONGEST * measure_slowness():
            return False
    return True


async def measure_longest_wait(renderer: Callable[[str], object], text: str) -> float:
    """The CPU seconds that the process took at most between two turns of the loop."""
    rendering = asyncio.create_task(render_aside(renderer, text))
    longest, over = 0.0, False
    while not over:
        over, began = rendering.done(), time.process_time()
        await asyncio.sleep(0.002)
        longest = max(longest, time.process_time() - began)
    await rendering
    return longest


def test_a_long_cell_makes_no_endless_table() -> None:
    text = "|a|\n|-|\n|" + "y" * 15_000 + "|\n" + "|z|\n" * 1000
    assert len(split(render(text))) < 40
    assert len(render(text).text) < 200_000


def test_splitting_takes_no_time() -> None:
    for text in ("x" * 20_000, "👍🏽" * 10_000, "a\u0301" * 10_000, "```\n" * 5000):
        assert measure(split_bytes, text) < LONGEST


def measure(work: Callable[[str], object], text: str) -> float:
    """The CPU seconds that it takes, at best."""

    def once() -> float:
        return measure_seconds(partial(work, text))

    took = once()
    if took >= LONGEST / 2:
        took = min(took, once(), once())
    return took if took < LONGEST else took / measure_slowness()
