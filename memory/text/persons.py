"""Decides if a fact is about the one whom a question is about: the speaker, a relative. Pure.

`My wife likes cheese` does not answer `Do I like cheese?`, nor `My wife's sister works at the mill`
`Where does my wife work?`. Where it is not plain who is meant, a fact may answer.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from indexer.inference.opposites import load_narrower
from indexer.inference.reading import Reading, Word, read_text
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

KEPT = 1024
Kin = frozenset[str]
SPEAKER = ("pers:speaker", "pers:we")
OWN = ("poss:speaker",)
PRONOUNS = ("pers:he", "pers:she")  # at the beginning: elsewhere, `el` and `il` are articles
PRONOUN_LANGUAGES = ("en", "ru", "zh")
DROPS_SUBJECT = ("es", "it", "pt")  # whose verbs in the first person end in `o` instead
OF = frozenset(("rel:of", "rel:from", "rel:subj"))  # may stand before whom a clause is about
ROLES = frozenset(("kin:boss", "kin:colleague", "kin:doctor", "kin:landlord", "kin:teacher"))
SHORTEST_HEAD = 4  # letters of the end of a compound
PETS = frozenset(
    ("bird", "cat", "dog", "guinea_pig", "hamster", "horse", "parrot", "pet", "rabbit", "tortoise")
)
QUALITIES = frozenset(("big", "good", "new", "old", "small", "young"))  # `my son's best friend`
SEVERAL_KIN = frozenset(
    f"kin:{each}"
    for each in (
        "aunt",
        "brother",
        "child",
        "cousin",
        "daughter",
        "friend",
        "sister",
        "son",
        "uncle",
    )
)
# Who is one of these is so for life, and no other one.
BORN_KIN = frozenset(
    f"kin:{each}"
    for each in (
        *("aunt", "brother", "cousin", "daughter", "father", "grandchild", "grandfather"),
        *("grandmother", "mother", "nephew", "niece", "sister", "son", "uncle"),
    )
)
# What is asked of a person, whose dog has its own: how much do I weigh?
MEASURES = frozenset((Kind.AMOUNT, Kind.NUMBER, Kind.SIZE, Kind.WEIGHT))
GENITIVE_FIRST = ("de", "en", "nl")  # whose owner stands before: `Fiona's husband`
NAMES_SUBJECT = ("de", "en", "fr", "nl")  # so that a name without `I` is who acts


def is_about_same_person(fact: str, question: str) -> bool:
    """Return whether `fact` is about those whom `question` is about, or may be."""
    asked, told = read_text(question), read_text(fact)
    kin = find_heads(asked)
    if kin:
        theirs = _drop_owned_by_names(told) if _is_own_kin(asked) else told
        return _names_all(theirs, kin, asked) and not _is_of_their_kin(told, kin)
    if not _asks_about_speaker(asked, question):
        return not _names_only_owner(told, asked)
    about = [each for each in _list_sentences(told) if _shares(each, asked)]
    measured = load_question_words(asked.language).find_kind(question)[0] in MEASURES
    return not about or not all(
        _is_about_another(each, asked, told.language) or (measured and _is_about_pet(each, asked))
        for each in about
    )


@lru_cache(maxsize=KEPT)
def find_heads(reading: Reading) -> Kin:
    """Find the relatives that a text is about: in `my wife's sister` the sister alone."""
    owned = set(_list_owners(reading.words))
    return frozenset(
        kin for each in reading.words if each.place not in owned for kin in _get_kin(each)
    )


def is_of_their_kin(told: Reading, known: Reading) -> bool:
    """Tell if a text is of a relative of whom another is about: `my brother's girlfriend left`."""
    heads, meant = find_heads(told) - ROLES, find_heads(known) - ROLES
    owners = frozenset(kin for each in told.words for kin in _get_kin(each)) - heads
    named = any(each.has(mark) for each in told.words for mark in (*PRONOUNS, *SPEAKER))
    return bool(heads) and heads.isdisjoint(meant) and not (meant.isdisjoint(owners) or named)


def are_namesakes(told: Reading, known: Reading) -> bool:
    """Tell if two people have one name: `my niece Freya`, `my daughter Freya`."""
    kin, others = map(_map_names, (told, known))
    pairs = [(kin[each], others[each]) for each in kin.keys() & others.keys()]
    return any(one.isdisjoint(other) and BORN_KIN & (one | other) for one, other in pairs)


def _map_names(reading: Reading) -> dict[str, Kin]:
    """Map each name behind a word for a relative to what they are, and whatever that may be."""
    return {
        name.term: frozenset[str]().union(*map(_widen, _get_kin(each)))
        for each, name in pairwise(reading.words)
        if each.has("kin") and name.is_name
    }


def is_about_speaker(question: str) -> bool:
    """Return whether a question is about the one who asks: `my`, `I`, not `my wife`."""
    asked = read_text(question)
    return not find_heads(asked) and _asks_about_speaker(asked, question)


def _get_kin(word: Word) -> list[str]:
    return [each for each in word.marks if each.startswith("kin:")]


def _list_owners(words: Sequence[Word]) -> Iterator[int]:
    """List where relatives stand whose relative is meant: the wife of `my wife's sister`."""
    plain = (each for each in words if each.topics.isdisjoint(QUALITIES))
    carrying = [each for each in plain if each.has("kin") or each.has("conj") or each.counts]
    for first, second in pairwise(carrying):
        if not (first.has("kin") and second.has("kin")) or first.clause != second.clause:
            continue
        between = [
            each
            for each in words[first.place + 1 : second.place]
            if each.topics.isdisjoint(QUALITIES)
        ]
        if any(each.has("poss") or "rel:of" in each.marks for each in between):
            yield second.place  # the sister of my wife
        elif not between or any("^rel:of" in each.marks for each in between):
            yield first.place


def _names_all(told: Reading, kin: Kin, asked: Reading) -> bool:
    """Return whether a fact names all of them, or others with them: a son, children, parents."""
    named = {each for word in told.words if not _is_former(told, word) for each in _get_kin(word)}
    meant = {each for word in told.words for each in word.topics} | named | _end_in(told, asked)
    return all(not meant.isdisjoint(_widen(each)) for each in kin)


def _end_in(told: Reading, asked: Reading) -> Kin:
    """Find people in compounds: the doctor of `Hausarzt`. A `Stiefmutter` is no mother."""
    asked_for = [(fold(each.text), kin) for each in asked.words for kin in _get_kin(each)]
    endings = {text: kin for text, kin in asked_for if kin in ROLES and len(text) >= SHORTEST_HEAD}
    words = [fold(each.text) for each in told.words if not each.has("kin")]
    return frozenset(kin for text, kin in endings.items() for each in words if each.endswith(text))


def _is_own_kin(asked: Reading) -> bool:
    """Return whether a question is about relatives of the speaker: `my husband`."""
    return any(one.has("poss:speaker") and two.has("kin") for one, two in pairwise(asked.words))


def _drop_owned_by_names(told: Reading) -> Reading:
    """Leave out the relatives of somebody with a name: `Fiona's husband`, `le mari de Fiona`."""
    words = [each for each in told.words if not _is_owned_by_name(told, each)]
    return Reading(tuple(words), told.language)


def _is_owned_by_name(told: Reading, word: Word) -> bool:
    if not word.has("kin"):
        return False
    before, after = told.words[: word.place][-1:], told.words[word.place + 1 :]
    if told.language in GENITIVE_FIRST:
        return bool(before) and is_bare_name(before[0])
    of = bool(after) and "rel:of" in after[0].marks
    return of and bool(after[1:]) and is_bare_name(after[1])


def _names_only_owner(told: Reading, asked: Reading) -> bool:
    """Return whether a fact is about the husband of whom a question is about: `Fiona's husband`."""
    names = {each.text for each in asked.words if is_bare_name(each)}
    found = [each for each in told.words if each.text in names]
    owners = [before for before, each in pairwise(told.words) if _is_owned_by_name(told, each)]
    return told.language in GENITIVE_FIRST and bool(found) and all(each in owners for each in found)


def is_bare_name(word: Word) -> bool:
    """Return whether a word is written as a name, and no list knows it."""
    return word.text[:1].isupper() and bool(word.term) and not (word.topics or word.marks)


def _widen(kin: str) -> frozenset[str]:
    wider = (wide for wide, narrow in load_narrower().items() if kin in narrow)
    return frozenset((kin, *load_narrower().get(kin, ()), *wider))


def _is_former(told: Reading, word: Word) -> bool:
    before = told.words[max(word.place - 1, 0) : word.place]
    return any(each.has("asp:ended") for each in before)


def _is_of_their_kin(told: Reading, kin: Kin) -> bool:
    """Return whether a fact is about relatives of those whom the question is about."""
    return bool(find_heads(told)) and _names_only_owners(told, kin)


def _names_only_owners(told: Reading, kin: Kin) -> bool:
    owned = set(_list_owners(told.words))
    places = [each.place for each in told.words if not kin.isdisjoint(_get_kin(each))]
    return bool(places) and owned.issuperset(places)


def _asks_about_speaker(asked: Reading, question: str) -> bool:
    if load_question_words(asked.language).find_kind(question)[0] is Kind.WHO:
        return False  # whoever it is, is the answer
    words = asked.words
    spoken = any(each.has(mark) for each in words for mark in (*SPEAKER, *OWN))
    return spoken or _speaks_by_verb(asked)


def _speaks_by_verb(asked: Reading) -> bool:
    """Return whether a verb behind the question word is in the first person: `¿Dónde vivo?`."""
    if asked.language not in DROPS_SUBJECT:
        return False
    verbs = [each for each in asked.words if each.counts][:1]
    return any(each.text.endswith("o") and not each.is_led for each in verbs)


def _list_sentences(told: Reading) -> list[list[Word]]:
    return list(told.by_sentence.values())


def _shares(sentence: Sequence[Word], asked: Reading) -> bool:
    return any(_says_same(each, other) for each in sentence for other in asked.words)


def _says_same(one: Word, other: Word) -> bool:
    if not (one.term and other.term):
        return False
    return one.term == other.term or not one.topics.isdisjoint(other.topics)


def _is_about_another(sentence: Sequence[Word], asked: Reading, language: str) -> bool:
    """Return whether a sentence is about somebody else, and not about the speaker as well."""
    if _speaks(sentence) or _has_asked_thing(sentence, asked):
        return False
    return _is_about_kin(sentence) or _is_about_other(sentence, asked, language)


def _is_about_pet(sentence: Sequence[Word], asked: Reading) -> bool:
    """Return whether it begins with an animal that the question does not name: `the dog weighs`."""
    first = next((each for each in sentence if each.counts), None)
    return first is not None and bool(first.topics & PETS) and not _shares([first], asked)


def _speaks(sentence: Sequence[Word]) -> bool:
    """Return whether the speaker is named, who may only own somebody: `我老婆`."""
    following = [*sentence[1:], None]
    return any(
        any(word.has(mark) for mark in SPEAKER) and not (after and after.has("kin"))
        for word, after in zip(sentence, following, strict=True)
    )


def _has_asked_thing(sentence: Sequence[Word], asked: Reading) -> bool:
    """Return whether it names a thing of the speaker's that is asked for: `raised my salary`."""
    return any(
        one.has("poss:speaker") and not two.has("kin") and _shares([two], asked)
        for one, two in pairwise(sentence)
    )


def _is_about_kin(sentence: Sequence[Word]) -> bool:
    """Return whether a relative is named, and not only behind `with` or `for`."""
    return any(
        each.relations <= OF or "rel:subj" in each.relations
        for n, each in enumerate(sentence)
        if each.has("kin") and not ("rel:of" in each.relations and _is_placed(sentence[:n]))
    )


def _is_placed(before: Sequence[Word]) -> bool:
    """Return whether the thing whose owner follows is a place: `en la casa de mi hermano`."""
    things = [each for each in before if each.counts]
    return bool(things) and bool(things[-1].relations - OF)


def _is_about_other(sentence: Sequence[Word], asked: Reading, language: str) -> bool:
    """Return whether a sentence begins with a name, or with `she`."""
    first = sentence[0]
    if any(each.has("poss:speaker") for each in sentence) or _shares([first], asked):
        return False
    if language in PRONOUN_LANGUAGES and any(first.has(each) for each in PRONOUNS):
        return True
    named = first.text[:1].isupper() and bool(first.term) and not first.topics and not first.marks
    following = sentence[1:2]
    verb = bool(following) and following[0].text[:1].islower() and bool(following[0].term)
    return named and verb and language in NAMES_SUBJECT
