"""Reads a note whose date was resolved as if it named that date in the person's words. Pure.

Who says `next Friday` may find `on 27 November` noted. A comparison of words sees another number
there, although it is the same day.
"""

from datetime import datetime

from indexer.text.dates.finder import NamedMention, find_named
from indexer.text.dates.offsets import Span, fold_text


def name_dates_as_said(note: str, said: str, moment: datetime) -> str:
    """Return `note` with its date in the words of `said`, if both name the same one.

    `moment` is when it was said, in the person's time zone.
    """
    noted, named = find_named(note, moment), find_named(said, moment)
    if noted is None or named is None or noted.mention != named.mention:
        return note
    start, end = _locate(note, noted)
    first, last = _locate(said, named)
    words = said[first:last]
    if start and not first:  # the capital of a beginning is none of a name
        words = f"{words[:1].lower()}{words[1:]}"
    return f"{note[:start]}{words}{note[end:]}"


def _locate(text: str, named: NamedMention) -> Span:
    """Return where a mention stands in `text` itself."""
    origins = fold_text(text).origins
    return origins[named.start], origins[named.end]
