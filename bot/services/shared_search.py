"""Searches for passages that a person may send into any chat: of `kb`, and of nothing else.

Whoever reads there is not known, so not even the owner finds anything else this way.
"""

from collections.abc import Sequence

from bot.access import policy
from bot.messages import Sender, SharedPassage
from bot.rendering.format import shorten
from bot.rendering.passages import format_location
from bot.runtime.rate_limiter import RateLimiter
from bot.services.services import Services

FOUND = 5  # passages at most
EXCERPT = 400  # characters
WORDS = 256  # characters
PER_MINUTE = 60  # searches of one person: one for every letter that they type


class SharedSearch:
    """Lives as long as the services."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._limiter = RateLimiter(PER_MINUTE, 60.0)

    async def search(self, sender: Sender, words: str) -> Sequence[SharedPassage]:
        """Find passages for people who are answered at all; nothing for everybody else."""
        services, wanted = self._services, words[:WORDS].strip()
        access, now = await services.people.load_access(), services.clock()
        if not (wanted and policy.may_ask(sender.key, access)):
            return ()
        if not self._limiter.admit(sender.key, now.timestamp()):
            return ()
        visible = policy.decide_shared_visibility(sender, access)
        hits = await services.store.search(visible, wanted, limit=FOUND, now=now)
        return [
            SharedPassage(format_location(hit), shorten(hit.chunk.text, EXCERPT)) for hit in hits
        ]
