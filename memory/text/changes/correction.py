"""Corrects one value of what was said before: `no, on the 14th, not the 12th`. Pure.

Such a sentence has no subject of its own and says nothing by itself, so what it corrects keeps all
its other words. `I meant Tuesday` does not say what was wrong: it is about what was said last.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import dropwhile, takewhile

from msgspec import Struct

from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import (
    ListName,
    build_alternatives,
    list_languages,
    load_all_folded,
    load_all_words,
    load_words,
)
from memory.text.statement import (
    find_opening,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
    strip_repetition,
)

LONGEST = 120  # characters of a correction
SHORTEST_NAME = 2  # letters
MOST_WORDS = 6  # of what is right, and of what was wrong
MOST_MORE = 2  # words more than what was wrong
PIECE = re.compile(r"[,;，、；。…]\s*|(?<!\d)[.!！?]\s+")  # not `am 5. April`
CODE = re.compile(r"(?P<word>[^\W\d_]{1,30})(?P<number>\d{1,12})")
# A digit behind a letter, and no hour: `teapot98`, `A7X2`.
CODED_WORD = re.compile(r"(?i)(?<!\w)(?!\d\d?h\d)(?=[a-z\d]{3,30}(?!\w))\d{0,9}[a-z]+\d[a-z\d]*")
LETTERED = re.compile(r"(?<!\w)[^\W\d_]{3,30} [A-Za-z](?![\w'’])")  # `block D`
IDEOGRAPHS = "[\u4e00-\u9fff]"
SIGNED = re.compile(rf"(?<!{IDEOGRAPHS}){IDEOGRAPHS}{{2,4}}(?!{IDEOGRAPHS})")  # `南口`
EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+")
SORRY = frozenset(("", "sorry", "oops", "pardon", "scusa", "desculpa", "perdon", "entschuldigung"))
MOST_SLIPS = 2  # signs of a code that may be typed wrongly
TWO = 2  # pieces: what is right, and what was wrong
SIGN_DAYS = re.compile(r"(?:星期|周|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?")
# With what stands right behind it: 16h, 14th.
NUMBER = re.compile(
    r"(?<![\w.,:/-])\d(?:[\d.,:/]*\d)?(?:[ap]m|[eh]|h\d\d|nd|rd|st|th|[ºª])?(?![\w/-])"
)
TRAILING = re.compile(r"(?:でした|だった|です|だ)?(?:よ|ね|わ)?$")


Span = tuple[int, int]


class ValueCorrection(Struct, frozen=True):
    right: str
    wrong: str = ""  # if it was said


def parse_correction(text: str) -> ValueCorrection | None:
    """Parse a sentence that only puts one value in the place of another."""
    if len(text) > LONGEST or text.rstrip().endswith(("?", "？")):
        return None
    plain = strip_repetition(EMOJI.sub(" ", text)).strip().rstrip(" .!。！")
    pieces = [each for each in PIECE.split(plain) if each]
    opened = parse_statement(text).corrects
    meant = bool(pieces) and _compile_meant().match(pieces[0]) is not None
    said = _deny_behind([each for each in map(_strip_opening, pieces) if each])
    said = [each for n, each in enumerate(said) if not (n and _excuses(each))]
    right = [each for each in said if not _find_denied(each)]
    wrong = [found for each in said if (found := _find_denied(each))]
    if len(said) > TWO or len(right) != 1 or not _is_bare(right[0], meant=meant):
        return None
    value = TRAILING.sub("", right[0])
    if wrong:
        begun = said[0] != right[0]  # `not on Friday, on Saturday`
        if not _are_alike(value, wrong[0], begun=begun, opened=opened):
            return None
        return _complete(value, TRAILING.sub("", wrong[0]).strip())
    return ValueCorrection(value) if (meant or opened) and _find_kind(value) else None


def _complete(right: str, wrong: str) -> ValueCorrection:
    """Complete what was wrong of a code, of which only a part was said: `sunflower23, not 22`."""
    for token in right.split():
        code = CODE.fullmatch(token)
        if code and (wrong.isdecimal() or (wrong.isalpha() and code["word"].isalpha())):
            last = wrong.isdecimal()
            return ValueCorrection(
                token, f"{code['word']}{wrong}" if last else f"{wrong}{code['number']}"
            )
    return ValueCorrection(right, wrong)


def _are_alike(right: str, wrong: str, *, begun: bool, opened: bool) -> bool:
    """Tell if one value may stand for another: not `joined the gym, not the pool`.

    `begun` if what was wrong comes first, `opened` if a word says that it is a correction.
    """
    kinds = [_find_kind(each).replace(CODED, "") for each in (right, wrong)]
    alike = kinds[0] == kinds[1] if all(kinds) else not begun
    return alike and (bool(kinds[1]) or opened or len(right.split()) == len(wrong.split()))


def _find_denied(piece: str) -> str:
    """Return what a piece denies: `Friday` of `not Friday`."""
    found = _compile_denied().match(piece)
    wrong = found["wrong"] if found else ""
    ends = wrong and fold(unify(wrong.split()[0])) in load_all_words("ended_fillers")
    return "" if ends else wrong  # `no more parking` is over, and no slip


def _deny_behind(pieces: list[str]) -> list[str]:
    """Put a denial before what it stands behind: `Freitag nicht`, `金曜じゃなくて土曜`."""
    parts = [part for each in pieces for part in _split_denial(each)]
    return [_compile_denied_behind().sub(r"\g<denial> \g<wrong>", each) for each in parts]


def _split_denial(piece: str) -> list[str]:
    """Split `the 14th not the 12th`, and signs behind a denial that is not at their end."""
    if spaced := _compile_denied_inside().match(piece):
        said, wrong = _drop_openers(spaced["right"]), spaced["wrong"]
        right = _drop_small(said)
        value = CODE.fullmatch(right) or (_find_kind(right) and _find_kind(wrong))
        if value and len(right.split()) == 1:
            return [said, f"{spaced['denial']} {wrong}"]
    found = _compile_denied_signs().match(piece)
    return [f"{found['denial']}{found['wrong']}", found["right"]] if found else [piece]


@cache
def _compile_denied_inside() -> re.Pattern[str]:
    words = build_alternatives([e for e in load_all_words("not_words") if e.isalpha()])
    return re.compile(
        rf"(?P<right>\S+(?: \S+){{0,2}}) (?P<denial>{words}) (?P<wrong>\S+(?: \S+)?)$",
        re.IGNORECASE,
    )


@cache
def _compile_denied_signs() -> re.Pattern[str]:
    """Match a Japanese denial inside; the Chinese ones stand before what is wrong."""
    signs = build_alternatives(list(load_words("not_words", "ja")))
    return re.compile(rf"(?P<wrong>[^\s]{{1,20}}?)(?P<denial>{signs})(?P<right>\S.*)$")


@cache
def _compile_denied_behind() -> re.Pattern[str]:
    words = build_alternatives([e for e in load_all_words("not_words") if e.isalpha()])
    return re.compile(
        rf"^(?P<wrong>(?!(?:{words})\b)\S+(?: \S+){{0,2}}) (?P<denial>{words})$", re.IGNORECASE
    )


def _excuses(piece: str) -> bool:
    """Tell if a piece only says that it was a slip: `I misread`."""
    found = find_opening("slip_patterns", fold(unify(piece)))
    return found is not None and not piece[found.end() :].strip(" .!！")


def is_mere_correction(text: str) -> bool:
    """Tell if a text only corrects a day or a number, and says nothing without what it was of."""
    found = parse_correction(text)
    kind = _find_kind(found.right) if found else ""
    return bool(kind) and kind not in _BARE


def correct_words(new: str, old: str) -> str:
    """Return `old` with the words that `new` puts in the place of others; empty if it does not."""
    found = parse_correction(new)
    return _replace(old, found.wrong, found.right) if found and found.wrong else ""


def correct_last(new: str, old: str) -> str:
    """Return `old` with the one value of a kind that `new` gives; empty if there is not one.

    `old` is what was said right before.
    """
    found = parse_correction(new)
    if found is None or found.wrong:
        return ""
    spans = _find_spans(found.right, old)
    if spans is None:
        return ""
    (start, end), (first, last) = spans
    right, wrong = found.right[start:end], old[first:last]
    same = fold(unify(right)) == fold(unify(wrong))
    return "" if same else f"{old[:first]}{right}{old[last:]}"


def find_wrong(new: str, old: str) -> str:
    """Return the value of `old` that `new` corrects, where it is what was said right before."""
    found = parse_correction(new)
    if found is None or not correct_last(new, old):
        return ""
    spans = _find_spans(found.right, old)
    return old[slice(*spans[1])] if spans else ""


def _find_spans(right: str, old: str) -> tuple[Span, Span] | None:
    """Find where the one value of a kind stands in a correction, and in what it corrects."""
    kind = _find_kind(right)
    here, there = (list(_KINDS[kind](each)) for each in (right, old)) if kind else ([], [])
    if kind == SIGNS and here:  # `南口` may stand for `北口`
        length, last = len(right), right[-1]
        there = [each for each in there if each[1] - each[0] == length and old[each[1] - 1] == last]
    if kind in (PLACE, LETTER) and here:  # `to Leeds` is not `in Leeds`
        led = fold(unify(right)).split()[0]
        there = [each for each in there if fold(unify(old[slice(*each)])).split()[0] == led]
    if kind == CODED and here:  # `teapot98` may stand for `teapot99`
        there = [each for each in there if _is_like_code(right, old[slice(*each)])]
    return (here[0], there[0]) if len(here) == len(there) == 1 else None


def _is_like_code(one: str, other: str) -> bool:
    mine, theirs = fold(one), fold(other)
    slips = sum(a != b for a, b in zip(mine, theirs, strict=False))
    slipped = len(mine) == len(theirs) and slips <= MOST_SLIPS
    return slipped or re.sub(r"\d", "", mine) == re.sub(r"\d", "", theirs)


def _replace(old: str, wrong: str, right: str) -> str:
    """Replace words that stand once in a text, with the small words before them or without."""
    for one, other in ((_drop_small(wrong), _drop_small(right)), (wrong, right)):
        if len(other.split()) > len(one.split()) + MOST_MORE:
            return ""  # `Tuesday works for me, not Monday`
        edge = ("", "") if is_unspaced(one) else (r"(?<!\w)", r"(?!\w)")
        pattern = f"{edge[0]}{re.escape(one)}{edge[1]}"
        places = list(re.finditer(pattern, old, re.IGNORECASE)) if one and other else []
        if len(places) == 1:
            return f"{old[: places[0].start()]}{other}{old[places[0].end() :]}"
    return ""


def _drop_small(text: str) -> str:
    """Drop words such as `on the` before a value."""
    *words, last = text.split() or [""]
    return " ".join([*dropwhile(lambda each: _is_small(fold(unify(each))), words), last])


def _drop_openers(text: str) -> str:
    openers = load_all_words("openers")
    return " ".join(dropwhile(lambda each: fold(unify(each)) in openers, text.split()))


def _is_small(word: str) -> bool:
    languages = list_languages("not_words")
    return word.isalpha() and any(word in load_stopwords(each) for each in languages)


def _strip_opening(piece: str) -> str:
    """Strip `sorry`, `I meant` and `it's` before a value."""
    plain = strip_repetition(f"{piece},").strip(" ,") if not is_unspaced(piece) else piece
    if _compile_denied().match(plain):
        return plain
    bare = _compile_meant().sub("", _compile_it_is().sub("", _compile_meant().sub("", plain)))
    lone = fold(unify(bare)).strip() in load_all_words("meant_words") | SORRY
    return "" if lone else bare.strip()


def _is_bare(piece: str, *, meant: bool) -> bool:
    """Tell if a piece is only a value, without anybody or anything that it is said of."""
    tokens = list_tokens(fold(unify(piece)))
    if is_unspaced(piece):
        return 0 < len(tokens) <= 2 * MOST_WORDS
    owners = load_all_folded("owners")
    subjects = find_person_words() | load_all_words("subject_pronouns") | owners
    subjects -= load_all_words("definite_articles")  # `el sábado`
    said = subjects.isdisjoint(tokens) and load_copulas().isdisjoint(tokens)
    return 0 < len(tokens) <= MOST_WORDS and said


@cache
def _compile_meant() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("meant_words"))
    return re.compile(rf"(?:{words})(?!\w)[,:]?\s*", re.IGNORECASE)


@cache
def _compile_it_is() -> re.Pattern[str]:
    """Match `it's` before a value, and `he is` before an age."""
    patterns = "|".join(sorted(load_all_words("it_is_patterns"), key=lambda p: (-len(p), p)))
    return re.compile(rf"(?:{patterns})", re.IGNORECASE)


@cache
def _compile_denied() -> re.Pattern[str]:
    words = sorted(load_all_words("not_words"), key=lambda each: (-len(each), each))
    spaced = build_alternatives([each for each in words if not is_unspaced(each)])
    signs = build_alternatives([each for each in words if is_unspaced(each)])
    joins = build_alternatives(load_all_words("and_words"))
    return re.compile(
        rf"(?:(?:{joins})\s)?(?:(?:{spaced})\s+|(?:{signs}))(?P<wrong>\S.*)$", re.IGNORECASE
    )


def _find_dates(text: str) -> Iterator[Span]:
    """Find days of a month: `4 May`, `May 4th`, `4 de mayo`, `5月4日`."""
    folded = fold(unify(text))
    plain = folded if len(folded) == len(text) else text.lower()
    yield from (found.span() for found in _compile_dates().finditer(plain))


@cache
def _compile_dates() -> re.Pattern[str]:
    months = _compile_names("months").pattern
    joins = build_alternatives(load_all_words("of_words"))
    day = r"(?<![\w.,:/-])\d{1,2}(?:st|nd|rd|th|er|[.ºª])?"
    return re.compile(
        rf"{day} (?:(?:{joins}) )?{months}|{months} {day}(?![\w:])|\d{{1,2}}[月]\d{{1,2}}[日号號]"
    )


def _find_weekdays(text: str) -> Iterator[Span]:
    yield from _find_names("weekdays", text)
    yield from (found.span() for found in SIGN_DAYS.finditer(text))


def _find_months(text: str) -> Iterator[Span]:
    return _find_names("months", text)


def _find_numbers(text: str) -> Iterator[Span]:
    yield from (found.span() for found in NUMBER.finditer(text))
    yield from _find_names("numbers", text)


def _find_names(name: str, text: str) -> Iterator[Span]:
    folded = fold(unify(text))
    plain = folded if len(folded) == len(text) else text.lower()
    yield from (found.span() for found in _compile_names(name).finditer(plain))


@cache
def _compile_names(name: str) -> re.Pattern[str]:
    """Match the names of a list of days, months or numbers, in any language with spaces."""
    lists: dict[str, ListName] = {"weekdays": "weekdays", "months": "months", "numbers": "numbers"}
    forms = (fold(each.partition(" ")[2]) for each in load_all_words(lists[name]))
    names = {each for each in forms if len(each) > SHORTEST_NAME and not is_unspaced(each)}
    return re.compile(rf"(?<!\w)(?:{build_alternatives(names)})(?!\w)")


def _find_places(text: str) -> Iterator[Span]:
    """Find names with a word such as `to` before them; a month is no place."""
    for found in _compile_places().finditer(text):
        first, *rest = found["name"].split()
        name = " ".join((first, *takewhile(_is_name, rest)))
        if _is_name(first) and not any(True for find in _VALUES.values() for _each in find(name)):
            yield found.start(), found.start("name") + len(name)


def _is_name(word: str) -> bool:
    return word[:1].isupper()


@cache
def _compile_places() -> re.Pattern[str]:
    words = build_alternatives(load_all_words("place_prepositions"))
    return re.compile(rf"(?<!\w)(?i:{words}) (?=(?P<name>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*)?))")


def _find_spelled(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    yield from (found.span() for found in pattern.finditer(text))


CODED = "code"
DATE = "date"
PLACE = "place"
LETTER = "letter"
SIGNS = "signs"
_VALUES = {"weekday": _find_weekdays, "month": _find_months, "number": _find_numbers}
_KINDS: dict[str, Callable[[str], Iterator[Span]]] = {
    **_VALUES,
    CODED: partial(_find_spelled, CODED_WORD),
    DATE: _find_dates,
    PLACE: _find_places,
    LETTER: partial(_find_spelled, LETTERED),
    SIGNS: partial(_find_spelled, SIGNED),
}
_BARE = (LETTER, SIGNS)  # which may say something where they correct nothing


def _find_kind(value: str) -> str:
    """Find of which kind a value is, where it is of one alone; empty otherwise."""
    if len(list(_find_dates(value))) == 1:
        return DATE  # which has a number and a month
    kinds = [name for name, find in _VALUES.items() if any(True for _each in find(value))]
    whole = [(0, len(value))]
    for name in () if kinds else (PLACE, CODED, *_BARE):
        if list(_KINDS[name](value)) == whole:
            return name
    return kinds[0] if len(kinds) == 1 else ""
