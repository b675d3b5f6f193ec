"""Tells if the person who speaks and somebody else changed places: who owes, and who is owed."""

from collections.abc import Sequence

from indexer.inference.alignment import Alignment
from indexer.inference.matching import Match
from indexer.inference.opposites import load_converses
from indexer.inference.reading import Reading, Word
from indexer.inference.vetoes.comparisons import MOVING

_VERBS = ("mod:must", "mod:can", "mod:wish", "mod:plan")
# What one does to another: a German noun without an article beside these is a name.
_BETWEEN = frozenset(
    (
        *(
            "ask",
            "borrow",
            "buy",
            "call",
            "congratulate",
            "give",
            "help",
            "hire",
            "invite",
            "learn",
        ),
        *("lend", "owe", "pay", "receive", "sell", "send", "support", "teach", "thank", "visit"),
    )
)
_NICKNAMES = frozenset("小老阿")  # before a Chinese family name
_ARTICLES = {"de": ("der",), "pt": ("a", "as")}  # without the accent of `à Joana`
_CAPITAL_NOUNS = ("de",)
_VERB_SECOND = ("de", "nl")  # who acts stands behind the verb, if a time stands before it


def swaps_speaker(found: Alignment) -> bool:
    """Tell if the person and somebody else changed places."""
    converse = any(each.kind == "converse" for each in found.matches)
    others = [each for each in found.matches if _names_person(each, found)]
    if not others or (found.text.language in _VERB_SECOND and not _is_spoken(found)):
        return converse
    return any(_changes_part(each, found) != converse for each in others)


def _is_spoken(found: Alignment) -> bool:
    """Tell if the text names the person: without, `seit Mai arbeitet mein Bruder` turns nobody."""
    return any(each.has("pers:speaker") or each.has("pers:we") for each in found.text.words)


def _changes_part(other: Match, found: Alignment) -> bool:
    said = _acts(other.said, found.statement, _list_capitals(found, known=False))
    return said != _acts(other.known, found.text, _list_capitals(found, known=True))


def _list_capitals(found: Alignment, *, known: bool) -> frozenset[int]:
    """List where names stand: in both texts with a capital, which a verb has at one's beginning."""
    both = (each for each in found.matches if each.said.is_opening and each.known.is_opening)
    return frozenset((each.known if known else each.said).place for each in both)


def _names_person(match: Match, found: Alignment) -> bool:
    word = match.said
    if word.is_name or word.has("kin") or (word.is_opening and not _is_verb(match, found)):
        return True
    if found.statement.language in _CAPITAL_NOUNS:
        return _is_bare_noun(word) and _is_between(found)
    signs = any(each.has("pers:speaker") for each in found.statement.words)
    signs = signs or (_is_between(found) and _has_nickname(word, found.statement))
    return signs and len(word.term) == 1 and "\u4e00" <= word.term <= "\u9fff" and not word.topics


def _has_nickname(word: Word, reading: Reading) -> bool:
    """Tell if a note that leaves out who speaks names somebody: `借给小王`."""
    before = reading.words[max(0, word.place - 1) : word.place]
    return any(_is_nickname(each, word) for each in before)


def _is_verb(match: Match, found: Alignment) -> bool:
    """Tell if what begins a note is no name: `Dreads` of `I'm dreading`, `Lust` of `Ik lust`.

    A name has one form, also where somebody writes it small, and stands behind no `I`.
    """
    said, known = match.said.text, match.known
    if not known.text[:1].islower():
        return False
    before = found.text.words[max(0, known.place - 1) : known.place]
    return said.lower() != known.text or any(_speaks(each, found.text) for each in before)


def _is_bare_noun(word: Word) -> bool:
    return word.text[:1].isupper() and not (word.is_led or word.topics or word.marks)


def _is_between(found: Alignment) -> bool:
    """Tell if the text says what one does to another, of whom the person is one."""
    speaks = any(each.has("pers:speaker") for each in found.resting)
    return speaks and any(each.topics & _BETWEEN for each in found.resting)


def _acts(word: Word, reading: Reading, names: frozenset[int]) -> bool:
    """Tell if somebody stands where the one who acts does: first, and behind no preposition."""
    here = [each for each in reading.words if each.sentence == word.sentence]
    if "rel:by" in word.relations and _is_passive(here):
        return True
    if "rel:from" in word.relations and any(_goes_either_way(each) for each in here):
        return True
    if word.relations - {"rel:subj"} and not _is_led_in(word, reading):
        return False
    if "rel:subj" in word.relations:
        return True
    earlier = [each for each in here if each.place < word.place and each.place not in names]
    if earlier and _is_nickname(earlier[-1], word):
        earlier.pop()
    if _is_pointed_out(word, reading, earlier):
        return True
    return not any(
        _speaks(each, reading) or (each.clause == word.clause and _says(each)) for each in earlier
    )


def _is_passive(words: Sequence[Word]) -> bool:
    """Tell if something is done by somebody; in `è partito da Trieste` nobody does it."""
    moves = any(each.topics & MOVING for each in words)
    return any(each.has("voice") or ("be" in each.topics and not moves) for each in words)


def _goes_either_way(word: Word) -> bool:
    """Tell if a verb says of both sides what they do: German `leihen` lends and borrows."""
    turned = load_converses()
    return any(word.topics & turned.get(each, frozenset()) for each in word.topics)


def _is_led_in(word: Word, reading: Reading) -> bool:
    """Tell if an article, elsewhere a preposition, opens the sentence: `A Joana emprestou`."""
    before = [each for each in reading.words[: word.place] if each.sentence == word.sentence]
    articles = _ARTICLES.get(reading.language, ())
    return len(before) == 1 and before[0].text.lower() in articles


def _is_pointed_out(word: Word, reading: Reading, earlier: Sequence[Word]) -> bool:
    """Tell if somebody is named before what they did: `It was Ann who taught me`."""
    following = reading.words[word.place + 1 : word.place + 2]
    return any(each.has("conj:that") for each in following) and all(
        "be" in each.topics or not each.counts for each in earlier
    )


def _is_nickname(before: Word, word: Word) -> bool:
    """Tell if a sign belongs to the name behind it: `小王`."""
    return before.text in _NICKNAMES and before.place == word.place - 1 and len(word.term) == 1


def _says(word: Word) -> bool:
    """Tell if a word may be a verb: one like `must` stands for no topic."""
    return bool(word.term) or any(word.has(each) for each in _VERBS)


def _speaks(word: Word, reading: Reading) -> bool:
    """Tell if a word means the person, and not what is theirs: `the user's sister`."""
    following = (each for each in reading.words[word.place + 1 :] if not each.has("filler"))
    owns = next((each.has("kin") for each in following), False)
    return (word.has("pers:speaker") or word.has("pers:we")) and not owns
