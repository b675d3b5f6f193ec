"""An input line at the terminal, with replies printed above it."""

from contextlib import AbstractContextManager

from prompt_toolkit import ANSI, PromptSession
from prompt_toolkit.patch_stdout import patch_stdout
from rich.console import Console as Screen

from adapters.console.lines import Interrupted
from adapters.console.markdown import TerminalMarkdown

BELOW = 4  # rows that a growing reply leaves to the line being typed


class Prompt:
    """Replies are printed above the line; drafts are part of the prompt itself.

    So a single library writes to the terminal at a time and redraws only what it has drawn.
    """

    scripted = False

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._growing: dict[object, str] = {}
        self._above = ""
        self._session: PromptSession[str] = PromptSession(self._render_prompt)

    def open(self) -> AbstractContextManager[None]:
        return patch_stdout(raw=True)  # control characters were made visible before

    async def read_line(self) -> str | None:
        try:
            return await self._session.prompt_async()
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Interrupted from None

    def show_draft(self, reply: object, text: str) -> None:
        self._growing[reply] = text
        self._redraw()

    def drop_draft(self, reply: object) -> None:
        if self._growing.pop(reply, None) is not None:
            self._redraw()

    def _redraw(self) -> None:
        with self._screen.capture() as drawn:
            for text in self._growing.values():
                self._screen.print(TerminalMarkdown(text))
        room = max(self._screen.height - BELOW, 1)
        self._above = "".join(drawn.get().splitlines(keepends=True)[-room:])
        self._session.app.invalidate()

    def _render_prompt(self) -> ANSI:
        """Render the prompt below the drafts; a line already entered loses them."""
        return ANSI("you> " if self._session.app.is_done else f"{self._above}you> ")
