"""Keeps the owner's last prompts as they were sent, so that the desk can show what a model read.

Only prompts of the owner's own private chats, only in this process's memory, for an hour: what
multis was told to forget is in no copy on the disk, and a prompt whose passages or facts are gone
by now is not shown either.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct

from bot.llm import Prompt, TokenUsage

KEPT = 20
LONGEST = timedelta(hours=1)


class SentPrompt(Struct, frozen=True):
    """A prompt as a model read it for one answer, and what that cost in tokens."""

    prompt: Prompt
    used: tuple[TokenUsage, ...]  # by model
    passages: tuple[str, ...]  # ids of those in it
    facts: tuple[str, ...]
    at: datetime


class SentPrompts:
    """With `keep` False none is kept: another process could not forget it."""

    def __init__(self, clock: Callable[[], datetime], *, keep: bool = True) -> None:
        self._clock = clock
        self._keep = keep
        self._kept: dict[tuple[str, str], SentPrompt] = {}
        # How often they were forgotten: what was gathered before the last time is not kept after.
        self.cleared = 0

    def record(
        self,
        key: tuple[str, str],
        prompt: Prompt,
        used: tuple[TokenUsage, ...],
        sources: tuple[tuple[str, ...], tuple[str, ...]],
    ) -> None:
        """Keep what was sent for `key`, a chat (`platform:id`) and a message of it.

        `sources` are the ids of the passages and of the facts in it. The oldest of too many goes.
        """
        if not self._keep:
            return
        self._kept.pop(key, None)
        self._kept[key] = SentPrompt(prompt, used, *sources, self._clock())
        for old in list(self._kept)[:-KEPT]:
            del self._kept[old]

    def find(self, chat: str, message: str) -> SentPrompt | None:
        sent = self._kept.get((chat, message))
        return sent if sent and self._clock() - sent.at < LONGEST else None

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        """Forget all of them: something in one of them may just have been forgotten."""
        self._kept.clear()
        self.cleared += 1
