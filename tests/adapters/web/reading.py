"""Passages to be read, as the page has them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class APart:
    heading: str
    text: str


@dataclass(frozen=True)
class APassage(APart):
    type: str
    before: tuple[APart, ...] = ()
    after: tuple[APart, ...] = ()
