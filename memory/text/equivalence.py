"""Decides if two facts are about the same thing, and if one repeats or extends the other. Pure.

Cautious on purpose: what is not clearly the same stays two facts, and a replaced one remains in the
history. A model that knows better names a topic.

Who a fact is about stands at its beginning: `my wife likes tea` has all words of `I like tea` and
says something else. So one fact includes another only if it begins with it.
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from indexer.text.analyzer import analyze, tokenize
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_all_words
from memory.text.assertion import is_negated
from memory.text.words import content_words

CAPITAL = r"[^\W\d_a-zß-ÿ]"
LABELLED = re.compile(r":\s+")
NUMBER = re.compile(r"\d")
MEASURED = "#number"
MEASURED_IS = re.compile(r"(?<=[^\W\d_])['’]s (?=[£$€]?\d)")  # the rent's 700
VARIES = re.compile(rf"(?<!\S)\S*\d\S*|\b{CAPITAL}\w*")  # numbers, and names of months and days
LONGEST_VALUE = 4  # terms


class _Word(NamedTuple):
    term: str
    joined: bool  # to the word before it, with no common word or sign between: `dog sitter`


def load_fillers() -> frozenset[str]:
    """Load words that may be added or left out without changing the meaning."""
    return load_all_words("fillers")


def _load_reversals() -> frozenset[str]:
    """Load words that reverse the meaning of a sentence, wherever they stand in it."""
    return load_all_words("reversals")


def _load_other_persons() -> frozenset[str]:
    """Load words for a person other than the speaker."""
    return load_all_words("other_persons")


@cache
def _compile_naming() -> re.Pattern[str]:
    """Match words that introduce a name, which the fact is not about: `is called`."""
    giving = build_alternatives(load_all_words("naming"))
    before = build_alternatives(load_all_words("names_follow"))
    return re.compile(rf"\b(?i:{giving})\b|\b(?:{before}) (?={CAPITAL})")


@cache
def _compile_own_name() -> re.Pattern[str]:
    """Match `My sister` before `Mia`."""
    own = build_alternatives(load_all_words("possessives"))
    return re.compile(rf"(?i:{own}) \w+ (?={CAPITAL})")


@cache
def _compile_copula() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("copulas"))
    signs = build_alternatives(load_all_words("copula_signs"))
    return re.compile(rf"(?<!\s)\s++(?:{words})\s++|(?<!\s)\s*+(?:=|{signs})\s*+")


@cache
def _compile_name_value() -> re.Pattern[str]:
    """Match a value that is only a name."""
    now = build_alternatives(load_all_words("now"))
    name = rf"{CAPITAL}[\w.&'-]*"
    return re.compile(rf"(?:(?:{now}) )?{name}(?:\s+{name})*[.!]?$")


def meaning_words(text: str) -> frozenset[str]:
    """Return the words of `text` that carry its meaning, in any order."""
    return _collect_terms(_split_words(text, detect_language(text)))


def restates(new: str, old: str) -> bool:
    """Tell if `new` says nothing that `old` does not say."""
    newer, older = _split_both(new, old)
    left_out = _collect_terms(older) - _collect_terms(newer)
    fewer = _collect_terms(newer) <= _collect_terms(older)
    return fewer and _load_reversals().isdisjoint(left_out) and _begins_with(old, older, newer)


def has_same_words(new: str, old: str) -> bool:
    """Tell if both have the same words with a meaning, in any order; words that deny aside."""
    newer, older = (_collect_terms(_drop_silent(each)) for each in _split_both(new, old))
    return bool(newer) and newer == older


def extends(new: str, old: str) -> bool:
    """Tell if `new` says all that `old` says, and more."""
    newer, older = _split_both(new, old)
    return _collect_terms(older) < _collect_terms(newer) and _begins_with(new, newer, older)


def adds_to(new: str, old: str) -> bool:
    """Tell if `new` says all that `old` says, and more, without turning it round."""
    newer, older = _split_both(new, old)
    more = _collect_terms(newer) - _collect_terms(older)
    turned = is_negated(new) != is_negated(old) or not _load_reversals().isdisjoint(more)
    return extends(new, old) and not turned


def _split_both(one: str, other: str) -> tuple[list[_Word], list[_Word]]:
    # One language for both: a short text often gives no clue, and each language stems differently.
    language = detect_language(f"{one} {other}")
    first, second = map(_drop_speaker_sign, (one, other))
    return _split_words(first, language), _split_words(second, language)


def _drop_speaker_sign(text: str) -> str:
    """Drop `私は`, which Japanese may leave out."""
    return _compile_speaker_sign().sub("", text, count=1)


@cache
def _compile_speaker_sign() -> re.Pattern[str]:
    signs = build_alternatives(load_all_words("first_person_signs"))
    return re.compile(rf"^(?:{signs})は")


def _split_words(text: str, language: str) -> list[_Word]:
    """Split `text` into the words that carry its meaning, in order, each once."""
    found: dict[str, bool] = {}
    joined = False
    for written in _compile_naming().sub(" ", text).split():
        analysed = analyze(written, language)
        terms = [fold(term) for term in analysed.terms or analysed.common]
        for term in terms:
            found.setdefault(term, joined and bool(analysed.terms))
        joined = bool(analysed.terms) and written[-1].isalnum()
    return [_Word(term, joined) for term, joined in found.items() if term not in load_fillers()]


def _collect_terms(words: Sequence[_Word]) -> frozenset[str]:
    return frozenset(word.term for word in words)


def _begins_with(text: str, words: Sequence[_Word], part: Sequence[_Word]) -> bool:
    """Tell if `text`, of these words, begins with those of `part`; reversals aside."""
    whole, begun = _drop_silent(words), _drop_silent(part)
    starts = (0, 1) if _compile_own_name().match(text) else (0,)
    return bool(begun) and any(_matches_start(whole[start:], begun) for start in starts)


def _drop_silent(words: Sequence[_Word]) -> list[_Word]:
    silent = _load_reversals() | load_all_words("auxiliaries")
    return [word for word in words if word.term not in silent]


def _matches_start(words: Sequence[_Word], part: Sequence[_Word]) -> bool:
    first = [word.term for word in words[: len(part)]]
    terms = [word.term for word in part]
    # `Ann is Bob's boss` is `Bob's boss is Ann`; `Bob is Ann's boss` is something else.
    same = any(terms[at:] + terms[:at] == first for at in range(len(terms)))
    more = words[len(part) :][:1]
    return same and not any(word.joined or word.term in _load_other_persons() for word in more)


def build_topic_key(topic: str, text: str = "", author: str = "") -> str:
    """Build one key for all names of a topic: `sister's name` and `the name of my sister`.

    `text` is a fact on the topic, which shows the language; in a group each `author` has topics of
    their own.
    """
    language = detect_language(f"{topic} {text}")
    words = [fold(token) for token in tokenize(topic)]
    # `dog` is a common word in another language, which two words may be taken for.
    named = content_words(topic, language) or frozenset(words) - load_fillers()
    named -= load_all_words("person_nouns")
    return " ".join(sorted(named | content_words(author, language))) if named else ""


def derive_key(text: str, author: str = "") -> str:
    """Derive the topic of a text that gives one thing its only value; empty for all others.

    `The SSH port is 22` and `the SSH port is now 49222` share theirs; `my sister is a nurse` has
    none, for she is other things as well. In a group each `author` has topics of their own.
    """
    return next(iter(derive_keys(text, author)), "")


def derive_keys(text: str, author: str = "") -> tuple[str, ...]:
    """Derive its key, and that of the topic in the same words: `port ssh #number`, `port ssh`."""
    sentence = MEASURED_IS.sub(" is ", text.strip().removeprefix(f"{author}: "))
    between = _compile_copula().search(sentence) or LABELLED.search(sentence)
    if not between:
        return ()
    language = detect_language(sentence)
    labelled = between.re is LABELLED
    subject, value = sentence[: between.start()], sentence[between.end() :]
    named, values = content_words(subject, language), content_words(value, language)
    kind = _classify_value(subject, value, labelled)
    enough = 1 if kind == MEASURED and not labelled else 2
    if not kind or len(named) < enough or not 0 < len(values) <= LONGEST_VALUE:
        return ()
    # A person has an age and a height: the unit belongs to what is measured.
    unit = content_words(VARIES.sub(" ", value), language) if kind == MEASURED else frozenset()
    author_words = content_words(author, language)
    whose = _load_other_persons().intersection(analyze(subject, language).common) | author_words
    own = " ".join((*sorted(named | unit | whose), kind))
    return own, " ".join(sorted(named | author_words))


def _classify_value(subject: str, value: str, labelled: bool) -> str:
    """Return the kind of value that ends a key, empty for none.

    Text before a colon may be a mere label: `TODO: call 555123`, `Book tip: Emma`.
    """
    if NUMBER.search(value):
        return MEASURED if not labelled or _is_bare_number(value) else ""
    # One thing has one of these at a time, so a second one takes the place of the first.
    single = load_all_words("single_values")
    if not single.isdisjoint(fold(word) for word in re.findall(r"\w+", subject)):
        return "#single"
    return "#name" if not labelled and _compile_name_value().match(value.strip()) else ""


def _is_bare_number(value: str) -> bool:
    """Tell if `value` is a number and no more: `hunter2`, `555 123`."""
    return all(NUMBER.search(word) or fold(word) in load_fillers() for word in value.split())
