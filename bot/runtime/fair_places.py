"""Shares a number of places fairly: one person holds at most half, and who holds fewest is next."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


class AnswerPlace:
    """A place that somebody holds or waits for."""

    def __init__(self, who: str) -> None:
        self.who = who
        self._given = asyncio.Event()

    @property
    def ready(self) -> bool:
        return self._given.is_set()

    def give(self) -> None:
        self._given.set()

    async def wait(self) -> None:
        """Wait until the place is free; places are given in the order of their requests."""
        await self._given.wait()


class FairPlaces:
    """At most `most` places at once, and half of them for one person."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._share = max(1, most // 2)
        self._held: Counter[str] = Counter()
        self._waiting: list[AnswerPlace] = []

    @contextmanager
    def request(self, who: str) -> Iterator[AnswerPlace]:
        """Request a place for `who`, and free it at the end; the block may begin before it does."""
        place = AnswerPlace(who)
        self._waiting.append(place)
        self._advance()
        try:
            yield place
        finally:
            if place.ready:
                self._held[who] -= 1
                self._held += Counter()  # drops those who hold none
                self._advance()
            else:
                self._waiting.remove(place)

    def _advance(self) -> None:
        while self._held.total() < self._most and (place := self._find_next()):
            self._waiting.remove(place)
            self._held[place.who] += 1
            place.give()

    def _find_next(self) -> AnswerPlace | None:
        """Return the first request of whoever holds fewest places; None if all have their share."""
        free = (each for each in self._waiting if self._held[each.who] < self._share)
        return min(free, key=lambda each: self._held[each.who], default=None)
