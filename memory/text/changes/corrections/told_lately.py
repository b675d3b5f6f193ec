"""Finds which of the things told lately words are about that name none of them. Pure.

It is the one that has a value of the same sort. `It's Thursday at 3 now` goes back only past what
says more of it, or gives a value of its own: behind `I ordered a sofa` it is about that.
"""

from collections.abc import Sequence

from indexer.inference.reading import Word, read_text
from indexer.text.word_lists import load_all_words
from memory.text.changes.corrections.correction import parse_correction
from memory.text.changes.corrections.last_said import correct_last
from memory.text.changes.event_change import tells_change
from memory.text.naming import list_shared, read_both
from memory.text.persons import find_heads
from memory.text.statement import list_tokens, load_copulas, parse_statement, strip_repetition

OTHERS = "poss:other"
SPEAKER = ("pers:speaker", "pers:we")
FIRST = 2  # words


def find_told(new: str, told: Sequence[str]) -> int | None:
    """Return the place of the one that `new` gives another value, of those told lately, the last
    first.
    """
    given = [place for place, old in enumerate(told) if correct_last(new, old)]
    if not given:
        return None
    if _contrasts(new) and not any(_is_alike(each, told[given[0]]) for each in told[: given[0]]):
        return None
    if given[0] == 0 and parse_correction(new):
        return 0
    own = _is_of_speaker(new)
    between = told[: given[0]]
    return given[0] if len(given) == 1 and (own or all(map(_goes_on, between))) else None


def _is_of_speaker(new: str) -> bool:
    """Tell if words say what the speaker does: then they are of nobody else, whatever they told.

    Who moves something to a day says nothing of themselves: `we've moved it to Sunday`.
    """
    found = parse_correction(new)
    words = read_text(found.right if found else strip_repetition(new)).words
    speaks = any(each.has(mark) for each in words[:FIRST] for mark in SPEAKER)
    return (speaks and not tells_change(parse_statement(new).text)) or _contrasts(new)


def _contrasts(new: str) -> bool:
    """Tell if words are of the speaker's, beside another's: `mine's gone up to 36`."""
    return any(each.has("poss:speaker") for each in read_text(new).words[:1])


def _is_alike(other: str, old: str) -> bool:
    """Tell if somebody has what the speaker has: `my sister pays 45 for hers`."""
    mine, theirs = read_both(other, old)
    return bool(find_heads(mine)) and bool(list_shared(mine, theirs))


def _goes_on(told: str) -> bool:
    """Tell if a line says more of what was told before it, or gives something a value."""
    pronouns = load_all_words("subject_pronouns") - load_all_words("definite_articles")
    first = read_text(told).words[:1]
    more = not pronouns.isdisjoint(list_tokens(parse_statement(told).text))
    more = more or any(each.has(OTHERS) for each in first)
    return more or any(map(_is_value, first)) or _says_what_is(told)


def _says_what_is(told: str) -> bool:
    """Tell if a line says where or which something is: `the practice is above the Boots`."""
    tokens, words = list_tokens(parse_statement(told).text), read_text(told).words
    verb = next((n for n, each in enumerate(tokens) if each in load_copulas()), len(tokens))
    behind = read_text(" ".join(tokens[verb + 1 :])).words
    is_ = bool(behind) or any("be" in each.topics for each in words)
    named = is_ and any(each.is_name for each in words)
    return named or any(_is_value(each) or each.has("rel:in") for each in behind)


def _is_value(word: Word) -> bool:
    return word.is_figure or word.has("day")
