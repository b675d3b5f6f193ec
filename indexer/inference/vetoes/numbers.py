"""Finds numbers of a statement that the text does not have, or has of something else."""

from collections.abc import Sequence
from math import inf

from indexer.inference.acting.subjects import find_subject
from indexer.inference.alignment import AROUND, LIGHT, Alignment
from indexer.inference.bills import find_counted, is_billed
from indexer.inference.figures.arithmetic import (
    is_beyond,
    is_computed,
    is_later_year,
    is_next_to,
    is_outside_hours,
    is_priced,
    is_product,
    is_reduced,
    is_rest,
    is_total,
    is_within,
)
from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities, list_implied
from indexer.inference.figures.shares import is_share, leaves_share
from indexer.inference.figures.sums import list_addable
from indexer.inference.figures.units import Quantity
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import compare
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Word
from indexer.inference.spans import lies_within_dates
from indexer.inference.vetoes.denial import is_negated
from indexer.inference.vetoes.times import is_for_other_period, is_of_other_period, list_periods

_TIMES = frozenset(("rel:since", "rel:until", "rel:before", "rel:after", "rel:from", "rel:to"))
_LIMITS = frozenset(("rel:until", "rel:max", "rel:min", "rel:since", "rel:after"))
_SIZES = frozenset(("area", "length", "mass", "volume"))
_AT_HOURS = frozenset(("fr", "es", "it", "pt"))  # `à` and `a` say when, not only until when
_AGES = frozenset(("unit:y",))  # `people over 65`
_LARGE = 10
_MOST = 12  # numbers that are compared


def changes_number(found: Alignment) -> bool:
    """Tell if the statement has a number that the text does not have, or of something else."""
    counted, implied = _list_meant(found), tuple(list_implied(found.text.words))
    for each in find_quantities(found.statement):
        one = any(same_quantity(each, other) for other in implied)
        if not one and not _is_known(each, counted, found):
            return True
    periods = list_periods(found.statement)
    said = find_quantities(found.statement)
    converted = any(is_of_other_period(each, counted, periods) for each in said)
    if converted:
        return False
    return is_for_other_period(found) or _changes_period(found, (*counted, *implied))


def _list_meant(found: Alignment) -> list[Quantity]:
    """List the numbers of the text without those it rules out: 8 in `Tom is 9, not 8`."""
    counted = find_quantities(found.text)
    if is_negated(found.statement.words):
        return list(counted)
    clauses = {each.word.clause for each in counted}
    after = {each: _find_ruling_out(found.text.by_clause[each]) for each in clauses}
    return [each for each in counted if each.word.place < after[each.word.clause]]


def _find_ruling_out(here: Sequence[Word]) -> float:
    """Find the denial of a clause with nothing but numbers: not that of `it doesn't cost 8`."""
    denials = [each.place for each in here if each.has("neg") or each.has("answer:no")]
    bare = len(denials) == 1 and not any(map(_is_said, here))
    return denials[0] if bare else inf


def _is_said(word: Word) -> bool:  # more than a number, its unit and a preposition
    return word.counts and not (word.is_figure or word.has("unit"))


def _changes_period(found: Alignment, known: Sequence[Quantity]) -> bool:
    """Tell if `a month` became `a year`."""
    others = {each.unit for each in list_implied(found.resting)}
    lacking = [
        each
        for each in list_implied(found.statement.words)
        if not any(other.unit and same_quantity(each, other) for other in known)
    ]
    if not lacking:
        return False
    return bool(others - {each.unit for each in lacking}) or any(
        _repeats_otherwise(each, known, found) or _limits_otherwise(each, known, found)
        for each in lacking
    )


def _limits_otherwise(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    """Tell if `up to a week` stands where the text has another number of days."""
    clauses = {each.clause for each in found.main}
    before = found.statement.words[max(0, said.word.place - 2) : said.word.place]
    limits = frozenset[str]().union(*(each.marks & _LIMITS for each in before))
    return any(
        each.scaled[0] == said.scaled[0]
        and each.word.clause in clauses
        and not limits.isdisjoint(each.word.relations)
        for each in known
    )


def _repeats_otherwise(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    """Tell if `every year` stands where the text has `every two years`."""
    before = found.statement.words[max(0, said.word.place - 1) : said.word.place]
    if not any("quant:all" in each.marks for each in before):
        return False
    return any(
        each.scaled[0] == said.scaled[0]
        and each.word.sentence == found.focus
        and each.values != {1.0}
        for each in known
    )


def _is_known(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    dated = lies_within_dates(said, found.statement, found.text)
    if dated or _stands_as_such(said, known, found):
        return True
    return _follows_from(said, _list_near(known, found), found)


def _follows_from(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    """Tell if a number is computed of others, or names them otherwise.

    Three hours and 45 minutes are no sum of what takes three hours and what takes 45 minutes.
    """
    known = [each for each in known if each.is_clock or said.parts.isdisjoint(each.scaled[1])]
    if is_computed(said, known):
        return True
    if is_of_other_period(said, known, list_periods(found.statement)):
        return True
    others = find_quantities(found.statement)
    if is_reduced(said, known) or is_priced(said, (*others, *known[:_MOST]), found.text):
        return True
    if any(is_priced(each, (said,), found.text) for each in others):
        return True
    if (_names_one_person(said) or _is_age(said, found)) and is_within(said, known):
        return True
    if is_later_year(said, known) or is_rest(said, known) or _is_bought(said, known, found):
        return True
    if is_total(said, known) and is_total(said, _list_summed(said, known, found)):
        return True
    return _is_part(said, known, found) or _keeps_limit(said, known, found)


def _is_part(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    if is_share(said, known) or _is_divided(said, known, found):
        return True
    return _is_left_by_other(said, known, found)


def _is_left_by_other(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    """Tell if a share is what another, whom the statement does not name, leaves of the whole."""
    denied = any(each.has("neg") for each in found.statement.by_clause[said.word.clause])
    return any(
        leaves_share(said, (other,)) and (denied or _is_of_unnamed(other, found))
        for other in known[:_MOST]
    )


def _is_of_unnamed(known: Quantity, found: Alignment) -> bool:
    """Tell if a share is said of one whom the statement does not name: `the insurance paid half`.

    If the discount is 30 %, nothing else of the discount is 70 %.
    """
    placed = frozenset(found.places.values())
    here = found.text.by_clause[known.word.clause]
    subject = [each for each in find_subject(found.text, known.word.clause) if each in here]
    acting = subject or [each for each in here if "rel:by" in each.relations and each.counts]
    nouns = [each for each in acting if is_noun(each, found.text)]
    return bool(nouns) and all(each.place not in placed for each in nouns)


def _is_divided(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    """Tell if an amount is what each has of another that is divided: 3,600 by twelve."""
    each_one = any("quant:all" in each.marks for each in found.statement.words)
    return each_one and any(
        amount.scaled[0] == said.scaled[0]
        and amount.word.clause == parts.word.clause
        and any("divide" in each.topics for each in found.text.by_clause[parts.word.clause])
        and any(
            round(whole / max(parts.values), 2) in said.scaled[1]
            for whole in amount.scaled[1]
            if max(parts.values)
        )
        for amount in known[:_MOST]
        for parts in known[:_MOST]
        if said.unit and not parts.unit and not parts.is_clock
    )


def _list_summed(said: Quantity, known: Sequence[Quantity], found: Alignment) -> Sequence[Quantity]:
    """List the numbers that one may be the sum of: all if the statement says that it is one."""
    if any(each.has("sum") for each in found.statement.words):
        return known
    limited = said.unit or said.is_clock or said.word.relations & _LIMITS
    thing = find_counted(said.word, found.statement)
    # Without spaces, a measure word stands between a number and what it counts.
    if limited or thing is None or found.text.language in UNSPACED:
        return ()
    return list_addable(said, thing, known, found.statement, found.text)


def _list_near(known: Sequence[Quantity], found: Alignment) -> Sequence[Quantity]:
    """List the numbers that others are computed of: those of the sentences it rests on."""
    sentences = {each.known.sentence for each in found.matches if each.said.counts}
    near = {each + step for each in sentences for step in range(-AROUND, AROUND + 1)}
    return [each for each in known if each.word.sentence in near]


def _keeps_limit(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    # The first beyond a limit; any beyond one, if that is denied.
    denied = any(each.has("neg") for each in found.statement.by_clause[said.word.clause])
    outside = is_beyond(said, found.text) or is_outside_hours(said, found.text)
    return is_next_to(said, known) or (denied and outside)


def _is_age(said: Quantity, found: Alignment) -> bool:
    """Tell if a number without a unit is an age: `people aged 70`."""
    before = found.statement.words[max(0, said.word.place - 2) : said.word.place]
    return not said.unit and any("age" in each.topics for each in before)


def _is_bought(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    return is_billed(said, found) or _is_multiplied(said, known, found)


def _is_multiplied(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    """Tell if an amount is what several of something cost, or a number counts these."""
    others = find_quantities(found.statement)[:_MOST]
    counted = [each for each in others if not (each.unit or each.is_clock)]
    return any(
        (said is amount or said is times)
        and times.word.place < found.statement.words[-1].place
        and is_product(amount, times, known)
        and _is_priced_there(times, amount, known, found)
        for amount in others
        for times in counted
    )


def _is_priced_there(
    times: Quantity, amount: Quantity, known: Sequence[Quantity], found: Alignment
) -> bool:
    """Tell if what is counted stands in the clause of the price of one."""
    thing = found.statement.words[times.word.place + 1]
    priced = (each for each in known[:_MOST] if is_product(amount, times, (each,)))
    return any(
        compare(thing, each) == "same"
        for price in priced
        for each in found.text.by_clause[price.word.clause]
    )


def _names_one_person(said: Quantity) -> bool:
    """Tell if a number is somebody's age, or a size that something may have."""
    return said.unit == "unit:y" or said.scaled[0] in _SIZES


def _stands_as_such(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    alike = any(said.unit and each.scaled[0] == said.scaled[0] for each in known)
    things = _counts_things(said, found)
    same: list[Quantity] = []
    others: list[Quantity] = []
    for each in known:
        # Two keys are not two hours, and five weeks not five books where the text has others.
        fits = same_quantity(said, each) and (each.unit or each.is_clock or not alike)
        fits = fits and not (things and each.unit and each.unit not in _AGES)
        (same if fits else others).append(each)
    if not same:
        return False
    timed = {
        each.word.clause for each in same if _is_timed(said, each, others, found.text.language)
    }
    large = min(said.values) >= _LARGE  # numbers that are hardly the same by chance
    # The only amount of its kind belongs to the statement however that is worded.
    alone = bool(said.unit or said.is_clock) and not any(_is_like(said, each) for each in others)
    return (bool(timed) and ((found.is_translated and large) or alone)) or any(
        not _is_foreign(clause, found) or _is_only_one_there(said, clause, others, found)
        for clause in sorted(timed)
    )


def _is_only_one_there(
    said: Quantity, clause: int, others: Sequence[Quantity], found: Alignment
) -> bool:
    """Tell if a number is the only one of its kind in the sentence that the statement rests on."""
    sentence = found.text.by_clause[clause][0].sentence
    like = (
        each
        for each in others
        if each.word.sentence == sentence and (_is_like(said, each) or not each.unit)
    )
    return sentence == found.focus and not any(like)


def _counts_things(said: Quantity, found: Alignment) -> bool:
    """Tell if a word that the text has, and that is no unit, stands behind a number: `two keys`."""
    places = found.places
    behind = said.word.place + 1
    words = found.statement.words[behind : behind + 1]
    near = any(each.clause == said.word.clause and bool(each.topics) for each in words)
    return not (said.unit or said.is_clock) and near and behind in places


def _is_like(one: Quantity, other: Quantity) -> bool:
    return one.scaled[0] == other.scaled[0] and one.is_clock == other.is_clock


def _is_timed(said: Quantity, known: Quantity, others: Sequence[Quantity], language: str) -> bool:
    """Tell if a number is not said to be a beginning or an end that another one is."""
    wanted = said.word.relations & _TIMES
    if language in _AT_HOURS:
        wanted -= {"rel:to", "rel:from"} if "rel:of" in said.word.relations else {"rel:to"}
    ends = {"rel:to"} if "rel:until" in wanted else set[str]()  # `until 15 March`, `to 15 March`
    if not wanted or (wanted | ends) & known.word.relations:
        return True
    like = (each for each in others[:_MOST] if _is_like(said, each))
    return not any(wanted & each.word.relations for each in like)


def _is_foreign(clause: int, found: Alignment) -> bool:
    """Tell if a clause of the text has nothing of the statement, but names or topics of its own."""
    here = _list_topics(found, clause)
    matched = {each.known.place for each in found.matches}
    terms = {each.known.term for each in found.matches if each.kind == "same"} - {""}
    repeated = bool(here) and all(each.term in terms for each in here)  # `for a half plot`
    if repeated or any(each.place in matched for each in here) or _ends_there(clause, found):
        return False
    if _is_joined(clause, found):
        return False
    return any(each.is_name or each.topics - LIGHT for each in here)


def _is_joined(clause: int, found: Alignment) -> bool:
    """Tell if a clause only adds to one that the statement rests on: `and three films`."""
    here, before = found.text.by_clause[clause], found.text.by_clause.get(clause - 1, [])
    if not before or not here[0].has("conj:and") or before[0].sentence != here[0].sentence:
        return False
    return clause - 1 in found.clauses


def _ends_there(clause: int, found: Alignment) -> bool:
    """Tell if a verb of the statement names an end of the span of a clause: it `closes` at ten."""
    return any(
        each.known.clause == clause and each.known.is_number and each.said.counts
        for each in found.matches
    )


def _list_topics(found: Alignment, clause: int) -> list[Word]:
    """List the words of a clause; those before it, if it has a number alone: `(1888)`."""
    here = found.text.by_clause[clause]
    counted = [each for each in here if each.counts]
    before = found.text.by_clause.get(clause - 1, [])
    if not before or before[0].sentence != here[0].sentence:
        return counted
    elided = any(_is_elided(each, found) for each in here)
    return [each for each in before if each.counts] if elided or not counted else counted


def _is_elided(word: Word, found: Alignment) -> bool:
    """Tell if a number stands for things that were named before: `six of them`."""
    after = found.text.words[word.place + 1 : word.place + 3]
    return (
        word.is_figure
        and any("rel:of" in each.marks for each in after[:1])
        and not any(each.counts and each.clause == word.clause for each in after)
    )
