"""Where tables are on a server that change together."""

from msgspec import Struct

from indexer.store.engine.postgresql.exclusion import CHANGES, PAGE_CHANGES, begin_alone

SCHEMA = "multis"


class Place(Struct, frozen=True):
    """Where tables are that change together: a schema, and the gate of their writers.

    Whoever writes holds the gate to the end: otherwise a transaction that began earlier could
    commit later, and rows would come to light below the last one that readers have seen.
    """

    schema: str = SCHEMA
    gate: str = CHANGES

    @property
    def begin_change(self) -> str:
        return begin_alone(self.gate)


MAIN = Place()
# Of the web page: what the reader's login cannot see.
PAGE_PLACE = Place("multis_page", PAGE_CHANGES)
