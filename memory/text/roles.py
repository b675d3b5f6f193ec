"""Finds who or which has a role that there is one of at a time: `my dentist is Dr Lang`. Pure.

A statement names the role with all that says whose it is, and the value behind `is` or before it.
`My children's dentist`, `my other dentist` and `one of my doctors` are none of the speaker's role.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import dropwhile, takewhile
from typing import Literal, get_args

from msgspec import Struct

from indexer.inference.lexicon import TITLES
from indexer.inference.reading import Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind as QuestionKind
from indexer.text.question_words import load_question_words
from indexer.text.word_lists import (
    list_languages,
    load_all_folded,
    load_all_words,
    load_entries,
    load_words,
)
from memory.text.statement import CLAUSE, find_pattern, is_unspaced
from memory.text.values import names_thing

Kind = Literal["person", "thing", "value"]
KEPT = 512
HEAD_LAST = ("de", "en", "nl")  # `shoe size`; elsewhere `numéro de téléphone`
LONGEST_ROLE = 6  # words, with whose it is
LONGEST_VALUE = 6
LONGEST = 300  # characters
ASKING = frozenset(
    (
        *(QuestionKind.WHO, QuestionKind.WHICH, QuestionKind.OPTION, QuestionKind.HOW),
        *(QuestionKind.NUMBER, QuestionKind.SIZE, QuestionKind.PHONE, QuestionKind.EMAIL),
    )
)
ENDINGS = frozenset(("again", "called", "currently", "denn", "jetzt", "now", "nu", "please"))
FAVOURITE = "favourite"
WORD = re.compile(r"[^\W_](?:[\w'’.&@+/-]*[\w&@+/])?")
EQUATING = re.compile(r"[,:]? ?(?<!\w)c['’]est(?!\w) ?| [—–-] (?:это )?| ?= ?")
LABELLED = re.compile(r"^((?:[\w'’-]{1,24} ){0,3}[\w'’-]{1,24}): ")  # `new dentist: Dr Amin`
ABBREVIATED = re.compile(
    r"(?<=[Dd]r|[MmSs]r|Mr|ra|rs|of|ng|tt|ig|hr|[^\w]M)\.\s"
)  # no sentence ends at `Dr.`
ELIDED = re.compile(r"^(?:l|d|j)['’]", re.IGNORECASE)
OWN_SIGNS = re.compile(r"^(?:我们|我們|我|咱们|私たち|私|僕|俺|うち)(?:[的の]|(?=[^的の]))")
IN_SIGNS = re.compile(
    r"(?P<role>[^是叫は]{1,20})(?:现在|現在|今|目前)?(?:是|叫|は)(?P<value>.{1,24}?)"
    r"(?:です|だ|になりました|になった|である|になります)?[。！!]?"
)
HONORIFICS = re.compile(
    r"(?:医生|醫生|大夫|先生|女士|小姐|老师|老師|律师|さん|先生|様|氏|くん|ちゃん)$"
)
OTHERS = ("pers:he", "pers:she")
PREDICATES = frozenset(("ed", "en", "ing"))  # ends of words that say how it is, not which


class RoleValue(Struct, frozen=True):
    """`role` has whose it is, in words that are the same for all forms of it."""

    role: tuple[str, ...]
    kind: Kind
    value: str


@lru_cache(maxsize=KEPT)
def find_role_values(text: str) -> tuple[RoleValue, ...]:
    """Find which role has which value in the clauses of a text."""
    if len(text) > LONGEST:
        return ()
    if is_unspaced(text):
        return tuple(_find_in_signs(text))
    language = guess_language(text)
    lines = (" ".join(each.split()) for each in ABBREVIATED.sub(" ", text).splitlines())
    equated = (EQUATING.sub(" = ", LABELLED.sub(r"\1 = ", each)) for each in lines)
    clauses = CLAUSE.split("\n".join(equated))
    return tuple(found for each in clauses if (found := _find_in_clause(each, language)))


def _find_in_clause(clause: str, language: str) -> RoleValue | None:
    words = [ELIDED.sub("", each) for each in re.findall(r"=|" + WORD.pattern, clause)]
    folded = [fold(unify(each)) for each in words]
    for at, width in _list_verbs(folded):
        before, after = words[:at], words[at + width :]
        owned = _parse_role(folded[at + width :])
        if owned and folded[at + width] in load_all_folded("owners"):
            return _build(owned, " ".join(before), language)
        if role := _parse_role(_leave_verb(folded[:at], language)):
            return _build(role, " ".join(after), language)
    return None


def _leave_verb(folded: Sequence[str], language: str) -> Sequence[str]:
    """Return what stands before a verb in the past: `le code` of `le code a changé, c'est 8802`."""
    helping = load_words("moving_auxiliaries", language)
    return list(takewhile(lambda each: each not in helping, folded))


def _list_verbs(folded: Sequence[str]) -> Iterator[tuple[int, int]]:
    """List where a verb such as `is` stands, and how many words it has."""
    verbs = _load_verbs()
    for at in range(1, min(len(folded), LONGEST_ROLE + 1)):
        width = next((n for n in (2, 1) if " ".join(folded[at : at + n]) in verbs), 0)
        if width:
            yield at, width
    if (role := _find_bare_role(folded)) < len(folded):
        yield role, 0


def _find_bare_role(folded: Sequence[str]) -> int:
    """Find where a Russian value begins, which needs no verb: `мой начальник Сергей`."""
    for at in range(min(4, len(folded) - 1), 1, -1):
        own = folded[0] in load_all_folded("owners") and re.match("[а-я]", folded[0])
        if own and " ".join(folded[1:at]) in _load_roles()["ru"]:
            return at
    return len(folded)


@cache
def _load_verbs() -> frozenset[str]:
    spaced = (each for each in load_all_words("role_verbs") if not is_unspaced(each))
    return frozenset(("=", *(fold(each) for each in spaced)))


def _parse_role(folded: Sequence[str]) -> tuple[tuple[str, ...], Kind] | None:
    """Return whose role it is, with its kind; None for other words."""
    plain = [each for each in folded if not _is_silent(each)]
    opened = next((n for n, each in enumerate(plain) if _is_known(each)), 0)
    bare = [each for each in plain[opened:] if not _is_known(each)]
    if not bare or len(bare) > LONGEST_ROLE:
        return None
    if favoured := _find_favourite(bare):
        return (FAVOURITE, *favoured), "value"
    found = _find_role(bare)
    alone = found is not None and found[1] == "person" and len(found[0]) == 1
    known = len(bare) < len(plain) or (len(bare) == 1 and any(map(_is_new, folded)))
    return found if alone or known else None


def _is_known(folded: str) -> bool:
    """Tell if a word is `my`, or `the`, which points to what is the speaker's."""
    return folded in load_all_folded("owners") or folded in load_all_words("definite_articles")


def _find_favourite(bare: Sequence[str]) -> tuple[str, ...]:
    """Find what is the favourite: `favourite film`, `Lieblingsfarbe`, `film préféré`."""
    for at, each in enumerate(bare):
        if each in load_all_words("favourite_words"):
            return (*bare[:at], *bare[at + 1 :])
        prefix = next((p for p in ("lieblings", "lievelings") if each.startswith(p)), "")
        if prefix and each != prefix:
            return (*bare[:at], each.removeprefix(prefix), *bare[at + 1 :])
    return ()


def _find_role(bare: Sequence[str]) -> tuple[tuple[str, ...], Kind] | None:
    """Find the role that the words end with, or begin with in languages that say so."""
    for language, roles in _load_roles().items():
        last = language in HEAD_LAST
        for length in range(min(3, len(bare)), 0, -1):
            part = bare[-length:] if last else bare[:length]
            rest = bare[:-length] if last else bare[length:]
            found = roles.get(" ".join(part))
            if found:
                return (found[1], *rest), found[0]
    return None


@cache
def _load_roles() -> dict[str, dict[str, tuple[Kind, str]]]:
    """Map the words for each role, by language, to its kind and to one name in all languages."""
    return {each: dict(_read_roles(each)) for each in list_languages("single_roles")}


def _read_roles(language: str) -> Iterator[tuple[str, tuple[Kind, str]]]:
    for entry in load_entries("single_roles", language):
        label, _equals, words = entry.partition(" = ")
        named, _colon, role = label.partition(":")
        kind = next(each for each in get_args(Kind) if each == named)
        for word in words.split(", "):
            yield " ".join(map(_fold_word, word.split())), (kind, role)


def _fold_word(word: str) -> str:
    return word if is_unspaced(word) else fold(unify(word))


@cache
def _load_silent() -> frozenset[str]:
    """Load words that do not say whose role it is, nor which: `now`, `new`, `and`."""
    loud = load_all_folded("owners") | load_all_words("definite_articles")
    words = load_all_words("openers") | load_all_words("and_words") | load_all_words("now")
    return frozenset(map(fold, words)) - loud


def _is_silent(folded: str) -> bool:
    noun = re.split("['’]", folded)[0] in load_all_words("person_nouns")
    return _is_new(folded) or noun or folded in _load_silent()


def _is_new(folded: str) -> bool:
    return re.fullmatch(_new(), folded) is not None


@cache
def _new() -> str:
    return "|".join(sorted(load_all_words("new_patterns")))


def _build(role: tuple[tuple[str, ...], Kind], value: str, language: str) -> RoleValue | None:
    """Return a role with a value, if that says who or which it is."""
    names, kind = role
    plain = _leave_now(value)
    if not plain:
        return None
    if names[0] == FAVOURITE:
        fits = _names_favourite(plain)
    elif kind == "person":
        fits = _names_person(plain, language)
    else:
        fits = _names_make(plain) if kind == "thing" else _is_value(plain)
    return RoleValue(names, kind, plain) if fits else None


def _leave_now(value: str) -> str:
    now = load_all_folded("now")
    silent = now | {"called", "named"}
    return " ".join(dropwhile(lambda each: fold(unify(each)) in silent, value.split()))


def _names_person(value: str, language: str) -> bool:
    """Tell if a value is the name of somebody: `Dr Moss`, `Hannah`; not `German`, `very kind`."""
    words = value.split()
    articles = load_words("definite_articles", language)
    named = words[1:] if fold(unify(words[0])) in articles else words
    if not named or len(named) > LONGEST_VALUE:
        return False
    if _is_title(named[0]):
        return len(named) > 1
    several = len(named) > 1 or not _may_be_quality(named[0], language)
    return several and named[0][:1].isupper() and named[-1][:1].isupper()


def _is_title(word: str) -> bool:
    plain = fold(unify(word)).rstrip(".")
    return plain in {fold(each) for each in TITLES} | load_all_words("person_titles")


def _may_be_quality(word: str, language: str) -> bool:
    """Tell if a word may say what somebody is, though it has a capital: `German`, `Ärztin`."""
    folded = fold(unify(word))
    return any(folded.endswith(each) for each in load_words("quality_endings", language))


def _names_make(value: str) -> bool:
    """Tell if a value is a make: `a grey Octavia`; not `in the garage till Friday`, `a mess`."""
    words = value.split()
    places = load_all_folded("place_prepositions")
    if fold(unify(words[0])) in places - load_all_words("indefinite_articles"):
        return False
    led = fold(unify(words[0])) in load_all_words("indefinite_articles")
    return 1 <= len(words) <= LONGEST_VALUE and any(
        each[:1].isupper() or each[:1].isdigit() for each in words[1 if led else 0 :]
    )


def _is_value(value: str) -> bool:
    """Tell if a value is a number, an address or the like, and no more: `555 0142`."""
    words = value.split()
    return len(words) <= LONGEST_VALUE and any(
        any(sign.isdigit() for sign in each) or "@" in each for each in words
    )


def _names_favourite(value: str) -> bool:
    words = value.split()
    first = fold(unify(words[0]))
    led = first in load_all_words("definite_articles") | load_all_words("indefinite_articles")
    named = words[1:] if led else words
    ends = named[0][-3:].endswith(tuple(PREDICATES)) if named else True
    return len(words) <= LONGEST_VALUE and not ends and not (_is_common(first) and not led)


def _is_common(folded: str) -> bool:
    return any(folded in load_words("stopwords", each) for each in list_languages("single_roles"))


def _find_in_signs(text: str, *, asked: bool = False) -> Iterator[RoleValue]:
    for clause in CLAUSE.split(text):
        found = IN_SIGNS.fullmatch(clause.strip())
        if found is None:
            continue
        named = _find_role_in_signs(OWN_SIGNS.sub("", found["role"].strip()))
        if named and (value := found["value"].strip()):
            names, kind = named
            if asked or kind != "person" or HONORIFICS.search(value):
                yield RoleValue(names, kind, value)


def _find_role_in_signs(plain: str) -> tuple[tuple[str, ...], Kind] | None:
    favoured = next(
        (each for each in load_all_words("favourite_words") if plain.startswith(each)), ""
    )
    if favoured and is_unspaced(favoured):
        return (FAVOURITE, plain.removeprefix(favoured)), "value"
    return next(
        (
            ((found[1],), found[0])
            for roles in _load_roles().values()
            if (found := roles.get(plain.removeprefix("新しい").removeprefix("新")))
        ),
        None,
    )


def give_other_roles(one: str, other: str) -> bool:
    """Tell if each text says who has a role, and not the same role: `my children's dentist is`."""
    here, there = ({each.role for each in find_role_values(text)} for text in (one, other))
    return bool(here and there) and here.isdisjoint(there)


def find_own_role(folded: str) -> str:
    """Find the role that words begin with, in any number, behind `my`, `the` or `of`: `dentists`.

    Empty for the role of somebody else, and for another thing: `the wifi password`.
    """
    roles = {word: found[1] for each in _load_roles().values() for word, found in each.items()}
    if is_unspaced(folded):
        plain = OWN_SIGNS.sub("", folded)
        return next((roles[each] for each in sorted(roles, key=len) if plain.startswith(each)), "")
    before = (
        load_all_folded("owners") | load_all_words("definite_articles") | load_all_words("of_words")
    )
    words = list(dropwhile(before.__contains__, WORD.findall(folded)))
    for length in range(min(3, len(words)), 0, -1):
        named = " ".join(words[:length])
        if found := roles.get(named) or roles.get(named[:-1]):
            return found
    return ""


def find_asked_role(question: str) -> tuple[str, ...]:
    """Find whose role a question asks for: `who is my dentist?`; empty for any other question."""
    if is_unspaced(question):
        plain = question.rstrip("?？。").removesuffix("か")
        return next((each.role for each in _find_in_signs(plain, asked=True)), ())
    kind = load_question_words(guess_language(question)).find_kind(question)[0]
    words = [fold(unify(each)) for each in WORD.findall(question)]
    while words and words[-1] in ENDINGS:
        words = words[:-1]
    at = next((at for at, each in enumerate(words) if at and each in load_all_folded("owners")), 0)
    found = _parse_role(words[at:]) if at and kind in ASKING and at <= LONGEST_ROLE else None
    return found[0] if found else ()


def find_new_roles(folded: str) -> tuple[str, ...]:
    """Find the roles that the speaker says there is another for: `I've changed dentists`."""
    things = []
    if switched := find_pattern("switching_patterns", folded):
        inner = next((each for each in switched.groups() if each), "")
        things = [folded[: switched.start()]]  # `my dentist has changed`
        things += [inner or folded[switched.end() :]] if _is_speaker_alone(things[0]) else []
    got = find_pattern("acquiring_patterns", folded)
    if got and _is_speaker_alone(folded[: got.start()]):
        things.append(folded[got.end() :])
    return tuple(filter(None, map(find_own_role, map(str.strip, things))))


def _is_speaker_alone(opening: str) -> bool:
    """Tell if nobody else is named before a verb: not `the plumber has | changed his number`."""
    words = read_text(CLAUSE.split(opening)[-1], guess_language(opening)).words
    loud = [each for each in words if not (_is_silent(fold(each.text)) or each.has("poss"))]
    return not any(map(_may_act, loud, [None, *loud]))


def _may_act(word: Word, before: Word | None) -> bool:
    """Tell if a word may be who does something: not `move` of `after the move I have`."""
    led = before is not None and (before.has("rel") or "cause" in before.topics)
    other = any(word.has(each) for each in OTHERS)
    return other or (names_thing(word) and not led and "cause" not in word.topics)


def list_role_words(text: str) -> list[str]:
    """List the words for the roles that have a value in a text: `Chef` for `Chefin`."""
    folded = fold(unify(text))
    named = {each.role[0] for each in find_role_values(text)} | set(find_new_roles(folded))
    return [
        word
        for roles in _load_roles().values()
        for word, (_kind, role) in roles.items()
        if role in named
    ]
