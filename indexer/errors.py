"""Failures whose sentence is meant for the person who asked."""


class UserError(Exception):
    """Shown word for word: what was wrong and what to do. Everything else is logged and hidden."""
