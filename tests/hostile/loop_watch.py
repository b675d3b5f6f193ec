"""Watches how long the event loop is held, in CPU time, while something runs."""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Watch:
    """Notes the most CPU time between two turns of the event loop."""

    longest = 0.0

    async def run(self) -> None:
        while True:
            began = time.thread_time()
            await asyncio.sleep(0)
            self.longest = max(self.longest, time.thread_time() - began)


@asynccontextmanager
async def watched() -> AsyncIterator[Watch]:
    """Watch what runs inside; what other tests left is not looked through for garbage meanwhile."""
    gc.freeze()
    watch = Watch()
    task = asyncio.create_task(watch.run())
    try:
        yield watch
    finally:
        gc.unfreeze()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
