"""A process that runs another program for one parser process, started when it is first needed.

The two speak through pipes of their own: the parser may start no program, what is started may not
read what the parser has, and the daemon sees nothing of what goes between them.
"""

import asyncio
import os
from asyncio.subprocess import Process

from indexer.confinement.process import Order, end_process, start_process


class SideProcess:
    """Pipes to and from a process, and the process at their other end once it is started."""

    def __init__(self) -> None:
        self._requests, request_end = os.pipe()
        answer_end, self._answers = os.pipe()
        self.parser_handles = (request_end, answer_end)  # for the parser process
        self._open = {self._requests, self._answers, *self.parser_handles}
        self._process: Process | None = None

    def build_order(self) -> Order:
        """Return the order for the process; called once, when it is needed."""
        raise NotImplementedError

    def hand_over(self) -> None:
        """Close the parser's ends here, once it has its own."""
        self._close(*self.parser_handles)

    async def start(self) -> None:
        """Start the process unless it was; what the parser sent before waits in the pipe."""
        if self._process is None and self._requests in self._open:
            order = await asyncio.to_thread(self.build_order)
            self._process = await start_process(order, self._requests, self._answers)
            self._close(self._requests, self._answers)

    async def close(self) -> None:
        self._close(*self._open)
        if self._process:
            await end_process(self._process)

    def _close(self, *handles: int) -> None:
        for handle in self._open.intersection(handles):
            os.close(handle)
        self._open.difference_update(handles)
