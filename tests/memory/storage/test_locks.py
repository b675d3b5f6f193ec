import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from memory.storage.locks import Locks

HOLDER = """
import fcntl, sys
with open(sys.argv[1], "w") as file:
    fcntl.flock(file, fcntl.LOCK_EX)
    print("held", flush=True)
    sys.stdin.readline()
"""


@contextmanager
def held_by_another_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(  # noqa: S603 - our own interpreter and text
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        yield holder
        holder.kill()


async def test_one_at_a_time_in_order_of_arrival(tmp_path: Path) -> None:
    locks, order, inside = Locks(), list[int](), list[int]()

    async def work(number: int) -> None:
        async with locks.hold(tmp_path / "lock"):
            inside.append(number)
            await asyncio.sleep(0)
            assert inside == [number]
            inside.remove(number)
            order.append(number)

    await asyncio.gather(*(work(number) for number in range(20)))
    assert order == list(range(20))


async def test_a_lock_of_another_process_is_waited_for(tmp_path: Path) -> None:
    locks, path = Locks(), tmp_path / "lock"
    with held_by_another_process(path) as holder:
        async with locks.try_hold(path) as free:
            assert not free
        waiting = asyncio.create_task(locks.hold(path).__aenter__())
        await asyncio.wait({waiting}, timeout=0.05)
        assert not waiting.done()
        holder.kill()
        await waiting


async def test_an_attempt_in_the_same_process_does_not_wait(tmp_path: Path) -> None:
    locks, path = Locks(), tmp_path / "lock"
    async with locks.hold(path), locks.try_hold(path) as free:
        assert not free
    async with locks.try_hold(path) as free:
        assert free


async def test_a_cancelled_waiter_leaves_the_lock_to_the_next(tmp_path: Path) -> None:
    locks, path = Locks(), tmp_path / "lock"
    async with locks.hold(path):
        waiting = asyncio.create_task(locks.hold(path).__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait({waiting})
    async with asyncio.timeout(5), locks.hold(path):
        pass
