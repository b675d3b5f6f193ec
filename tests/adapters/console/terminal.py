"""A person at a terminal: keys go in, and what prompt_toolkit writes on the terminal comes out."""

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from msgspec import Struct
from prompt_toolkit.application import get_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import Output
from prompt_toolkit.output.vt100 import Vt100_Output
from rich.console import Console as Screen

from adapters.console import Console
from adapters.console.prompt import Prompt
from bot.messages import Accept
from tests.daemon import until

SIZE = Size(rows=24, columns=80)
CTRL_C, CTRL_D = "\x03", "\x04"


class Terminal(Struct):
    keys: PipeInput
    written: io.StringIO
    console: Console
    running: asyncio.Task[None]

    def type(self, text: str) -> None:
        self.keys.send_text(text)

    def below(self, text: str) -> str:
        """What was written since `text` was."""
        return self.written.getvalue().rpartition(text)[2]

    async def shows(self, text: str) -> None:
        """One word: between those that it redraws, prompt_toolkit moves the cursor."""
        await until(lambda: text in self.written.getvalue(), text, seen=self.written.getvalue)


@asynccontextmanager
async def a_terminal(accept: Accept) -> AsyncIterator[Terminal]:
    """With a line to type on, at which nobody has typed yet."""
    written = io.StringIO()
    output = Vt100_Output(written, lambda: SIZE, enable_cpr=False)
    with create_pipe_input() as keys, _connect(keys, output):
        screen = Screen(force_terminal=True, color_system="standard", width=SIZE.columns)
        console = Console(Prompt(screen), screen)
        running = asyncio.create_task(console.run(accept))
        terminal = Terminal(keys, written, console, running)
        try:
            await terminal.shows("you>")
            yield terminal
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@contextmanager
def _connect(keys: PipeInput, output: Output) -> Iterator[None]:
    """Make them the terminal of the session that is there from the start, as it is for a person.

    A thread of prompt_toolkit writes the replies, and it knows no other session: in one of our own
    it would write over the line that is being typed.
    """
    session = get_app_session()
    session._input, session._output = keys, output  # it is given them in no other way
    try:
        yield
    finally:
        session._input = session._output = None
