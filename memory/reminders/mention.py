"""Tells cheaply whether a message may ask for a reminder: every message is asked."""

from functools import cache

from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words

LONGEST = 1000  # characters of a request


def may_ask(message: str) -> bool:
    """Return False for a message without any words that ask for a reminder."""
    if len(message) > LONGEST:
        return False
    folded = " ".join(fold(unify(message)).split())
    return any(each in folded for each in _load_beginnings())


@cache
def _load_beginnings() -> tuple[str, ...]:
    """Load what each opening begins with; the rest of it may stand after a time."""
    openings = load_all_words("reminder_openings")
    return tuple({fold(each).partition("…")[0].strip() for each in openings})
