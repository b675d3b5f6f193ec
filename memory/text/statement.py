"""A statement as it is compared with an earlier one: clauses, words of change, who it is about."""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from msgspec import Struct

from indexer.inference.reading import guess_language, read_text
from indexer.text.analyzer import analyze
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    load_all_folded,
    load_all_words,
    load_folded,
    load_words,
)
from memory.text.quotation import drop_quotations

UNSPACED = r"[\u3040-\u30ff\u3400-\u9fff]"
# What is elided stands by itself: `j'habite` has the words of `je vis`. No English word begins so.
ELIDED = r"(?:j|l|n|m|s|t|d|qu|un|dell|all|nell|sull|quest)['’](?=[^\W\d_]{2})"
TOKEN = re.compile(
    rf"{UNSPACED}|{ELIDED}|(?:(?!{UNSPACED})[^\W_])+(?:['’.](?:(?!{UNSPACED})[^\W_])+)*"
)
FULL = {"j": "je", "n": "ne", "m": "me", "s": "se", "t": "te", "d": "de", "qu": "que"}
# No sign inside 7:25; people end sentences with an emoji, too.
CLAUSE = re.compile(
    r"(?:[;，、；：]|[,:](?!\d))\s*|[.。!！…]\s+|\n\s*|[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+\s*"
)
CLOCK = re.compile(r"\d[:.]\d\d(?!\d)|\d ?(?:(?:h|u|uhr|am|pm|часов)(?![^\W\d_])|[点點]|時(?!間))")
SHORT_FORMS = {"m": " am", "re": " are", "ve": " have", "ll": " will"}
SHORT_ARE = re.compile(r"(?<=[^\W\d_])['’](m|re|ve|ll)(?!\w)")
# Behind a noun it may say whose: only before words that follow no owner.
SHORT_IS = re.compile(
    r"(?:(?<=\b(?:he|it))|(?<=\bshe)|(?<=\bthat)|(?<=\bwhat)|(?<=\bhere)|(?<=\bthere)"
    r"|(?<=[^\W\d_])(?=['’]s (?:an?|at|back|been|booked|called|changed|due|finally|got"
    r"|home (?:from|now)|in|just|left|moved|named|not|now|off|on|the)\b)"
    r"|(?<=[^\W\d_])(?=['’]s [£$€]?\d))['’]s(?!\w)"
)
MARKS = " ,;:，、；"
LONGEST = 600  # characters of a statement that is compared with another
MOST_CLAUSES = 18  # of it: each is compared with each
KEPT = 256  # texts, of which many are read again with the next one
SHORTEST_WEEKDAY = 4  # letters
MEASURES = (
    "address",
    "call",
    "earn",
    "mail",
    "name",
    "number",
    "password",
    "rent",
)  # to call: phone
PLACES = ("desk", "house", "office", "school", "work")
PERSONS = ("boss", "doctor", "employer", "husband", "landlord", "partner", "wife")
SINGLE = frozenset((*MEASURES, *PLACES, "dentist", *(f"kin:{each}" for each in PERSONS)))
POINTING = ("en", "nl")
MOST_OPENINGS = 3  # of a correction: `no, sorry, I got that wrong:`


class Statement(Struct, frozen=True):
    written: str
    text: str  # folded, without words of change
    parts: tuple[str, ...]  # the clauses with a word of change, or all
    clauses: tuple[tuple[str, ...], ...]  # their tokens
    changes: bool  # it says that the value is new, or corrects one
    corrects: bool = False
    sentence: tuple[str, ...] = ()  # all clauses, also those without a word of change


@lru_cache(maxsize=KEPT)
def parse_statement(text: str) -> Statement:
    folded = spell_out(fold(unify(drop_quotations(text))).strip())
    bare = strip_repetition(folded)
    spoken = guess_spoken(text)
    clauses = [_drop_now(drop_opening(each, spoken)) for each in CLAUSE.split(bare) if each.strip()]
    marked = [clause for clause, changed in clauses if changed]
    corrects = find_opening("correction_patterns", folded) is not None
    kept = tuple(marked or [clause for clause, _ in clauses])
    tokens = tuple(tuple(list_tokens(clause)) for clause in kept)
    every = tuple(clause for clause, _ in clauses)
    return Statement(text, " ".join(every), kept, tokens, corrects or bool(marked), corrects, every)


def is_comparable(*texts: str) -> bool:
    """Tell if texts are short enough, and have few enough clauses, to be compared in full."""
    return all(len(each) <= LONGEST and count_clauses(each) <= MOST_CLAUSES for each in texts)


def count_clauses(text: str) -> int:
    return sum(1 for each in CLAUSE.split(text) if each.strip())


def spell_out(folded: str) -> str:
    """Write short forms out: `we're in a flat`, `our band's called`."""
    spelled = _compile_typed().sub(lambda found: _load_typed()[found.group()], folded)
    return SHORT_IS.sub(" is", SHORT_ARE.sub(_write_out, spelled))


@cache
def _load_typed() -> dict[str, str]:
    """Map what is typed in a hurry to how it is spelled: `hes`, `he is`."""
    entries = (each.partition(" = ") for each in load_all_words("typed_forms"))
    return {typed: spelled for typed, _sign, spelled in entries}


@cache
def _compile_typed() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'’])(?:{build_alternatives(_load_typed())})(?![\w'’])")


def _write_out(found: re.Match[str]) -> str:
    return SHORT_FORMS[found[1]]


def list_tokens(text: str) -> list[str]:
    """List the words of a folded text, and the signs of one without spaces."""
    return [_spell_out(each) for each in TOKEN.findall(text)]


def _spell_out(token: str) -> str:
    return FULL.get(token[:-1], token[:-1]) if token.endswith(("'", "’")) else token


def is_addition(text: str) -> bool:
    """Tell if `text` says that it holds besides what is known."""
    return find_pattern("addition_patterns", fold(unify(text))) is not None


def strip_repetition(text: str) -> str:
    """Return `text` without `as I said` and the like, and without how a correction begins."""
    plain = _cut(text, _compile("repetition_patterns", opening=False)).strip(MARKS)
    for _each in range(MOST_OPENINGS):
        plain = _cut(plain, _compile("correction_patterns", opening=True)).strip(MARKS)
    return plain or text


def drop_that(text: str) -> str:
    """Return a statement without the conjunction that led to it: `dass Jo Tee mag`.

    English and Dutch have a word that points as well: `that car is mine`.
    """
    first, _space, rest = text.partition(" ")
    word = first.lower()
    if not rest or word not in load_all_words("that_words"):
        return text
    points = any(word in load_words("that_words", each) for each in POINTING)
    return text if points and not _begins_with_subject(rest) else rest.lstrip()


def _begins_with_subject(text: str) -> bool:
    """Tell if a text begins with a name, or with who or whose: `Jo`, `I`, `my`, `the`."""
    named = text[:1].isupper() or text[:1].isdigit()
    subjects = find_person_words() | load_all_words("subject_pronouns")
    known = load_all_words("definite_articles") | load_all_folded("owners")
    return named or not (subjects | known).isdisjoint(list_tokens(fold(unify(text)))[:1])


def drop_now(text: str) -> str:
    """Return `text` without `now` and the like, if anything is left."""
    return _cut(text, _compile_now()).strip(MARKS) or text


def _cut(text: str, pattern: re.Pattern[str]) -> str:
    """Cut what matches a folded pattern out of a text."""
    folded = fold(unify(text))
    if len(folded) != len(text):  # a letter has become two
        return pattern.sub(" ", text)
    for found in reversed(list(pattern.finditer(folded))):
        text = f"{text[: found.start()]} {text[found.end() :]}"
    return " ".join(text.split())


def find_pattern(name: ListName, text: str) -> re.Match[str] | None:
    """Find the first match of the patterns of a list in a folded text."""
    return _compile(name, opening=False).search(text)


def find_opening(name: ListName, text: str) -> re.Match[str] | None:
    """Find a pattern of a list at the beginning of a folded text."""
    return _compile(name, opening=True).match(text)


def leave_reason(clause: str) -> str:
    """Return a clause without why: `I've given up swimming because of my shoulder`."""
    found = find_pattern("reason_patterns", clause)
    return clause[: found.start()] if found else clause


def find_person_words() -> frozenset[str]:
    """Return the words for the speaker, alone or with others."""
    return load_all_words("first_person") | load_all_words("first_person_signs")


def list_several_values(text: str) -> frozenset[str]:
    """List the verbs of many values, folded: `has`, `reads`.

    Without those that are another common word in the language of a text: Portuguese `lê` is the
    French article.
    """
    language = detect_language(text)
    own = load_folded("several_values", language)
    common = load_stopwords(language)
    every = load_all_folded("several_values")
    return frozenset(each for each in every if each in own or each not in common)


def is_unspaced(text: str) -> bool:
    """Tell if a text has signs of Chinese or Japanese."""
    return re.search(UNSPACED, text) is not None


def has_meaning(text: str) -> bool:
    """Tell if a text says what about: `I am` alone does not."""
    return bool(analyze(text, detect_language(text)).terms)


def drop_speaker(tokens: Sequence[str]) -> tuple[str, ...]:
    """Drop a leading word for the speaker, which some languages leave out."""
    rest = tokens[1:] if tokens and tokens[0] in find_person_words() else tokens
    return tuple(rest[1:] if tokens != rest and rest[:1] == ("は",) else rest)


@cache
def load_copulas() -> frozenset[str]:
    """Load the forms of `is` in all languages, folded."""
    return load_all_folded("copulas")


@cache
def load_weekdays() -> frozenset[str]:
    """Load the names of weekdays, which stand behind `is` without any word such as `on`."""
    names = (each.partition(" ")[2] for each in load_all_words("weekdays"))
    return frozenset(each for each in names if len(each) >= SHORTEST_WEEKDAY)


def guess_spoken(text: str) -> frozenset[str]:
    """Guess the languages that a text may be in: a short one may be taken for another."""
    return frozenset((guess_language(text), detect_language(text)))


def drop_opening(clause: str, spoken: frozenset[str]) -> str:
    """Drop what is said to the listener before a clause: `ugh`, `so`.

    In the languages that are spoken, and English: `Ed` is Italian for `and`, and elsewhere a name.
    """
    found = _compile_openings(spoken).match(clause)
    return clause[found.end() :] if found else clause


@cache
def _compile_openings(spoken: frozenset[str]) -> re.Pattern[str]:
    lists: tuple[ListName, ...] = ("openers", "and_words")
    words = {fold(e) for name in lists for each in {*spoken, "en"} for e in load_words(name, each)}
    owners = load_all_folded("owners")
    opening = build_alternatives(words - owners - find_person_words())
    return re.compile(rf"\s*(?:(?:{opening})\s+){{1,3}}(?=\S)")


def _drop_now(clause: str) -> tuple[str, bool]:
    """Drop `now`, and `new` before what one has one of: `the new rent` too, if it is measured."""
    plain = _drop_new(_compile_now().sub(" ", clause))
    if any(sign.isdigit() for sign in clause):
        plain = _compile_opening_new().sub(r"\g<article>", plain.strip())
    return " ".join(plain.split()), plain != clause


def _drop_new(clause: str) -> str:
    """Drop `new` between an owner and a boss or an address, not a daughter: one may have two."""
    found = _compile_new().search(clause)
    if found is None or not _is_single(clause[found.end() :]):
        return clause
    return f"{clause[: found.start()]}{found['owner'] or ''} {clause[found.end() :]}"


def names_new_one(folded: str) -> bool:
    """Tell if a folded text is about a new one of what one may have two of: `my new daughter`."""
    found = _compile_new().search(folded)
    return found is not None and not _is_single(folded[found.end() :])


def _is_single(thing: str) -> bool:
    """Tell if a text begins with what somebody has one of at a time."""
    named = read_text(thing).words[:1]
    return any(not SINGLE.isdisjoint(each.topics | each.marks) for each in named)


@cache
def _compile_new() -> re.Pattern[str]:
    owners = build_alternatives(load_all_folded("owners"))
    parts = sorted(load_all_words("new_patterns"))
    signs = "|".join(each for each in parts if is_unspaced(each))
    words = "|".join(each for each in parts if not is_unspaced(each))
    return re.compile(
        rf"(?<!\w)(?P<owner>{owners})\s(?:{words})(?!\w)\s?|(?<=[的の])(?:{signs})(?P<none>)"
    )


@cache
def _compile_opening_new() -> re.Pattern[str]:
    """Match `new` behind the first word, where that may be an article; Russian has none."""
    parts = sorted(load_all_words("new_patterns"))
    signs = "|".join(each for each in parts if is_unspaced(each))
    words = "|".join(each for each in parts if not is_unspaced(each))
    return re.compile(rf"^(?P<article>[^\W\d_]{{1,3}}\s)?(?:{words})\s|^(?:{signs})")


@cache
def _compile_now() -> re.Pattern[str]:
    words = build_alternatives(load_all_folded("now"))
    signs = build_alternatives(load_all_folded("now_signs"))
    return re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])|{signs}")


@cache
def _compile(name: ListName, *, opening: bool) -> re.Pattern[str]:
    """Compile the patterns of a list; one of letters begins and ends with a word."""
    parts = sorted(load_all_words(name), key=lambda part: (-len(part), part))
    letters = "|".join(part for part in parts if not is_unspaced(part)) or "(?!)"
    signs = [part for part in parts if is_unspaced(part)]
    pattern = ("^" if opening else "") + f"(?:{'|'.join([bound_pattern(letters), *signs])})"
    return re.compile(pattern, re.IGNORECASE)


def bound_pattern(part: str) -> str:
    """Let a pattern of letters begin and end with a word."""
    return part if is_unspaced(part) else rf"(?<!\w)(?:{part})(?!\w)"
