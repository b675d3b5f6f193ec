"""The interface of embedders, which turn texts into vectors, and the embedder without a model."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from indexer.errors import UserError
from indexer.i18n import N_, Sentence
from indexer.settings import Seconds


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """`auto`: the local model if it is installed, else an Ollama on this machine, else none."""

    # `auto`: the local model if installed, else an Ollama on this machine, else none.
    kind: Literal["auto", "local", "ollama", "openai", "none"] = "auto"
    path: str = ""  # folder of the local model; empty: where `multis semantic install` puts it
    model: str = ""  # of Ollama ("all-minilm" if empty) or of the endpoint
    base_url: str = ""  # empty: Ollama on this machine, or OpenAI's own endpoint
    api_key: str = field(default="", repr=False)  # of the endpoint
    timeout_seconds: Seconds = 30.0  # for one request


class EmbedderError(UserError):
    """No vectors this time, so search goes by words. `retryable`: it may work later."""

    def __init__(self, sentence: str | Sentence, *, retryable: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence  # translated when it is shown, which may be in another task
        self.retryable = retryable


class Embedder(Protocol):
    """Embeds texts; only vectors of the same `name` may be compared."""

    @property
    def name(self) -> str:
        """Where the model runs and which it is: "local:all-MiniLM-L6-v2"; "none" without one."""

    def can_embed(self, text: str) -> bool:
        """Return whether the model supports the language of `text`, a question or a chunk."""

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        """Return one unit vector per text, as little-endian float32; raises EmbedderError.

        `urgent` texts, such as a question someone waits for, go ahead of all others.
        """


class NoEmbedder:
    """Search by words alone."""

    name = "none"

    def can_embed(self, text: str) -> bool:
        return False

    async def embed(self, texts: Sequence[str], *, urgent: bool = False) -> list[bytes]:
        raise EmbedderError(N_("No embedding model is set up. Run `multis semantic install`."))
