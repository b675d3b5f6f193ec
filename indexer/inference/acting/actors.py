"""Finds who does what in a text: the person or company that a clause is about.

Somebody is known by name or by kinship. Where a clause leaves its subject out, that of the clause
before it holds: `Brightwell repairs the roof and begins in April`.
"""

from collections.abc import Sequence
from functools import lru_cache

from indexer.inference.acting.subjects import find_subject, keeps_subject
from indexer.inference.alignment import LIGHT, Alignment, weigh
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match
from indexer.inference.nouns import is_noun
from indexer.inference.reading import READINGS, Reading, Word
from indexer.text.normalize import fold

_BACK = 4  # clauses that may leave out the subject of the first
OWN_SCRIPT = frozenset(("ru", "zh", "ja"))  # a name is written in other letters there
_SUBJECT = frozenset(("rel:subj",))
_SPEAKING = frozenset(("pers:he", "pers:she", "pers:they", "pers:we", "pers:you", "pers:speaker"))
_ACTING = "が"
_PART = 4  # one word of so many, at least, is said of another
_SIMPLE = 4  # words of a statement that is about one thing
_ENOUGH = 0.5  # weight of a word that says what somebody does

Names = frozenset[str]
NOBODY: Names = frozenset()


def list_names(statement: Reading, text: Reading) -> Names:
    """List who is named in two texts, folded: also what begins a sentence of the text."""
    return _list_inner(statement) | _list_inner(text) | _list_openings(text)


def list_sure_names(statement: Reading, text: Reading) -> Names:
    """List who is named for sure: not what only begins a sentence."""
    return _list_inner(statement) | _list_inner(text)


@lru_cache(maxsize=READINGS)
def _list_inner(reading: Reading) -> Names:
    """List the names of a text; at the beginning of a sentence only those of two words."""
    found = set[str]()
    for word in reading.words:
        following = reading.words[word.place + 1 : word.place + 2]
        begins = any(each.is_name and each.clause == word.clause for each in following)
        if word.is_name or (word.is_opening and begins):
            found.add(fold(word.text))
    return frozenset(found)


@lru_cache(maxsize=READINGS)
def _list_openings(reading: Reading) -> Names:
    return frozenset(fold(each.text) for each in reading.words if each.is_opening)


def identify(word: Word, names: Names) -> str:
    """Return who a word names: the folded name or the kinship; empty for nobody."""
    if word.has("kin"):
        return min(each for each in word.marks if each.startswith("kin:"))
    folded = fold(word.text)
    # German writes all nouns with a capital: who is named there, another text may tell.
    named = word.is_name or word.is_opening or (word.text[:1].isupper() and not word.topics)
    return folded if folded in names and named else ""


def find_actor(reading: Reading, word: Word, names: Names) -> Names:
    """Find who does what a word says; nobody if a pronoun or a thing does."""
    for clause in range(word.clause, max(word.clause - _BACK, -1), -1):
        here = reading.by_clause.get(clause, [])
        if not here or here[0].sentence != word.sentence:
            return NOBODY
        before = [each for each in here if each.place < word.place]
        spoken = [at for at, each in enumerate(before) if each.marks & _SPEAKING]
        ahead = before[: min(spoken, default=len(before))]
        acting = _list_marked(reading, here, names) or _list_acting(ahead, names)
        if spoken and not acting:
            return NOBODY
        if acting and not _is_apposition(reading, here):
            return acting | _list_beginning(reading, here, names)
        if not acting and any(_is_thing(each) for each in before[:2]):
            return NOBODY
    return NOBODY


def _list_marked(reading: Reading, clause: Sequence[Word], names: Names) -> Names:
    """List those whom a particle marks as the one who acts: `柔道は中村さんが`."""
    if reading.language != "ja":
        return NOBODY
    behind = (reading.words[each.place + 1 : each.place + 2] for each in clause)
    acting = [
        each
        for each, particle in zip(clause, behind, strict=True)
        if any(one.text == _ACTING for one in particle)
    ]
    return frozenset(who for each in acting if (who := identify(each, names)))


def _list_beginning(reading: Reading, clause: Sequence[Word], names: Names) -> Names:
    """List who stands alone in the clause before: `Ruth Calder` before `and her brother Simon`."""
    before = reading.by_clause.get(clause[0].clause - 1, [])
    who = [identify(each, names) for each in before if each.counts]
    joined = clause[0].has("conj:and") and bool(who) and all(who)
    return frozenset(who) if joined and before[0].sentence == clause[0].sentence else NOBODY


def _is_apposition(reading: Reading, clause: Sequence[Word]) -> bool:
    """Tell if names explain those before them: `in Armonk, New York, and is present`."""
    before = reading.words[clause[0].place - 1 : clause[0].place]
    alone = all(each.is_name for each in clause if each.counts)
    return alone and any(each.is_name and each.relations for each in before)


def _list_acting(before: Sequence[Word], names: Names) -> Names:
    """List those who stand together at the beginning of a clause, behind no preposition."""
    found = set[str]()
    for at, each in enumerate(before):
        adjective = each.is_led and each.is_name
        who = "" if adjective or each.relations - {"rel:subj"} else identify(each, names)
        if who:
            found.add(who)
        elif found or not _may_lead(each, before[at + 1 : at + 2], names):
            break
    return frozenset(found)


def _may_lead(word: Word, following: Sequence[Word], names: Names) -> bool:
    """Tell if a word may stand before the one who acts: `In May Ann`, `President Ann`."""
    if not word.counts or word.relations or word.sense.is_anchor:
        return True
    return any(identify(each, names) for each in following)


def _is_thing(word: Word) -> bool:
    return word.counts and word.is_led and not word.relations


def find_agent(reading: Reading, word: Word, names: Names) -> Names:
    """Find who does what a word says; in the passive voice, who stands behind `by`."""
    here = reading.by_clause[word.clause]
    agents = [each for each in here if "rel:by" in each.relations and identify(each, names)]
    # `由` names who acts, but turns nothing round.
    if agents and reading.language not in UNSPACED:
        return _join(reading, agents[-1].clause + 1, names).union(
            identify(each, names) for each in agents
        )
    return NOBODY if any(each.has("voice") for each in here) else find_actor(reading, word, names)


def _join(reading: Reading, clause: int, names: Names) -> Names:
    """List those whom a clause only adds to the one before: `and her brother Simon`."""
    here = reading.by_clause.get(clause, [])
    joined = bool(here) and here[0].has("conj:and")
    who = [identify(each, names) for each in here if each.counts]
    return frozenset(who) if joined and who and who[0] else NOBODY


def acts_for_another(found: Alignment) -> bool:
    """Tell if the statement says of one what the text says of another."""
    if found.is_translated and {found.statement.language, found.text.language} & OWN_SCRIPT:
        return False
    if found.is_compared_back:
        return False
    names = list_names(found.statement, found.text)
    converse = [each for each in found.matches if each.kind == "converse"]
    if converse:
        return any(_keeps_actor(found, each, names) for each in converse)
    return _says_of_another(found, names)


def _keeps_actor(found: Alignment, match: Match, names: Names) -> bool:
    """Tell if the one who sells in one text buys in the other."""
    return (
        _compare_actors(found, match, names) is True
        or _same_pronoun(found, match)
        or _keeps_marked(found, match)
        or (_is_active(found, match) and keeps_subject(found, match))
    )


def _says_of_another(found: Alignment, names: Names) -> bool:
    """Tell if most of what the statement says of somebody, the text says of another."""
    words = sum(each.counts for each in found.statement.words)
    simple = words <= _SIMPLE
    foreign = total = 0
    telling = [each for each in found.matches if _says(each, names)]
    for match in _leave_nouns(telling, found.statement) if simple else telling:
        verdict = _compare_actors(found, match, names)
        if verdict is None and simple and not (found.is_translated or match.said.is_number):
            verdict = _compare_things(found, match)
        foreign += (verdict is False) * (1 + _is_fixed(match))
        total += verdict is not None or bool(find_agent(found.statement, match.said, names))
    return 2 * foreign > total and _PART * foreign >= words


def _says(match: Match, names: Names) -> bool:
    """Tell if a word says something of somebody: a verb, or a name behind a preposition."""
    if weigh(match.said) < _ENOUGH or match.said.topics & LIGHT or match.known.is_heading:
        return False
    if "rel:by" in match.said.relations | match.known.relations:
        return False  # who acts is not what somebody does
    return bool(match.said.relations - {"rel:subj"}) or not identify(match.said, names)


def _leave_nouns(matches: Sequence[Match], statement: Reading) -> Sequence[Match]:
    """Leave out the things beside a verb, which others may do something with as well."""
    verbs = [each for each in matches if not is_noun(each.said, statement)]
    return [each for each in matches if each in verbs or _is_fixed(each)] if verbs else matches


def _is_fixed(match: Match) -> bool:
    """Tell if a word alone shows who is meant: a name, date or number, which others share less."""
    return match.said.is_number or match.said.is_name or match.said.sense.is_anchor


def _compare_actors(found: Alignment, match: Match, names: Names) -> bool | None:
    """Tell if the same one acts in both texts; None if one of them does not say."""
    said = find_agent(found.statement, match.said, names)
    known = find_agent(found.text, match.known, names)
    return not said.isdisjoint(known) if said and known else None


def _is_active(found: Alignment, match: Match) -> bool:
    """Tell if what stands before the verb acts in both texts."""
    if found.is_translated or found.text.language in UNSPACED:
        return False
    clauses = found.statement.by_clause[match.said.clause], found.text.by_clause[match.known.clause]
    return not any(each.has("voice") for here in clauses for each in here)


def _keeps_marked(found: Alignment, match: Match) -> bool:
    """Tell if a particle marks the same one as who acts in both texts: `学校は勝ちました`."""
    return found.text.language in UNSPACED and any(
        each.kind == "same"
        and len(each.said.term) > 1
        and each.said.relations & each.known.relations >= _SUBJECT
        and (each.said.clause, each.known.clause) == (match.said.clause, match.known.clause)
        for each in found.matches
    )


def _same_pronoun(found: Alignment, match: Match) -> bool:
    """Tell if the same pronoun acts in both texts: `they sold it`, `they bought it`."""
    said = _find_pronouns(found.statement, match.said)
    return bool(said) and said == _find_pronouns(found.text, match.known)


def _find_pronouns(reading: Reading, word: Word) -> frozenset[str]:
    here = [each for each in reading.by_clause[word.clause] if each.place < word.place]
    return frozenset(
        mark
        for each in here
        if not each.relations - {"rel:subj"}
        for mark in each.marks & _SPEAKING
    )


def _compare_things(found: Alignment, match: Match) -> bool | None:
    """Tell if a thing that the statement is about is what the text's sentence is about."""
    said = find_subject(found.statement, match.said.clause)
    known = find_subject(found.text, match.known.clause)
    if not said or not known or match.said in said:
        return None
    placed = {found.places.get(each.place) for each in said} - {None}
    sentences = {found.text.words[each].sentence for each in placed if each is not None}
    if not sentences or match.known.sentence in sentences:
        return True if sentences else None
    matched = frozenset(found.places.values())
    return None if any(each.place in matched for each in known) else False
