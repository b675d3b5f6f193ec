"""Number types with limits for pydantic settings, which load nothing of pydantic when imported.

Programs that must start fast read the settings, and pydantic's own constraints take longer to
import than such a program takes to answer.
"""

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Generic, TypeVar

from indexer.i18n import N_, Sentence

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

T = TypeVar("T")

ADDRESS = re.compile(r"https?://[^/\s]\S*", re.IGNORECASE)


class Check(Generic[T]):
    """A check of a setting's values, which `Annotated` adds to its type."""

    __slots__ = ()

    def __get_pydantic_core_schema__(
        self, source: type, handler: "GetCoreSchemaHandler"
    ) -> "CoreSchema":
        from pydantic_core.core_schema import no_info_after_validator_function

        return no_info_after_validator_function(self.check, handler(source))

    def check(self, value: T) -> T:
        """Return `value`, or raise a ValueError that says what is allowed."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Between(Check[float]):
    """A range with both ends included; `most` is None if there is no upper end."""

    least: float
    most: float | None = None

    def check(self, value: float) -> float:
        if value == math.inf:  # JSON has numbers that no float can hold: 1e400
            raise ValueError(N_("a number"))
        if value >= self.least and (self.most is None or value <= self.most):
            return value
        raise ValueError(self.format_range())

    def format_range(self) -> Sentence:
        """Return `from 1 to 5` or `at least 1`."""
        # As a person types them, without separators; translated when the error is shown.
        if self.most is None:
            return N_("at least {least}", least=str(self.least))
        return N_("from {least} to {most}", least=str(self.least), most=str(self.most))


@dataclass(frozen=True, slots=True)
class WebAddress(Check[str]):
    """The address of a server, or nothing."""

    def check(self, value: str) -> str:
        if value and not ADDRESS.fullmatch(value):
            raise ValueError(N_("an address that begins with http:// or https://"))
        return value


Count = Annotated[int, Between(0)]
Positive = Annotated[int, Between(1)]
Amount = Annotated[float, Between(0)]
Share = Annotated[float, Between(0, 1)]
Seconds = Annotated[float, Between(0.01)]
Days = Annotated[int, Between(0, 36_500)]  # further back than a hundred years a date has no name
Address = Annotated[str, WebAddress()]
Port = Annotated[int, Between(0, 65_535)]
