"""Finds for each word of a statement the word of a text that says the same, and the sentence.

Statements rest on one sentence, and borrow what it leaves out, such as who it is about, from its
neighbours and from the headings.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import islice

from msgspec import Struct

from indexer.inference.figures.quantities import find_quantities, same_quantity
from indexer.inference.opposites import load_converses, load_narrower, load_opposites
from indexer.inference.reading import ANCHORS, READINGS, Reading, Word
from indexer.inference.spans import list_ends
from indexer.text.normalize import fold

ALIKE = 5  # letters in which two words must begin alike
ENDING = 4  # letters in which the ends of the shorter may differ
_NAME, _CASE = 3, 3  # letters of a Russian name that stay, and of its endings
_AS_WRITTEN = 2  # a word itself is nearer than another of its meaning
_STEPS = (-1, 0, 1, 2)
_MOST = 16  # places of a word that are looked at
AROUND = 2  # sentences that may say what the one between leaves out
# Verbs and nouns that say little by themselves.
LIGHT = frozenset(
    (
        *("be", "become", "have", "make", "go", "take", "use", "need", "person", "good", "number"),
        *("thing", "last", "allow", "permit", "amount", "carry_out", "take_time", "possible"),
    )
)
_LASTING = frozenset(("last", "long"))  # beside a span of time: `two hours long`
_SHARE = 2  # a clause says much if it says half of what the one says that says most
_OTHER_FORM = 0.7  # of a word that is repeated
_MISSING = 0.5  # of a word that was not found, beside those that were
_SOME = 0.5  # weight of a word that says something
LIGHT_WEIGHT = 0.1
FOREIGN_WEIGHT = 0.3  # of a word in another language whose meaning is not listed


Index = dict[str, list[Word]]


class Match(Struct, frozen=True):
    """A word of the statement with the word that says the same in the text."""

    said: Word
    known: Word
    kind: str = "same"  # or "opposite", "converse"


class Alignment(Struct, frozen=True, dict=True):
    """The matches around one sentence of a text, the best of all."""

    statement: Reading
    text: Reading
    focus: int  # the sentence
    matches: tuple[Match, ...]

    @cached_property
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

    @cached_property
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

    @cached_property
    def found_weight(self) -> float:
        """The weight of the words and numbers that the text has."""
        return sum(weigh(each.said) if counts(each.said) else 1.0 for each in self.matches)

    @cached_property
    def repeated(self) -> float:
        """The share of the words that stand in the text in the same form, 0 to 1.

        Names and dates do so in any wording.
        """
        found = [each for each in self.matches if _may_be_reworded(each.said)]
        words = len(found) + _MISSING * sum(map(_may_be_reworded, self.unknown))
        return sum(map(_rate_form, found)) / words if words else 1.0

    @cached_property
    def unknown(self) -> tuple[Word, ...]:
        """Words of the statement that nothing in the text says."""
        found = {match.said.place for match in self.matches}
        return tuple(
            each for each in self.statement.words if counts(each) and each.place not in found
        )

    @cached_property
    def coverage(self) -> float:
        """The share of the statement's words that the text says, 0 to 1."""
        total = sum(weigh(each) for each in self.statement.words if counts(each))
        missing = sum(map(self._weigh_unknown, self.unknown))
        # A number that the text does not have is a reason of its own; one alone says nothing.
        numbers = min(sum(not counts(each.said) for each in self.matches), max(0, total - missing))
        return max(0.0, 1 - missing / (total + numbers)) if total else 0.0

    def _weigh_unknown(self, word: Word) -> float:
        if word.has("daypart") and any(
            each.is_number or each.has("num") for each in self.statement.words
        ):
            return 0.0
        if word.topics & _LASTING and any(
            each.has("unit") for each in self.statement.words[max(0, word.place - 1) : word.place]
        ):
            return 0.0
        if self.is_translated and not word.topics and not word.marks:
            return FOREIGN_WEIGHT * weigh(word)
        return weigh(word)

    @cached_property
    def is_translated(self) -> bool:
        return self.statement.language != self.text.language

    @cached_property
    def clauses(self) -> frozenset[int]:
        """The clauses of the text that the statement rests on."""
        return frozenset(each.known.clause for each in self.matches if counts(each.said))

    @cached_property
    def places(self) -> dict[int, int]:
        """Where each matched word of the statement stands in the text."""
        return {match.said.place: match.known.place for match in self.matches}

    @cached_property
    def resting(self) -> tuple[Word, ...]:
        """All words of these clauses."""
        here = (self.text.by_clause.get(each, ()) for each in sorted(self.clauses))
        return tuple(word for words in here for word in words)

    @cached_property
    def main(self) -> tuple[Word, ...]:
        """The words of those clauses that say much of it; the others name something only."""
        said = Counter[int]()
        for each in self.matches:
            said[each.known.clause] += int(10 * weigh(each.said))
        most = max(said.values(), default=0)
        return tuple(each for each in self.resting if said[each.clause] * _SHARE >= most)

    @cached_property
    def is_compared_back(self) -> bool:
        """Tell if the opposite is said of the other: `older than Tom`, `younger than Ann`."""
        opposed = sum(each.kind == "opposite" for each in self.matches) % 2 == 1
        said = {m.said.place for m in self.matches if "rel:than" in m.said.relations}
        known = {m.said.place for m in self.matches if "rel:than" in m.known.relations}
        return opposed and bool(said and known) and said.isdisjoint(known)

    @cached_property
    def left(self) -> tuple[Word, ...]:
        """Words of these clauses that the statement does not repeat."""
        found = {match.known.place for match in self.matches}
        return tuple(each for each in self.resting if counts(each) and each.place not in found)


def _may_be_reworded(word: Word) -> bool:
    fixed = word.is_name or word.sense.is_anchor
    return counts(word) and weigh(word) >= _SOME and not fixed


def _rate_form(match: Match) -> float:
    """Rate how much a word is as it stands in the text: another form of it, partly."""
    if fold(match.said.text) == fold(match.known.text):
        return 1.0
    return _OTHER_FORM if match.said.term == match.known.term else 0.0


def counts(word: Word) -> bool:
    """Tell if a word says something that a text must say too."""
    return word.counts


def weigh(word: Word) -> float:
    if word.topics & LIGHT:
        return LIGHT_WEIGHT
    if len(word.term) == 1:  # a sign of a word
        return 0.5
    return 1.5 if word.is_name or word.sense.is_anchor else 1.0


def align(statement: Reading, text: Reading, *, contrary: bool = False) -> Alignment:
    """Align a statement with the sentence of a text that says most of it.

    With `contrary`, words are rather matched with their opposites: `pays nothing`, `free`.
    """
    known = _index(text)
    found = {each.place: list_matches(each, known) for each in statement.words if counts(each)}
    options = [found[each.place] for each in statement.words if counts(each)]
    options += _match_numbers(statement, text)
    options = _match_ends(options, statement, text)
    if contrary:
        options = [[one for one in each if one.kind == "opposite"] or each for each in options]
    focus = _find_focus(options, text)
    said = Counter[int]()
    for each in options:
        near = {one.known.clause for one in each if one.known.sentence == focus}
        said.update(dict.fromkeys(near, _rate_anchor(each)))
    chosen = tuple(best for each in options if (best := _choose(each, focus, said)))
    return Alignment(statement, text, focus, chosen)


def _rate_anchor(matches: Sequence[Match]) -> int:
    """Rate how much a word shows which clause is meant: a day tells more than `open`."""
    return 5 if matches and matches[0].said.sense.is_anchor else 2


def _match_numbers(statement: Reading, text: Reading) -> Iterator[list[Match]]:
    known = find_quantities(text)
    for said in islice(find_quantities(statement), _MOST):
        same = (each for each in known if same_quantity(said, each))
        yield [Match(said.word, each.word) for each in islice(same, _MOST)]


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
    for matches in options:
        near = {each.known.sentence + step for each in matches for step in _STEPS}
        for sentence in near:
            best = max(_rate(each.known, sentence) for each in matches)
            scores[sentence] = scores.get(sentence, 0.0) + best * weigh(matches[0].said)
    within = [each for each in scores if 0 <= each < text.sentences]
    return max(within, key=lambda each: (scores[each], -each), default=0)


def _rate(known: Word, sentence: int) -> float:
    """Rate how near a word is to a sentence; headings are near to all that follows."""
    distance = known.sentence - sentence
    if not distance:
        return 1.0
    return 0.6 if -AROUND <= distance <= 1 or (known.is_heading and distance < 0) else 0.0


def _choose(matches: Sequence[Match], focus: int, said: Mapping[int, int]) -> Match | None:
    """Choose the match that is nearest, in the clause that says most."""
    near = [each for each in matches if _can_help(each, focus)]
    return min(near, key=lambda each: _rank(each, focus, said), default=None)


def _can_help(match: Match, focus: int) -> bool:
    """Tell if a word stands in the sentence, near it, or before it as the name in a letter."""
    distance = match.known.sentence - focus
    return not distance or (match.kind == "same" and distance <= 1)


def _rank(match: Match, focus: int, said: Mapping[int, int]) -> tuple[bool, int, bool, int]:
    away = match.known.sentence - focus
    alike = _AS_WRITTEN * (match.said.term == match.known.term)
    return away != 0, -said.get(match.known.clause, 0) - alike, match.kind != "same", abs(away)


@lru_cache(maxsize=READINGS)
def _index(text: Reading) -> Index:
    """Index the words of a text by all that a word of a statement may have in common with one."""
    found: dict[str, list[Word]] = {}
    for word in text.words:
        for key in _list_keys(word) if counts(word) else ():
            words = found.setdefault(key, [])
            if len(words) < _MOST:
                words.append(word)
    return found


def _list_keys(word: Word) -> set[str]:
    folded = fold(word.text)
    keys = {f"={word.term}", f"={folded}"} if word.term else set[str]()
    if len(word.term) >= ALIKE:
        keys |= {f"<{word.term[:ALIKE]}", f">{word.term[-ALIKE:]}"}
    if _is_russian_name(word):
        keys.add(f"^{word.text[:_NAME].lower()}")
    if word.sense.group:
        keys.add(f"~{word.sense.group}")
    return keys | word.topics | _list_anchors(word.marks)


def list_matches(said: Word, known: Index) -> list[Match]:
    """List the words of a text that one of a statement may mean."""
    opposed = (
        names.get(each, ())
        for names in (load_opposites(), load_converses())
        for each in said.topics
    )
    keys = _list_keys(said).union(*opposed, _list_narrower(said))
    near = {each.place: each for key in keys for each in known.get(key, ())}
    ordered = (near[place] for place in sorted(near))
    return [
        Match(said, each, kind)
        for each in ordered
        if (kind := compare(said, each) or "same" * _is_compound(said, each, known))
    ]


def compare(said: Word, known: Word) -> str:
    """Return how two words are related: same, opposite, converse, or empty for not at all."""
    if said.topics & known.topics or _same_anchor(said, known):
        return "same"
    if said.sense.group and said.sense.group == known.sense.group:
        return "same"
    if not _list_narrower(said).isdisjoint(known.topics | known.marks):
        return "same"
    if said.term and known.term and _is_alike(said, known):
        return "same"
    for names, kind in ((load_opposites(), "opposite"), (load_converses(), "converse")):
        if any(not names.get(each, frozenset()).isdisjoint(known.topics) for each in said.topics):
            return kind
    return ""


def _list_narrower(said: Word) -> frozenset[str]:
    """List the meanings that are kinds of what a word means."""
    wide = load_narrower()
    return frozenset[str]().union(
        *(wide.get(each, frozenset()) for each in said.topics | said.marks)
    )


def _same_anchor(said: Word, known: Word) -> bool:
    return said.sense.is_anchor and bool(_list_anchors(said.marks & known.marks))


def _list_anchors(marks: frozenset[str]) -> set[str]:
    return {each for each in marks if each.partition(":")[0] in ANCHORS}


def _is_alike(said: Word, known: Word) -> bool:
    one, other = said.term, known.term
    if one == other or fold(said.text) == fold(known.text):
        return True
    if (said.topics and known.topics) or min(len(one), len(other)) < ALIKE:
        return _is_inflected_name(said, known)
    if "-" in one and "-" in other:  # `zabbix-agent` is no form of `zabbix-proxy`
        one, other = one.rpartition("-")[2], other.rpartition("-")[2]
        return one == other or (min(len(one), len(other)) >= ALIKE and _begin_alike(one, other))
    return _begin_alike(one, other) or _is_part(one, other)


def _is_inflected_name(said: Word, known: Word) -> bool:
    """Tell if two Russian names are one in two cases: `Крылов`, `Крыловым`."""
    if not (_is_russian_name(said) and _is_russian_name(known)):
        return False
    one, other = said.text.lower(), known.text.lower()
    shared = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 99)
    shared = min(shared, len(one), len(other))
    return shared >= _NAME and max(len(one), len(other)) - shared <= _CASE


def _is_russian_name(word: Word) -> bool:
    return (word.is_name or word.is_opening) and "А" <= word.text[:1] <= "Я"


def _begin_alike(one: str, other: str) -> bool:
    """Tell if two words may be forms of one: no more than their ends differ."""
    ends = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    shared = next(ends, min(len(one), len(other)))
    return shared >= ALIKE and min(len(one), len(other)) - shared <= ENDING


def _is_part(part: str, whole: str) -> bool:
    """Tell if a compound ends or begins with a word: `Reifenwechsel`, `Wechsel`."""
    return len(part) >= ALIKE and (whole.startswith(part) or whole.endswith(part))


def _is_compound(said: Word, known: Word, index: Index) -> bool:
    """Tell if a compound is made of a word of the text and another: `Kündigungsfrist`."""
    whole, part = said.term, known.term
    if not _is_part(part, whole):
        return False
    rest = whole.removesuffix(part) if whole.endswith(part) else whole.removeprefix(part)
    return len(rest) >= ALIKE and f"<{rest[:ALIKE]}" in index
