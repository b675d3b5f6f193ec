"""Passages to be read, as the page has them."""

from msgspec import Struct


class APart(Struct, frozen=True):
    heading: str
    text: str


class APassage(APart, frozen=True):
    type: str
    before: tuple[APart, ...] = ()
    after: tuple[APart, ...] = ()
