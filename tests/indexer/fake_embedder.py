"""A fake embedding model: its vectors are the meanings that a test gives to words."""

import asyncio
from collections.abc import Sequence

import numpy as np
from msgspec import Struct, field

from indexer.embedding.embedder import EmbedderError

DIMENSIONS = 64
# Words of one line mean the same.
MEANINGS = ("rent lease landlord", "cat kitten purring", "boiler heating warm", "trip voyage sea")


class FakeEmbedder(Struct):
    """Understands whatever has no umlaut; fails or waits when it is told to."""

    name: str = "fake:1"
    asked: list[str] = field(default_factory=list)
    urgent: list[str] = field(default_factory=list)
    failure: EmbedderError | None = None
    refused: str = ""  # a text with this word is refused for good
    hold: asyncio.Event | None = None  # nothing is answered before it is set
    reached: asyncio.Event = field(default_factory=asyncio.Event)  # something was asked

    def can_embed(self, text: str) -> bool:
        return not set(text.lower()) & set("äöüß")

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        (self.urgent if urgent else self.asked).extend(texts)
        self.reached.set()
        if self.hold:
            await self.hold.wait()
        if self.failure:
            raise self.failure
        if self.refused and any(self.refused in text for text in texts):
            raise EmbedderError("This text is refused.")
        return [vector_of(text) for text in texts]


def vector_of(text: str) -> bytes:
    """Near to each other for texts with words of the same meaning, otherwise anywhere."""
    words = text.lower().replace(".", " ").replace(":", " ").split()
    total = 0.1 * _direction("anything")
    for word in words:
        same = next((line for line in MEANINGS if word in line.split()), "")
        total = total + (_direction(same) if same else 0.05 * _direction(word))
    unit: bytes = (total / np.linalg.norm(total)).astype("<f4").tobytes()
    return unit


def _direction(word: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    seed = int.from_bytes(word.encode()[:64], "little")
    return np.random.default_rng(seed).standard_normal(DIMENSIONS)
