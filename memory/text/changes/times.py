"""Reads a statement without its dates, and tells since when it holds. Pure."""

import re
from datetime import datetime
from functools import cache, lru_cache

from indexer.text.dates.finder import find_mention, strip_dates
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_all_words
from memory.text.statement import KEPT

ANY_DAY = datetime(2000, 1, 3)  # noqa: DTZ001 - any day will do


@lru_cache(maxsize=KEPT)
def names_since(text: str) -> bool:
    """Tell if a text says since which day it holds."""
    mention = find_mention(text, ANY_DAY)
    return mention is not None and mention.role == "since"


@lru_cache(maxsize=KEPT)
def strip_times(text: str) -> str:
    """Return a text without dates, and without the `since` that stood before one."""
    return _compile_since().sub("", strip_dates(text))


@cache
def _compile_since() -> re.Pattern[str]:
    """Match `seit` right before `im`, where the date between them was taken out."""
    since = build_alternatives(load_all_words("since_words"))
    place = build_alternatives([fold(each) for each in load_all_words("place_prepositions")])
    return re.compile(rf"(?<!\w)(?:{since})\s(?=(?:{place})(?!\w))")
