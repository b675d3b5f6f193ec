"""What models used to answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens; `estimated` of them were told by nobody. `model` is the one that used them."""

    input_tokens: int = 0
    output_tokens: int = 0
    model: str = ""
    estimated: int = 0

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            other.model,
            self.estimated + other.estimated,
        )


class Meter:
    """Runs while one answer is made, and has counted whatever becomes of that answer."""

    def __init__(self) -> None:
        self._used: dict[str, TokenUsage] = {}

    def add(self, usage: TokenUsage) -> None:
        self._used[usage.model] = self._used.pop(usage.model, TokenUsage()) + usage

    @property
    def used(self) -> tuple[TokenUsage, ...]:
        """By model, the last that was at work at the end."""
        return tuple(self._used.values())
