"""Records durations and their quantiles."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Timings:
    """Seconds that something took, one number per run."""

    name: str
    seconds: list[float] = field(default_factory=list)

    @contextmanager
    def measure(self) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.seconds.append(time.perf_counter() - started)

    def quantile(self, share: float) -> float:
        """Return the quantile `share`, in milliseconds; 0 if nothing was measured."""
        ordered = sorted(self.seconds) or [0.0]
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def format(self) -> str:
        return f"{self.quantile(0.5):9.2f} / {self.quantile(0.95):8.2f} ms"
