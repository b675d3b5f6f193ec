"""What numbers a setting may be, told to pydantic; importing this loads nothing of it.

The settings are read by programs that must start fast, and pydantic's own constraints take longer
to import than such a program takes to answer.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema


@dataclass(frozen=True, slots=True)
class Between:
    """Both ends included; `most` is None where there is no end."""

    least: float
    most: float | None = None

    def __get_pydantic_core_schema__(
        self, source: type, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        from pydantic_core.core_schema import no_info_after_validator_function

        return no_info_after_validator_function(self.check, handler(source))

    def check(self, value: float) -> float:
        """`value`; a ValueError says what would be allowed."""
        if value >= self.least and (self.most is None or value <= self.most):
            return value
        raise ValueError(
            f"at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"
        )


Count = Annotated[int, Between(0)]
Positive = Annotated[int, Between(1)]
Amount = Annotated[float, Between(0)]
Share = Annotated[float, Between(0, 1)]
Seconds = Annotated[float, Between(0.01)]
Days = Annotated[int, Between(0, 36_500)]  # further back than a hundred years a date has no name
Port = Annotated[int, Between(0, 65_535)]
