"""Tells whether a piece has words of the question by its titles alone, or in other words only.

The title of a document names all that is in it, so that it chooses no piece.
"""

from itertools import compress

from bot.answering.extracts.answer_signs import STRICT, measure_kind
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.leave_signs import says_whether
from bot.answering.extracts.lines import find_label
from bot.answering.extracts.matching import ALIKE, ENOUGH, SAID, SAID_FOR, match
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import LIGHT
from bot.answering.question.relative_years import (
    cut_other_years,
    list_named_years,
    list_years,
)
from bot.citations.statement import parse_sentence
from indexer.text.dates.calendar import find_calendar
from indexer.text.normalize import fold
from indexer.text.question_words import Kind
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_words

_CONTACTS = frozenset((Kind.PHONE, Kind.EMAIL))  # labelled by the occasion: "Gas leaks: 0800 …"
_SEVERAL = 2  # words
_ATTRIBUTES = frozenset((Kind.AMOUNT, Kind.WHICH, Kind.SEARCH))
_UNSHOWN = frozenset((Kind.WHICH, Kind.SEARCH))  # of any kind of thing


def is_about_title(best: Candidate) -> bool:
    """Return whether it has no word of the subject but those in the name of its document.

    It lacks another. What surely is of the kind asked for may leave to the title what it is of.
    """
    if best.question.before or best.piece.head or _surely_tells(best):
        return False
    passage, above = best.placed.passage, best.placed.above
    places = [passage.match_words(each) for each in (best.piece.own, above) if each]
    own = map(max, *places) if len(places) > 1 else places[0]
    needed = [
        (found, here) for (word, found), here in zip(best.pairs, own, strict=True) if word.need >= 1
    ]
    if any(here >= ENOUGH for _found, here in needed):
        return False
    return any(found < ENOUGH for found, _here in needed)


def _surely_tells(best: Candidate) -> bool:
    return best.question.kind in STRICT and best.kind == 1.0


def says_all_otherwise(best: Candidate) -> bool:
    """Return whether no word of the question stands there itself, but only others for them.

    Each may stand for something else: "take medicine" is not what children pack. A time, an amount
    or a name shows by itself that it is such a thing.
    """
    placed_row = best.question.kind is Kind.WHERE and best.piece.head and not best.has_named_column
    unshown = best.question.kind in _UNSHOWN or _asks_fact(best.question)
    if not (unshown or placed_row) or best.question.before:
        return False
    days = any(word.calendar and found >= ENOUGH for word, found in best.pairs)
    agrees = _agrees_in_all_words(best) and not _asks_fact(best.question)
    if days or agrees:  # each name of a day is the day itself
        return False
    passage, above = best.placed.passage, best.placed.above
    places = [passage.match_words(each) for each in (best.piece.own, above) if each]
    whole = any(word.need >= 1 for word in best.words)
    topics = [whole or word.need > 0 for word in best.words]  # in "what hose do I need": the hose
    if _is_headed_so(best):
        return False  # "What are the side effects?"
    return all(max(compress(place, topics), default=0.0) < SAID for place in places)


def _is_headed_so(best: Candidate) -> bool:
    """Return whether its section's heading has the words of the question, or all but the title's.

    "What does the lease say about pets?" is answered below "Pets" of the lease.
    """
    passage = best.placed.passage
    if not passage.sections:
        return False
    headed = passage.match_words(parse_sentence(passage.sections[-1], passage.language))
    titled = passage.match_words(passage.titles)
    needed = [word.need >= 1 for word in best.words]
    topics = needed if any(needed) else [word.need > 0 for word in best.words]
    named = max(compress(headed, topics), default=0.0) >= SAID
    return named and min(compress(map(max, headed, titled), topics)) >= SAID


def _asks_fact(question: AskedQuestion) -> bool:
    """Return whether something is asked to be so, and not to be allowed: "Is lunch included?"."""
    opens = question.phrase in load_words("copulas", question.language)
    return question.kind is Kind.WHETHER and opens and not question.asks_leave


def _agrees_in_all_words(best: Candidate) -> bool:
    """Return whether the piece itself has another word for each of two words, or says yes or no.

    That two words are both there with another meaning is unlikely where figures, leave or a duty
    are told: "What if I pay late?" is answered by "Overdue rent is charged £10".
    """
    text = best.piece.text
    told = any(map(str.isdigit, text)) or says_whether(text, best.placed.language)
    needed = 1 if best.question.asks_leave and best.kind == 1.0 else _SEVERAL if told else 0
    return bool(needed) and _says_all_itself(best, needed)


def _says_all_itself(best: Candidate, least: int) -> bool:
    """Return whether the piece itself has all words of the question, `least` of them or more."""
    own = best.placed.passage.match_words(best.piece.own)
    needed = [found for word, found in zip(best.words, own, strict=True) if word.need >= LIGHT]
    return len(needed) >= least and all(found >= SAID_FOR for found in needed)


def is_titled_otherwise(best: Candidate) -> bool:
    """Return whether it has a word of the question in its document's title alone, in other words.

    What costs something in a "tenancy agreement" need not be its rent.
    """
    passage, above = best.placed.passage, best.placed.above
    question = best.question
    sections = [parse_sentence(each, passage.language) for each in passage.sections]
    if best.piece.head or question.before or question.kind not in _ATTRIBUTES or question.supposes:
        return False
    titles = passage.titles + above if above else passage.titles
    return any(
        word.need >= 1
        and match(word, titles) in (ALIKE, SAID_FOR)
        and all(match(word, each) < ENOUGH for each in (best.piece.own, *sections))
        for word in best.words
    )


def is_of_other_year(best: Candidate) -> bool:
    """Return whether it tells of last year, or only its title of some, where another is asked."""
    question, passage = best.question, best.placed.passage
    text, asked = best.piece.own.original, question.year
    if asked is None:
        return False
    left = cut_other_years(text, asked, passage.language)
    if left != text:  # "the premium will be £214 (last year: £198)" tells of both
        strict = question.kind in STRICT
        told = measure_kind(left, question.kind, passage.language) > 0 if strict else left
        return not (told and any(passage.match_words(parse_sentence(left, passage.language))))
    titled = list_years(passage.titles.original)
    named = list_named_years(text, asked, passage.language)
    return bool(titled) and asked.number not in titled | named


def is_labelled_otherwise(best: Candidate) -> bool:
    """Return whether it is the value of another thing: "Charging time: 4 hours".

    That is told by a label without a word of the question, where only a title has one.
    """
    question, piece = best.question, best.piece
    if question.kind not in STRICT - _CONTACTS or question.before or piece.head:
        return False
    if best.is_labelled_so:
        return False
    label = find_label(piece.line)
    if not label or fold(label.split()[0]) in load_stopwords(best.placed.language):
        return False  # "On the day" names no other thing
    if _is_labelled_by_day(best, label) and not any(
        word.need and found < ENOUGH for word, found in best.pairs
    ):
        return False
    phrase = question.phrase.split()
    words = [each for each in best.words if fold(each.text) not in phrase]
    places = [parse_sentence(label, best.placed.language), *piece.above]
    topics = [match(each, piece.own) for each in words if each.need >= 1]
    named = any(match(each, held) >= ENOUGH for each in words for held in places)
    return bool(topics) and max(topics) < ENOUGH and not named


def _is_labelled_by_day(best: Candidate, label: str) -> bool:
    """Return whether a label is a part of the time that is asked for: "Monday: 9 to 17"."""
    asked = best.question.kind is Kind.WHEN
    return asked and bool(find_calendar(label, best.placed.language).days)
