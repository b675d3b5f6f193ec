"""Finds what is denied in a text and claimed in a statement, or the other way round."""

from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache

from indexer.inference.alignment import Alignment, is_light, tells, weigh
from indexer.inference.figures.arithmetic import is_beyond, is_outside_hours
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Reading, Word
from indexer.inference.vetoes.contrasts import counts_rest, find_contrast
from indexer.inference.vetoes.lacking import EXCEPT, denies_clause, is_lacking

KEPT = 256  # clauses: many words of the same one are looked at
_MOSTLY = 0.5
_BEFORE, _BEHIND = 3, 4  # words of a denial that stand before and behind it
_ENDED = frozenset(("asp:ended", "asp:quit"))
_QUIT = frozenset(("asp:quit",))
_STOPPING = frozenset(
    (
        *("cancel", "close", "disable", "disappear", "postpone", "remove", "shut_off", "sold_out"),
        *("stop_doing", "switch_off"),
    )
)
_SAME = 4  # letters that two forms of a verb share
_ADJUNCT = 2  # words of a clause such as `because of roadworks`
_LISTED = 8  # clauses of a list
_NAMING = 6  # words of one
_SAYING = ("neg", "mod", "num", "pers", "conj:but", "conj:that", "answer", "rel:except")
_VERBS = frozenset(("be", "have", "pay", "cost", "allow"))
_EXCEPTING = frozenset(("rel:except",))
_CARRYING = frozenset(("be", "have"))  # verbs that say nothing by themselves
_DENY_BOTH = frozenset(("de", "nl"))


def denies(found: Alignment) -> bool:
    """Tell if one of the two denies what the other says, or says its opposite."""
    groups = _group_by_clause(found)
    return any(
        _contradicts(found, said)
        for said in groups
        if len(groups) == 1 or not _list_exceptions(found, said)
    )


def _contradicts(found: Alignment, said: Sequence[Match]) -> bool:
    """Tell if one of the two denies what a clause of the statement says."""
    clauses = {each.said.clause for each in said}
    negated = any(is_negated(found.statement.by_clause[each]) for each in clauses)
    differs = negated != _denies_in_text(found, said, negated=negated)
    opposite = _count_turns(found, said) % 2 == 1 and not found.is_compared_back
    if differs == opposite or _allows_both(found, said, clauses) or not _meets(found, said):
        return False
    if negated and (_exceeds(found) or any("quant:only" in each.marks for each in found.resting)):
        return False
    rests = differs and counts_rest(found, clauses)
    return not rests and not (differs and _is_stopped(found, said, by_text=negated))


def _denies_in_text(found: Alignment, said: Sequence[Match], *, negated: bool) -> bool:
    """Tell if the text denies what is said there; an exception or a contrast tells it for sure."""
    contrast = find_contrast(found, said, is_clause_denied)
    if excepted := _list_exceptions(found, said):
        denied = all(_is_denied(found, each) for each in excepted)
    elif contrast is not None:
        denied = contrast
    else:
        clauses = {each.known.clause for each in said}
        denied = _measure_denied(found, said) > (0 if negated else _MOSTLY)
        denied = denied or any(_covers_denial(found, each) for each in clauses)
    return denied ^ _rests_on_exception(found, said)


def _list_exceptions(found: Alignment, said: Sequence[Match]) -> list[Word]:
    return [each.known for each in said if _is_weighty_exception(found, each)]


def _allows_both(found: Alignment, said: Sequence[Match], clauses: Collection[int]) -> bool:
    """Tell if a denial that one of the two lacks leaves both true."""
    return (
        _ends_in_both(found, clauses)
        or _allows_exception_only(found, said)
        or denies_all_others(found)
        or any(_lacks_denied(found, each) for each in said)
    )


def _ends_in_both(found: Alignment, clauses: Collection[int]) -> bool:
    """Tell if both say that something has ended, each in its way: `gave up`, `no longer`."""
    said = [each for one in sorted(clauses) for each in found.statement.by_clause[one]]
    return all(
        any(each.marks & _ENDED and not _is_undone(each, reading) for each in words)
        for reading, words in ((found.statement, said), (found.text, found.resting))
    )


def _is_stopped(found: Alignment, said: Sequence[Match], *, by_text: bool) -> bool:
    """Tell if one of the two says what the other denies with a verb: `postponed`, `sold out`."""
    if by_text:
        sentences = {each.known.sentence for each in said}
        here = [one for each in sentences for one in found.text.by_sentence[each]]
    else:
        clauses = {each.said.clause for each in said}
        here = [one for each in clauses for one in found.statement.by_clause[each]]
    other = found.statement if by_text else found.text
    begun = {each.text[:_SAME].lower() for each in other.words}  # `does not stop`, `stops`
    return any(each.topics & _STOPPING and each.text[:_SAME].lower() not in begun for each in here)


def _is_undone(word: Word, reading: Reading) -> bool:
    """Tell if it is denied that something has ended: `has not quit`, `was never cancelled`."""
    denials = [each for each in reading.by_clause[word.clause] if each.has("neg")]
    return bool(word.marks & _QUIT) and any(not each.marks & _ENDED for each in denials)


def _meets(found: Alignment, said: Sequence[Match]) -> bool:
    """Tell if what one of the two denies is spoken of by the other.

    `You need no extra payment` does not contradict `the price includes it`: what is denied has
    other words there, and may be the same.
    """
    matched = {each.said.place for each in found.matches}
    clauses = {each.said.clause for each in said}
    if any(_list_denied(found.statement, each) for each in clauses):
        targets = [one for each in clauses for one in _list_governed(found.statement, each)]
        return not targets or any(each.place in matched for each in targets)
    placed = frozenset(found.places.values())
    there = {each.known.clause for each in said}
    denied = [one for each in there for one in _list_denied(found.text, each)]
    return not denied or any(each.place in placed for each in denied)


def _list_governed(reading: Reading, clause: int) -> list[Word]:
    """List the words that the denials of a clause are said of: the next one, or the last before.

    German and Dutch deny what stands on either side; where a sign is a word, it may be any near.
    """
    if reading.language in UNSPACED:
        return _list_denied(reading, clause)
    here = reading.by_clause[clause]
    counted = [each for each in here if each.counts and not _carries(each)]
    found: list[Word] = []
    for denial in (each for each in here if each.has("neg")):
        before = [each for each in counted if each.place < denial.place][-1:]
        behind = [each for each in counted if each.place > denial.place][:1]
        found += before + behind if reading.language in _DENY_BOTH else behind or before
    return found


def _carries(word: Word) -> bool:
    """Tell if a verb only carries another: `has not been`, `non viene`."""
    return bool(word.topics & _CARRYING) or word.has("voice")


def _list_denied(reading: Reading, clause: int) -> list[Word]:
    """List the words that a denial of a clause may speak of: those nearest to it."""
    here = reading.by_clause[clause]
    denials = [each.place for each in here if each.has("neg")]
    counted = [each for each in here if tells(each)]
    return [each for each in counted if any(_is_near(each.place - at) for at in denials)]


def _is_near(distance: int) -> bool:
    return -_BEFORE <= distance <= _BEHIND


def _rests_on_exception(found: Alignment, said: Sequence[Match]) -> bool:
    """Tell if the statement names the exception to what the text says: `unless ill`."""
    behind = {
        each.known.sentence
        for each in found.matches
        if each not in said and not is_light(each.said) and _is_excepted(found, each.known)
    }
    return bool(behind) and all(each.known.sentence in behind for each in said)


def _allows_exception_only(found: Alignment, said: Sequence[Match]) -> bool:
    """Tell if only that is said to be so which the text excepts: `allowed only on the balcony`."""
    only = any("quant:only" in each.marks for each in found.statement.words)
    denied = any(each.has("neg") for each in found.text.by_sentence.get(found.focus, ()))
    return only and denied and any(_is_excepted(found, each.known) for each in said)


def denies_all_others(found: Alignment) -> bool:
    """Tell if the text denies it to all but those to whom alone the statement allows it."""
    only = any("quant:only" in each.marks for each in found.statement.words)
    denied = [each for each in found.clauses if denies_clause(found.text.by_clause[each])]
    return only and len(denied) > 1


def _exceeds(found: Alignment) -> bool:
    """Tell if the statement has a number that lies beyond a limit of the text."""
    said, text = find_quantities(found.statement), found.text
    return any(is_beyond(each, text) or is_outside_hours(each, text) for each in said)


def _is_weighty_exception(found: Alignment, match: Match) -> bool:
    return _is_excepted(found, match.known) and not is_light(match.said)


def _is_excepted(found: Alignment, word: Word) -> bool:
    return word.place in list_excepted(found.text, word.clause)


# Each word of a clause is asked for, and a clause may be as long as its text.
@lru_cache(maxsize=KEPT)
def list_excepted(reading: Reading, clause: int) -> frozenset[int]:
    """List the places that exceptions of a clause name: all behind `except`.

    Behind `instead of` it is what stands up to a noun: `statt Bargeld nimmt sie Karten` does not
    name cards.
    """
    places = set[int]()
    names, instead = False, False
    for each in reading.by_clause[clause]:
        if names:
            places.add(each.place)
        if each.marks & EXCEPT:
            names, instead = True, not each.marks & _EXCEPTING
        elif instead and each.counts and is_noun(each, reading):
            names = False
    return frozenset(places)


def _measure_denied(found: Alignment, said: Sequence[Match]) -> float:
    """Measure the share of what is said that the text denies, 0 to 1."""
    weights = [(weigh(each.said), _is_denied(found, each.known)) for each in said]
    total = sum(weight for weight, _denied in weights)
    return sum(weight for weight, denied in weights if denied) / total if total else 0.0


def _covers_denial(found: Alignment, clause: int) -> bool:
    """Tell if the statement repeats a denying clause: `but not on Sundays`."""
    here = found.text.by_clause[clause]
    counted = [each for each in here if tells(each)]
    if not denies_clause(here):
        if _is_denied_around(found.text, clause):
            return False
        counted = [each for each in counted if _is_excepted(found, each)]
    placed = frozenset(found.places.values())
    return 2 * sum(each.place in placed for each in counted) >= len(counted) > 0


def _group_by_clause(found: Alignment) -> list[list[Match]]:
    """Group the matches by clause; a short clause is part of one that rests on the same."""
    groups: dict[int, list[Match]] = {}
    for match in found.matches:
        groups.setdefault(match.said.clause, []).append(match)
    large = [each for each in groups.values() if len(each) > 1 or _lies_outside(each[0])]
    main = [each for each in large if len(each) > _ADJUNCT]
    homes = {_find_home(each): each for each in reversed(main)}
    for each in large:
        if len(each) <= _ADJUNCT and (home := homes.get(_find_home(each))) is not None:
            home.extend(each)
        elif len(each) <= _ADJUNCT:
            main.append(each)
            homes.setdefault(_find_home(each), each)  # `when the flag is red`
    for each in groups.values():
        home = homes.get(_find_home(each), each)
        if home is not each and len(each) == 1 and _is_condition(found, each[0], home[0]):
            home += each
    return main or [list(found.matches)]


def _is_condition(found: Alignment, main: Match, match: Match) -> bool:
    """Tell if a clause says when that before it holds: `bathing is forbidden when it is red`."""
    first = found.statement.by_clause[match.said.clause][0]
    denied = denies_clause(found.statement.by_clause[main.said.clause])
    return denied and main.said.place < first.place and (first.has("conj") or first.has("mod:if"))


def _lies_outside(match: Match) -> bool:
    """Tell if a day or month is not within the span of the text."""
    return match.kind == "opposite" and match.said.sense.is_anchor


def _find_home(matches: Sequence[Match]) -> int:
    """Find the clause of the text that says most of some words."""
    weights = Counter[int]()
    for each in matches:
        weights[each.known.clause] += int(10 * weigh(each.said))
    return max(weights, key=lambda clause: (weights[clause], -clause))


def is_negated(words: Sequence[Word]) -> bool:
    """Tell if some words deny; what does without a thing denies that alone."""
    return denies_clause(words) or any(each.marks & EXCEPT for each in words)


def _is_denied(found: Alignment, word: Word) -> bool:
    if _is_excepted(found, word):
        return not _is_denied_around(found.text, word.clause)
    return is_clause_denied(found.text, word.clause)


@lru_cache(maxsize=KEPT)
def is_clause_denied(reading: Reading, clause: int) -> bool:
    listed = {clause, _find_list_head(reading, clause), _find_list_end(reading, clause)}
    return any(denies_clause(reading.by_clause[each]) for each in listed)


def _find_list_end(reading: Reading, clause: int) -> int:
    """Find the clause whose verb a list of things before it shares: `dogs and cats may not`."""
    here = reading.by_clause[clause]
    following = reading.by_clause.get(clause + 1)
    alone = sum(each.counts for each in here) == 1 and _is_item(here, here[0].sentence)
    if not (alone and following and _ends_list(following)):
        return clause
    return clause + 1 if following[0].sentence == here[0].sentence else clause


def _find_list_head(reading: Reading, clause: int) -> int:
    """Find the clause that a list begins with: `it does not cover bulbs, door seals or glass`."""
    sentence = reading.by_clause[clause][0].sentence
    last = clause
    while not _ends_list(reading.by_clause[last]):
        last += 1
        if last - clause > _LISTED or not _is_item(reading.by_clause.get(last), sentence):
            return clause
    first = clause
    while clause - first < _LISTED and _is_item(reading.by_clause[first], sentence):
        if first - 1 not in reading.by_clause:
            return clause
        first -= 1
    listed = last - first > 1 or any(each.has("conj:or") for each in reading.by_clause[last])
    return first if listed and reading.by_clause[first][0].sentence == sentence else clause


def _ends_list(here: Sequence[Word]) -> bool:
    return here[0].has("conj:and") or here[0].has("conj:or")


def _is_item(here: Sequence[Word] | None, sentence: int) -> bool:
    """Tell if a clause only names something: it has no number, no person and no known verb."""
    if not here or here[0].sentence != sentence:
        return False
    if any(each.is_number or any(map(each.has, _SAYING)) for each in here):
        return False
    return len(here) <= _NAMING and not any(each.topics & _VERBS for each in here)


@lru_cache(maxsize=KEPT)
def _is_denied_around(reading: Reading, clause: int) -> bool:
    """Tell if a clause has the exception to what is denied: `no dogs, except guide dogs`.

    What stands behind `instead of` is not so, whatever else is denied.
    """
    here = reading.by_clause[clause]
    if not any(each.marks & _EXCEPTING for each in here) or _excepts_from_all(here):
        return False
    at = next(n for n, each in enumerate(here) if each.marks & _EXCEPTING)
    if any(each.has("neg") for each in here[:at]):  # `nobody rehearses except the soloists`
        return True
    clauses = {each.clause for each in reading.by_sentence[here[0].sentence]} - {clause}
    return any(is_clause_denied(reading, each) for each in clauses)


def _excepts_from_all(clause: Sequence[Word]) -> bool:
    """Tell if a clause says by itself from what it excepts: `I eat everything except fish`."""
    at = next((n for n, each in enumerate(clause) if each.marks & _EXCEPTING), 0)
    before = clause[:at]
    return any("quant:all" in each.marks for each in before) and any(each.counts for each in before)


def _count_turns(found: Alignment, said: Sequence[Match]) -> int:
    """Count how often what is said stands for its opposite, or does without what the other has."""
    known = [each for each in said if is_lacking(each.known, found.text)]
    return (
        sum(each.kind == "opposite" for each in said)
        + any(is_lacking(each.said, found.statement) for each in said)
        + any(
            is_lacking(each.said, found.statement) or not _is_had(found, each.known)
            for each in known
        )
    )


def _lacks_denied(found: Alignment, match: Match) -> bool:
    """Tell if one of the two does without a thing that the other denies: `there is no sugar`."""
    said = found.statement.by_clause[match.said.clause]
    without = is_lacking(match.said, found.statement), is_lacking(match.known, found.text)
    denied = denies_clause(said), is_clause_denied(found.text, match.known.clause)
    lacks = without in ((True, False), (False, True)) and without[0] == denied[1]
    return lacks and denied[0] != denied[1] and is_noun(match.said, found.statement)


def _is_had(found: Alignment, word: Word) -> bool:
    """Tell if another clause of the sentence has a word as well."""
    here = found.text.by_sentence[word.sentence]
    return any(each.term == word.term and each.clause != word.clause for each in here)
