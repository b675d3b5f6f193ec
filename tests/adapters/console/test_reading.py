"""When the next line is read."""

import asyncio
import io

import pytest
from rich.console import Console as Screen

from adapters.console import Console
from adapters.console.lines import Pipe
from bot.messages import Answer, Chat, Draft, IncomingMessage, Reply
from tests.adapters.console.terminal import CTRL_C, CTRL_D, a_terminal
from tests.adapters.hosting import Ledger
from tests.daemon import until

CHAT = Chat("console", "owner", private=True)


class Bot:
    """Answers `how?` once `whole` is set, and anything else at once, whatever is being answered."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.whole = asyncio.Event()
        self.console: Console | None = None
        self.tasks: list[asyncio.Task[None]] = []

    async def accept(self, message: IncomingMessage) -> None:
        assert self.console
        self.heard.append(message.text)
        receipt = Ledger(answers=message.key)
        deliver = self.console.deliver(message.chat, self._answer(message), receipt)
        self.tasks.append(asyncio.create_task(deliver))

    async def _answer(self, message: IncomingMessage) -> Answer:
        if message.text == "how?":
            yield Draft("Like th")
            await self.whole.wait()
        yield Reply(f"heard {message.text}")


async def test_in_a_terminal_the_next_line_is_read_while_an_answer_grows() -> None:
    bot = Bot()
    async with a_terminal(bot.accept) as terminal:
        bot.console = terminal.console
        terminal.type("how?\r")
        await terminal.shows("Like")
        terminal.type("/cancel\r")
        await terminal.shows("heard /cancel")
        assert bot.heard == ["how?", "/cancel"]
        bot.whole.set()
        await terminal.shows("heard how?")


async def test_ctrl_c_stops_what_is_being_answered_and_keeps_the_chat() -> None:
    bot = Bot()
    async with a_terminal(bot.accept) as terminal:
        bot.console = terminal.console
        terminal.type("how?\r")
        await terminal.shows("Like")
        terminal.type(f"half a line{CTRL_C}")
        await terminal.shows("heard /cancel")
        assert not terminal.running.done()
        bot.whole.set()
        await terminal.shows("heard how?")
        await asyncio.gather(*bot.tasks)
        terminal.type(CTRL_C)
        await terminal.running
    assert bot.heard == ["how?", "/cancel"]


async def test_ctrl_d_ends_the_chat_though_an_answer_grows() -> None:
    bot = Bot()
    async with a_terminal(bot.accept) as terminal:
        bot.console = terminal.console
        terminal.type("how?\r")
        await terminal.shows("Like")
        terminal.type(CTRL_D)
        await terminal.running
    assert bot.heard == ["how?"]


@pytest.mark.parametrize("typed", ["/quit", "/exit ", "exit", "Quit"])
async def test_what_people_type_to_leave_ends_the_chat(typed: str) -> None:
    bot = Bot()
    async with a_terminal(bot.accept) as terminal:
        bot.console = terminal.console
        terminal.type(f"{typed}\r")
        await terminal.running
    assert bot.heard == []


async def test_from_a_pipe_one_line_is_answered_after_the_other() -> None:
    bot, lines, printed = Bot(), iter(["how?", "", "/cancel"]), io.StringIO()

    async def read_line() -> str | None:
        return next(lines, None)

    bot.console = Console(Pipe(read_line), Screen(file=printed))
    running = asyncio.create_task(bot.console.run(bot.accept))
    await until(lambda: bot.heard == ["how?"], "the first line")
    bot.whole.set()
    await running
    assert printed.getvalue() == "heard how?\n\nheard /cancel\n\n"


async def test_a_notice_in_between_is_not_the_answer_that_the_end_of_a_pipe_waits_for() -> None:
    bot, lines, printed = Bot(), ["how?"], io.StringIO()
    before_end: list[str] = []

    async def read_line() -> str | None:
        before_end[:] = [printed.getvalue()]
        return lines.pop() if lines else None

    async def notice() -> Answer:
        yield Reply("Ann wants to talk to me.")

    bot.console = Console(Pipe(read_line), Screen(file=printed))
    running = asyncio.create_task(bot.console.run(bot.accept))
    await until(lambda: bot.heard == ["how?"], "the line")
    await bot.console.deliver(CHAT, notice(), Ledger())
    bot.whole.set()
    await running
    assert before_end == ["Ann wants to talk to me.\n\nheard how?\n\n"]
