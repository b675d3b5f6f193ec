"""What a person at a terminal types and sees."""

import asyncio

from adapters.console import OWNER
from bot.messages import Answer, Attempt, Chat, Draft, IncomingMessage, Reply
from tests.adapters.console.terminal import a_terminal
from tests.adapters.hosting import Ledger
from tests.daemon import until

CHAT = Chat("console", OWNER, private=True)
BOLD = "\x1b[1m"


async def nothing(message: IncomingMessage) -> None:
    """Takes no message."""


async def told(text: str) -> Answer:
    yield Reply(text)


async def test_what_is_delivered_at_start_is_drawn_above_the_line() -> None:
    async with a_terminal(nothing) as terminal:
        again = Ledger([Attempt.REPEAT])
        await terminal.console.deliver(CHAT, told("- **To** join"), again)
        await terminal.shows("join")
        written = terminal.written.getvalue()
    assert f"{BOLD}To" in written
    assert "?[" not in written
    assert written.index("(repeated)") < written.index("To")


async def test_a_growing_answer_stands_above_the_line_until_it_is_whole() -> None:
    whole = asyncio.Event()

    async def growing() -> Answer:
        yield Draft("It is **ele")
        yield Draft("It is **eleven**\nperhaps")
        await whole.wait()
        yield Reply("It is noon.")

    async with a_terminal(nothing) as terminal:
        answering = asyncio.create_task(terminal.console.deliver(CHAT, growing(), Ledger()))
        await terminal.shows("perhaps")
        terminal.type("next")
        await terminal.shows("next")
        assert "noon" not in terminal.written.getvalue()
        whole.set()
        await answering
        await terminal.shows("noon.")
        await until(lambda: "next" in terminal.below("noon."), "the line that was being typed")
        assert "perhaps" not in terminal.below("noon.")


async def test_only_the_end_of_a_long_answer_grows_on_the_screen() -> None:
    async def growing() -> Answer:
        yield Draft("\n".join(f"row{n}." for n in range(100)))
        await asyncio.Event().wait()

    async with a_terminal(nothing) as terminal:
        answering = asyncio.create_task(terminal.console.deliver(CHAT, growing(), Ledger()))
        await terminal.shows("row99.")
        answering.cancel()
        written = terminal.written.getvalue()
    assert "row0." not in written
    assert "row85." in written
