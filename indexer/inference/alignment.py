"""Finds for each word of a statement the word of a text that says the same, and the sentence.

Statements rest on one sentence, and borrow what it leaves out, such as who it is about, from its
neighbours and from the headings.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from indexer.inference.figures.arithmetic import is_within
from indexer.inference.figures.equality import same_quantity
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.figures.units import MONEY, Quantity
from indexer.inference.matching import MOST, Match, index_words, list_matches
from indexer.inference.reading import Reading, Word
from indexer.inference.spans import list_covering, list_ends
from indexer.late_property import late_property
from indexer.text.normalize import fold

_TWICE = 2
_LIMITED = frozenset(("unit:y", "unit:kg", "unit:km"))
_AS_WRITTEN = 2  # a word itself is nearer than another of its meaning
_STEPS = (-1, 0, 1, 2)
AROUND = 2  # sentences that may say what the one between leaves out
# Verbs and nouns that say little by themselves.
LIGHT = frozenset(
    (
        *("be", "become", "have", "make", "go", "take", "use", "need", "person", "good", "number"),
        *("thing", "last", "allow", "permit", "amount", "carry_out", "take_time", "possible"),
        *("more", "less"),
    )
)
_LIMITS = frozenset(("rel:max", "rel:min"))
_LASTING = frozenset(("last", "long"))  # beside a span of time: `two hours long`
_LED = 0.25  # what a sentence far behind has of a word that says what the text is about
_SHARE = 2  # a clause says much if it says half of what the one says that says most
_OTHER_FORM = 0.7  # of a word that is repeated
_MISSING = 0.5  # of a word that was not found, beside those that were
LIGHT_WEIGHT = 0.1
_REWORDED = 0.9  # how sure it is that another word is meant
_TURNED = 0.6
FOREIGN_WEIGHT = 0.3  # of a word in another language whose meaning is not listed


class Alignment(Struct, frozen=True, dict=True):
    """The matches around one sentence of a text, the best of all."""

    statement: Reading
    text: Reading
    focus: int  # the sentence
    matches: tuple[Match, ...]

    @late_property
    def foci(self) -> dict[int, int]:
        """The sentence of the text that most words of each clause of the statement stand in."""
        weights: dict[int, Counter[int]] = {}
        for each in self.matches:
            counted = weights.setdefault(each.said.clause, Counter())
            counted[each.known.sentence] += int(10 * weigh(each.said)) or 1
        return {
            clause: max(counted, key=lambda each: (counted[each], each == self.focus, -each))
            for clause, counted in weights.items()
        }

    @late_property
    def near(self) -> tuple[Match, ...]:
        """Matches that stand with the rest of their clause, and names, dates and numbers."""
        return tuple(
            each
            for each in self.matches
            if each.known.sentence in (self.focus, self.foci[each.said.clause])
            or each.said.is_name
            or each.said.is_number
            or each.said.sense.is_anchor
        )

    @late_property
    def found_weight(self) -> float:
        """The weight of the words and numbers that the text has."""
        return sum(weigh(each.said) if each.said.counts else 1.0 for each in self.matches)

    @late_property
    def repeated(self) -> float:
        """The share of the words that stand in the text in the same form, 0 to 1.

        Names and dates do so in any wording.
        """
        found = [each for each in self.matches if _may_be_reworded(each.said)]
        words = len(found) + _MISSING * sum(map(_may_be_reworded, self.unknown))
        return sum(map(_rate_form, found)) / words if words else 1.0

    @late_property
    def unknown(self) -> tuple[Word, ...]:
        """Words of the statement that nothing in the text says."""
        found = {match.said.place for match in self.matches}
        return tuple(
            each for each in self.statement.words if each.counts and each.place not in found
        )

    @late_property
    def coverage(self) -> float:
        """The share of the statement's words that the text says, 0 to 1."""
        total = sum(weigh(each) for each in self.statement.words if each.counts)
        missing = sum(map(self._weigh_unknown, self.unknown))
        # A number that the text does not have is a reason of its own; one alone says nothing.
        numbers = min(sum(not each.said.counts for each in self.matches), max(0, total - missing))
        return max(0.0, 1 - missing / (total + numbers)) if total else 0.0

    def _weigh_unknown(self, word: Word) -> float:
        if word.has("daypart") and any(each.is_figure for each in self.statement.words):
            return 0.0
        if word.topics & _LASTING and any(
            each.has("unit") for each in self.statement.words[max(0, word.place - 1) : word.place]
        ):
            return 0.0
        if self.is_translated and not word.topics and not word.marks:
            return FOREIGN_WEIGHT * weigh(word)
        return weigh(word)

    @late_property
    def is_translated(self) -> bool:
        return self.statement.language != self.text.language

    @late_property
    def clauses(self) -> frozenset[int]:
        """The clauses of the text that the statement rests on."""
        said = [each for each in self.matches if each.said.counts]
        telling = [each for each in said if weigh(each.said) > LIGHT_WEIGHT]
        return frozenset(each.known.clause for each in telling or said)

    @late_property
    def places(self) -> dict[int, int]:
        """Where each matched word of the statement stands in the text."""
        return {match.said.place: match.known.place for match in self.matches}

    @late_property
    def resting(self) -> tuple[Word, ...]:
        """All words of these clauses."""
        here = (self.text.by_clause.get(each, ()) for each in sorted(self.clauses))
        return tuple(word for words in here for word in words)

    @late_property
    def main(self) -> tuple[Word, ...]:
        """The words of those clauses that say much of it; the others name something only."""
        said = Counter[int]()
        for each in self.matches:
            said[each.known.clause] += int(10 * weigh(each.said))
        most = max(said.values(), default=0)
        return tuple(each for each in self.resting if said[each.clause] * _SHARE >= most)

    @late_property
    def is_compared_back(self) -> bool:
        """Tell if the opposite is said of the other: `older than Tom`, `younger than Ann`."""
        opposed = sum(each.kind == "opposite" for each in self.matches) % 2 == 1
        terms = Counter(each.said.term for each in self.matches)
        held = [m for m in self.matches if m.kind == "same" and terms[m.said.term] < _TWICE]
        said = {m.said.place for m in held if "rel:than" in m.said.relations}
        known = {m.said.place for m in held if "rel:than" in m.known.relations}
        return opposed and bool(said and known) and said.isdisjoint(known)

    @late_property
    def left(self) -> tuple[Word, ...]:
        """Words of these clauses that the statement does not repeat."""
        found = {match.known.place for match in self.matches}
        return tuple(each for each in self.resting if each.counts and each.place not in found)


def _may_be_reworded(word: Word) -> bool:
    fixed = word.is_name or word.sense.is_anchor
    return tells(word) and not fixed


def _rate_form(match: Match) -> float:
    """Rate how much a word is as it stands in the text: another form of it, partly.

    Whoever puts its opposite there repeats all the rest, and turns it.
    """
    if match.kind == "opposite" or fold(match.said.text) == fold(match.known.text):
        return 1.0
    return _OTHER_FORM if match.said.term == match.known.term else 0.0


def is_light(word: Word) -> bool:
    """Tell if a word says little by itself: `make`, `take`."""
    return not word.topics.isdisjoint(LIGHT)


def tells(word: Word) -> bool:
    """Tell if a word shows what is meant."""
    return word.counts and not is_light(word)


def weigh(word: Word) -> float:
    if is_light(word):
        return LIGHT_WEIGHT
    if len(word.term) == 1:  # a sign of a word
        return 0.5
    return 1.5 if word.is_name or word.sense.is_anchor else 1.0


def align(statement: Reading, text: Reading, *, contrary: bool = False) -> Alignment:
    """Align a statement with the sentence of a text that says most of it.

    With `contrary`, words are rather matched with their opposites: `pays nothing`, `free`.
    """
    known = index_words(text)
    found = {
        each.place: list_matches(each, known) or _match_spans(each, text)
        for each in statement.words
        if each.counts
    }
    options = [found[each.place] for each in statement.words if each.counts]
    options += _match_numbers(statement, text)
    options = _match_ends(options, statement, text)
    if contrary:
        options = [[one for one in each if one.kind == "opposite"] or each for each in options]
    focus = _find_focus(options, text)
    said = Counter[int]()
    for each in options:
        near = {one.known.clause for one in each if one.known.sentence == focus}
        said.update(dict.fromkeys(near, _rate_anchor(each)))
    return Alignment(statement, text, focus, tuple(_choose_each(options, focus, said)))


def _rate_anchor(matches: Sequence[Match]) -> int:
    """Rate how much a word shows which clause is meant: a day tells more than `open`."""
    return 5 if matches and matches[0].said.sense.is_anchor else 2


def _match_numbers(statement: Reading, text: Reading) -> Iterator[list[Match]]:
    known = find_quantities(text)
    for said in islice(find_quantities(statement), MOST):
        counting = not said.unit and _counts_things(said.word, statement)
        same = (
            each
            for each in known
            if same_quantity(said, each) and not (counting and each.unit in MONEY)
        )
        found = [Match(said.word, each.word) for each in islice(same, MOST)]
        yield found or [Match(said.word, each.word) for each in _list_limits(said, known)]


def _list_limits(said: Quantity, known: Sequence[Quantity]) -> list[Quantity]:
    """List the limits of a text that an age or a size lies within: a child of five, `under six`."""
    if said.unit not in _LIMITED:
        return []
    limits = (each for each in known[:MOST] if each.unit == said.unit)
    return [each for each in limits if is_within(said, (each,))]


def _counts_things(number: Word, statement: Reading) -> bool:
    """Tell if a thing stands behind a number: two adults are not two euros."""
    behind = statement.words[number.place + 1 : number.place + 2]
    return any(each.counts and each.clause == number.clause for each in behind)


def _match_spans(said: Word, text: Reading) -> list[Match]:
    """Match a day or month with a span; one that lies outside says the opposite."""
    return [
        Match(said, known, "same" if within else "opposite")
        for known, within in islice(list_covering(said, text), MOST)
    ]


def _match_ends(options: list[list[Match]], statement: Reading, text: Reading) -> list[list[Match]]:
    """Match the verbs that name an end of a span with the time that the text gives for it."""
    ends = dict(list_ends(statement, text))
    if not ends:
        return options
    rest = [each for each in options if not each or each[0].said not in ends]
    return rest + [[Match(verb, time)] for verb, time in ends.items()]


def _find_focus(options: Sequence[list[Match]], text: Reading) -> int:
    """Find the sentence that says most; those near one that says something are tried."""
    scores: dict[int, float] = {}
    leading: list[tuple[set[int], float]] = []
    for matches in options:
        near = {each.known.sentence + step for each in matches for step in _STEPS}
        for sentence in near:
            best = max(_rate(each.known, sentence) * _rate_kind(each) for each in matches)
            scores[sentence] = scores.get(sentence, 0.0) + best * weigh(matches[0].said)
        if any(each.known.is_heading or each.known.sentence == text.lead for each in matches):
            leading.append((near, weigh(matches[0].said)))
    for sentence in scores:
        scores[sentence] += _LED * sum(weight for near, weight in leading if sentence not in near)
    within = [each for each in scores if 0 <= each < text.sentences]
    return max(within, key=lambda each: (scores[each], -each), default=0)


def _rate(known: Word, sentence: int) -> float:
    """Rate how near a word is to a sentence; headings are near to all that follows."""
    distance = known.sentence - sentence
    if not distance:
        return 1.0
    return 0.6 if -AROUND <= distance <= 1 or (known.is_heading and distance < 0) else 0.0


def _rate_kind(match: Match) -> float:
    """Rate how sure it is that a word is meant: one for another less than the word itself."""
    if match.kind != "same":
        return _TURNED
    return 1.0 if match.said.term == match.known.term else _REWORDED


def _choose_each(
    options: Sequence[Sequence[Match]], focus: int, said: Mapping[int, int]
) -> Iterator[Match]:
    """Choose for each word the match that is nearest, in the clause that says most.

    What is said twice is the next of two that are equally near: `from room 1 to room 2`.
    """
    used = set[int]()
    for matches in options:
        near = [each for each in matches if _can_help(each, focus)]
        best = min(
            near,
            key=lambda each: (_rank(each, focus, said), each.known.place in used),
            default=None,
        )
        if best is not None:
            used.add(best.known.place)
            yield best


def _can_help(match: Match, focus: int) -> bool:
    """Tell if a word stands in the sentence, near it, or before it as the name in a letter."""
    distance = match.known.sentence - focus
    return not distance or (match.kind == "same" and distance <= 1)


def _rank(match: Match, focus: int, said: Mapping[int, int]) -> tuple[bool, int, bool, int]:
    away = match.known.sentence - focus
    alike = _AS_WRITTEN * (match.said.term == match.known.term)
    if match.said.is_number:
        alike += bool(_LIMITS & match.said.relations & match.known.relations)
    return away != 0, -said.get(match.known.clause, 0) - alike, match.kind != "same", abs(away)
