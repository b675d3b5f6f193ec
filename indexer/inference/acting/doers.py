"""Finds a verb of a statement that somebody else does in the text: the dealer sends the pump.

Each verb has its own subject: a clause that only goes on with `and` has that of the clause before,
one that begins with `who` that of the noun before it, and in the passive voice it stands behind
`by`. A name and a common noun may mean the same one, unless one sentence has both.
"""

from collections.abc import Sequence

from indexer.inference.acting.actors import Names, identify, list_names
from indexer.inference.acting.subjects import find_subject, list_heads
from indexer.inference.alignment import Alignment, tells
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match, compare
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Reading, Word

_BE = frozenset(("be",))
_STATES = frozenset(("be", "become", "have"))
_TURNING = frozenset(("neg", "answer", "comp"))
_FREE_ORDER = frozenset(("de", "nl", "ru"))
_ROLES = frozenset(("rel:from", "rel:to", "rel:for", "rel:with"))
_SUBJECT = 2  # words of a statement that name what somebody is
_PAIR = 2  # words of a name
_NEAR = 1  # clauses between an apposition and what it explains


def is_done_by_another(found: Alignment) -> bool:
    """Tell if a verb of the statement has another subject in the text."""
    if found.is_translated or found.text.language in UNSPACED or found.is_compared_back:
        return False
    names = list_names(found.statement, found.text)
    return any(
        _is_other(found, each) if _may_be_verb(each, found) else _is_another(found, each, names)
        for each in found.matches
    )


def _is_another(found: Alignment, match: Match, names: Names) -> bool:
    """Tell if a name is what the text says another is: `the guide is Lotti`."""
    if not match.said.is_name or not identify(match.known, names):
        return False
    said = found.statement.by_clause[match.said.clause]
    before = found.statement.words[match.said.place - 1 : match.said.place]
    if not any(each.topics & _BE for each in before) or any(each.has("neg") for each in said):
        return False
    subject = [each for each in found.matches if each.said in said[:_SUBJECT]]
    homes = {each.known.clause for each in subject if each.kind == "same"} - {match.known.clause}
    placed = frozenset(found.places.values())
    return any(
        each.is_name
        and each.place not in placed
        and not each.relations
        and _is_predicate(each, here)
        for home in homes
        for here in (found.text.by_clause[home],)
        for each in here
    )


def _is_predicate(word: Word, clause: Sequence[Word]) -> bool:
    """Tell if `is` stands before a name."""
    return any(each.topics & _BE and 0 < word.place - each.place <= _PAIR for each in clause)


def _may_be_verb(match: Match, found: Alignment) -> bool:
    return _is_repeated_word(match) and all(
        word.counts and not word.topics & _STATES and _looks_like_verb(word, reading)
        for word, reading in ((match.said, found.statement), (match.known, found.text))
    )


def _is_repeated_word(match: Match) -> bool:
    """Tell if a verb is the text's, and no other of its meaning: `took over`, `has taken over`."""
    phrases = " " in match.said.text and " " in match.known.text
    same = match.said.topics & match.known.topics and match.said.text[0] == match.known.text[0]
    alike = match.said.term == match.known.term or bool(same)  # `lend`, `lent`
    return match.kind == "same" and (alike or (phrases and bool(match.said.topics)))


def _looks_like_verb(word: Word, reading: Reading) -> bool:
    """Tell if no article and no preposition stands before a word, and it is no name or date."""
    before = reading.words[word.place - 1 : word.place]
    led = word.is_led or any(each.has("rel") or each.has("poss") for each in before)
    capital = reading.language == "de" and word.text[:1].isupper()
    return not (led or capital or word.is_name or word.sense.is_anchor)


def _is_other(found: Alignment, verb: Match) -> bool:
    clauses = found.statement.by_clause[verb.said.clause], found.text.by_clause[verb.known.clause]
    if any(not each.sense.kinds.isdisjoint(_TURNING) for here in clauses for each in here):
        return False
    passive = _is_passive(clauses[0], verb.said), _is_passive(clauses[1], verb.known)
    if passive[0] != passive[1] and not (passive[1] and _find_agent(found.text, verb.known)):
        return passive[1] and _does_something_else(found, verb)
    if all(passive) and not _find_agent(found.statement, verb.said):
        return False  # `it was serviced in May`: by whom is left out
    said = find_doer(found.statement, verb.said)
    if _does_rest(found, verb, said) or (not any(passive) and _is_acted_on(found, verb, said)):
        return True
    known = find_doer(found.text, verb.known)
    acting = [each for each in found.matches if each.said in said]
    if not known or len(acting) < sum(map(tells, said)) or not acting:
        return False
    return _are_apart(found, acting, known) and not _is_repeated(found, verb, known)


def _does_something_else(found: Alignment, verb: Match) -> bool:
    """Tell if who acts in the statement does another thing in the sentence: `sold, and bought by`.

    Nobody is named who does what the verb says there.
    """
    here = found.text.by_clause[verb.known.clause]
    if any("rel:by" in each.marks for each in here):
        return False
    said = find_doer(found.statement, verb.said)
    acting = [each.known for each in found.matches if each.said in said and each.kind == "same"]
    return any(
        "rel:by" in each.relations
        and each.clause != verb.known.clause
        and each.sentence == verb.known.sentence
        for each in acting
    )


def _does_rest(found: Alignment, verb: Match, said: Sequence[Word]) -> bool:
    """Tell if those do it in the text who are none of the statement's: `but others pay`."""
    here = [each for each in found.text.by_clause[verb.known.clause] if each is not verb.known]
    ahead = [each for each in here if each.place < verb.known.place]
    acting = [each for each in found.matches if each.said in said]
    return any(each.has("pers:rest") for each in ahead) and any(
        each.known.clause != verb.known.clause and each.known.sentence == verb.known.sentence
        for each in acting
    )


def _is_repeated(found: Alignment, verb: Match, doer: Sequence[Word]) -> bool:
    """Tell if the statement names the one who does it in the text as well, and as no other."""
    said = found.statement.by_clause[verb.said.clause]
    placed = {
        each.known.place
        for each in found.matches
        if each.said in said and not _is_behind(each.said, verb.said, found)
    }
    return any(each.place in placed for each in doer)


def _is_behind(word: Word, verb: Word, found: Alignment) -> bool:
    """Tell if a word stands where no one acts: behind the verb, or behind a preposition."""
    if "rel:by" in word.relations or word.place < verb.place:
        return False
    return bool(word.relations & _ROLES) or found.text.language not in _FREE_ORDER


def _are_apart(found: Alignment, acting: Sequence[Match], doer: Sequence[Word]) -> bool:
    """Tell if two subjects are two, and not one by two names."""
    names = list_names(found.statement, found.text)
    one, other = acting[0], doer[0]
    named = [any(identify(each, names) for each in words) for words in ([one.said], doer)]
    if not any(named) or (found.text.language in _FREE_ORDER and not named[1]):
        return False  # what stands before a verb may be its object there
    if named[0] and not (named[1] or one.said.has("kin")):
        return False  # a thing may be named before: `the amount that is downloaded`
    if any(each.kind != "same" or compare(each.said, word) for each in acting for word in doer):
        return False
    if _leads_beside(one.known, other, found.text):
        return False  # `members pay 20 pounds, students half of that`
    if one.known.is_heading or any(each.sense.is_anchor and not each.has("kin") for each in doer):
        return False
    kin = one.said.has("kin"), any(each.has("kin") for each in doer)
    alike = named[0] == named[1] and kin[0] == kin[1]
    if not alike and one.known.sentence != other.sentence:
        return False
    return not _are_one(found.text, one.known, other)


def _leads_beside(word: Word, doer: Word, text: Reading) -> bool:
    """Tell if a word leads another clause of the sentence, which may leave out the verb."""
    here = [each for each in text.by_clause[word.clause] if each.counts]
    before = here[: here.index(word)]
    leads = not any(each.relations for each in (*before, word))
    # `the Saturday ones by Marc`
    leads = leads or ("rel:by" in word.relations and all(each.relations for each in before))
    return leads and word.sentence == doer.sentence and word.clause != doer.clause


def _are_one(text: Reading, one: Word, other: Word) -> bool:
    """Tell if a text says that two are one: `Ann is the chair`, `the chair, Ann Lee`."""
    for here in text.by_clause.values():
        both = [any(compare(word, each) for each in here) for word in (one, other)]
        passive = any("rel:by" in each.marks for each in here)
        if all(both) and not passive and any(each.topics & _BE for each in here):
            return True
    beside = one.sentence == other.sentence and abs(one.clause - other.clause) <= _NEAR
    return beside and any(
        all(each.is_led or each.is_name for each in text.by_clause[word.clause] if each.counts)
        for word in (one, other)
    )


def _is_passive(clause: Sequence[Word], verb: Word) -> bool:
    """Tell if something is done to the subject, by whomever: `be` or a voice stands there."""
    return any(each.topics & _BE or each.has("voice") for each in clause if each.place < verb.place)


def find_doer(reading: Reading, verb: Word) -> list[Word]:
    """Find the words that name who does what a verb says; empty if the text does not say."""
    here = reading.by_clause[verb.clause]
    if agent := _find_agent(reading, verb):
        return agent
    if _is_relative(reading, verb.clause):
        return _find_antecedent(reading, verb)
    subject = list_heads(find_subject(reading, verb.clause), reading)
    before = [each for each in here if each.place < verb.place]
    start = max((at for at, each in enumerate(before, 1) if each in subject), default=0)
    said = [each for each in before[start:] if tells(each) and not each.sense.is_anchor]
    between = [each for each in said if "case:object" not in each.relations]
    return [] if between else [each for each in subject if each.place < verb.place]


def _find_agent(reading: Reading, verb: Word) -> list[Word]:
    """Find who acts in the passive voice, behind `by`."""
    here = reading.by_clause[verb.clause]
    agent = [each for each in here if "rel:by" in each.relations and each.counts]
    known = agent and agent[0].place > verb.place and _may_be_agent(agent[0], reading)
    names = [each for each in agent if each.is_name]
    return (names if agent[0] in names else agent[:1]) if known else []


def _may_be_agent(word: Word, reading: Reading) -> bool:
    """Tell if a word behind `by` is somebody: `by two boys`, not `by noon`."""
    before = reading.words[word.place - 1 : word.place]
    counted = any(each.is_figure for each in before)
    return (counted and not word.sense.is_anchor) or is_noun(word, reading)


def _is_acted_on(found: Alignment, verb: Match, said: Sequence[Word]) -> bool:
    """Tell if who acts in the statement is acted on in the text: `der Hund biss den Mann`."""
    acting = [each for each in found.matches if each.said in said and each.kind == "same"]
    return any(
        "case:object" in each.known.relations - each.said.relations
        and each.known.clause == verb.known.clause
        and len(each.known.relations) == 1
        for each in acting
    )


def _is_relative(reading: Reading, clause: int) -> bool:
    """Tell if a clause goes on with `who` from the one before; German has an article there."""
    first = reading.by_clause[clause][0]
    before = reading.by_clause.get(clause - 1, [])
    if not before or before[0].sentence != first.sentence:
        return False
    return first.has("conj:that") or (
        reading.language == "de" and first.is_led and first.has("rel")
    )


def _find_antecedent(reading: Reading, verb: Word) -> list[Word]:
    """Find the name or noun that a relative clause is about; it may have a subject of its own."""
    here = [each for each in reading.by_clause[verb.clause] if each.place < verb.place]
    own = [each for each in here if is_noun(each, reading) and not each.relations and each.counts]
    if own or any(each.has("pers") for each in here):
        return own
    before = reading.by_clause[verb.clause - 1]
    nouns = [each for each in before if each.counts and is_noun(each, reading)]
    last = nouns[-1:]
    return [each for each in nouns if last and last[0].is_name and each.is_name] or last
