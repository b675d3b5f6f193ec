"""When two statements are about the same thing, and when they say the same. Pure.

Cautious on purpose: what is not clearly the same stays two items, and whatever is replaced remains
as history. A model that knows better says so with a topic.

Who a statement is about stands where it begins: `my wife likes tea` holds all words of `I like tea`
and says something else. So one statement says another only if it begins with it, and goes on.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from indexer.text.analyzer import divide, tokens
from indexer.text.languages import language_of
from indexer.text.normalize import fold
from memory.text.grounding import SUBJECTS
from memory.text.words import content

# Words that may come and go without changing what is said. None of another person: `she`, `your`.
GLUE = frozenset(
    """
    a an the this that these those i im me my mine we us our it its them is are was were am be been
    being s to of in at on for and with by from as so too also just very really please there here
    now still yes but then call name user person
    """.split()  # noqa: SIM905 - eighty quoted words would hide that this is a list of words
)
# Words that turn a statement round, wherever they stand in it.
TURNS = frozenset(
    """
    not no never without cannot cant dont doesnt didnt isnt arent wasnt wont used longer stop
    nicht kein keine keinen nie ne pas jamais non nunca не
    """.split()  # noqa: SIM905 - thirty quoted words would hide that this is a list of words
)
# Another person than the speaker, in the languages that IS knows.
OTHERS = frozenset(
    """
    you your he him his she her they their dein deine sein seine ihr ihre ton ta tes son sa ses leur
    tu tus su sus tuo tua suo sua loro
    """.split()  # noqa: SIM905 - thirty quoted words would hide that this is a list of words
)
AUXILIARIES = frozenset(("have", "has", "ive", "do", "does", "did"))
CAPITAL = r"[^\W\d_a-zß-ÿ]"
# Who gives a name is not what the statement is about.
NAMING = re.compile(rf"\b(?i:they (?:call|name)(?:ed|d)?)\b|\bgoes by (?={CAPITAL})")
NAMED_OWN = re.compile(rf"(?i:my|our) \w+ (?={CAPITAL})")  # `My sister` Mia
IS = re.compile(r"\s+(?:is|are|was|were|ist|sind|war|est|sont|es|son|è|sono)\s+|\s*[=是]\s*")
LABELLED = re.compile(r":\s+")
NUMBER = re.compile(r"\d")
NAMED = re.compile(rf"(?:now |jetzt )?{CAPITAL}[\w.&'-]*(?:\s+{CAPITAL}[\w.&'-]*)*[.!]?$")
# One thing has one of these at a time; so a second one takes the place of the first.
SINGLE = frozenset(("favourite", "favorite", "preferred", "main", "current", "default", "name"))
MEASURED = "#number"
VARIES = re.compile(rf"\S*\d\S*|\b{CAPITAL}\w*")  # numbers, and names of months and days
LONGEST_VALUE = 4  # terms


class _Word(NamedTuple):
    term: str
    joined: bool  # to the word before it, with no common word or sign between: `dog sitter`


def sense(text: str) -> frozenset[str]:
    """The words of `text` that make a difference, in any order."""
    return _sense(_words(text, language_of(text)))


def restates(new: str, old: str) -> bool:
    """Whether `new` says nothing that `old` does not say."""
    told, known = _compared(new, old)
    fewer = _sense(told) <= _sense(known)
    return fewer and TURNS.isdisjoint(_sense(known) - _sense(told)) and _goes_on(old, known, told)


def extends(new: str, old: str) -> bool:
    """Whether `new` says all that `old` says, and more."""
    told, known = _compared(new, old)
    return _sense(known) < _sense(told) and _goes_on(new, told, known)


def _compared(one: str, other: str) -> tuple[list[_Word], list[_Word]]:
    # One language for both: a short text often tells none, and another one has other stems.
    language = language_of(f"{one} {other}")
    return _words(one, language), _words(other, language)


def _words(text: str, language: str) -> list[_Word]:
    """The words that make a difference, in their order, each once."""
    found: dict[str, bool] = {}
    joined = False
    for written in NAMING.sub(" ", text).split():
        analysed = divide(written, language)
        terms = [fold(term) for term in analysed.terms or analysed.common]
        for term in terms:
            found.setdefault(term, joined and bool(analysed.terms))
        joined = bool(analysed.terms) and written[-1].isalnum()
    return [_Word(term, joined) for term, joined in found.items() if term not in GLUE]


def _sense(words: Sequence[_Word]) -> frozenset[str]:
    return frozenset(word.term for word in words)


def _goes_on(text: str, words: Sequence[_Word], part: Sequence[_Word]) -> bool:
    """Whether `text`, of these words, begins with what `part` says; what turns it round aside."""
    whole, begun = _telling(words), _telling(part)
    starts = (0, 1) if NAMED_OWN.match(text) else (0,)
    return bool(begun) and any(_begins(whole[start:], begun) for start in starts)


def _telling(words: Sequence[_Word]) -> list[_Word]:
    return [word for word in words if word.term not in TURNS | AUXILIARIES]


def _begins(words: Sequence[_Word], part: Sequence[_Word]) -> bool:
    first = [word.term for word in words[: len(part)]]
    terms = [word.term for word in part]
    # `Ann is Bob's boss` is `Bob's boss is Ann`; `Bob is Ann's boss` is something else.
    same = any(terms[at:] + terms[:at] == first for at in range(len(terms)))
    more = words[len(part) :][:1]
    return same and not any(word.joined or word.term in OTHERS for word in more)


def topic_key(topic: str, text: str = "", author: str = "") -> str:
    """One spelling for the names of one topic: `sister's name` and `the name of my sister`.

    `text` is the statement on it, which tells the language; in a group each `author` has topics of
    their own.
    """
    language = language_of(f"{topic} {text}")
    words = [fold(token) for token in tokens(topic)]
    # `dog` is a common word in another language, which two words may be taken for.
    named = (content(topic, language) or frozenset(words) - GLUE) - SUBJECTS
    return " ".join(sorted(named | content(author, language))) if named else ""


def key_of(text: str, author: str = "") -> str:
    """The topic of a statement that gives one thing its one value; empty for all others.

    `The SSH port is 22` and `the SSH port is now 49222` share theirs; `my sister is a nurse` has
    none, for she is other things as well. In a group each `author` has topics of their own.
    """
    return next(iter(keys_of(text, author)), "")


def keys_of(text: str, author: str = "") -> tuple[str, ...]:
    """Its key, and that of the topic in the same words: `port ssh #number` and `port ssh`."""
    said = text.strip().removeprefix(f"{author}: ")
    between = IS.search(said) or LABELLED.search(said)
    if not between:
        return ()
    language = language_of(said)
    labelled = between.re is LABELLED
    subject, value = said[: between.start()], said[between.end() :]
    named, told = content(subject, language), content(value, language)
    kind = _kind(subject, value, labelled)
    enough = 1 if kind == MEASURED and not labelled else 2
    if not kind or len(named) < enough or not 0 < len(told) <= LONGEST_VALUE:
        return ()
    # A person has an age and a height: the unit belongs to what is measured.
    unit = content(VARIES.sub(" ", value), language) if kind == MEASURED else frozenset()
    author_words = content(author, language)
    whose = OTHERS.intersection(divide(subject, language).common) | author_words
    own = " ".join((*sorted(named | unit | whose), kind))
    return own, " ".join(sorted(named | author_words))


def _kind(subject: str, value: str, labelled: bool) -> str:
    """What stands before a colon may be a mere label: `TODO: call 555123`, `Book tip: Emma`."""
    if NUMBER.search(value):
        return MEASURED if not labelled or _bare(value) else ""
    if not SINGLE.isdisjoint(fold(word) for word in re.findall(r"\w+", subject)):
        return "#single"
    return "#name" if not labelled and NAMED.match(value.strip()) else ""


def _bare(value: str) -> bool:
    """Whether it is a number and no more: `hunter2`, `555 123`."""
    return all(NUMBER.search(word) or fold(word) in GLUE for word in value.split())
