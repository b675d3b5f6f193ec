"""A row of an acceptance table."""

from msgspec import Struct


class Row(Struct, frozen=True):
    name: str
    figure: str
    required: str
    met: bool
    note: str = ""

    def __str__(self) -> str:
        mark = "ok  " if self.met else "MISS"
        return f"{mark} {self.name:50} {self.figure:>16}  required {self.required:11}  {self.note}"
