"""Lists the sentences of a message that change something by themselves. Pure.

`Kids decided. The cat is Gherkin from now on.` begins with somebody else, and yet is about the cat.
Of whom a sentence tells that names nobody, only the one before it may say: `Tom rang. Moved to
York.` is left as a whole.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from indexer.inference.reading import guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.sentences import find_sentence_ends
from memory.text.assertion import drop_unmeant, is_meant, list_doubts
from memory.text.naming import find_lead, has_like, is_strange
from memory.text.persons import PRONOUNS
from memory.text.statement import LONGEST, find_person_words, list_tokens

QUOTES = re.compile('["„“”«»「」『』]')


def list_own_sentences(said: str, old: str) -> Iterator[str]:
    """Yield each of several sentences that says whom or what it is about, or can only be the
    speaker's; none if any of them is quoted or not meant.
    """
    if len(said) > LONGEST or QUOTES.search(said) or not is_meant(said):
        return
    sentences = _split(drop_unmeant(said))
    for place, each in enumerate(sentences if len(sentences) > 1 else []):
        before = " ".join(sentences[:place])
        if is_meant(each) and not list_doubts(before) and _stands_alone(each, before, old):
            yield each


def _split(text: str) -> list[str]:
    ends = find_sentence_ends(text, 0, len(text))
    found = (text[start:end].strip() for start, end in pairwise((0, *ends)))
    return [each for each in found if each]


def _stands_alone(sentence: str, before: str, old: str) -> bool:
    language = guess_language(f"{sentence} {old}")
    mine, theirs = read_text(sentence, language), read_text(old, language)
    if any(each.has(mark) for each in mine.words for mark in PRONOUNS):
        return False
    lead = find_lead(mine)
    if lead:
        return any(has_like(each, theirs) for each in lead)
    spoken = find_person_words().isdisjoint(list_tokens(fold(unify(sentence))))
    return not spoken or not _names_somebody(before, language)


def _names_somebody(text: str, language: str) -> bool:
    """Tell if a text has a relative, a name, or `he`, who may be meant behind it."""
    words = read_text(text, language).words
    return any(
        each.has("kin")
        or each.is_name
        or (not each.place and is_strange(each))
        or any(each.has(mark) for mark in PRONOUNS)
        for each in words
    )
