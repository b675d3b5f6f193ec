"""Finds names, nouns and details of a statement that the text does not have."""

from collections.abc import Sequence
from itertools import pairwise

from indexer.inference.acting.actors import OWN_SCRIPT
from indexer.inference.alignment import Alignment, is_light, tells, weigh
from indexer.inference.lexicon import NONE, UNSPACED, Meanings
from indexer.inference.matching import Match
from indexer.inference.nouns import is_noun
from indexer.inference.opposites import load_narrower
from indexer.inference.reading import Reading, Word

_BARE = frozenset(("es", "fr", "it", "pt"))  # `fue mecánico` has no article
_NAMING = frozenset(("name",))
_PAIR = 2  # words
_SHORT = 6  # words; a sign is half of one


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
    """Tell if the statement names more than the sentence, all of which it repeats."""
    if found.is_translated:
        return False
    more = [each for each in found.unknown if not each.has("daypart")]
    if _adds_clause(found):
        return True
    nouns = sum(weigh(each) for each in more if is_noun(each, found.statement))
    left = sum(weigh(each) for each in found.left if not each.has("daypart"))
    return nouns >= 1 and left < nouns / 2


def _adds_clause(found: Alignment) -> bool:
    """Tell if a clause that follows another of the statement has no word of the text."""
    unknown = {each.place for each in found.unknown if weigh(each) >= 1}
    first = min(found.statement.by_clause, default=0)
    return any(
        here[0].clause > first
        and (said := [each for each in here if each.counts or each.is_figure])
        and all(each.place in unknown and not each.has("daypart") for each in said)
        for here in found.statement.by_clause.values()
    )


def _count_words(reading: Reading) -> float:
    part = 0.5 if reading.language in UNSPACED else 1.0
    return sum(part if len(each.term) == 1 else 1.0 for each in reading.words if each.counts)


def exchanges_word(found: Alignment) -> bool:
    """Tell if one noun was put in the place of another, and all around it is repeated.

    A verb in the place of another is a paraphrase as often, and so is a noun in a long statement.
    """
    if _exchanges_opening(found) or _exchanges_first(found):
        return True
    if _takes_from_elsewhere(found) or _exchanges_sign(found) or _exchanges_governed(found):
        return True
    new = [each for each in found.unknown if not is_light(each) and not each.has("daypart")]
    if len(new) != 1 or found.is_translated or _count_words(found.statement) > _SHORT:
        return False
    places = found.places
    said = [each for each in found.statement.words if tells(each)]
    known = [each.place for each in found.text.words if tells(each)]
    left = {each.place for each in found.left}
    for at, word in enumerate(said):
        if word not in new:
            continue
        if not (is_noun(word, found.statement) or _is_predicate(word, found.statement)):
            continue
        before = places.get(said[at - 1].place) if at else None
        after = places.get(said[at + 1].place) if at + 1 < len(said) else None
        if _fills_place(before, after, known, left):
            return True
    return False


def _is_predicate(word: Word, reading: Reading) -> bool:
    """Tell if a word says what somebody is, without an article: `fue mecánico`."""
    if reading.language not in _BARE:
        return False
    before = reading.words[max(0, word.place - 1) : word.place]
    return any("be" in each.topics and each.clause == word.clause for each in before)


def _exchanges_opening(found: Alignment) -> bool:
    """Tell if only what the statement begins with is not in the text: `Microsoft is …`."""
    unknown = [each for each in found.unknown if not is_light(each)]
    if len(unknown) != 1 or found.is_translated:
        return False
    word = unknown[0]
    return word.is_opening and not word.topics and not word.is_led


def _exchanges_first(found: Alignment) -> bool:
    """Tell if the first word has the place of one of another meaning: `Cats may`, `Dogs may`."""
    if found.is_translated or found.statement.language in UNSPACED:
        return False
    said = [each for each in found.statement.words if tells(each)][:_PAIR]
    if len(said) < _PAIR or said[0].place in found.places or not _may_be_subject(said[0]):
        return False
    second = found.places.get(said[1].place)
    known = [each for each in found.text.words if tells(each)]
    return any(
        behind.place == second
        and word in found.left
        and bool(word.topics)
        and word.topics.isdisjoint(said[0].topics)
        and not _is_wider(word, said[0])
        for word, behind in pairwise(known)
    )


def _is_wider(one: Word, other: Word) -> bool:
    """Tell if what holds of the one holds of the other: what pets may do, dogs may."""
    wide = load_narrower()
    return any(not wide.get(each, frozenset()).isdisjoint(other.topics) for each in one.topics)


def _may_be_subject(word: Word) -> bool:
    """Tell if a word opens a statement by itself, as a noun without an article does."""
    phrase = " " in word.text  # `Il faut`
    return bool(word.topics) and word.text[:1].isupper() and not (word.is_led or phrase)


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


def _takes_from_elsewhere(found: Alignment) -> bool:
    """Tell if a noun of the statement stands in another sentence, and its like here."""
    if found.is_translated or found.statement.language in UNSPACED:
        return False
    said = [each for each in found.statement.words if tells(each)]
    away = {each.said.place for each in found.matches if _is_away(each, found)}
    return any(
        each.place in away
        and (known := _find_instead(found, said[at - 1 : at] if at else (), said[at + 1 : at + 2]))
        is not None
        and (at + 1 < len(said) or _stands_alike(each, known))
        and _is_replaced(found, each, known)
        for at, each in enumerate(said)
    )


def _find_instead(found: Alignment, before: Sequence[Word], behind: Sequence[Word]) -> Word | None:
    """Find what stands in the sentence where the statement has something between two words."""
    here = [each for each in found.text.by_sentence.get(found.focus, ()) if tells(each)]
    near = {
        each.said.place: each.known.place
        for each in found.matches
        if each.known.sentence == found.focus
    }
    ends = [[near[each.place] for each in side if each.place in near] for side in (before, behind)]
    if len(ends[0]) < len(before) or len(ends[1]) < len(behind) or not (before or behind):
        return None
    first = max(ends[0], default=-1)
    last = min(ends[1], default=len(found.text.words))
    between = [each for each in here if first < each.place < last]
    if before and behind:
        return between[0] if len(between) == 1 else None
    return (between[-1] if behind else between[0]) if between else None


def _stands_alike(said: Word, known: Word) -> bool:
    return bool(said.relations & known.relations) or not said.relations | known.relations


def _is_away(match: Match, found: Alignment) -> bool:
    elsewhere = match.known.sentence != found.focus and not match.known.is_heading
    told = match.said.has("daypart") or _is_introduced(match.known, found)
    return elsewhere and match.kind == "same" and not told


def _is_introduced(word: Word, found: Alignment) -> bool:
    """Tell if a sentence says only that this is how one of the one before is called."""
    here = [each for each in found.text.by_clause[word.clause] if tells(each)]
    naming = [each for each in here if each.topics & _NAMING]
    follows = word.sentence == found.focus + 1 and word.is_name
    return follows and bool(naming) and all(each in naming or each.is_name for each in here)


def _is_replaced(found: Alignment, said: Word, known: Word) -> bool:
    """Tell if one noun stands where the text has another, which the statement leaves out."""
    return known in found.left and is_noun(said, found.statement) and is_noun(known, found.text)


def _exchanges_sign(found: Alignment) -> bool:
    """Tell if one of two signs of a name is another: `長崎`, `長野`."""
    if not {found.statement.language, found.text.language} <= UNSPACED:
        return False
    placed = {
        each.said.place: each.known.place for each in found.matches if len(each.said.term) == 1
    }
    left = {each.place: each for each in found.left if len(each.term) == 1 and not each.topics}
    return any(
        (known := left.get(placed.get(each.place - step, -step) + step)) is not None
        and bool(known.relations & each.relations)
        for each in found.unknown
        for step in (1, -1)
        if len(each.term) == 1 and not each.topics and each.place - step in placed
    )


def _exchanges_governed(found: Alignment) -> bool:
    """Tell if another noun stands behind the same word and preposition: `lack of time`."""
    if found.is_translated or found.statement.language in UNSPACED:
        return False
    said = [each for each in found.statement.words if each.counts]
    return any(
        one.clause == word.clause
        and one.place in found.places
        and word in found.unknown
        and weigh(word) >= 1
        and _is_home(found, one)
        and _is_replaced_behind(found, word, found.text.words[found.places[one.place]])
        for one, word in pairwise(said)
    )


def _is_home(found: Alignment, said: Word) -> bool:
    """Tell if a word stands in the clause of the text that most of its own clause rests on."""
    clauses = [each.known.clause for each in found.matches if each.said.clause == said.clause]
    home = found.text.words[found.places[said.place]].clause
    return 2 * clauses.count(home) > len(clauses)


def _is_replaced_behind(found: Alignment, said: Word, before: Word) -> bool:
    """Tell if what follows a word of the text stands there instead of a word, and is left out."""
    here = found.text.by_clause[before.clause]
    left = (each for each in found.left if each.clause == before.clause)
    behind = next((each for each in left if each.place > before.place), None)
    return (
        behind is not None
        and bool(said.relations & _list_roles(behind, here) - before.relations)
        and not behind.sense.is_anchor
    )


def _list_roles(word: Word, clause: Sequence[Word]) -> Meanings:
    """List the prepositions that a word is the first to stand behind."""
    before = [each.relations for each in clause if each.place < word.place and each.counts]
    return word.relations - (before[-1] if before else NONE)
