"""Finds what speaks against a statement that has a text's words: a function for each reason."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import combinations

from indexer.inference.actors import OWN_SCRIPT, Names, identify, list_names
from indexer.inference.alignment import LIGHT, Alignment, Match, counts, weigh
from indexer.inference.lexicon import UNSPACED
from indexer.inference.nouns import is_noun
from indexer.inference.quantities import (
    Quantity,
    find_quantities,
    is_computed,
    is_half,
    is_total,
    list_implied,
    same_quantity,
)
from indexer.inference.reading import Reading, Word
from indexer.inference.times import is_of_other_period, list_periods

Veto = Callable[[Alignment], bool]
_TIMES = frozenset(("rel:since", "rel:until", "rel:before", "rel:after", "rel:from", "rel:to"))
_SHORT = 6  # words; a sign is half of one
_MOSTLY = 0.5
_BESIDE = 3  # words
_JOINED = 6  # words, with `and` between them
ADDED = 1.5  # words; one more may belong to another wording
_LARGE = 10
_PEOPLE = 12  # who are compared two by two
_LIMITED = frozenset(("quant:some", "quant:few", "quant:half", "quant:most"))
_LIMITS = frozenset(("rel:until", "rel:max"))
_EXCEPT = frozenset(("rel:except", "rel:instead"))


def denies(found: Alignment) -> bool:
    """Tell if one of the two denies what the other says, or says its opposite."""
    for said in _group_by_clause(found):
        clauses = {each.said.clause for each in said}
        negated = any(_is_negated(found.statement.by_clause[each]) for each in clauses)
        known = _measure_denied(found, said) > (0 if negated else _MOSTLY)
        known = known or any(_covers_denial(found, each.known.clause) for each in said)
        opposite = sum(each.kind == "opposite" for each in said) % 2 == 1
        opposite = opposite and not found.is_compared_back
        limited = negated and any("quant:only" in each.marks for each in found.resting)
        if (negated != known) != opposite and not limited:
            return True
    return False


def _measure_denied(found: Alignment, said: Sequence[Match]) -> float:
    """Measure the share of what is said that the text denies, 0 to 1."""
    weights = [(weigh(each.said), _is_denied(found, each.known)) for each in said]
    total = sum(weight for weight, _denied in weights)
    return sum(weight for weight, denied in weights if denied) / total if total else 0.0


def _covers_denial(found: Alignment, clause: int) -> bool:
    """Tell if the statement repeats a denying clause: `but not on Sundays`."""
    here = found.text.by_clause[clause]
    counted = [each for each in here if counts(each) and not each.topics & LIGHT]
    if not _is_negated(here):
        return False
    placed = frozenset(found.places.values())
    return 2 * sum(each.place in placed for each in counted) >= len(counted) > 0


def _group_by_clause(found: Alignment) -> list[list[Match]]:
    groups: dict[int, list[Match]] = {}
    for match in found.matches:
        groups.setdefault(match.said.clause, []).append(match)
    large = [each for each in groups.values() if len(each) > 1]
    return large or [list(found.matches)]


def _is_negated(words: Sequence[Word]) -> bool:
    return any(each.has("neg") or each.marks & _EXCEPT for each in words)


def _is_denied(found: Alignment, word: Word) -> bool:
    here = found.text.by_clause[word.clause]
    excepted = any(each.marks & _EXCEPT and each.place < word.place for each in here)
    return excepted or any(each.has("neg") for each in here)


def changes_number(found: Alignment) -> bool:
    """Tell if the statement has a number that the text does not have, or of something else."""
    counted, implied = find_quantities(found.text), tuple(list_implied(found.text.words))
    for each in find_quantities(found.statement):
        one = any(same_quantity(each, other) for other in implied)
        if not one and not _is_known(each, counted, found):
            return True
    periods = list_periods(found.statement)
    said = find_quantities(found.statement)
    converted = any(is_of_other_period(each, counted, periods) for each in said)
    return not converted and _changes_period(found, (*counted, *implied))


def _changes_period(found: Alignment, known: Sequence[Quantity]) -> bool:
    """Tell if `a month` became `a year`."""
    others = {each.unit for each in list_implied(found.resting)}
    lacking = [
        each
        for each in list_implied(found.statement.words)
        if not any(other.unit and same_quantity(each, other) for other in known)
    ]
    return bool(lacking) and bool(others - {each.unit for each in lacking})


def _is_known(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    if _stands_as_such(said, known, found) or is_computed(said, known):
        return True
    if is_of_other_period(said, known, list_periods(found.statement)):
        return True
    if any(each.has("sum") for each in found.statement.words) and is_total(said, known):
        return True
    return any("quant:half" in each.marks for each in found.text.words) and is_half(said, known)


def _stands_as_such(said: Quantity, known: Sequence[Quantity], found: Alignment) -> bool:
    alike = any(said.unit and each.scaled[0] == said.scaled[0] for each in known)
    same: list[Quantity] = []
    others: list[Quantity] = []
    for each in known:
        # Five weeks are not five books, where the text has another number of weeks.
        fits = same_quantity(said, each) and (each.unit or each.is_clock or not alike)
        (same if fits else others).append(each)
    if not same:
        return False
    timed = {each.word.clause for each in same if _is_timed(said, each, others)}
    large = min(said.values) >= _LARGE  # numbers that are hardly the same by chance
    return (found.is_translated and large) or any(
        not _is_foreign(clause, found) for clause in sorted(timed)
    )


def _is_timed(said: Quantity, known: Quantity, others: Sequence[Quantity]) -> bool:
    """Tell if a number is not said to be a beginning or an end that another one is."""
    wanted = said.word.relations & _TIMES
    if not wanted or wanted & known.word.relations:
        return True
    return not any(wanted & each.word.relations for each in others[:_PEOPLE])


def _is_foreign(clause: int, found: Alignment) -> bool:
    """Tell if a clause of the text has nothing of the statement, but names or topics of its own."""
    here = _list_topics(found, clause)
    matched = {each.known.place for each in found.matches}
    if any(each.place in matched for each in here):
        return False
    return any(each.is_name or each.topics for each in here)


def _list_topics(found: Alignment, clause: int) -> list[Word]:
    """List the words of a clause; those before it, if it has a number alone: `(1888)`."""
    here = found.text.by_clause[clause]
    counted = [each for each in here if counts(each)]
    before = found.text.by_clause.get(clause - 1, [])
    if counted or not before or before[0].sentence != here[0].sentence:
        return counted
    return [each for each in before if counts(each)]


def names_another(found: Alignment) -> bool:
    """Tell if the statement names somebody whom the text does not name."""
    if found.is_translated and {found.statement.language, found.text.language} & OWN_SCRIPT:
        return False
    return any(
        each.is_name or _begins_name(each, found) or _is_latin(each, found)
        for each in found.unknown
    )


def _is_latin(word: Word, found: Alignment) -> bool:
    """Tell if a word keeps its Latin letters in Chinese or Japanese, as names and commands do."""
    unspaced = {found.statement.language, found.text.language} <= UNSPACED
    return unspaced and len(word.text) > 1 and word.text.isascii() and word.text.isalpha()


def _begins_name(word: Word, found: Alignment) -> bool:
    """Tell if a word that begins a sentence is a first name: another name follows."""
    following = found.statement.words[word.place + 1 : word.place + 2]
    return word.is_opening and any(each.is_name for each in following)


def adds_detail(found: Alignment) -> bool:
    """Tell if the statement says more than the sentence, all of which it repeats."""
    if found.is_translated:
        return False
    more = [each for each in found.unknown if not each.has("daypart")]
    nouns = sum(weigh(each) for each in more if is_noun(each, found.statement))
    left = sum(weigh(each) for each in found.left if not each.has("daypart"))
    unknown = sum(map(weigh, more))
    return (unknown >= ADDED and unknown > left) or (nouns >= 1 and left < nouns / 2)


def _count_words(reading: Reading) -> float:
    part = 0.5 if reading.language in UNSPACED else 1.0
    return sum(part if len(each.term) == 1 else 1.0 for each in reading.words if counts(each))


def exchanges_word(found: Alignment) -> bool:
    """Tell if one noun was put in the place of another, and all around it is repeated.

    A verb in the place of another is a paraphrase as often, and so is a noun in a long statement.
    """
    if _count_words(found.statement) > _SHORT:
        return False
    places = found.places
    said = [each for each in found.statement.words if counts(each) and weigh(each) >= 0.5]
    known = [each.place for each in found.text.words if counts(each) and not each.topics & LIGHT]
    left = {each.place for each in found.left}
    for at, word in enumerate(said):
        if word.place in places or found.is_translated or word.has("daypart"):
            continue
        if not is_noun(word, found.statement):
            continue
        before = places.get(said[at - 1].place) if at else None
        after = places.get(said[at + 1].place) if at + 1 < len(said) else None
        if _fills_place(before, after, known, left):
            return True
    return False


def _fills_place(
    before: int | None, after: int | None, known: Sequence[int], left: set[int]
) -> bool:
    """Tell if one word alone stands between two places of the text, or at their side."""
    if before is not None and after is not None:
        between = [each for each in known if before < each < after]
        return len(between) == 1 and between[0] in left
    if before is not None:
        return next((each for each in known if each > before), -1) in left
    if after is not None:
        return next((each for each in reversed(known) if each < after), -1) in left
    return False


def changes_quantifier(found: Alignment) -> bool:
    """Tell if `some` became `all`, or `only` was added."""
    said = _marks(_list_quantifying(found.statement.words), "quant:")
    excepting = _marks(found.text.by_sentence.get(found.focus, ()), "rel:except")
    if excepting:  # what is forbidden except on Monday is allowed on Monday only
        said -= {"quant:only"}
    counted = frozenset(found.places.values())  # `half a year` is six months
    known = _marks((each for each in found.main if each.place not in counted), "quant:")
    if "quant:only" in said - _marks(found.text.by_sentence.get(found.focus, ()), "quant:") - known:
        return True
    if "quant:all" in said and (_has_exception(found) or "quant:all" not in known):
        return True
    limited = {
        mark
        for each in found.main
        if _limits(each, found, counted)
        for mark in each.marks & _LIMITED
    }
    quantities = find_quantities(found.text)
    if any(is_half(each, quantities) for each in find_quantities(found.statement)):
        limited -= {"quant:half"}
    return bool(limited) and not limited & said


def _list_quantifying(words: Sequence[Word]) -> list[Word]:
    """List the words but those that repeat or limit a span: `alle sechs Monate`, `nur bis 18`."""
    counted = {
        each.place - 1
        for each in words
        if each.is_number or each.has("num") or (each.has("unit") and "unit:d" not in each.marks)
    }
    counted |= {each.place - 1 for each in words if each.marks & _LIMITS}
    return [each for each in words if not (each.has("quant") and each.place in counted)]


def _limits(word: Word, found: Alignment, placed: Collection[int]) -> bool:
    """Tell if `some` stands right before a word that the statement repeats."""
    if word.place in placed or word.marks.isdisjoint(_LIMITED):
        return False
    after = [each for each in found.text.words[word.place + 1 : word.place + 4] if counts(each)]
    return any(each.place in placed for each in after[:2])


def _has_exception(found: Alignment) -> bool:
    """Tell if the sentence leaves something out that the statement does not leave out."""
    if _is_negated(found.statement.words):
        return False
    here = found.text.by_sentence.get(found.focus, [])
    return any("neg:not" in each.marks or each.marks & _EXCEPT for each in here)


def _marks(words: Iterable[Word], kind: str) -> frozenset[str]:
    marks = frozenset[str]().union(*(each.marks for each in words))
    return frozenset(each for each in marks if each.startswith(kind))


def exchanges_roles(found: Alignment) -> bool:
    """Tell if two who act on each other stand in each other's place."""
    names = list_names(found.statement, found.text)
    people = [each for each in found.matches if _acts(each, names)][:_PEOPLE]
    if found.is_compared_back:
        return False
    converse = any(each.kind == "converse" for each in found.matches)
    pairs = [(one, other) for one, other in combinations(people, 2) if _can_swap(one, other, found)]
    return any(_is_swapped(one, other, found) != converse for one, other in pairs)


def _acts(match: Match, names: Names) -> bool:
    person = bool(identify(match.said, names)) or match.said.has("pers") or _is_place(match.said)
    return person and match.kind == "same"


def _is_place(word: Word) -> bool:
    """Tell if a word is an unknown Chinese sign behind `from` or `to`, as those of names are."""
    sign = len(word.term) == 1 and "\u4e00" <= word.term <= "\u9fff" and not word.topics
    return sign and bool(word.relations & {"rel:from", "rel:to"})


def _can_swap(one: Match, other: Match, found: Alignment) -> bool:
    """Tell if two stand in one clause in both texts, and not side by side: `Ann and Bob`."""
    pairs = tuple(zip(_pair_up(one, other), (found.statement, found.text), strict=True))
    together = any(_stand_together(a, b, reading) for (a, b), reading in pairs)
    return not together and all(a.sentence == b.sentence for (a, b), _reading in pairs)


def _stand_together(one: Word, other: Word, reading: Reading) -> bool:
    first, last = sorted((one.place, other.place))
    between = reading.words[first:last]
    joined = any(each.has("conj:and") for each in between)
    return last - first < (_JOINED if joined else _BESIDE)


def _pair_up(one: Match, other: Match) -> tuple[tuple[Word, Word], tuple[Word, Word]]:
    return (one.said, other.said), (one.known, other.known)


def _is_swapped(one: Match, other: Match, found: Alignment) -> bool:
    said = _is_first(one.said, other.said, found.statement.words)
    ordered = (one.said.place < other.said.place) == (one.known.place < other.known.place)
    if ordered and found.text.language in UNSPACED:  # who is named by `由` may stand there too
        return False
    return said != _is_first(one.known, other.known, found.text.words)


def _is_first(one: Word, other: Word, words: Sequence[Word]) -> bool:
    """Tell if the first of two is the one who acts: whom `by` names stands behind and acts."""
    acts = [_is_agent(each, words) for each in (one, other)]
    return (one.place < other.place) != (acts[0] != acts[1])


def _is_agent(word: Word, words: Sequence[Word]) -> bool:
    if "rel:by" in word.relations:
        return True
    passive = any(each.has("voice") for each in words if each.sentence == word.sentence)
    return passive and "rel:from" in word.relations


def drops_doubt(found: Alignment) -> bool:
    """Tell if what is supposed, conditional or reported became a fact."""
    if found.is_translated and found.unknown:
        return False
    return _drops(found, ("mod:maybe", "mod:if", "mod:wish"))


def _drops(found: Alignment, kinds: Sequence[str]) -> bool:
    said = _marks(found.statement.words, "mod:") | _marks(found.statement.words, "conj:")
    known = _marks(found.main, "mod:")
    return any(kind in known - said for kind in kinds)


def changes_duty(found: Alignment) -> bool:
    """Tell if `must` became `may`, or the other way round."""
    said, known = _marks(found.statement.words, "mod:"), _marks(found.main, "mod:")
    must, can = "mod:must", "mod:can"
    # Who must not, may not.
    if _is_negated(found.statement.words):
        return False
    return (must in said - known and can in known - said) or (
        can in said - known and must in known - said
    )


def changes_aspect(found: Alignment) -> bool:
    """Tell if what has ended, or nearly happened, is said to hold, or the other way round."""
    said, known = _marks(found.statement.words, "asp:"), _marks(found.main, "asp:")
    if {"asp:quit", "asp:ended"} <= said | known and said and known:
        return "asp:near" in said ^ known  # who gave something up does so no longer
    return said - {"asp:quit"} != known - {"asp:quit"}
