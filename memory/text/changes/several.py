"""Splits a statement that tells of several things into what it says of each. Pure.

`The dentist is Dr Shah and the vet is Mr Lowe` tells of two, of which one may change alone. Each
must say of whom or of what it is, and say something of it; a detail, a reason and the end of a list
stay with what they belong to. In doubt nothing is split.
"""

import re
from functools import cache, lru_cache
from itertools import pairwise

from indexer.inference.lexicon import UNSPACED
from indexer.inference.reading import Reading, Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    load_all_words,
    load_folded,
    load_words,
)
from memory.text.assertion import list_doubts
from memory.text.naming import STATES, STOPS, is_strange, list_naming
from memory.text.persons import PRONOUNS
from memory.text.statement import (
    MOST_CLAUSES,
    find_pattern,
    find_person_words,
    guess_spoken,
    is_comparable,
    list_tokens,
    load_copulas,
)
from memory.text.values import CHANGES, list_values, names_thing

KEPT = 1024
MOST_THINGS = 6
FEWEST = 3  # words of a clause about the speaker
JOINS: tuple[ListName, ...] = ("and_words", "contrast_words")
DEPENDENT: tuple[ListName, ...] = ("subordinators", "subject_pronouns", "that_words")
PREDICATES: tuple[ListName, ...] = (
    "home_patterns",
    "leaving_patterns",
    "moving_patterns",
    "work_patterns",
)
BREAK = r"[,;，；、]\s*|[.。!！]\s+|[。！]|\n\s*"
TELLING = STATES | STOPS | CHANGES | {"be", "call", "cost", "have", "name"}
CALLED = frozenset(("call", "name"))
LINK = "rel:"
WITHOUT_COPULA = ("ru",)
BARE = (*WITHOUT_COPULA, *UNSPACED)  # languages without articles
YEAR = re.compile(r"(?:19|20)\d\d")


@lru_cache(maxsize=KEPT)
def split_things(text: str) -> tuple[str, ...]:
    """Split a text, in the words it has, into what it says of each thing; it may be one alone."""
    language = guess_language(text)
    if not is_comparable(text) or list_doubts(text) or _is_of_one(text, language):
        return (text,)
    clauses = _list_spans(text)
    if len(clauses) > MOST_CLAUSES:
        return (text,)
    spans: list[tuple[int, int]] = []
    for start, end in clauses:
        before = text[spans[-1][0] : spans[-1][1]] if spans else ""
        if not before or _begins_thing(text[start:end], before, language):
            spans.append((start, end))
        else:
            spans[-1] = (spans[-1][0], end)
    things = tuple(text[start:end].strip() for start, end in spans)
    whole = 1 < len(things) <= MOST_THINGS and _tells(things[0], language)
    return things if whole else (text,)


@lru_cache(maxsize=KEPT)
def complete_things(text: str) -> tuple[str, ...]:
    """Return the things that a text tells, each with its verb: `and my father lives in Bath`.

    They are to be compared, and are not the words that somebody wrote.
    """
    things = split_things(text)
    language = guess_language(text)
    return (things[0], *(_fill_verb(each, things[0], language) for each in things[1:]))


def restore_things(text: str) -> tuple[str, ...]:
    """Return the things that a text tells, each with what it leaves out: `I have | 3 dogs`.

    They are kept as statements of their own.
    """
    first, *more = split_things(text)
    lead = _find_speakers_lead(first, guess_language(text))
    return (first, *(f"{lead} {each}" if _is_led(each, lead) else each for each in more))


def _find_speakers_lead(first: str, language: str) -> str:
    """Find the words of the speaker before what a thing is about: `I take`; "" if it is other."""
    tokens, reading = first.split(), read_text(first, language)
    if language in UNSPACED or not find_person_words() & set(
        list_tokens(fold(unify(tokens[0])))[:1]
    ):
        return ""
    about = {each.text for each in list_naming(reading)}
    begin = 1 if re.search("['’]", tokens[0]) else 2  # behind `J'ai`, `We pay`
    values = (n for n, each in enumerate(tokens) if each[:1].isdigit() or each.strip(".,") in about)
    lead = tokens[: next((n for n in values if n >= begin), 0)]
    articles = load_words("indefinite_articles", language)
    return " ".join(each for each in lead if fold(each) not in articles)


def _is_led(thing: str, lead: str) -> bool:
    """Tell if a thing has neither a verb nor somebody whom it is of."""
    words = read_text(thing).words
    begins = find_person_words() | load_all_words("owners")
    own = not begins.isdisjoint(list_tokens(fold(unify(thing)))[:1])
    own = own or any(each.has("kin") or each.is_name for each in words[:1])
    return bool(lead) and not own and not any(map(_is_verb, words[:2]))


def _fill_verb(thing: str, first: str, language: str) -> str:
    """Put the verb of the first thing before a link that both have: `my father | lives | in`."""
    if language in UNSPACED or any(map(_is_verb, read_text(thing, language).words)):
        return thing
    tokens = thing.split()
    places = {token: at for at, token in reversed(list(enumerate(tokens)))}
    for verb, link in pairwise(first.split()):
        at = places.get(link, 0)
        if at and any(map(_is_verb, read_text(verb, language).words)):
            return " ".join((*tokens[:at], verb, *tokens[at:]))
    return thing


def _is_of_one(text: str, language: str) -> bool:
    """Tell if a text begins with when or why, or is of what somebody says: `before we moved, she`,
    `Ann says that`.
    """
    words = read_text(text, language).words
    if any(each.has("mod:say") for each in words):
        return True
    first = list_tokens(fold(unify(text)))[:1]
    return any(each.has("rel:before") for each in words[:1]) or not _load_dependent(
        language
    ).isdisjoint(first)


def _list_spans(text: str) -> list[tuple[int, int]]:
    """List where the clauses of a text begin and end, without the words that join them."""
    breaks = [each.span() for each in _compile_break(guess_spoken(text)).finditer(text)]
    edges = [0, *(place for span in breaks for place in span), len(text)]
    spans = zip(edges[::2], edges[1::2], strict=True)
    return [(start, end) for start, end in spans if text[start:end].strip()]


@cache
def _compile_break(languages: frozenset[str]) -> re.Pattern[str]:
    words = {word for name in JOINS for each in languages for word in load_words(name, each)}
    joins = build_alternatives(sorted(words))
    # A run of spaces is entered at its beginning alone, or long ones would take squared time.
    joined = rf"(?<!\s)[,;]?\s+(?:{joins})\s+|" if words else ""
    return re.compile(rf"{joined}{BREAK}", re.IGNORECASE)


def _begins_thing(clause: str, before: str, language: str) -> bool:
    """Tell if a clause says something of a thing of its own, and not more of the one before."""
    mine, earlier = read_text(clause, language), read_text(before, language)
    if _depends(clause, before, mine) or not _names_another(mine, earlier):
        return False
    alike = _is_alike(mine, earlier) or _tells_of_lead(mine, earlier)
    return alike or _tells_of_speaker(clause, mine)


def _depends(clause: str, before: str, mine: Reading) -> bool:
    """Tell if a clause begins with a reason, with `she`, `her` or a place: it is of another's."""
    first, earlier = (list_tokens(fold(unify(each)))[:1] for each in (clause, before))
    if not _load_dependent(mine.language).isdisjoint(first):
        return True
    leads = mine.words[:1]
    others = not load_words("owners", mine.language) & {each.text.lower() for each in leads}
    marks = (*PRONOUNS, "poss:other") if others else PRONOUNS
    if any(each.has(mark) for each in leads for mark in marks):
        return True
    places = _load_places(mine.language) - load_words("definite_articles", mine.language)
    placed = not places.isdisjoint(first) or any(map(_is_link, leads))
    return placed and first != earlier  # `у меня Лада, у жены Киа`


@cache
def _load_dependent(language: str) -> frozenset[str]:
    words = {fold(each) for name in DEPENDENT for each in load_words(name, language)}
    return frozenset(words) - load_words("definite_articles", language)


@cache
def _load_places(language: str) -> frozenset[str]:
    return load_folded("place_prepositions", language)


def _is_link(word: Word) -> bool:
    return not word.is_led and any(word.has(each) for each in ("rel:in", "rel:with", "rel:from"))


def _names_another(mine: Reading, earlier: Reading) -> bool:
    known = {each.term or each.text for each in list_naming(earlier)}
    return any((each.term or each.text) not in known for each in list_naming(mine))


def _tells_of_speaker(clause: str, mine: Reading) -> bool:
    """Tell if a clause begins with the speaker, and says something: `I still work at Arla`."""
    tokens = list_tokens(fold(unify(clause)))
    begins = find_person_words().issuperset(tokens[:1])
    return begins and len(tokens) >= FEWEST and _tells(clause, mine.language)


def _is_alike(mine: Reading, earlier: Reading) -> bool:
    """Tell if both give a thing a value of one kind: `dentist on the 12th, haircut on the 14th`."""
    kinds, known = (_list_kinds(each) for each in (mine, earlier))
    return bool(list_naming(mine) and list_naming(earlier)) and not kinds.isdisjoint(known)


def _list_kinds(reading: Reading) -> frozenset[str]:
    """List the kinds of values that a clause gives; `is` counts as one behind a thing."""
    kinds = {each.partition(" ")[0] for each in list_values(reading)}
    if any(YEAR.fullmatch(each.text) for each in reading.words):
        kinds.add("day")
    things = list_naming(reading)[:1]
    if any(_is_copula(each) and things[0].place < each.place for each in reading.words if things):
        kinds.add("is")
    return frozenset(kinds)


def _tells_of_lead(mine: Reading, earlier: Reading) -> bool:
    """Tell if a clause says something of somebody, or names somebody else: `Tom has left`."""
    words = [each for each in mine.words if not _is_join(each)]
    if mine.language in UNSPACED and any(each.has("^rel:subj") for each in words[1:]):
        return True
    owned = bool(words) and (words[0].has("poss") or words[0].has("rel"))
    lead = next(iter(words[1:] if owned else words), None)
    if lead is None or lead.is_number or not (lead.term or lead.has("kin")):
        return False
    behind = [each for each in words if each.place > lead.place]
    if owned or lead.has("kin") or _is_somebody(lead, behind):
        return any(map(_is_verb, behind)) or _goes_on(behind, earlier)
    led = lead.is_led or mine.language in BARE
    valued = bool(list_values(mine)) and names_thing(lead)  # `the gym is 30 now`
    called = any(each.topics & CALLED for each in behind)
    return led and (valued or called or _names_on(behind, earlier))


def _is_somebody(lead: Word, behind: list[Word]) -> bool:
    """Tell if a name begins a clause, which in chats may be in small letters: `tom has left`."""
    return lead.is_name or lead.is_opening or (is_strange(lead) and any(map(_is_verb, behind[:1])))


def _goes_on(behind: list[Word], earlier: Reading) -> bool:
    """Tell if a clause leaves out the verb of the one before: `my sister in Delft`."""
    links = {mark for each in earlier.words for mark in each.marks if mark.startswith(LINK)}
    alike = any(not links.isdisjoint(each.marks) for each in behind)
    return alike or _names_on(behind, earlier)


def _names_on(behind: list[Word], earlier: Reading) -> bool:
    """Tell if both say who or what somebody or something is: `and the cat Mina`."""
    names = earlier.language in WITHOUT_COPULA or any(
        _is_copula(each) or each.topics & CALLED for each in earlier.words
    )
    return (
        names
        and any(each.is_name for each in behind)
        and any(each.is_name for each in earlier.words)
    )


def _is_join(word: Word) -> bool:
    return word.has("conj") and not names_thing(word)


def _tells(clause: str, language: str) -> bool:
    """Tell if a clause says something by itself: it has a verb that is known, or a value."""
    reading = read_text(clause, language)
    if list_values(reading) or any(_is_verb(each) for each in reading.words):
        return True
    if language in UNSPACED:
        return bool(list_naming(reading))
    folded = fold(unify(clause))
    if any(find_pattern(name, folded) for name in PREDICATES):
        return True
    bare = language in WITHOUT_COPULA
    return bare and len([e for e in reading.words if e.term or e.has("kin") or e.has("pers")]) > 1


def _is_verb(word: Word) -> bool:
    return _is_copula(word) or bool(word.topics & TELLING) or word.has("asp")


def _is_copula(word: Word) -> bool:
    return fold(word.text) in load_copulas() | load_all_words("copula_signs")
