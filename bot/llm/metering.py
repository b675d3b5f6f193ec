"""Counts the tokens that models use for one answer."""

from msgspec import Struct


class TokenUsage(Struct, frozen=True):
    """Tokens used by `model`.

    `estimated` of them were not reported by its provider; `cached` of those read came from the
    provider's cache, which costs a part of the price.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    model: str = ""
    estimated: int = 0
    cached: int = 0

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            other.model,
            self.estimated + other.estimated,
            self.cached + other.cached,
        )


class Meter:
    """Adds up usage while one answer is made, whatever becomes of that answer."""

    def __init__(self) -> None:
        self._used: dict[str, TokenUsage] = {}

    def add(self, usage: TokenUsage) -> None:
        self._used[usage.model] = self._used.pop(usage.model, TokenUsage()) + usage

    @property
    def used(self) -> tuple[TokenUsage, ...]:
        """Usage by model; the model that worked last comes last."""
        return tuple(self._used.values())
