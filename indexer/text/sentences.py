"""Finds where sentences end, in any script, and where to cut a sentence that is too long."""

import re
from collections.abc import Callable, Iterator

from indexer.text.graphemes import find_letter_start
from indexer.text.word_lists import load_all_words

# A Latin mark ends a sentence only before a space, a mark of another script anywhere. So do a blank
# line and a list marker.
END = re.compile(
    r"""(?<![.!?…])[.!?…]++["'”’»)\]]*+(?=\s)|[。！？｡؟۔।॥։།༎။።፧፨។៕᠃]+(?:[」』”’）】》»)]|["'](?!\w))*|\n\s*\n"""
    r"""|\n(?=[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t])"""
)
INITIALS = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")
UNIT = re.compile(r"\d\s?[hlmg]\Z")
LIMIT = re.compile(r"m(?:[aá]x|[ií]n|ind)")
# Compounds that are shortened before a number: "Lindenstr. 4", "Kundennr. 4711".
NUMBERED = re.compile(r"[^\W\d_]{2}(?:str|nr)\Z")
SHORT_NUMBER = re.compile(r"\d{1,2}")
DATE = re.compile(r"(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])")
# What stands before a date at the beginning of a line: a mark of a list, "Mo", "Montag,".
LINE_OPENING = re.compile(
    r"[ \t]*(?:[-*+•|][ \t]*)?(?:(?:[^\W\d_]{2,3}[.,]{0,2}|[^\W\d_]{4,12}[.,])[ \t])?"
)
# What leads to a date, so that it opens no line: "am", "bis zum".
LED = re.compile(r"(?<!\w)(?:am|bis|zum|vom|ab|den|der|dem|seit|nach|vor)\s+\Z", re.IGNORECASE)
LEAD = 24  # characters before a date at the beginning of a line
NEXT_WORD = re.compile(r"\s*([^\W\d_]+)")
SOFTER = (re.compile(r"\n"), re.compile(r"[,;:،，、；：—][\s]?"), re.compile(r"\s+"))


def find_sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Yield the position after each sentence of `text[start:end]`; the last one is `end`.

    A sentence includes the white space after it, so that the sentences add up to the text.
    """
    last = start
    for found in END.finditer(text, start, end):
        if text[found.start()] == "." and _continues(text, last, found):
            continue
        last = _skip_space(text, found.end(), end)
        if last < end:
            yield last
    if start < end:
        yield end


def _continues(text: str, start: int, found: re.Match[str]) -> bool:
    """Return whether the sentence continues after a full stop.

    It does after an abbreviation, an initial that is no unit, a number that typesetting splits
    (`Section 4. 2`), an ordinal (`15. März`), a date that opens a line, and if lower case follows.
    """
    after = text[found.end() : found.end() + 3].lstrip()[:1]
    before = text[max(start, found.start() - 12) : found.start()]
    if before and not before[-1].isspace():
        if UNIT.search(before):  # "until 7 h", "2 l" is no initial
            return after.islower()
        bare = before.split()[-1].lstrip("([\"'“‘«").lower()
        if bare in load_all_words("abbreviations") or INITIALS.fullmatch(bare):
            return True
        if DATE.fullmatch(bare) and _opens_line(text, found.start() - len(bare)):
            return True
        if after.isdigit() and (LIMIT.fullmatch(bare) or NUMBERED.search(bare)):  # "max. 2"
            return True
        if SHORT_NUMBER.fullmatch(bare) and (after.isdigit() or _is_ordinal(text, found.end())):
            return True
    return after.islower()


def _opens_line(text: str, position: int) -> bool:
    """Return whether only a mark, as of a list, or a day of the week stands before on its line."""
    begin = text.rfind("\n", max(0, position - LEAD), position) + 1
    near = begin or position < LEAD
    led = LED.search(text[max(0, position - LEAD) : position])
    return bool(near and not led and LINE_OPENING.fullmatch(text, begin, position))


def _is_ordinal(text: str, position: int) -> bool:
    """Return whether a noun follows that German counts with a full stop.

    Other languages write these nouns in lower case, which continues the sentence anyway.
    """
    word = NEXT_WORD.match(text, position)
    return bool(word and word.group(1).lower() in load_all_words("ordinal_nouns"))


def _skip_space(text: str, position: int, end: int) -> int:
    while position < end and text[position].isspace():
        position += 1
    return position


def find_cuts(
    text: str, span: tuple[int, int], rooms: tuple[int, int], measure: Callable[[str], int]
) -> Iterator[int]:
    """Yield where to cut one long sentence: the first part measures up to `rooms[0]`, others up to
    `rooms[1]`.

    It is cut at lines, else at clauses, else at words; between characters only if there is no other
    way, and never inside what is seen as one letter.
    """
    start, end = span
    room, size = rooms
    while start < end:
        reach = _find_reach(text, start, min(end, start + 4 * room), room, measure)
        start = end if reach >= end else _find_soft_cut(text, start, reach)
        yield start
        room = size


def _find_reach(text: str, start: int, reach: int, room: int, measure: Callable[[str], int]) -> int:
    while (measured := measure(text[start:reach])) > room and reach > start + 1:
        reach = max(start + 1, start + min((reach - start) * room // measured, reach - start - 1))
    return reach


def _find_soft_cut(text: str, start: int, reach: int) -> int:
    """Return the last good place to cut in the second half of `text[start:reach]`."""
    middle = start + (reach - start) // 2
    for pattern in SOFTER:
        ends = [found.end() for found in pattern.finditer(text, middle, reach)]
        if ends and ends[-1] > start:
            return ends[-1]
    cut = find_letter_start(text, reach)
    return cut if cut > start else reach
