"""Metrics for Prometheus: counts, durations, queue lengths. No text, no names of chats.

prometheus-client is imported here and nowhere else, and this module only where `metrics.port` is
set.
"""

import logging
import time
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import aclosing

from msgspec import Struct, field
from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from bot.llm.usage import ModelTotal
from bot.messages import Answer, Handle, IncomingMessage, Reply
from bot.services.services import Services

SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
STAGES = (
    "From a message until something is shown (first), until the reply is made (reply), and from"
    " then until the platform has it (delivery)"
)
CONTENT_TYPE = CONTENT_TYPE_LATEST


class Figures(Struct, frozen=True):
    """Values that are not counted but looked up for each request."""

    waiting: int = 0  # messages without an answer
    unsent: int = 0  # answers and notices that no platform has confirmed
    captures: Mapping[str, int] = field(default_factory=dict)  # chats, by state of their notes
    tokens: Sequence[ModelTotal] = ()  # by model, since this home was made


class Metrics(logging.Handler):
    """All metrics of a daemon; as a log handler it also counts errors."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        super().__init__(logging.ERROR)
        self._monotonic = monotonic
        self._figures = Figures()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(self)
        self._messages = self._counter("multis_messages", "Messages that were answered", "platform")
        self._failed = self._counter(
            "multis_failed_replies", "Replies that say why something was not done", "platform"
        )
        self._stages = Histogram(
            "multis_stage_seconds",
            STAGES,
            ["stage", "platform"],
            buckets=SECONDS,
            registry=self._registry,
        )
        self._errors = self._counter("multis_errors", "Lines of the log at level error", "part")

    def _counter(self, name: str, help_text: str, label: str) -> Counter:
        return Counter(name, help_text, [label], registry=self._registry)

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.labels(record.name.partition(".")[0]).inc()

    def measure(self, handle: Handle) -> Handle:
        """Wrap `handle` to count messages and time their stages.

        The wrapped handler stays suspended at its reply until the platform has it, so the rest of
        its time is delivery.
        """

        async def measured(message: IncomingMessage) -> Answer:
            platform, lap = message.chat.platform, _Laps(self._monotonic)
            self._messages.labels(platform).inc()
            async with aclosing(handle(message)) as items:
                async for item in items:
                    if lap.is_first():
                        self._observe("first", platform, lap.so_far())
                    if not isinstance(item, Reply):
                        yield item
                        continue
                    self._observe("reply", platform, lap.so_far())
                    self._failed.labels(platform).inc(item.failed)
                    made = lap.so_far()
                    try:
                        yield item
                    finally:
                        self._observe("delivery", platform, lap.so_far() - made)

        return measured

    def collect(self) -> Iterator[Metric]:
        """Yield the values looked up last, as prometheus-client asks for them."""
        figures = self._figures
        queue = {"answer": figures.waiting, "delivery": figures.unsent}
        captures = dict(sorted(figures.captures.items()))
        yield _build_gauge("multis_queue", "What waits, by for what", "for", queue)
        yield _build_gauge(
            "multis_captures", "Chats by the state of their notes", "state", captures
        )
        yield _build_tokens(figures.tokens)

    def render(self, figures: Figures) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        self._figures = figures
        return generate_latest(self._registry)

    def _observe(self, stage: str, platform: str, seconds: float) -> None:
        self._stages.labels(stage, platform).observe(seconds)


def _build_gauge(name: str, help_text: str, label: str, values: Mapping[str, int]) -> Metric:
    gauge = GaugeMetricFamily(name, help_text, labels=[label])
    for each, value in values.items():
        gauge.add_metric([each], value)
    return gauge


def _build_tokens(totals: Sequence[ModelTotal]) -> Metric:
    help_text, labels = "Tokens that models took and gave", ["model", "direction"]
    tokens = CounterMetricFamily("multis_tokens", help_text, labels=labels)
    for each in totals:
        tokens.add_metric([each.model, "input"], each.input_tokens)
        tokens.add_metric([each.model, "output"], each.output_tokens)
    return tokens


class _Laps:
    """Times one message."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._started = monotonic()
        self._fresh = True

    def so_far(self) -> float:
        """Return the seconds since the handler got the message."""
        return self._monotonic() - self._started

    def is_first(self) -> bool:
        """Return True the first time only."""
        fresh, self._fresh = self._fresh, False
        return fresh


async def collect_figures(services: Services) -> Figures:
    waiting, unsent = await services.inbox.count_pending()
    states = await services.captures.list_states()
    return Figures(
        waiting, unsent, Tally(each.state for each in states), await services.usage.list_totals()
    )
