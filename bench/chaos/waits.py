"""Measures how long the chats of other workers wait while one is hit.

The wait of a message is the time until something happens in its chat: a typing sign, a reply, a
word more of the answer before it. Three kinds are told apart: messages to a chat of another worker
within `AFTERMATH` of a blow, those after a blow to the worker that leads, who alone asks Telegram
for news, and those of calm times, to which the others compare.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from tests.adapters.fake_bot_api.world import Call

AFTERMATH = 10.0  # seconds after a blow in which others could wait because of it
LASTING = 60.0  # seconds in which those that it hit work off what has piled up


class Said(Struct, frozen=True):
    """A message that somebody sent."""

    chat: int
    at: float


class Blow(Struct, frozen=True):
    """What hit a worker, or the server and so all of them."""

    at: float
    chats: frozenset[int] = frozenset()  # of the worker that was hit
    all: bool = False
    leading: bool = False

    def hits(self, said: Said) -> bool:
        """Return whether the chat was that of the worker that was hit, not long ago."""
        return 0 <= said.at - self.at < LASTING and (self.all or said.chat in self.chats)

    def is_before(self, said: Said) -> bool:
        """Return whether somebody else's chat could wait because of it."""
        return 0 <= said.at - self.at < AFTERMATH


class Waits(Struct, frozen=True):
    """Seconds: the median, the 95th of a hundred, and the longest."""

    messages: int
    half: float
    most: float
    longest: float


def measure_waits(
    said: Sequence[Said], blows: Sequence[Blow], calls: Iterable[Call]
) -> dict[str, Waits]:
    """Sort the waits by what had just been hit; messages that a blow concerned are left out."""
    found = defaultdict[str, list[float]](list)
    signs = _list_signs(calls)
    for each in said:
        kind = _choose_kind(each, blows)
        times = signs[each.chat]
        place = bisect_left(times, each.at)
        if kind and place < len(times):
            found[kind].append(times[place] - each.at)
    return {kind: _sum_up(sorted(waits)) for kind, waits in sorted(found.items())}


def _list_signs(calls: Iterable[Call]) -> dict[int, list[float]]:
    """List when something was seen in each chat."""
    signs = defaultdict[int, list[float]](list)
    for call in calls:
        if call.outcome in ("ok", "cut") and (chat := call.parameters.get("chat_id")):
            signs[int(str(chat))].append(call.at)
    return signs


def _choose_kind(said: Said, blows: Sequence[Blow]) -> str:
    """Return "calm", "others", "others, leader hit", or "" for a message that was concerned."""
    if any(blow.hits(said) for blow in blows):
        return ""
    recent = [blow for blow in blows if blow.is_before(said)]
    if any(blow.leading for blow in recent):
        return "others, leader hit"
    return "others" if recent else "calm"


def _sum_up(waits: Sequence[float]) -> Waits:
    return Waits(len(waits), *_choose(waits, 0.5, 0.95, 1.0))


def _choose(waits: Sequence[float], *shares: float) -> Iterator[float]:
    for share in shares:
        yield round(waits[min(int(share * len(waits)), len(waits) - 1)], 2)
