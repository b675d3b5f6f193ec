"""Lists what a misspelt word may have been meant to be: one slip of the pen is forgiven."""

from collections.abc import Iterator, Sequence

from indexer.text.stemming import stem, stem_all
from indexer.text.stopwords import load_all_stopwords

SHORTEST = 5  # letters of a word in which a letter that should be double leaves no doubt
LONG = 6  # ... in which any slip does
LONGEST = 16  # letters of a word that is corrected
SHORTEST_STEM = 4  # letters of its stem: without its article, the Arabic for yoga is like "day"
SHORTEST_MEANT = 5  # ... of the stem of what was meant: "measles" are no "meals"
BEGINNING = 2  # letters that are right
ENDING = 3  # letters in which forms of a word differ
_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзийклмнопрстуфхцчшщъыьэюяєіїґ",
    "αβγδεζηθικλμνξοπρστυφχψως",
    "ءابتثجحخدذرزسشصضطظعغفقكلمنهوي",
)


def may_be_slip(word: str, stemmed: str) -> bool:
    """Return whether a folded word, of this stem, is long enough to tell what it was meant to be.

    Stop words are known, and words of other scripts are left as they are.
    """
    is_long = SHORTEST <= len(word) <= LONGEST and len(stemmed) >= SHORTEST_STEM
    return is_long and bool(_find_alphabet(word)) and word not in load_all_stopwords()


def stem_slips(word: str, slips: Sequence[str], language: str) -> list[str]:
    """List the stems of what a folded word may be a slip of the pen for, of all its `slips`.

    A short stem with another end is that of another word: "spending" is no "spent".
    """
    end = stem(word, language)[-1]
    stems = stem_all(slips, language).values()
    return [
        each
        for each in stems
        if len(each) > SHORTEST_MEANT or (len(each) == SHORTEST_MEANT and each[-1] == end)
    ]


def list_slips(word: str) -> list[str]:
    """List what a folded word may be one slip of the pen for, if its first letters are right.

    A letter too many, too few, wrong, or exchanged with its neighbour; in a short word only a
    letter that should be double, and nothing in other scripts.
    """
    letters, begun, rest = _find_alphabet(word), word[:BEGINNING], word[BEGINNING:]
    if not (letters and SHORTEST <= len(word) <= LONGEST):
        return []
    cuts = [(begun + rest[:at], rest[at:]) for at in range(len(rest) + 1)]
    double = (before + before[-1] + behind for before, behind in cuts)
    found = dict.fromkeys(double if len(word) < LONG else _list_all_slips(cuts, letters))
    return [each for each in found if each != word]


def is_light(word: str, slip: str) -> bool:
    """Return whether letters were only left out, doubled or exchanged before the end of a word.

    With another letter, or another end, it may as well be a word of its own: "Martin", "Martina".
    In Cyrillic letters another end is another form.
    """
    if word[0] in _ALPHABETS[1] and word[:-ENDING] == slip[:-ENDING]:
        return True
    return word[-1] == slip[-1] and (len(word) != len(slip) or sorted(word) == sorted(slip))


def _list_all_slips(cuts: Sequence[tuple[str, str]], letters: str) -> Iterator[str]:
    for before, behind in cuts:
        yield from (before + each + behind for each in letters)
        if behind:
            yield before + behind[1:]
            yield from (before + each + behind[1:] for each in letters)
        if behind[1:]:
            yield before + behind[1] + behind[0] + behind[2:]


def _find_alphabet(word: str) -> str:
    """Return the letters of the script of a word; "" if it has others."""
    return next((each for each in _ALPHABETS if set(word) <= set(each)), "")
