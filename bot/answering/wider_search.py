"""Searches again, by other words, for a question of which the first search found nothing near.

"Who do I call when I'm sick?" shares no telling word with "If you are ill, ring the manager".
"""

from collections.abc import Sequence
from functools import partial
from itertools import chain

from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord, list_words
from bot.answering.question.meanings import LEAVE_ASKED, list_same_meaning
from bot.turns.command import Turn
from indexer.aside import run_aside
from indexer.documents import Hit
from indexer.inference.said_for import list_told_for_phrases, list_told_words
from indexer.search.context import merge_searches
from indexer.text.analyzer import extract_terms, is_run
from indexer.text.compounds import SHORTEST, is_compound_part
from indexer.text.question_words import QuestionWords

MOST = 24  # words that are added, beside the parts of compounds
MOST_FOREIGN = 72  # ... of all other languages together
NEARER = 0.1  # of the question's words: what others must have more to be shown instead
LONGEST_PART = 16  # letters of the first part of a compound


async def search_wider(turn: Turn, question: AskedQuestion, limit: int) -> Sequence[Hit]:
    """Return the passages that have words of the question or others for them; none to add: none."""
    related, signs = await run_aside(partial(_list_wider_words, question), len(question.searched))
    if not (related or signs):
        return ()
    found = await _search(turn, " ".join((question.searched, *related)), limit)
    return merge_searches((found, await _search(turn, signs, limit))).hits if signs else found


async def search_foreign(turn: Turn, question: AskedQuestion, limit: int) -> Sequence[Hit]:
    """Return the passages that have in other languages what is asked; none to look for: none."""
    listing = partial(_list_foreign_words, question)
    words = await run_aside(listing, len(question.searched))
    return await _search(turn, " ".join((question.searched, *words)), limit) if words else ()


async def _search(turn: Turn, words: str, limit: int) -> Sequence[Hit]:
    return await turn.services.store.search(turn.recall, words, limit=limit, now=turn.now)


def choose_nearer(found: Extracts, wider: Extracts, lists: QuestionWords) -> Extracts:
    """Return what was found by other words where it is nearer to the question than what was.

    It answers surely only where nothing else is near: other words may be of another thing. In a
    script without spaces, what may be meant is often found only by two signs side by side.
    """
    if found.grade is Grade.MAYBE and lists.is_spaced:
        nearer = wider.covered > found.covered + NEARER
        return replace(wider, grade=Grade.MAYBE) if nearer else found
    more = found.grade is Grade.NOTHING or wider.covered > found.covered
    nearer = wider.grade is Grade.ANSWERS or (wider.grade is Grade.MAYBE and more)
    return wider if nearer else found


def _list_wider_words(question: AskedQuestion) -> tuple[tuple[str, ...], str]:
    related = list_related_words(question)
    return related, _list_single_signs(question, related)


def _list_single_signs(question: AskedQuestion, related: Sequence[str]) -> str:
    """List the words of one sign, which are looked up only where a search has no longer ones."""
    own = list_words(question, question.language, ())
    units = (each.text.lstrip("0123456789.") for each in own if each.amount)
    words = (*(each.text for each in own if each.need >= 1), *units, *related)
    return " ".join(dict.fromkeys(each for each in words if len(each) == 1 and is_run(each)))


def list_related_words(question: AskedQuestion) -> tuple[str, ...]:
    """List words that may stand for those of a question, the same number for each of them."""
    words = list_words(question, question.language, ())
    found = [_list_related(each, question) for each in words if not (each.decides or each.taken)]
    found.append(_list_names_of_days(words, question))
    found.append(list(list_told_for_phrases(question.text[:LEAVE_ASKED], question.language)))
    most = MOST // max(1, sum(map(bool, found)))
    parts = chain.from_iterable(list_parts(each.text, question.language) for each in words)
    return tuple(dict.fromkeys((*chain.from_iterable(each[:most] for each in found), *parts)))


def _list_foreign_words(question: AskedQuestion) -> tuple[str, ...]:
    """List what words of a question are in other languages, for a document may be in any."""
    from bot.answering.question.translations import list_translations  # few questions need them

    words = list_words(question, question.language, ())
    asked = (each for each in words if each.need and not (each.decides or each.taken))
    found = (list_translations(each.text, question.language) for each in asked)
    return tuple(dict.fromkeys(chain.from_iterable(found)))[:MOST_FOREIGN]


def _list_names_of_days(words: Sequence[AskedWord], question: AskedQuestion) -> list[str]:
    """List the full name of each day asked for: tables have its sign below that for "weekday"."""
    days = question.lists.lists["calendar"]["days"]
    asked = frozenset().union(*(each.calendar.days for each in words))
    return [] if question.lists.is_spaced else [days[each][0] for each in sorted(asked)]


def list_parts(word: str, language: str) -> tuple[str, ...]:
    """List what a compound may be made of, in languages that write it in one word.

    Of "Briefkastenschlüssel" also what is no word: no document has that.
    """
    bare = word.casefold()
    if not is_compound_part(bare, language) or len(bare) < 2 * SHORTEST:
        return ()
    cuts = range(SHORTEST, min(len(bare) - SHORTEST, LONGEST_PART) + 1)
    return tuple(part for at in cuts for part in (bare[:at], bare[at:]))


def _list_related(asked: AskedWord, question: AskedQuestion) -> list[str]:
    """List one form of each word that may stand for `asked`, what people say for it first."""
    language, own = question.language, set(asked.word.terms)
    told = (word for term in sorted(own) for word in list_told_words(term, language))
    listed = (*told, *sorted(asked.forms))
    known: dict[str, str] = {}
    for word in chain(listed, sorted(list_same_meaning(asked.text, language))):
        stems = extract_terms(word, language)
        if stems and own.isdisjoint(stems):
            known.setdefault(stems[0], word)
    return list(known.values())
