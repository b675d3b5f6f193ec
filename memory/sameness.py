"""When two statements are about the same thing, and when they say the same. Pure.

Cautious on purpose: what is not clearly the same stays two items, and whatever is replaced remains
as history. A model that knows better says so with a topic.
"""

import re

from indexer.analysis import divide
from indexer.folding import fold
from indexer.languages import language_of
from memory.terms import content

# Words that may come and go without changing what is said.
GLUE = frozenset(
    """
    a an the this that these those i me my mine we us our you your he him his she her it its they
    them their is are was were am be been being s to of in at on for and with by from as so too
    also just very really please there here now call name user person
    """.split()  # noqa: SIM905 - eighty quoted words would hide that this is a list of words
)
NEGATIONS = frozenset(("not", "no", "never", "none", "without", "nicht", "kein", "pas", "non"))
IS = re.compile(r"\s+(?:is|are|was|were|ist|sind|war|est|sont|es|son|è|sono)\s+|\s*[=是]\s*|:\s+")
NUMBER = re.compile(r"\d")
NAMED = re.compile(r"(?:now |jetzt )?[^\W\d_a-zß-ÿ][\w.&'-]*(?:\s+[^\W\d_a-zß-ÿ][\w.&'-]*)*[.!]?$")
# One thing has one of these at a time; so a second one takes the place of the first.
SINGLE = frozenset(("favourite", "favorite", "preferred", "main", "current", "default", "name"))
MEASURED = "#number"
VARIES = re.compile(r"\S*\d\S*|\b[^\W\d_a-zß-ÿ]\w*")  # numbers, and names of months and days
LONGEST_VALUE = 4  # terms


def sense(text: str) -> frozenset[str]:
    """The words of `text` that make a difference, in any order."""
    analysed = divide(text, language_of(text))
    english = text.isascii()
    common = (word for word in analysed.common if english or word in NEGATIONS)
    words = (fold(word.removesuffix("'s")) for word in (*analysed.terms, *common))
    return frozenset(word for word in words if word not in GLUE)


def restates(new: str, old: str) -> bool:
    """Whether `new` says nothing that `old` does not say."""
    told, known = sense(new), sense(old)
    return bool(told) and told <= known and NEGATIONS.isdisjoint(known - told)


def extends(new: str, old: str) -> bool:
    """Whether `new` says all that `old` says, and more."""
    told, known = sense(new), sense(old)
    return bool(known) and known < told


def topic_key(topic: str) -> str:
    """One spelling for the names of one topic: `sister's name` and `the name of my sister`."""
    return " ".join(sorted(content(topic, language_of(topic))))


def key_of(text: str) -> str:
    """The topic of a statement that gives one thing its one value; empty for all others.

    `The SSH port is 22` and `the SSH port is now 49222` share theirs; `my sister is a nurse` has
    none, for she is other things as well.
    """
    parts = IS.split(text.strip(), maxsplit=1)
    if len(parts) < 2:
        return ""
    language = language_of(text)
    subject = content(parts[0], language)
    kind = _kind(parts[0], parts[1])
    value = content(parts[1], language)
    enough = 1 if kind == MEASURED else 2
    if not kind or len(subject) < enough or not 0 < len(value) <= LONGEST_VALUE:
        return ""
    # A person has an age and a height: the unit belongs to what is measured.
    unit = content(VARIES.sub(" ", parts[1]), language) if kind == MEASURED else frozenset()
    return " ".join((*sorted(subject | unit), kind))


def _kind(subject: str, value: str) -> str:
    if NUMBER.search(value):
        return MEASURED
    if not SINGLE.isdisjoint(fold(word) for word in re.findall(r"\w+", subject)):
        return "#single"
    return "#name" if NAMED.match(value.strip()) else ""
