"""Engines: SQLite, or whatever else answers the same statements.

Everybody else works with a `Session`; only here is an engine's own library named.
"""
