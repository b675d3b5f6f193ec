"""Finds the names by which people and animals are known: `my sister Ann`. Pure.

Whoever has told of `my sister Ann` asks for either, and speaks of either: `Ann has moved` changes
where `my sister Ann` lives. `My son has changed schools, he goes to Hillside now` is compared with
`My son goes to Park Primary` as `my son goes to Hillside now`: a pronoun must have one thing only
that it may stand for.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct

from indexer.inference.reading import Reading, Word, read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words
from memory.text.persons import is_bare_name
from memory.text.statement import CLAUSE, is_unspaced, list_tokens, load_copulas

KEPT = 1024
LONGEST_SUBJECT = 6  # tokens
IS = re.compile(r"^\w+['’]s\s", re.IGNORECASE)  # it's
LONGEST_NAME = 4  # signs of Chinese or Japanese
SHORTEST_NAME = 2
CALLED = frozenset(("call", "name"))
SAYING = frozenset(("be", "have", "live", "move", "start_work", "work"))  # what verbs mean
BETWEEN = 3  # words: `a dog that we call Biscuit`


class Introduction(Struct, frozen=True):
    """`known_as` is as it was written: `My sister`."""

    name: str
    known_as: str
    meant: frozenset[str]  # what `sister` means, by which it is asked for

    def is_named_in(self, text: str) -> bool:
        return _find(self.name, text) is not None

    def rename(self, text: str) -> str | None:
        """Return `text` with the one in the place of the other; None if it has neither, or both."""
        named, known = _find(self.name, text), _find_known(self, text)
        if bool(named) == bool(known):
            return None
        return (
            _put(text, named, _open_low(self.known_as)) if named else _put(text, known, self.name)
        )


@lru_cache(maxsize=KEPT)
def find_introductions(text: str) -> tuple[Introduction, ...]:
    """Find who is introduced by a name, as belonging to the speaker."""
    reading = read_text(text)
    if is_unspaced(text):
        return tuple(_find_in_signs(reading, text))
    return tuple(_find_in_words(reading))


def shorten_introductions(text: str, other: str) -> str:
    """Return `text` with names alone for whom `other` only names: `Ann` for `My sister Ann`."""
    for each in find_introductions(text):
        if _find(each.name, other) and not _find_known(each, other):
            link = r"(?:\s*の)?\s*" if is_unspaced(text) else r"\s+"
            whole = re.search(re.escape(each.known_as) + link + re.escape(each.name), text)
            text = _put(text, whole, each.name) or text
    return text


def keep_introduction(text: str, other: str) -> str:
    """Return `My sister Ann` of a text, where `other` speaks of Ann alone; empty otherwise."""
    short = shorten_introductions(text, other)
    return next(
        (f"{each.known_as} {each.name}" for each in find_introductions(text) if short != text), ""
    )


def keep_others_name(text: str, other: str) -> str:
    """Return `my daughter Mia` of `I live in Hull with my daughter Mia`; empty if `other` names
    her, or whoever has that name by now.
    """
    meant = {meaning for word in read_text(other).words for meaning in _list_meanings(word)}
    for each in find_introductions(text):
        known = f"{each.known_as} {each.name}"
        if known in text and not text.startswith(known) and meant.isdisjoint(each.meant):
            return "" if each.is_named_in(other) else known
    return ""


def _find_in_words(reading: Reading) -> Iterator[Introduction]:
    words = reading.words
    for owner, noun, name in zip(words, words[1:], words[2:], strict=False):
        if _is_own(owner) and _is_noun(noun):
            if is_bare_name(name) or _is_low_name(noun, words[name.place : name.place + 2]):
                yield _introduce(owner, noun, name)
            elif called := _find_called(words[noun.place + 1 :]):
                yield _introduce(owner, noun, called)


def _introduce(owner: Word, noun: Word, name: Word) -> Introduction:
    return Introduction(name.text, f"{owner.text} {noun.text}", _list_meanings(noun))


def _find_called(following: Sequence[Word]) -> Word | None:
    """Find the name in `is called Ann`, right behind what has it."""
    for n, (verb, name) in enumerate(pairwise(following)):
        if n > BETWEEN or (n and following[n - 1].counts and "be" not in following[n - 1].topics):
            return None
        if not verb.topics.isdisjoint(CALLED):
            return name if name.text[:1].isupper() and not name.has("poss") else None
    return None


def _is_own(word: Word) -> bool:
    owners = load_all_words("owners") | load_all_words("possessives")
    return word.has("poss:speaker") or (word.has("poss") and fold(word.text) in owners)


def _is_noun(word: Word) -> bool:
    return word.counts and not word.is_number


def _is_low_name(noun: Word, following: Sequence[Word]) -> bool:
    """Tell if a name in small letters stands between a relative and a verb: `my brother tom is`."""
    if len(following) < 2 or not noun.has("kin"):
        return False
    name, verb = following
    unknown = bool(name.term) and not (name.topics or name.marks or name.is_number)
    return unknown and not verb.topics.isdisjoint(SAYING)


def _find_in_signs(reading: Reading, text: str) -> Iterator[Introduction]:
    """Find `妹の花子は` and `我妹妹小丽`: signs between a relative and what is said of them."""
    for word in reading.words:
        if word.has("kin"):
            following = reading.words[word.place + 1 :]
            japanese = bool(following) and following[0].has("^rel:of")
            name = _join_name(following[1:]) if japanese else _join_chinese_name(following)
            known = _join_known(reading, word, text)
            if name and (japanese or known != word.text):
                yield Introduction(name, known, _list_meanings(word))


def _join_known(reading: Reading, kin: Word, text: str) -> str:
    """Return the relative with the word for `my`: `我妹妹`, of which a sign may be in both."""
    before = reading.words[max(kin.place - 1, 0) : kin.place]
    own = before and before[0].has("poss:speaker")
    both = (f"{before[0].text}的{kin.text}", before[0].text + kin.text) if own else ()
    return next((each for each in both if each in text), kin.text)


def _join_name(following: Sequence[Word]) -> str:
    name = list[Word]()
    for each in following:
        if each.has("^rel:subj"):
            return _check_name(name)
        name.append(each)
        if len(name) > LONGEST_NAME:
            return ""
    return ""


def _join_chinese_name(following: Sequence[Word]) -> str:
    called = bool(following) and not following[0].topics.isdisjoint(CALLED)
    name = list[Word]()
    for each in following[1:] if called else following:
        name.append(each)
        if sum(len(part.text) for part in name) >= SHORTEST_NAME:
            break
    plain = name and (name[-1].has("named") or not (name[-1].topics or name[-1].marks))
    return _check_name(name) if plain else ""


def _check_name(words: Sequence[Word]) -> str:
    """Return the name of these signs; empty if each of them is a word with a meaning."""
    name = "".join(each.text for each in words)
    strange = any(each.has("named") or not (each.topics or each.marks) for each in words)
    fits = SHORTEST_NAME <= len(name) <= LONGEST_NAME and is_unspaced(name)
    return name if strange and fits else ""


def _list_meanings(word: Word) -> frozenset[str]:
    kin = frozenset(each for each in word.marks if each.startswith("kin:"))
    return kin or word.topics or frozenset((word.term,))


def _find(name: str, text: str) -> re.Match[str] | None:
    inner = re.escape(name)
    return re.search(inner if is_unspaced(name) else rf"(?<!\w){inner}(?!\w)", text)


def _find_known(introduction: Introduction, text: str) -> re.Match[str] | None:
    if is_unspaced(introduction.name):
        return re.search(rf"{re.escape(introduction.known_as)}(?!の)", text)
    for owner, noun in pairwise(read_text(text).words):
        if _is_own(owner) and not _list_meanings(noun).isdisjoint(introduction.meant):
            pair = rf"(?<!\w){re.escape(owner.text)}\s+{re.escape(noun.text)}(?!\w)"
            return re.search(pair, text)
    return None


def _put(text: str, found: re.Match[str] | None, other: str) -> str | None:
    return f"{text[: found.start()]}{other}{text[found.end() :]}" if found else None


def _open_low(known_as: str) -> str:
    return known_as[:1].lower() + known_as[1:]


def name_subjects(new: str, old: str) -> str:
    """Return `new` with the subject of `old` in clauses that leave it to a pronoun."""
    clauses = [each for each in CLAUSE.split(new) if each.strip()]
    if len(clauses) < 2 or is_unspaced(new):
        return new
    before = list_tokens(fold(unify(old)))
    named = [clauses[0]]
    for earlier, clause in pairwise(clauses):
        subject = _find_antecedent(before, earlier)
        named.append(_put_subject(clause, subject, before) if subject else clause)
    return ", ".join(named) if named != clauses else new


def _find_antecedent(before: Sequence[str], earlier: str) -> str:
    """Find what `before` begins with in the clause that precedes a pronoun."""
    tokens, language = list_tokens(fold(unify(earlier))), detect_language(" ".join(before))
    shortest = 1 if before[1:2] and before[1] in load_copulas() else 2
    for length in range(min(LONGEST_SUBJECT, len(before) - 1), shortest - 1, -1):
        lead = list(before[:length])
        at = next((n for n in range(len(tokens)) if tokens[n : n + length] == lead), None)
        if at is not None and analyze(lead[-1], language).terms:
            rest = {*tokens[:at], *tokens[at + length :]}
            return "" if _names_another(earlier, rest) else " ".join(lead)
    return ""


def _names_another(clause: str, rest: set[str]) -> bool:
    """Tell if somebody else is named, whom the pronoun may stand for as well."""
    named = (each for each in read_text(clause).words if each.is_name or each.has("kin"))
    return any(fold(unify(each.text)) in rest for each in named)


def _put_subject(clause: str, subject: str, before: Sequence[str]) -> str:
    """Put the subject in the place of a pronoun, or before the verb that it has in `before`."""
    verb = before[len(list_tokens(subject)) :][:1]
    if list_tokens(fold(unify(clause)))[:1] == list(verb):
        return f"{subject} {clause.strip()}"
    first, _space, rest = clause.strip().partition(" ")
    bare, is_ = re.split("['’]", fold(unify(first)))[0], IS.match(clause.strip())
    if bare not in load_all_words("subject_pronouns"):
        return clause
    return f"{subject} is {rest}" if is_ else f"{subject} {rest}"
