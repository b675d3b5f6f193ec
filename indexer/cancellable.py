"""Runs HTTP calls that may be cancelled while they are under way.

httpcore gives a connection back under a shield that anyio's cancellation respects, but
`Task.cancel` and `asyncio.timeout` do not. A call that these end just then keeps its place in the
pool for ever; once all places are taken, nothing is sent any more. So a call has a task of its own,
which only anyio cancels.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from anyio import CancelScope

Result = TypeVar("Result")


async def run_cancellable(call: Callable[[], Awaitable[Result]]) -> Result:
    """Return what `call` returns; once the caller is cancelled, `call` has ended in order."""
    from anyio import CancelScope  # takes longer to load than most commands to run

    scope = CancelScope()
    task = asyncio.create_task(_run(scope, call))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        scope.cancel()
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # nobody else asks for it
        raise


async def _run(scope: "CancelScope", call: Callable[[], Awaitable[Result]]) -> Result:
    with scope:
        return await call()
    raise asyncio.CancelledError
