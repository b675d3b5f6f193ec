"""Finds who or what each clause of a text is about, and if a statement is about the same."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from indexer.inference.alignment import LIGHT, Alignment, tells, weigh
from indexer.inference.lexicon import UNSPACED
from indexer.inference.matching import Match, compare
from indexer.inference.nouns import is_noun
from indexer.inference.reading import Reading, Word

KEPT = 1024  # clauses
_BACK = 4  # clauses that may leave out the subject of the first
_PAIR = 2  # words of one who acts behind a verb
_COMPARED = 12  # words that are compared one by one
_LEADING = 3  # words that may name a subject together
_CAPITAL_NOUNS = frozenset(("de",))
_JOINING = ("conj:and", "conj:but", "conj:or")
_BE = frozenset(("be",))
_TURNING = frozenset(("neg", "answer", "comp"))


@lru_cache(maxsize=KEPT)  # many rules ask for the subjects of one passage
def find_subject(text: Reading, clause: int) -> Sequence[Word]:
    """Find the words that name what a clause is about; empty where a pronoun does, or nothing."""
    sentence = text.by_clause[clause][0].sentence
    for each in range(clause, max(clause - _BACK, -1), -1):
        here = text.by_clause.get(each, [])
        if here and here[0].sentence != sentence:
            break
        if each < clause and here and here[0].has("conj:that"):
            continue  # `was first when it began, but lost ground`
        leading = _lead(here, text.language, starts=_starts(here, text))
        if leading is not None:
            return tuple(leading)
    return ()


def _starts(clause: Sequence[Word], text: Reading) -> bool:
    """Tell if a clause is the first of its sentence."""
    return bool(clause) and text.by_sentence[clause[0].sentence][0] is clause[0]


def _is_order(clause: Sequence[Word], language: str) -> bool:
    """Tell if a verb without a subject leads to an object: `Wash the pan`, `Never put it`."""
    at = next((place for place, each in enumerate(clause) if each.counts), None)
    if at is None or clause[at].is_led:
        return False
    if language == "fr":
        return clause[at].is_opening and clause[at].text.endswith("ez")
    if language != "en":
        return False
    return any(each.is_led or each.has("pers") for each in clause[at + 1 : at + 2])


def _lead(clause: Sequence[Word], language: str, *, starts: bool) -> list[Word] | None:
    """Return the first words of a clause if they name something; None if it has no subject."""
    if _is_order(clause, language):
        # `collects it from the customer and sends it`: what goes on is no order.
        return [] if starts or not any(clause[0].has(each) for each in _JOINING) else None
    if starts and clause[0].topics == _BE:  # `C'est Ann`
        clause = clause[1:]
    joined = bool(clause) and (not starts or any(clause[0].has(each) for each in _JOINING))
    found: list[Word] = []
    for word in clause[: _LEADING + 2]:
        if word.has("pers") and not (found and word.has("pers:clitic")):
            return []  # `Never put it`: a verb stood before it
        if found and (word.is_led or word.has("pers")):
            break  # `The board approves the plan`: another begins
        if word.counts and not word.relations and _may_name(word, language, joined):
            found.append(word)
        elif found or word.is_number or word.counts:
            break
    return found[:_LEADING] or None


def _may_name(word: Word, language: str, joined: bool) -> bool:
    """Tell if a word may be a subject; behind `and` or a comma a verb is as likely."""
    if word.topics & LIGHT:
        return False
    if language in _CAPITAL_NOUNS:
        return word.text[:1].isupper()
    named = word.is_opening or word.is_name or word.is_led or word.has("kin")
    return not joined or named or language in UNSPACED


def takes_from_other(found: Alignment) -> bool:
    """Tell if the statement says of its subject what the text's sentence says of another subject.

    `The town hall lends the tables, and the club the benches` holds all words of "The club lends
    the tables".
    """
    clauses = found.statement.by_clause
    if len(found.clauses) == 1:
        return False
    return any(_takes(found, each) or _takes_role(found, each) for each in clauses)


def _takes_role(found: Alignment, clause: int) -> bool:
    """Tell if one in a role does what another does in the text: the buyer pays, not the seller."""
    said = found.statement.by_clause[clause]
    acting = [each for each in found.matches if each.said in said and _is_role(each.said)]
    if len(acting) != 1 or any(not each.sense.kinds.isdisjoint(_TURNING) for each in said):
        return False
    home = _find_home(found, clause, [acting[0].said])
    if home is None or acting[0].kind != "same":
        return False
    here = found.text.by_clause[home]
    others = [each for each in here if _is_role(each)]
    there = [each for each in found.matches if each.known.clause == acting[0].known.clause]
    alone = there == acting and len(others) == 1
    return alone and not _stands_in(acting, here) and not _repeats(found, clause, others)


def _is_role(word: Word) -> bool:
    return word.has("kin") and not word.relations - {"rel:subj"}


def _takes(found: Alignment, clause: int) -> bool:
    said = found.statement.by_clause[clause]
    if any(not each.sense.kinds.isdisjoint(_TURNING) for each in said):
        return False
    subject = _find_acting(found.statement, clause)
    if any(each.clause != clause for each in subject) and not said[0].has("conj"):
        return False
    acting = [each for each in found.matches if each.said in subject and each.kind == "same"]
    home = _find_home(found, clause, subject)
    if home is None or not _names_all(subject, acting):
        return False
    there = _find_acting(found.text, home)
    return (
        bool(there)
        and not any(map(_is_dated, (*subject, *there)))
        and not _stands_in(acting, (*found.text.by_clause[home], *find_subject(found.text, home)))
        and not _repeats(found, clause, there)
        and any(_leads_elsewhere(found, each, home) for each in acting)
        and not _does_likewise(found, acting, home)
    )


def _does_likewise(found: Alignment, acting: Sequence[Match], home: int) -> bool:
    """Tell if the text says the same of the subject as well: `the buyer pays for transport`."""
    own = {each.known.clause for each in acting}  # which names it in other words as well
    said = [each.said for each in found.matches if each.known.clause == home][:_COMPARED]
    again = (each for each in found.text.words if compare(said[0], each) == "same")
    return any(
        not own.isdisjoint(one.clause for one in find_subject(found.text, word.clause))
        and all(any(compare(each, one) == "same" for one in here) for each in said)
        for word in islice(again, _COMPARED)
        if word.clause != home
        for here in (found.text.by_clause[word.clause][:_COMPARED],)
    )


def _find_acting(text: Reading, clause: int) -> list[Word]:
    """Find the words that name who or what acts in a clause."""
    subject = _find_agent(text, clause) or find_subject(text, clause)
    if not subject and _is_relative(text, clause):
        subject = find_subject(text, clause - 1)
    return list_heads(subject, text)


def _is_relative(text: Reading, clause: int) -> bool:
    """Tell if a clause goes on with `who` or `that` from the one before."""
    here, before = text.by_clause[clause], text.by_clause.get(clause - 1, [])
    return here[0].has("conj:that") and any(each.sentence == here[0].sentence for each in before)


def _find_agent(text: Reading, clause: int) -> list[Word]:
    """Find who acts in a passive clause, or stands behind `由`."""
    here = text.by_clause[clause]
    if text.language not in UNSPACED and not any(each.has("voice") for each in here):
        return []
    agents = [each for each in here if "rel:by" in each.relations and each.counts][:_PAIR]
    return [each for each in agents if is_noun(each, text) or each.has("kin")]


def keeps_subject(found: Alignment, match: Match) -> bool:
    """Tell if a verb of the statement has the subject that the text's verb has."""
    said = _find_acting(found.statement, match.said.clause)
    known = {each.place for each in _find_acting(found.text, match.known.clause)}
    return any(found.places.get(each.place) in known for each in said)


def _find_home(found: Alignment, clause: int, subject: Sequence[Word]) -> int | None:
    """Find the clause of the text that says what a clause of the statement says of its subject."""
    weights = Counter[int]()
    for each in found.matches:
        if each.said.clause == clause and each.said not in subject and _shows(each.said):
            weights[each.known.clause] += int(10 * weigh(each.said))
    home = max(weights, key=lambda each: (weights[each], -each), default=None)
    if home is None or weights[home] < 10:
        return None
    denied = any(each.has("neg") for each in found.text.by_clause[home])
    return None if denied else home


def _shows(word: Word) -> bool:
    return word.is_number or tells(word)


def _names_all(subject: Sequence[Word], acting: Sequence[Match]) -> bool:
    placed = {each.said.place for each in acting}
    return bool(acting) and all(each.place in placed for each in subject if _shows(each))


def _is_dated(word: Word) -> bool:
    return word.sense.is_anchor and not word.has("kin")


def _stands_in(acting: Sequence[Match], words: Sequence[Word]) -> bool:
    return any(compare(each.said, word) for each in acting for word in words if word.counts)


def _repeats(found: Alignment, clause: int, subject: Sequence[Word]) -> bool:
    """Tell if a clause of the statement names the subject of the text's clause as well."""
    placed = {each.known.place for each in found.matches if each.said.clause == clause}
    return any(each.place in placed for each in subject)


def _leads_elsewhere(found: Alignment, acting: Match, home: int) -> bool:
    """Tell if a word leads a clause of this sentence that says something else of it."""
    clause = acting.known.clause
    here = found.text.by_clause[clause]
    placed = frozenset(found.places.values())
    more = any(_shows(each) and each.place not in placed for each in here)
    same = here[0].sentence == found.text.by_clause[home][0].sentence
    return more and same and _may_lead(acting.known, found.text)


def _may_lead(word: Word, text: Reading) -> bool:
    """Tell if a word may name the subject of its clause, before the verb or behind it."""
    subject = find_subject(text, word.clause)
    if any(each.clause == word.clause for each in subject):
        heads = list_heads(subject, text)
        between = text.words[heads[-1].place : word.place]
        named = all(each in heads or each.is_name for each in between)
        return word in heads or (named and (word.is_name or between[-1].is_name))
    led = word.is_led or any(each.has("poss") for each in text.words[word.place - 1 : word.place])
    return not word.relations and (led or word.is_name or word.has("kin"))


def list_heads(subject: Sequence[Word], text: Reading) -> list[Word]:
    """List the words that name a subject: all up to its first noun, and names behind it.

    A verb may stand behind it: `parents pay`.
    """
    if text.language in UNSPACED:
        return list(subject)
    nouns = [at for at, each in enumerate(subject) if is_noun(each, text) or each.has("kin")]
    end = nouns[0] if nouns else 0
    return [each for at, each in enumerate(subject) if at <= end or each.is_name]
