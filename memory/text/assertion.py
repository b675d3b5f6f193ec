"""Tells if a text denies something, is meant at all, or only supposes and wishes. Pure."""

import re
from collections.abc import Sequence
from itertools import pairwise

from indexer.inference.reading import Word, read_text
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.sentence_kind import is_question
from indexer.text.sentences import find_sentence_ends
from indexer.text.word_lists import load_all_words
from memory.text.hearsay import retells
from memory.text.naming import STOPS
from memory.text.quotation import drop_quotations
from memory.text.statement import (
    CLAUSE,
    find_opening,
    find_pattern,
    has_meaning,
)
from memory.text.values import CHANGES, names_thing

DOUBTS = ("mod:maybe", "mod:wish", "mod:would")
MAYBE = "mod:maybe"
CONDITION = "mod:if"
LONG_AGO = "asp:long ago"
NEARLY = "asp:near"
# What denies, doubts or plans what ends or changes: `haven't`, `might`, `thinking of`, `need to`.
OPEN = (NEARLY, "mod:if", "mod:maybe", "mod:must", "mod:plan", "mod:wish", "mod:would", "neg:not")
MUST_HAVE = frozenset(("devait", "had to", "moest", "moesten", "musste", "mussten"))
# What of a statement may not be so: what denies it, or only supposes, wishes or plans it.
UNSURE = ("neg", "mod:can", "mod:if", "mod:maybe", "mod:must", "mod:plan", "mod:wish", "mod:would")
QUIT = "asp:quit"
TURNS = (CHANGES | STOPS) - {"begin"}
INFINITIVE = "to"  # `tried to cancel`
LAUGHTER = re.compile("[😂🤣😹😆😜😝😛🤪]")


def is_unsure(word: Word) -> bool:
    """Tell if a word denies, supposes, wishes or plans what is said with it: not `had to`."""
    return word.text.lower() not in MUST_HAVE and any(map(word.has, UNSURE))


def is_negated(text: str) -> bool:
    """Tell if `text` denies something; too often rather than too rarely, as everywhere here."""
    if not load_all_words("negation_signs").isdisjoint(text):
        return True
    words = load_all_words("negations")
    return any(word in words or word.endswith("n't") for word in map(fold, tokenize(text)))


def leaves_open(text: str) -> bool:
    """Tell if what ends or changes is only planned or denied: `haven't quit`, `tried to cancel`."""
    return any(map(_leaves_open, read_text(text).by_clause.values()))


def _leaves_open(clause: Sequence[Word]) -> bool:
    """Tell if a denial or a plan precedes what ends: not `I don't go any more`."""
    at = next((n for n, each in enumerate(clause) if each.topics & TURNS or each.has(QUIT)), 0)
    led = any(each.text.lower() == INFINITIVE for each in clause[max(0, at - 1) : at])
    before = (each for each in clause[:at] if each.text.lower() not in MUST_HAVE)
    return led or any(each.has(mark) for each in before for mark in OPEN)


def is_meant(text: str) -> bool:
    """Tell if a text states something in earnest: nobody asks, laughs, plays or is quoted."""
    earnest = bool(drop_unmeant(text)) and not (is_question(text) or _asks(text) or retells(text))
    return earnest and not is_fiction(text)


def is_fiction(text: str) -> bool:
    """Tell if a song, a film, a role or a dream says it, or it is only as if it were so."""
    return find_pattern("fiction_patterns", fold(unify(text))) is not None


def _asks(text: str) -> bool:
    """Tell if a text asks without a question mark: `have they cancelled it`, `it is, or not`.

    It may tell something behind: `have you heard, I moved to York`.
    """
    bare = fold(unify(text)).strip(" .!…。！")
    found = find_pattern("unmarked_question_patterns", bare)
    return found is not None and (found.start() > 0 or CLAUSE.search(bare, found.end()) is None)


def drop_unmeant(text: str) -> str:
    """Return a text without what others say in it, and without sentences that are a joke.

    `Just kidding` takes back the one before.
    """
    text = drop_quotations(text)
    if not is_joke(text):
        return text
    kept: list[str] = []
    for start, end in pairwise((0, *find_sentence_ends(text, 0, len(text)))):
        sentence = text[start:end].strip()
        if kept and is_mere_joke(sentence):
            kept.pop()
        elif not is_joke(sentence):
            kept.append(sentence)
    return " ".join(filter(has_meaning, kept))


def is_joke(text: str) -> bool:
    """Tell if somebody laughs at what they say, or says that they joke, and not that they don't."""
    folded = fold(unify(text))
    if find_pattern("earnest_patterns", folded):
        return False
    return bool(LAUGHTER.search(text) or find_pattern("joke_patterns", folded))


def may_be_irony(text: str) -> bool:
    """Tell if a text begins as many do that mean the opposite: `Oh great, I love queues`."""
    return find_opening("irony_openings", fold(unify(text))) is not None


def is_mere_joke(text: str) -> bool:
    """Tell if a text only laughs, or says that what was said before it was a joke."""
    folded = fold(unify(LAUGHTER.sub(" ", text)))
    found = find_pattern("joke_patterns", folded)
    rest = f"{folded[: found.start()]} {folded[found.end() :]}" if found else folded
    return is_joke(text) and not has_meaning(rest)


def list_doubts(text: str) -> frozenset[str]:
    """List in which ways a text does not say that it is so: `perhaps`, `I would like to`, `if`.

    What was so long ago is not so by now: `as a child I lived by the sea`; nor is what nearly
    happened.
    """
    words = read_text(text).words
    marks = frozenset(each for each in (*DOUBTS, CONDITION) if any(w.has(each) for w in words))
    near = frozenset((NEARLY,)) if _nearly_happened(words) else frozenset[str]()
    long_ago = find_pattern("long_ago_patterns", fold(unify(text)))
    return marks | near | {LONG_AGO} if long_ago else marks | near


def is_mere_doubt(clause: str, language: str) -> bool:
    """Tell if a clause only doubts what was said before it: `no idea`, `no idea if that's true`."""
    words = read_text(clause, language).words
    doubts = sum(each.has(MAYBE) for each in words)
    return doubts > sum(names_thing(each) for each in words)


def ends_in_doubt(clause: str, language: str) -> bool:
    """Tell if the clause behind one is what somebody only thinks: `Oma denkt, ich wohne hier`."""
    return any(each.has(MAYBE) for each in read_text(clause, language).words[-1:])


def _nearly_happened(words: Sequence[Word]) -> bool:
    """Tell if something came close to happening; `nearly 900` is an amount."""
    of_amounts = {one.place for one, two in pairwise(words) if two.is_figure}
    return any(each.has(NEARLY) and each.place not in of_amounts for each in words)
