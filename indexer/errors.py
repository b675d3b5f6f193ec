"""The error whose message is shown to users, and those of the database."""

import sqlite3

# Outside `indexer/store` nobody names SQLite's errors: another engine would raise others, which
# would be listed here.
StorageError = sqlite3.Error  # the database refuses or fails
UnavailableError = sqlite3.OperationalError  # it is locked, full or away: that may pass


class ServerAwayError(UnavailableError):
    """The database server cannot be reached."""


class UserError(Exception):
    """Its message is shown word for word: it says what happened and what to do.

    Every other exception is logged and hidden from users.
    """


class NewerDatabaseError(UserError):
    """The database was changed by a newer version of the program, which alone may write to it."""
