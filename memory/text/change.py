"""Decides if a statement takes the place of an earlier one about the same thing. Pure.

It does if both have the same frame and differ in the value alone, and something shows that there is
one value at a time: a word such as `now` or `actually no`, or a verb such as `live in`. An event
that is cancelled or postponed takes the place of its former date. `Also` and `another` show that
both hold. In doubt both are kept.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from indexer.text.analyzer import analyze
from indexer.text.dates.finder import has_mention
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.word_lists import ListName, build_alternatives, load_all_words
from memory.text.words import content_words

UNSPACED = r"[\u3040-\u30ff\u3400-\u9fff]"
TOKEN = re.compile(rf"{UNSPACED}|(?:(?!{UNSPACED})[^\W_])+(?:['’.](?:(?!{UNSPACED})[^\W_])+)*")
CLAUSE = re.compile(r"(?:[;，、；：]|[,:](?!\d))\s*|[.。!！]\s+")  # no sign inside 7:25
LONGEST_VALUE = 8  # tokens; signs of Chinese and Japanese count each
SHORTEST_FRAME = 2  # tokens that both statements have
LONGEST = 600  # characters of a statement that is compared
TOPIC_PARTICLES = ("は", "が")
MARKS = " ,;:，、；"
PARTICLES = "はがをのにもって"


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str  # folded, without words of change
    clauses: tuple[tuple[str, ...], ...]
    changes: bool  # it says that the value is new, or corrects one


def is_addition(text: str) -> bool:
    """Tell if `text` says that it holds besides what is known."""
    return _search("addition_patterns", fold(unify(text)))


def takes_place_of(new: str, old: str, said: str = "") -> bool:
    """Tell if `old` does not hold any more, now that `new` is noted.

    `said` are the person's words, if `new` is a note that was made of them.
    """
    if max(len(new), len(old)) > LONGEST or is_addition(said or new):
        return False
    now, before = _parse(new), _parse(old)
    if said and len(said) <= LONGEST:
        now = replace(now, changes=now.changes or _parse(said).changes)
    if now.text == before.text or before.text.endswith(("?", "？")):
        return False
    return (
        _ends_event(now.text, before.text, old)
        or _denies(now.text, before.text)
        or _changes_state(now, before)
        or _changes_place(now, before)
        or _changes_value(now, before)
    )


def list_states(text: str) -> list[str]:
    """List all words for being married or not, if `text` has one of them."""
    if not _search("marital_patterns", fold(unify(text))):
        return []
    parts = "|".join(sorted(load_all_words("marital_patterns")))
    return re.findall(r"[^\W\d_]{3,}", re.sub(r"\[[^][]*\]|\(\?:[^()]*\)|\?", "a", parts))


def strip_repetition(text: str) -> str:
    """Return `text` without `as I said` and the like, and without how a correction begins."""
    plain = _compile("repetition_patterns", opening=False).sub(" ", text)
    bare = _compile("correction_patterns", opening=True).sub("", plain.strip(MARKS))
    return bare.strip(MARKS) or text


def _parse(text: str) -> _Statement:
    folded = fold(unify(text)).strip()
    bare = strip_repetition(folded)
    clauses = [_drop_now(each) for each in CLAUSE.split(bare) if each.strip()]
    marked = [clause for clause, changed in clauses if changed]
    corrects = bool(_compile("correction_patterns", opening=True).match(folded))
    kept = marked or [clause for clause, _ in clauses]
    tokens = tuple(tuple(TOKEN.findall(clause)) for clause in kept)
    return _Statement(" ".join(clause for clause, _ in clauses), tokens, corrects or bool(marked))


def _drop_now(clause: str) -> tuple[str, bool]:
    """Drop `now`, and `new` where it stands between an owner and a thing."""
    plain = _compile_new().sub(r"\g<owner> ", _compile_now().sub(" ", clause))
    return " ".join(plain.split()), plain != clause


@cache
def _compile_new() -> re.Pattern[str]:
    owners = build_alternatives([fold(each) for each in load_all_words("owners")])
    parts = sorted(load_all_words("new_patterns"))
    signs = "|".join(each for each in parts if re.search(UNSPACED, each))
    words = "|".join(each for each in parts if not re.search(UNSPACED, each))
    return re.compile(
        rf"(?<!\w)(?P<owner>{owners})\s(?:{words})(?!\w)\s?|(?<=[的の])(?:{signs})(?P<none>)"
    )


@cache
def _compile_now() -> re.Pattern[str]:
    words = build_alternatives([fold(each) for each in load_all_words("now")])
    signs = build_alternatives([fold(each) for each in load_all_words("now_signs")])
    return re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])|{signs}")


@cache
def _compile(name: ListName, *, opening: bool) -> re.Pattern[str]:
    """Compile the patterns of a list; one of letters begins and ends with a word."""
    parts = sorted(load_all_words(name), key=lambda part: (-len(part), part))
    bounded = [part if re.search(UNSPACED, part) else rf"(?<!\w)(?:{part})(?!\w)" for part in parts]
    pattern = ("^" if opening else "") + f"(?:{'|'.join(bounded) or '(?!)'})"
    return re.compile(pattern, re.IGNORECASE)


def _search(name: ListName, text: str) -> bool:
    return _compile(name, opening=False).search(text) is not None


def _ends_event(now: str, before: str, old: str) -> bool:
    """Tell if the event of `before` was cancelled, or got another date."""
    for name in ("cancellation_patterns", "rescheduling_patterns"):
        found = _compile(name, opening=False).search(now)
        if found and not _search(name, before) and has_mention(old):
            moved = name == "cancellation_patterns" or has_mention(now)
            return moved and _is_same_subject(_find_event(now, found), before)
    return False


def _find_event(now: str, found: re.Match[str]) -> str:
    """Return the part of a text that names the event, which may follow `they cancelled`."""
    opening = now[: found.start()]
    if re.search(UNSPACED, now) or _has_meaning(opening):
        return opening or now
    return now[found.end() :]


def _is_same_subject(opening: str, before: str) -> bool:
    if re.search(UNSPACED, opening):
        subject = opening.strip().rstrip(PARTICLES + "已经被")
        return len(subject) >= SHORTEST_FRAME and before.startswith(subject)
    if _search("other_patterns", opening):
        return False
    lead = _find_lead(opening)
    return bool(lead) and lead == _find_lead(before)[: len(lead)]


def _find_lead(text: str) -> list[str]:
    """Return the terms of the words with meaning at the beginning: `the season ticket | costs`."""
    language = detect_language(text)
    lead: list[str] = []
    for token in TOKEN.findall(text):
        terms = analyze(token, language).terms
        if not terms and lead:
            break
        lead += terms
    return lead


def _denies(now: str, before: str) -> bool:
    """Tell if `now` says that `before` has ended: `I no longer have piano lessons`."""
    found = _compile("ended_patterns", opening=False).search(now)
    if not found or _search("ended_patterns", before):
        return False
    if re.search(UNSPACED, now):
        return False
    language = detect_language(f"{now} {before}")
    silent = load_all_words("reversals") | load_all_words("ended_fillers")
    said = content_words(now, language)
    said = frozenset(word for word in said if fold(word) not in silent and "n't" not in word)
    same_person = TOKEN.findall(now)[:1] == TOKEN.findall(before)[:1]
    return same_person and bool(said) and said <= content_words(before, language)


def _changes_state(now: _Statement, before: _Statement) -> bool:
    """Tell if both say to whom the same person is married, or that they are not."""
    pattern = _compile("marital_patterns", opening=False)
    if not (pattern.search(now.text) and pattern.search(before.text)):
        return False
    here, there = (_drop_person(each.clauses[0] if each.clauses else ()) for each in (now, before))
    return here[:1] == there[:1] or _is_own(here) == _is_own(there) is True


def _drop_person(tokens: Sequence[str]) -> tuple[str, ...]:
    """Drop a leading word for the speaker, which some languages leave out."""
    persons = load_all_words("first_person") | load_all_words("first_person_signs")
    rest = tokens[1:] if tokens and tokens[0] in persons else tokens
    return tuple(rest[1:] if tokens != rest and rest[:1] == ("は",) else rest)


def _is_own(tokens: Sequence[str]) -> bool:
    others = load_all_words("other_persons") | load_all_words("possessives")
    return not any(token in others for token in tokens[:2])


def _changes_place(now: _Statement, before: _Statement) -> bool:
    """Tell if the same person has moved, or lives or works somewhere else now."""
    homes = [_find_subject(name, before.text) for name in ("home_patterns", "moving_patterns")]
    moved = _find_subject("moving_patterns", now.text)
    lives = _find_subject("home_patterns", now.text) if now.changes else None
    works = _find_subject("work_patterns", now.text) if now.changes else None
    return (
        (moved is not None and moved in homes)
        or (lives is not None and lives in homes)
        or (works is not None and works == _find_subject("work_patterns", before.text))
    )


def _find_subject(verb: ListName, text: str) -> tuple[str, ...] | None:
    """Return who does what the verb says, without words for the speaker; None without the verb."""
    found = _compile(verb, opening=False).search(text)
    if found is None:
        return None
    opening = text[: found.start()]
    if re.search(UNSPACED, text) and "は" in text:
        opening = text.partition("は")[0]
    elif re.search(UNSPACED, text) and re.search("[\u3040-\u309f]", text):
        opening = ""  # what stands before a Japanese verb is where, not who
    speaker = load_all_words("first_person") | load_all_words("first_person_signs")
    silent = speaker | {fold(each) for each in load_all_words("moving_auxiliaries")}
    return tuple(each for each in TOKEN.findall(opening) if each not in silent)


def _changes_value(now: _Statement, before: _Statement) -> bool:
    for clause in now.clauses:
        for other in before.clauses:
            frame = _find_frame(clause, other)
            if frame and _search("single_predicate_patterns", frame):
                return True
            frame = frame or _find_turned_frame(clause, other)
            if now.changes and frame and _has_one_value(frame):
                return True
    return False


def _has_one_value(frame: str) -> bool:
    """Tell if a frame may have one value at a time: it says more than whom it is about."""
    words = frame.split()
    several = {fold(each) for each in load_all_words("several_values")}
    owners = {fold(each) for each in load_all_words("owners")}
    bare = len(words) <= SHORTEST_FRAME and words[0] in owners
    return several.isdisjoint(words) and not bare


def _find_turned_frame(now: Sequence[str], before: Sequence[str]) -> str:
    """Return the words of both in any order, where the verb precedes its subject after `now`.

    Both are of languages with spaces, and what differs is one piece in each, and no person.
    """
    if re.search(UNSPACED, "".join((*now, *before))):
        return ""
    mine, theirs = _find_difference(now, before), _find_difference(before, now)
    persons = load_all_words("first_person") | load_all_words("other_persons")
    owners = load_all_words("possessives") | {fold(each) for each in load_all_words("owners")}
    if not mine or not theirs or not (persons | owners).isdisjoint((*mine, *theirs)):
        return ""
    shared = [token for token in before if token not in theirs]
    if shared == [token for token in now if token not in mine]:
        return ""  # nothing is turned: the values may be those whom it is about
    frame = " ".join(shared)
    right = max(len(mine), len(theirs)) <= LONGEST_VALUE // 2
    enough = len(frame.split()) >= SHORTEST_FRAME and _is_number(mine) == _is_number(theirs)
    return frame if right and enough and _has_meaning(frame) else ""


def _find_difference(tokens: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """Return the tokens that are not among `others`, if they stand together; none otherwise."""
    places = [n for n, token in enumerate(tokens) if token not in others]
    together = places == list(range(places[0], places[-1] + 1)) if places else False
    return tuple(tokens[n] for n in places) if together else ()


def _find_frame(now: Sequence[str], before: Sequence[str]) -> str:
    """Return the words around two different values; empty if those are not comparable."""
    here, there = _drop_person(now), _drop_person(before)
    if (len(here) < len(now)) != (len(there) < len(before)) and not _may_omit(now, before):
        return ""
    start = _count_equal(here, there)
    end = _count_equal(here[start:][::-1], there[start:][::-1])
    mine, theirs = here[start : len(here) - end], there[start : len(there) - end]
    frame = " ".join((*here[:start], *here[len(here) - end :]))
    shared = start + end + (len(here) < len(now))
    if _share_meaning(mine, theirs) or not _is_about_same(now, here, start, (*mine, *theirs)):
        return ""
    right = 0 < len(mine) <= LONGEST_VALUE and 0 < len(theirs) <= LONGEST_VALUE
    if not right or shared < SHORTEST_FRAME or _is_number(mine) != _is_number(theirs):
        return ""
    return frame if _has_meaning(frame) else ""


def _is_about_same(
    now: Sequence[str], here: Sequence[str], start: int, values: Sequence[str]
) -> bool:
    """Tell if the values do not hold whom or what the statements are about.

    It stands before the value, or, where words are not separated, has a particle of its own.
    """
    if re.match(UNSPACED, "".join(here)):
        return not any(token in TOPIC_PARTICLES for token in values)
    return len(here) < len(now) or _has_meaning(" ".join(here[:start]))


def _share_meaning(mine: Sequence[str], theirs: Sequence[str]) -> bool:
    """Tell if words with meaning stand in both: then more than the value differs."""
    both = [token for token in mine if token in theirs]
    return any(_has_meaning(token) and not re.match(UNSPACED, token) for token in both)


def _may_omit(now: Sequence[str], before: Sequence[str]) -> bool:
    """Tell if the language may leave out the word for the speaker."""
    text = "".join((*now, *before))
    return bool(re.search(UNSPACED + "|[а-я]", text))


def _count_equal(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _is_number(tokens: Sequence[str]) -> bool:
    return any(any(sign.isdigit() for sign in token) for token in tokens)


def _has_meaning(frame: str) -> bool:
    """Tell if the frame says what about: `I am` alone does not."""
    return bool(analyze(frame, detect_language(frame)).terms)
