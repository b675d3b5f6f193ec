"""A line of an acceptance table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    what: str
    figure: str
    asked: str
    met: bool
    beside: str = ""

    def __str__(self) -> str:
        mark = "ok  " if self.met else "MISS"
        return f"{mark} {self.what:50} {self.figure:>16}  asked {self.asked:11}  {self.beside}"
