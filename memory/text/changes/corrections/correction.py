"""Corrects one value of what was said before: `no, on the 14th, not the 12th`. Pure.

Such a sentence has no subject of its own and says nothing by itself, so what it corrects keeps all
its other words. `I meant Tuesday` does not say what was wrong: it is about what was said last.
"""

import re
from functools import cache
from itertools import dropwhile

from msgspec import Struct

from indexer.text.normalize import fold, unify
from indexer.text.word_lists import (
    build_alternatives,
    load_all_folded,
    load_all_words,
    load_words,
)
from memory.text.changes.corrections.phrases import FRAMED, PHRASE, is_small
from memory.text.changes.corrections.value_spans import (
    BARE,
    CODED,
    find_kind,
    find_same_days,
    repeat_form,
)
from memory.text.statement import (
    drop_now,
    find_opening,
    find_person_words,
    is_unspaced,
    list_tokens,
    load_copulas,
    parse_statement,
    strip_repetition,
)

LONGEST = 120  # characters of a correction
MOST_WORDS = 6  # of what is right, and of what was wrong
MOST_MORE = 2  # words more than what was wrong
PIECE = re.compile(r"[,;，、；。…]\s*|(?<!\d)[.!！?]\s+")  # not `am 5. April`
CODE = re.compile(r"(?P<word>[^\W\d_]{1,30})(?P<number>\d{1,12})")
EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf\ufe0f]+")
SORRY = frozenset(("", "sorry", "oops", "pardon", "scusa", "desculpa", "perdon", "entschuldigung"))
TWO = 2  # pieces: what is right, and what was wrong
TRAILING = re.compile(r"(?:でした|だった|です|だ)?(?:よ|ね|わ)?$")


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
    plain = drop_now(TRAILING.sub("", right[0]))
    if not wrong:
        return ValueCorrection(plain) if (meant or opened) and find_kind(plain) else None
    value = _compile_rather().sub("", plain)
    begun = said[0] != right[0] and value == plain  # `not on Friday, on Saturday`
    if not _are_alike(value, wrong[0], begun=begun, opened=opened):
        return None
    return _complete(value, TRAILING.sub("", wrong[0]).strip())


@cache
def _compile_rather() -> re.Pattern[str]:
    return re.compile(rf"^(?:{build_alternatives(load_all_words('rather_words'))})\s+")


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
    found = [find_kind(each) for each in (right, wrong)]
    if found == [PHRASE, PHRASE]:
        return fold(unify(right)).split()[0] == fold(unify(wrong)).split()[0]
    kinds = ["" if each in (CODED, PHRASE, FRAMED) else each for each in found]
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
        kind = find_kind(right)
        value = CODE.fullmatch(right) or (kind and kind == find_kind(wrong))
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
    kind = find_kind(found.right) if found else ""
    return bool(kind) and kind not in BARE


def correct_words(new: str, old: str) -> str:
    """Return `old` with the words that `new` puts in the place of others; empty if it does not."""
    found = parse_correction(new)
    return _replace(old, found.wrong, found.right) if found and found.wrong else ""


def _replace(old: str, wrong: str, right: str) -> str:
    """Replace words that stand once in a text, with the small words before them or without."""
    pairs = [(_drop_small(wrong), _drop_small(right)), (wrong, right)]
    if fold(unify(wrong)).split()[0] == fold(unify(right)).split()[0]:
        pairs.reverse()  # with the articles: `a las nueces`, `a la leche`
    for one, other in pairs:
        if len(other.split()) > len(one.split()) + MOST_MORE:
            return ""  # `Tuesday works for me, not Monday`
        edge = ("", "") if is_unspaced(one) else (r"(?<!\w)", r"(?!\w)")
        pattern = f"{edge[0]}{re.escape(one)}{edge[1]}"
        found = re.finditer(pattern, old, re.IGNORECASE) if one and other else ()
        places = [each.span() for each in found] or find_same_days(old, one)
        if other and len(places) == 1:
            start, end = places[0]
            return f"{old[:start]}{repeat_form(other, old[start:end])}{old[end:]}"
    return ""


def _drop_small(text: str) -> str:
    """Drop words such as `on the` before a value."""
    *words, last = text.split() or [""]
    return " ".join([*dropwhile(lambda each: is_small(fold(unify(each))), words), last])


def _drop_openers(text: str) -> str:
    openers = load_all_words("openers")
    return " ".join(dropwhile(lambda each: fold(unify(each)) in openers, text.split()))


def _strip_opening(piece: str) -> str:
    """Strip `sorry`, `I meant` and `it's` before a value."""
    plain = strip_repetition(f"{piece},").strip(" ,") if not is_unspaced(piece) else piece
    if _compile_denied().match(plain):
        return plain
    bare = _compile_meant().sub("", compile_it_is().sub("", _compile_meant().sub("", plain)))
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
def compile_it_is() -> re.Pattern[str]:
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
