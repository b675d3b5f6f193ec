"""Records durations and their quantiles."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct, field


class Timings(Struct, frozen=True):
    """Seconds that something took, one number per run: on the clock, and of CPU time."""

    name: str
    seconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)  # of all threads of this process

    @contextmanager
    def measure(self) -> Iterator[None]:
        started, spent = time.perf_counter(), time.process_time()
        yield
        self.seconds.append(time.perf_counter() - started)
        self.cpu.append(time.process_time() - spent)

    def average_cpu(self) -> float:
        """Return the CPU time of a run, in milliseconds: it depends least on who else computes."""
        return 1000 * sum(self.cpu) / max(1, len(self.cpu))

    def quantile(self, share: float) -> float:
        """Return the quantile `share`, in milliseconds; 0 if nothing was measured."""
        ordered = sorted(self.seconds) or [0.0]
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def format(self) -> str:
        return f"{self.quantile(0.5):9.2f} / {self.quantile(0.95):8.2f} ms"
