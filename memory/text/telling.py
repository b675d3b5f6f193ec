"""Tells if a message tells something of somebody's life, also without a subject or a verb. Pure.

In chats people write `moved to Leeds last week`, `bin jetzt Papa` and `dentist Tuesday at 3`. Those
are no search words; a question, a request and a word or two by themselves tell nothing.
"""

import re
from itertools import pairwise

from indexer.text.dates.finder import has_mention, strip_dates
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import asks_for_something, is_statement
from indexer.text.word_lists import ListName, load_all_words
from memory.text.changes.event_change import CLOCK, tells_change
from memory.text.statement import (
    CLAUSE,
    LONGEST,
    drop_opening,
    find_opening,
    find_pattern,
    guess_spoken,
    has_meaning,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
    spell_out,
    strip_repetition,
)

EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\u2764]\ufe0f?\\s*$")
FEWEST = 3  # words; fewer are search words
FEWEST_SIGNS = 4
STATES: tuple[ListName, ...] = (
    *("home_patterns", "moving_patterns", "work_patterns", "hiring_patterns"),
    *("leaving_patterns", "occupation_patterns", "marital_patterns"),
)


def tells_something(text: str) -> bool:
    """Tell if somebody says how something is, and asks for nothing."""
    if len(text) > LONGEST or asks_for_something(text):
        return False
    if is_statement(text) or is_statement(spell_out(fold(unify(text)))):  # `Yoga's on Thursdays`
        return True
    return _is_long_enough(text) and _tells_in_short(text)


def may_tell(text: str) -> bool:
    """Tell if a text asks for nothing, and is long enough for somebody to tell something in it."""
    if len(text) > LONGEST or asks_for_something(text):
        return False
    return _is_long_enough(text) or is_statement(text)


def _is_long_enough(text: str) -> bool:
    words = list_tokens(fold(unify(text)))
    return len(words) >= (FEWEST_SIGNS if is_unspaced(text) else FEWEST)


def _tells_in_short(text: str) -> bool:
    if EMOJI.search(text) or _is_appointment(text) or _says_what_is(text):
        return True
    if parse_statement(text).corrects or tells_change(fold(unify(text))):
        return True
    spoken, bare = guess_spoken(text), fold(unify(strip_repetition(text)))
    clauses = [drop_opening(each, spoken) for each in CLAUSE.split(bare)]
    return any(
        find_opening("telling_patterns", each) or any(find_pattern(name, each) for name in STATES)
        for each in clauses
    )


def _says_what_is(text: str) -> bool:
    """Tell if `is` stands inside, in any language: `l'allenatore di Leo è Paolo`.

    Behind an owner stands a noun: `my son` has no Spanish verb.
    """
    words = list_tokens(fold(unify(text)))
    copulas, owners = load_copulas(), load_all_words("owners")
    pairs = enumerate(pairwise(words), 1)
    place = next((n for n, (one, each) in pairs if each in copulas and one not in owners), 0)
    questions = load_all_words("clause_openings")
    return 1 < place < len(words) - 1 and questions.isdisjoint(words[:place])


def _is_appointment(text: str) -> bool:
    """Tell if a text has a day, an hour, and what is then: `dentist Tuesday at 3 pm`."""
    timed = CLOCK.search(fold(unify(text))) is not None
    return timed and has_mention(text) and has_meaning(CLOCK.sub(" ", strip_dates(text)))
