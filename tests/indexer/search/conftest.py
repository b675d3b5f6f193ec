"""The tests of this folder run on each engine."""

from tests.postgresql.engines import index_on_each_engine

__all__ = ["index_on_each_engine"]
