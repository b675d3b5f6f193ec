"""Decides if a statement changes whether somebody is married, and to whom. Pure."""

import re
from functools import cache
from itertools import pairwise

from indexer.inference.reading import Reading, guess_language, read_text
from indexer.text.dates.finder import strip_dates
from indexer.text.normalize import fold
from indexer.text.word_lists import build_alternatives, load_all_folded, load_all_words
from memory.text.changes.owner import find_pronouns, list_languages_of, name_owner
from memory.text.introductions import find_introductions
from memory.text.statement import (
    Statement,
    bound_pattern,
    find_pattern,
    find_person_words,
    is_unspaced,
    list_tokens,
)

PARTING = frozenset(("divorce",))
SPOUSES = frozenset(("kin:girlfriend", "kin:boyfriend", "kin:husband", "kin:partner", "kin:wife"))
FAMILY = frozenset(f"kin:{each}" for each in ("brother", "child", "daughter", "sister", "son"))
COUPLE = re.compile(
    r"(?:^|[和跟与與、，])(?P<name>[^，。、和跟与與我]{1,8}?)(?:已经|已經|刚|剛|上周)?(?:とは?)?(?:分手|分[开開]|[离離]婚|別れ)"
)
BESIDE = frozenset(("rel:in", "rel:to", "rel:with"))  # `married to Jonah`


def changes_marriage(now: Statement, before: Statement) -> bool:
    there = _find_marriage(before.text)
    clauses = dict.fromkeys((*now.parts, *now.sentence, now.text))
    if there is None:
        return any(_parts_from_spouse(each, before) for each in clauses)
    return any(_marries(_find_marriage(each), there) for each in clauses)


def ends_couple(now: Statement, before: Statement) -> bool:
    """Tell if the speaker parts from somebody whom `before` names as theirs: `my partner Rob`.

    What the two shared has ended with it, such as where they live together.
    """
    alone = any(  # of Rob alone: `my partner Rob is a vet`
        before.written.startswith(each.known_as) for each in find_introductions(before.written)
    )
    return not alone and _tells_of_home(before) and parts_from_partner(now, before)


def parts_from_partner(now: Statement, before: Statement) -> bool:
    """Tell if the speaker parts from somebody whom `before` names as theirs."""
    return any(
        find_pattern("separation_patterns", each) and _names_partner(each, before)
        for each in dict.fromkeys((*now.sentence, now.text))
    )


def _tells_of_home(before: Statement) -> bool:
    """Tell if a statement says where the speaker lives: of `our two kids` and `500 euros that I owe
    Rob` nothing ends.
    """
    words = read_text(before.written).words
    others = any(not each.marks.isdisjoint(FAMILY) for each in words)
    lives = any("live" in each.topics for each in words)
    return (lives or find_pattern("home_patterns", before.text) is not None) and not others


def _names_partner(clause: str, before: Statement) -> bool:
    """Tell if a clause is of the speaker and of a partner: `Rob and I`, not `Rob and Kim`."""
    if is_unspaced(clause):
        found = COUPLE.search(clause)
        return found is not None and _is_partner_in_signs(found["name"], before.written)
    now = read_text(clause, guess_language(f"{clause} {before.text}"))
    named = _name_partner(now)
    return any(
        fold(each.name) in named and FAMILY.isdisjoint(each.meant)
        for each in find_introductions(before.written)
    )


def _is_partner_in_signs(name: str, before: str) -> bool:
    """Tell if a name stands right behind a partner: `女朋友小雨`, `彼氏のケン`."""
    opening, found, _rest = before.partition(name)
    words = read_text(opening.removesuffix("の")).words[-1:] if found else ()
    return any(not each.marks.isdisjoint(SPOUSES) for each in words)


def _parts_from_spouse(clause: str, before: Statement) -> bool:
    """Tell if the speaker parts from whom they told of: `Peter and I are separated`."""
    now = read_text(clause, guess_language(f"{clause} {before.text}"))
    told = read_text(before.text, now.language)
    spouse = any(not each.marks.isdisjoint(SPOUSES) for each in told.words)
    parts = any(each.topics & PARTING for each in now.words)
    return spouse and parts and not _name_partner(now).isdisjoint(list_tokens(before.text))


def _marries(here: re.Match[str] | None, there: re.Match[str] | None) -> bool:
    if here is None or there is None or here.re == there.re:
        return False
    if _parts_from_another(here, there):
        return False
    couple, known = _name_couple(here), _name_couple(there)
    return couple == known or _is_couple_of(couple, known, there.string)


def _is_couple_of(couple: frozenset[str], known: frozenset[str], before: str) -> bool:
    """Tell if a couple is the one that is known, and whom the earlier statement names with it."""
    joins = load_all_folded("and_words")
    partner = couple - known - joins
    told = {each.split("'")[0] for each in list_tokens(before)}
    return bool(known) and known <= couple and bool(partner) and partner <= told


def _find_marriage(text: str) -> re.Match[str] | None:
    """Find the first word for being married or not; each pattern stands for one such state."""
    found = [match for each in _compile_marriages() if (match := each.search(text))]
    return min(found, key=lambda match: (match.start(), -match.end()), default=None)


@cache
def _compile_marriages() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(bound_pattern(each)) for each in sorted(load_all_words("marital_patterns"))
    )


def _name_couple(found: re.Match[str]) -> frozenset[str]:
    """Return the words for whom it is said of, none for the speaker, alone or with somebody."""
    text = _compile_with().sub(" ", strip_dates(found.string[: found.start()]))
    articles = load_all_words("definite_articles")
    tokens = [each for each in list_tokens(text) if each not in articles]
    persons = find_person_words() | load_all_words("person_nouns") | _find_words_for_speaker(text)
    joins = load_all_folded("and_words")
    if any({*pair} & persons and {*pair} & joins for pair in pairwise(tokens)):
        return frozenset()  # Kim and I
    pronouns = find_pronouns(found.string)
    auxiliaries = load_all_folded("moving_auxiliaries") - pronouns
    owners = load_all_folded("owners")
    owned = tokens[:1] and tokens[0] in owners and auxiliaries.isdisjoint(tokens[1:2])
    if tokens and tokens[0] in auxiliaries and not owned:  # Spanish `mi` is `my`
        return frozenset()  # a note, which leaves out who: `hat Jana geheiratet`
    spoken = list_languages_of(("marital_patterns",), found.string)
    return name_owner(found.string, text, spoken)


def _find_words_for_speaker(text: str) -> frozenset[str]:
    """Find `moi` of `Hugo et moi`."""
    words = read_text(text, guess_language(text)).words
    return frozenset(fold(each.text) for each in words if each.has("pers:speaker"))


@cache
def _compile_with() -> re.Pattern[str]:
    """Match `mit Kim` before `verheiratet`."""
    words = build_alternatives(load_all_folded("with_words"))
    return re.compile(rf"(?<!\w)(?:{words}) \w+")


def _parts_from_another(here: re.Match[str], there: re.Match[str]) -> bool:
    """Tell if a couple parts that is not the one that is known: `Peter and I are separated`."""
    now, before = (read_text(each.string, guess_language(each.string)) for each in (here, there))
    if not any(each.topics & PARTING for each in now.words):
        return False
    partner, known = _name_partner(now), _name_partner(before)
    return bool(partner and known) and partner.isdisjoint(known)


def _name_partner(reading: Reading) -> frozenset[str]:
    """Name whom somebody is with: behind `to` or `with`, or beside `and I`."""
    words = reading.words
    joins = load_all_folded("and_words")
    persons = find_person_words() | load_all_words("person_nouns")
    persons |= {fold(each.text) for each in words if each.has("pers:speaker")}  # `Kay and me`
    beside = [each for each in words if each.relations & BESIDE and each.term]
    for one, join, two in zip(words, words[1:], words[2:], strict=False):
        both = (fold(one.text), fold(two.text))
        if fold(join.text) in joins and not persons.isdisjoint(both):
            beside += [each for each in (one, two) if fold(each.text) not in persons]
    return frozenset(
        fold(each.text) for each in beside if not (each.is_number or each.has("month"))
    )
