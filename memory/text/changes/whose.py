"""Decides if words leave an earlier statement alone, as they are somebody else's. Pure.

`Gail says her book club has been cancelled` leaves `our book club meets on Mondays` alone, `my
parents cancelled Wales` that we go there, and `no yoga this Tuesday` that it is on Tuesdays. Nobody
has to be named as long as the words say whose it is, and the earlier statement does not. Who does
something to what is known is not whom it is about: `my mum moved the party to Friday`.
"""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import load_all_words, load_words
from memory.text.changes.event_change import tells_change
from memory.text.changes.loser import denies_some, is_of_other_doer, loses_another
from memory.text.changes.weekly import GIVING_UP, is_one_time
from memory.text.naming import STATES, find_lead, is_strange, list_shared
from memory.text.part import is_of_part
from memory.text.persons import PRONOUNS, ROLES, find_heads, is_of_their_kin
from memory.text.qualifier import is_of_former, is_of_narrower
from memory.text.statement import (
    CLAUSE,
    LONGEST,
    find_pattern,
    find_person_words,
    list_tokens,
    load_copulas,
)
from memory.text.values import CHANGES

POSTPOSED = ("pt",)  # `o coral dela`
FARTHEST = 2  # words between whose and what: `her old book club`
LATEST = 2  # place of a relative with whom a text begins
SPEAKER = ("pers:speaker", "pers:we")
SPOUSES = frozenset(("kin:husband", "kin:partner", "kin:wife"))
GENITIVE_BARE = ("de", "nl")  # `Annas Miete`
NAMED = "named:person"
DOING = CHANGES - {"begin"}  # who begins at nine does nothing to what is known
HAVING = frozenset(("be", "have"))
OWN_SIGNS = ("我", "我们", "我們", "私", "僕", "俺")
DATED = ("day", "month", "season", "when", "daypart")
_OF = r"(?:of |von |van |de |di |d['’]|da |do |del |della |du )"
# Who feels or has something, in languages that begin with whom: `a Lucía le han subido`.
_FEELING = re.compile(r"^(?:[Aa] (?P<name>[^\W\d_]\w+)(?= les? )|[Уу] (?P<owner>[^\W\d_]\w+)\s)")
WAYS = frozenset(("rel:from", "rel:to"))
OWNING = frozenset(("rel:from", "rel:in", "rel:of", "rel:to"))  # `a mi madre`, `у мамы`


def is_apart(said: str, old: str) -> bool:
    """Tell if words cannot be about what `old` says."""
    return (
        _is_theirs(said, old)
        or _is_of_named(said, old)
        or _is_named_ones(said, old)
        or _is_of_relative(said, old)
        or is_one_time(said, old)
        or is_way_back(said, old)
        or _is_for_another(said, old)
        or is_of_part(said, old)
        or loses_another(said, old)
        or is_of_other_doer(said, old)
        or denies_some(said, old)
        or is_of_narrower(said, old)
        or is_of_former(said, old)
    )


def is_way_back(said: str, old: str) -> bool:
    """Tell if one goes to where the other comes from: `the flight from Rome`, `the one to Rome`."""
    language = guess_language(f"{said} {old}")
    theirs = read_text(old, language)
    if any(each.topics & STATES for each in theirs.words) or _says_what_changes(said):
        return False  # who left there worked there
    pairs = list_shared(read_text(said, language), theirs)
    named = [(one.relations & WAYS, two.relations & WAYS) for one, two in pairs if _is_place(two)]
    return any(here and there and here.isdisjoint(there) for here, there in named)


def _says_what_changes(said: str) -> bool:
    """Tell if a small word leads to what somebody ends, or to another amount: `de baja de HBO`."""
    folded = fold(unify(said))
    repriced = find_pattern("repricing_patterns", folded) is not None and re.search(r"\d", folded)
    return bool(repriced) or find_pattern("disposal_patterns", folded) is not None


def _is_place(word: Word) -> bool:
    """Tell if a word may be a name, which German nouns do not show, and is not where one is."""
    return (word.is_name or is_strange(word)) and "rel:in" not in word.relations


def _is_for_another(said: str, old: str) -> bool:
    """Tell if words say for whom, and `old` neither that nor who it is: `the dentist for Lea`."""
    if _is_of_marriage(said):
        return False
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    shared = {one.place for one, _two in list_shared(mine, theirs)}
    return any(
        thing.place in shared
        and thing.topics.isdisjoint(STATES)
        and "rel:for" in link.marks
        and _is_person(name, old)
        for thing, link, name in zip(mine.words, mine.words[1:], mine.words[2:], strict=False)
    )


def _is_person(word: Word, old: str) -> bool:
    """Tell if it is a name that `old` lacks, without the article of a make: `for a Skoda`."""
    named = word.is_name and not (word.is_led or word.has("month") or word.topics)
    return named and word.text not in old


def _is_theirs(said: str, old: str) -> bool:
    """Tell if words give to somebody else what both name, and `old` does not."""
    language = guess_language(f"{said} {old}")
    if _is_of_third_person(said, old, language):
        return True
    if language in UNSPACED:
        return _is_theirs_in_signs(said, old)
    mine, theirs = read_text(said, language), read_text(old, language)
    owned = _list_owned(mine)
    if not owned or _list_owned(theirs) or find_heads(theirs):
        return False
    pairs = list_shared(mine, theirs)
    named = any(two.is_name and one.is_name for one, two in pairs)
    known = any(one.place < min(owned) for one, _two in pairs)  # `our childminder put her rate up`
    return not (named or known) and any(one.place in owned for one, _two in pairs)


def _is_of_third_person(said: str, old: str, language: str) -> bool:
    """Tell if words begin with `he` or `she`, and a statement with `I`: `she quit smoking`."""
    words, first = read_text(said, language).words, list_tokens(fold(unify(old)))[:1]
    third = bool(words) and any(words[0].has(each) for each in PRONOUNS)
    article = bool(words[1:]) and words[1].is_led  # `il volo`
    speaks = any(each.has("pers:speaker") for each in words)
    return third and not (article or speaks) and not find_person_words().isdisjoint(first)


def _list_owned(reading: Reading) -> frozenset[int]:
    """List the places of the words that follow `her` in its clause."""
    owners = _load_theirs(reading.language)
    behind = range(-1, FARTHEST + 1) if reading.language in POSTPOSED else range(1, FARTHEST + 1)
    return frozenset(
        each.place + step
        for each in reading.words
        if fold(unify(each.text)) in owners
        for step in behind
        if _stands_with(each, each.place + step, reading)
    )


def _stands_with(owner: Word, place: int, reading: Reading) -> bool:
    return 0 <= place < len(reading.words) and reading.words[place].clause == owner.clause


@cache
def _load_theirs(language: str) -> frozenset[str]:
    return frozenset(fold(each) for each in load_words("their_words", language))


def _is_theirs_in_signs(said: str, old: str) -> bool:
    """Tell if signs such as `他们的` stand right before what both name."""
    signs = [each for each in load_all_words("their_signs") if each in said]
    if not signs or any(each in old for each in signs) or find_heads(read_text(old)) - ROLES:
        return False
    shared = {one.text for one, _two in list_shared(read_text(said), read_text(old))}
    return any(f"{sign}{word}" in said for sign in signs for word in shared)


def _is_of_named(said: str, old: str) -> bool:
    """Tell if a name says whose a thing of both is, and `old` lacks it: `Jess's rent`."""
    if max(len(said), len(old)) > LONGEST:
        return False
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    pairs = list_shared(mine, theirs)
    if any(_is_own(two, theirs) and _is_owned(one, said) for one, two in pairs):
        return True
    both = dict.fromkeys(one for one, _two in pairs)  # each has as many pairs as stand there
    owners = {name for each in both for name in _list_named(each, mine, said)}
    owners |= set(_list_feeling(said))
    known = fold(unify(old))
    return bool(owners) and not any(fold(unify(each)) in known for each in owners)


def _is_owned(thing: Word, said: str) -> bool:
    """Tell if it is somebody's who is not named: `the new starter's shift`."""
    owner = r"(?<!\w)(?:the|an?) (?:[^\W\d_]+ )?[^\W\d_]+(?:'s|’s|s'|s’) "
    owned = rf"{owner}{re.escape(thing.text)}(?!\w)"
    return re.search(owned, said, re.IGNORECASE) is not None


def _is_own(thing: Word, reading: Reading) -> bool:
    """Tell if a thing is the speaker's: `my shift`."""
    before = reading.words[max(0, thing.place - 1) : thing.place]
    return any(each.has("poss:speaker") for each in before)


def _list_named(thing: Word, reading: Reading, text: str) -> Iterator[str]:
    """List the names that say whose a thing is: `Jess's rent`, `le loyer de Camille`."""
    if reading.language in UNSPACED:
        yield from _list_named_in_signs(thing, reading, text)
        return
    for each in reading.words[max(0, thing.place - 1) : thing.place]:
        if _is_genitive(each, thing, reading.language, text):
            yield each.text
    behind = re.search(rf"(?<!\w){re.escape(thing.text)} {_OF}(?P<name>[^\W\d_]\w+)", text)
    if behind and behind["name"][:1].isupper() and not _is_dated(behind["name"], reading.language):
        yield behind["name"]


def _list_named_in_signs(thing: Word, reading: Reading, text: str) -> Iterator[str]:
    for each in reading.words[max(0, thing.place - 2) : thing.place]:
        name = each.text.removesuffix("的")
        owns = rf"{re.escape(name)}(?:さん|先生|样|様|氏|くん|ちゃん)?[的の]{re.escape(thing.text)}"
        if each.has(NAMED) and name not in OWN_SIGNS and re.search(owns, text):
            yield name


def _list_feeling(text: str) -> Iterator[str]:
    if found := _FEELING.match(text):
        name = found["name"] or found["owner"]
        if name[:1].isupper():
            yield name


def _is_genitive(word: Word, thing: Word, language: str, text: str) -> bool:
    """Tell if a word says whose the thing behind it is: `Jess's`, `Annas`, typed `amys`."""
    if word.is_led or word.topics or word.marks or not word.term:
        return False
    opens = text.startswith(f"{word.text} {thing.text}")
    hurried = language == "en" and opens and fold(word.text) not in load_all_words("openers")
    bare = word.text.endswith("s") and (
        hurried or (language in GENITIVE_BARE and word.text[:1].isupper())
    )
    ending = "" if bare else "['’]s?"
    return re.search(rf"{re.escape(word.text)}{ending}\s{re.escape(thing.text)}", text) is not None


def _is_dated(name: str, language: str) -> bool:
    return any(each.has(kind) for each in read_text(name, language).words for kind in DATED)


def _is_named_ones(said: str, old: str) -> bool:
    """Tell if words are of a name, and `old` of the speaker: `Ann isn't vegan`, `Ann quit`."""
    language = guess_language(f"{said} {old}")
    mine, theirs = read_text(said, language), read_text(old, language)
    if not mine.words or _has_speaker(mine) or not _tells_of_first(said, mine):
        return False
    first = mine.words[0]
    opening = first.is_opening and fold(first.text) not in load_all_words("now")
    named = (first.is_name or opening) and bool(first.term) and not (first.topics or first.marks)
    acts = tells_change(fold(unify(said))) or any(each.topics & DOING for each in mine.words)
    known = fold(unify(first.text)) in fold(unify(old))
    return named and not (known or acts or find_lead(theirs))


def _tells_of_first(said: str, reading: Reading) -> bool:
    """Tell if a verb behind the first word says how it is with somebody, or what they do."""
    second = reading.words[1:2]
    tokens = list_tokens(fold(unify(said)))[1:3]
    verbs = {each.removesuffix("n't") for each in tokens[: 2 if tokens[:1] == ["ne"] else 1]}
    state = not verbs.isdisjoint(load_copulas()) or any(each.topics & HAVING for each in second)
    gone = any(find_pattern(each, fold(unify(said))) for each in GIVING_UP)
    acts = (each for each in second if not each.has("rel"))
    does = any(each.topics or each.has("neg") or each.has("asp") for each in acts)
    same = any(each.clause == reading.words[0].clause for each in second)
    return (state or gone or does) and same


def _is_of_relative(new: str, old: str) -> bool:
    """Tell if words begin with a relative, and `old` is about nobody, or about another."""
    language = guess_language(f"{new} {old}")
    mine, theirs = read_text(new, language), read_text(old, language)
    shared = [one for one, two in list_shared(mine, theirs) if _may_be_name(one) or two.is_name]
    if any(_owns_kin(each, mine, new) for each in shared) or is_of_their_kin(mine, theirs):
        return True
    kin = _find_first_kin(new) - ROLES
    if not kin or not _list_kin(old).isdisjoint(kin):
        return False
    named = any(each.place + 1 < len(mine.words) and _stands_by_kin(each, mine) for each in shared)
    if named or _list_kin(old) or (kin <= SPOUSES and _is_of_marriage(old)):
        return False
    return not (_has_speaker(mine) or _acts_on_known(mine, theirs, new))


def _find_first_kin(text: str) -> frozenset[str]:
    """Find the relative with whom a text begins: `my mum's`, `a mi madre le`."""
    first = next((each for each in CLAUSE.split(text) if each.strip()), "")
    reading = read_text(first, guess_language(text))
    at = next((each.place for each in reading.words if each.has("kin")), LATEST + 1)
    named = any(_may_be_name(each) for each in reading.words[:at])
    if at > LATEST or named:
        return frozenset()
    owner = frozenset(each for each in reading.words[at].marks if each.startswith("kin:"))
    return owner if _is_owner([reading.words[at]], first) else find_heads(reading)


def _list_kin(text: str) -> frozenset[str]:
    marks = (mark for each in read_text(text).words for mark in each.marks)
    return frozenset(mark for mark in marks if mark.startswith("kin:"))


def _may_be_name(word: Word) -> bool:
    return word.is_name or (word.is_opening and not (word.topics or word.has("kin")))


def _owns_kin(name: Word, reading: Reading, text: str) -> bool:
    """Tell if a name says whose relative it is: `Leo's friend`, `le copain de Leo`."""
    before = reading.words[max(0, name.place - 2) : name.place]
    if "rel:of" in name.relations and any(each.has("kin") for each in before):
        return True
    behind = reading.words[name.place + 1 : name.place + 2]  # also a boss
    owned = re.search(rf"(?<!\w){re.escape(name.text)}(?:['’]s?|s)\s", text) is not None
    return owned and any(each.has("kin") for each in behind)


def _stands_by_kin(name: Word, reading: Reading) -> bool:
    beside = reading.words[max(0, name.place - 1) : name.place + 2]
    return any(each.has("kin") for each in beside)


def _is_of_marriage(text: str) -> bool:
    return find_pattern("marital_patterns", fold(unify(text))) is not None


def _has_speaker(reading: Reading) -> bool:
    """Tell if a text has `I` or `us`, or `my` before what is no relative."""
    words = reading.words
    spoken = any(each.has(mark) for each in words for mark in SPEAKER)
    own = (each.place for each in words if each.has("poss:speaker"))
    near = [words[place + 1 : place + 3] for place in own]
    return spoken or any(not any(each.has("kin") for each in behind) for behind in near)


def _acts_on_known(mine: Reading, theirs: Reading, text: str) -> bool:
    """Tell if the relative does something to what is known: `mum moved the party`."""
    whose = [each for each in mine.words if each.has("kin")][:1]
    if any(each.relations & OWNING for each in whose) or _is_owner(whose, text):
        return False
    known = load_all_words("definite_articles") | {fold(e) for e in load_all_words("owners")}
    known -= find_person_words()
    things = {fold(one.text) for one, _two in list_shared(mine, theirs) if not one.is_name}
    tokens = list_tokens(fold(unify(text)))
    return any(one in known and two in things for one, two in pairwise(tokens))


def _is_owner(kin: list[Word], text: str) -> bool:
    """Tell if a thing of the relative follows: `mum's flight`, not `mum's moved the party`."""
    return any(re.search(rf"(?<!\w){re.escape(each.text)}['’]s?\s", text) for each in kin)
