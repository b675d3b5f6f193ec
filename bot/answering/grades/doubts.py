"""Finds what speaks against a piece that has nearly all the words of a question.

Near misses repeat a question and answer another: they lack the one word that matters, or have its
sibling. Whatever is found here makes an answer unsure, however many of the other words are there.
"""

from collections.abc import Callable

from bot.answering.extracts.answer_signs import STRICT, UNKNOWN, measure_kind
from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.counting import tells_other_number
from bot.answering.extracts.definitions import find_defined
from bot.answering.extracts.leave_signs import only_allows, refuses
from bot.answering.extracts.lines import opens_with_empty_box
from bot.answering.extracts.matching import ALIKE, ENOUGH, RELATED, SAID_FOR, TRACE
from bot.answering.grades.attributes import (
    has_other_attribute,
    has_other_letter,
    has_other_limit,
    has_other_number,
)
from bot.answering.grades.contrasting_words import QuotedText, find_contrast
from bot.answering.grades.contrasts import (
    answers_another,
    denies_what_is_asked,
    does_otherwise,
    is_of_other_turn,
    repeats_earlier,
    supposes_otherwise,
    tells_other_side,
)
from bot.answering.grades.described import describes_another
from bot.answering.grades.missing_words import lacks_earlier_thing
from bot.answering.grades.named_answers import (
    counts_another,
    is_included_in_price,
    lacks_person,
    lasts_another,
    opens_at_no_time,
    opens_so_long,
    prices_another,
)
from bot.answering.grades.named_things import (
    is_labelled_apart,
    parts_named_thing,
    prices_part,
)
from bot.answering.grades.other_subjects import (
    decides_nothing,
    is_done_by_others,
    prices_on_condition,
    prices_what_it_does,
)
from bot.answering.grades.other_times import (
    has_only_hour,
    has_only_time,
    is_at_another_time,
    is_at_no_time,
    lasts_over_day,
    tells_only_day,
)
from bot.answering.grades.other_turns import (
    forbids_instead,
    only_stands_around,
    tells_reader_to,
)
from bot.answering.grades.rivals import FITTING, PLAIN, lacks_own_words
from bot.answering.grades.titles import (
    is_about_title,
    is_labelled_otherwise,
    is_of_other_year,
    is_titled_otherwise,
    says_all_otherwise,
)
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.meanings import (
    HOURLY,
    find_meanings,
    find_opposite_meaning,
)
from bot.answering.question.time_signs import names_hours
from bot.answering.question.time_units import (
    says_until,
)
from bot.answering.question.verbs import is_done
from indexer.text.normalize import fold
from indexer.text.question_words import Kind

STRONG = 0.75  # of a word: found itself, or as part of a compound
# What has a time of its own, so that another time is another event's.
_EVENTS = frozenset(("open", "close", "expire", "arrive", "depart"))
_OUTSIDE = frozenset(("outdoors", "outside"))  # what is no attribute: the bin stands "outside"
_WITH_PLACED_VERBS = frozenset(("en", "de"))


def is_doubtful(best: Candidate) -> bool:
    """Return whether anything in a piece speaks against it as the answer."""
    return any(speaks_against(best) for speaks_against in _DOUBTS)


def _guesses_word(best: Candidate) -> bool:
    return any(word.guessed and found for word, found in best.pairs)


def _is_no_way(best: Candidate) -> bool:
    return best.question.kind is Kind.HOW and best.measure.is_mere_sum


def _turns_round(best: Candidate) -> bool:
    return any(map(best.placed.turns_round, best.words))


def _tells_other_number(best: Candidate) -> bool:
    return tells_other_number(best.question, best.words, best.piece, best.placed.language)


def _has_other_number(best: Candidate) -> bool:
    text = _join_all(best)
    return has_other_number(best.question, text) or has_other_letter(best.question, text)


def has_contrast(best: Candidate) -> bool:
    """Return whether it has the opposite of something asked for: "closed on", for "open"."""
    return bool(_find_contrast(best))


def _list_missing(best: Candidate, least: float = ENOUGH) -> list[AskedWord]:
    """List the words of the question that the piece lacks, without those that show its kind."""
    phrase = best.question.phrase.split()
    return [word for word, found in best.pairs if found < least and fold(word.text) not in phrase]


def _join_above(best: Candidate) -> str:
    above = (each.original for each in best.piece.above)
    return "\n".join((*above, best.placed.passage.titles.original))


def _join_all(best: Candidate) -> str:
    return f"{_join_above(best)}\n{best.piece.text}"


def _find_contrast(best: Candidate) -> str:
    quoted = QuotedText(best.piece.text, _join_above(best), best.placed.language)
    # A part of a word may be another word: "geöffnet" is in "ungeöffnet".
    # Nor does a way exclude going it: "How do I get there?" is told by "Depart by exit 14".
    way = best.question.way_phrase.split()
    missing = [each.text for each in _list_missing(best, SAID_FOR) if fold(each.text) not in way]
    told = names_hours(best.piece.text) or _tells_by_opposite(best)
    if best.question.kind is Kind.WHEN and told:
        language = best.question.language
        missing = [each for each in missing if not find_meanings(each, language) & HOURLY]
    return find_contrast(best.question, missing, quoted)


def _lacks_any_word(best: Candidate) -> bool:
    """Return whether no word of the subject is there, but only some that have to do with it."""
    if best.question.kind not in STRICT:
        return False
    needed = [found for word, found in best.pairs if word.need >= 1]
    if best.question.before and not needed:
        return False  # nothing new is asked of the subject
    if best.piece.head and best.kind < PLAIN and not best.columns:
        return max(needed, default=1.0) <= ALIKE  # what I earn is no "income tax | 293.40"
    return max(needed, default=0.0) < (
        STRONG if min(needed, default=1.0) >= ENOUGH else SAID_FOR + 0.01
    )


def _says_nothing_new(best: Candidate) -> bool:
    """Return whether it has no word of a question that may stand alone, only what was asked before.

    "Who is coming?" behind "Who pays the taxi?". What a time or an amount answers shows by itself.
    """
    question = best.question
    if not question.stands or (question.kind in STRICT and best.kind >= PLAIN):
        return False
    asking = question.phrase.split()
    new = (each for each in best.pairs if not each[0].taken and fold(each[0].text) not in asking)
    return all(found < ENOUGH for _word, found in new)


def _shows_kind_alone(best: Candidate) -> bool:
    """Return whether it hardly shows the kind of thing asked for, and has no word of the question.

    "Spare parts are free", below the name of a shelf, does not tell what the shelf costs.
    """
    question, piece = best.question, best.piece
    shown = question.kind in STRICT or question.kind is Kind.WHERE
    if not shown or best.kind >= PLAIN or piece.head or best.is_labelled_so:
        return False
    return lacks_own_words(best)


def _repeats_question(best: Candidate) -> bool:
    """Return whether it says nothing but the words of a question, which only a yes may do."""
    asked = {term for word, _found in best.pairs for term in word.word.terms}
    open_kind = best.question.kind is Kind.WHICH and not best.piece.head
    return open_kind and asked.issuperset(best.piece.own.terms)


def _is_free_otherwise(best: Candidate) -> bool:
    """Return whether it only says that something is free, and lacks a word or "free" is asked of.

    "How much is the insurance after the free weeks?": "Insurance: 4 weeks' free cover".
    """
    question = best.question
    if question.kind is not Kind.AMOUNT or not FITTING < best.kind < PLAIN:
        return False
    asked = best.kind <= measure_kind(question.text, Kind.AMOUNT, question.language) < PLAIN
    return asked or any(word.need and found < ENOUGH for word, found in best.pairs)


def _times_another_event(best: Candidate) -> bool:
    """Return whether it tells a time, but not of what is asked for: a visit, not the opening."""
    question = best.question
    if question.kind is not Kind.WHEN or best.piece.head:
        return False
    asked = [
        found
        for word, found in best.pairs
        if not word.need and find_meanings(word.text, question.language) & _EVENTS
    ]
    told = names_hours(best.piece.text) or _tells_by_opposite(best)
    return bool(asked) and max(asked) < TRACE and not told


def _tells_by_opposite(best: Candidate) -> bool:
    """Return whether the end of the opposite is told: "closed until 9", where it opens then."""
    text, language = best.piece.own.original, best.placed.language
    opposites = (find_opposite_meaning(word.text, language) for word in best.words if not word.need)
    return any(each & best.piece.own.terms for each in opposites) and says_until(text, language)


def _is_of_same_day(best: Candidate) -> bool:
    """Return whether a day stands above it that all else of it has, and it lacks a word."""
    missing = (word.need >= 1 and found < ENOUGH for word, found in best.pairs)
    return best.is_dated_above and any(missing)


def _lacks_kind(best: Candidate) -> bool:
    """Return whether it does not show what is asked for: a place, the way, a meaning."""
    return best.kind < _find_least_kind(best.question, in_row=bool(best.piece.head))


def _find_least_kind(question: AskedQuestion, *, in_row: bool) -> float:
    """Return how surely a piece must show the kind of thing that is asked for."""
    if question.kind is Kind.WHERE or (find_defined(question) and not in_row):
        return PLAIN
    return UNKNOWN if question.demands or (question.kind is Kind.HOW and in_row) else 0.0


def _measures_nothing(best: Candidate) -> bool:
    """Return whether there is no figure where a pressure, say, is asked for: "Press POWER."."""
    text, language = best.piece.text, best.placed.language
    if best.question.kind is not Kind.MEASURE or best.kind:
        return False
    called = measure_kind(text, Kind.PHONE, language) > 0
    return called or not any(map(str.isdigit, text))


def _is_surely_done(word: AskedWord, question: AskedQuestion) -> bool:
    """Return whether it is a verb, which is no attribute, where its place in a question tells."""
    placed = question.language in _WITH_PLACED_VERBS
    return placed and is_done(word.text, question.text, question.language)


def _has_other_attribute(best: Candidate) -> bool:
    question = best.question
    if question.language != best.placed.language or not question.lists.is_spaced:
        return False
    if question.asks_leave and refuses(best.piece.text, best.placed.language):
        return False  # "no" is an answer; leave for one thing is none for another
    needed = [
        fold(word.text)
        for word, found in best.pairs
        if found < RELATED
        and word.need >= 1
        and not word.taken
        and not _is_surely_done(word, question)
        and _OUTSIDE.isdisjoint(find_meanings(word.text, question.language))
    ]
    return bool(needed) and has_other_attribute(question, needed, best.piece.own.original)


def _allows_instead(best: Candidate) -> bool:
    """Return whether it gives leave where a duty is asked for: "Animals are welcome"."""
    question = best.question
    return question.asks_duty and only_allows(best.piece.text, best.placed.language)


def _is_left_unticked(best: Candidate) -> bool:
    """Return whether it is what nobody chose, where it is asked what there is."""
    return best.question.kind is Kind.WHICH and opens_with_empty_box(best.piece.line)


# What may speak against a piece; the first that does decides.
_DOUBTS: tuple[Callable[[Candidate], bool], ...] = (
    _lacks_any_word,
    answers_another,
    repeats_earlier,
    _turns_round,
    _guesses_word,
    _says_nothing_new,
    _shows_kind_alone,
    _repeats_question,
    is_about_title,
    is_of_other_year,
    _allows_instead,
    lasts_over_day,
    is_at_no_time,
    has_only_hour,
    parts_named_thing,
    says_all_otherwise,
    is_titled_otherwise,
    counts_another,
    _tells_other_number,
    _is_free_otherwise,
    _times_another_event,
    _is_of_same_day,
    is_at_another_time,
    tells_only_day,
    opens_at_no_time,
    _is_no_way,
    lacks_earlier_thing,
    lasts_another,
    opens_so_long,
    lacks_person,
    prices_another,
    prices_part,
    prices_on_condition,
    prices_what_it_does,
    is_done_by_others,
    decides_nothing,
    is_included_in_price,
    lasts_another,
    _lacks_kind,
    describes_another,
    does_otherwise,
    is_of_other_turn,
    denies_what_is_asked,
    has_only_time,
    _measures_nothing,
    supposes_otherwise,
    tells_other_side,
    has_other_limit,
    is_labelled_apart,
    is_labelled_otherwise,
    _has_other_attribute,
    _has_other_number,
    only_stands_around,
    forbids_instead,
    tells_reader_to,
    _is_left_unticked,
    has_contrast,
)
