"""Reads the memory of a process and its children from /proc."""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

PROC = Path("/proc")
# Native parts of what runs models or talks to them: onnxruntime, torch; pydantic-ai brings jiter.
MODEL_LIBRARIES = ("onnxruntime", "torch", "jiter")


class Memory(Struct, frozen=True):
    """Resident memory in bytes."""

    daemon: int = 0  # resident, the process itself
    readers: int = 0  # proportional share of its children
    libraries: tuple[str, ...] = ()  # model libraries that the process has mapped

    @property
    def total(self) -> int:
        return self.daemon + self.readers


def read_memory(pid: int) -> Memory:
    maps = (PROC / str(pid) / "maps").read_text()
    return Memory(
        daemon=_read_rollup(pid, "Rss"),
        readers=sum(_read_rollup(each, "Pss") for each in _list_descendants(pid)),
        libraries=tuple(name for name in MODEL_LIBRARIES if name in maps),
    )


def _read_rollup(pid: int, what: str) -> int:
    for line in (PROC / str(pid) / "smaps_rollup").read_text().splitlines():
        name, _, value = line.partition(":")
        if name == what:
            return int(value.split()[0]) * 1024
    return 0


def list_processes(pid: int) -> list[int]:
    """Return the process and its descendants."""
    return [pid, *_list_descendants(pid)]


def _list_descendants(pid: int) -> Iterator[int]:
    for thread in (PROC / str(pid) / "task").iterdir():
        for child in (thread / "children").read_text().split():
            yield int(child)
            yield from _list_descendants(int(child))
