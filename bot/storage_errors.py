"""What SQLite's errors mean for a person, and what they can do."""

import sqlite3

DAMAGED = (
    "The database is damaged, and I changed nothing. Stop the daemon and put the last backup back "
    "with `multis backup restore FILE`; `multis doctor` says more."
)
# By the first words of SQLite's own message, which is all that Python 3.11 tells apart everywhere.
_SENTENCES = {
    "database or disk is full": "The disk is full. Make room where my data lies; nothing is lost.",
    "attempt to write a readonly database": (
        "My database cannot be written. Make its file and folder writable for me again."
    ),
    "database is locked": (
        "Another program has been holding my database for too long. "
        "Close it and try again; nothing is lost."
    ),
    "unable to open database file": (
        "My database cannot be opened. Check that its folder is there, that it is mine, "
        "and that the disk has room."
    ),
    "database disk image is malformed": DAMAGED,
    "file is not a database": DAMAGED,
}


def sentence(error: sqlite3.Error) -> str:
    """Empty for an error that is a mistake of the program rather than a state of the machine."""
    told = str(error)
    return next((said for start, said in _SENTENCES.items() if told.startswith(start)), "")
