"""Finds the code page of a short text by how well its letters make words of some language.

Statistics over bytes need a page of text; a line or two has too few letters for them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

SAMPLE = 4_000  # bytes that are looked at
SPACES = re.compile(r"\s+")
CONTROLS = re.compile("[\x7f-\x9f]")
PUNCTUATION = frozenset(
    "“”„‚‘’«»‹›–—…€£¥§°·•©®™¿¡\xa0ºª½¼¾²³±×′″%،؛؟。、，！？：；（）「」『』《》・"
)
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяё"
# The letters that a language adds to a-z, or has in their place.
ALPHABETS = {
    "de": "äöüß",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü",
    "pt": "áâãàçéêíóôõúü",
    "it": "àèéìíòóùú",
    "nl": "áéëèíïóöúü",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "hu": "áéíóöőúüű",
    "tr": "çğıöşüâîû",
    "ro": "ăâîșțşţ",
    "sv": "åäöé",
    "da": "æøåé",
    "nb": "æøåéòôó",
    "fi": "äöåšž",
    "hr": "čćđšž",
    "sk": "áäčďéíĺľňóôŕšťúýž",
    "sl": "čšž",
    "et": "äõöüšž",
    "lv": "āčēģīķļņšūž",
    "lt": "ąčęėįšųūž",
    "ca": "àçéèíïóòúü·",
    "en": "éèïñöçê",
    "is": "áðéíóúýþæö",
    "ru": CYRILLIC,
    "uk": CYRILLIC + "єіїґ",
    "bg": CYRILLIC,
    "sr": CYRILLIC + "ђјљњћџ",
    "el": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    "he": "אבגדהוזחטיךכלםמןנסעףפץצקרשת",
    "ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي",
    "fa": "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیئ",
}
# The rarest come last: where letters and words do not decide, the first is the one.
PAGES: tuple[tuple[str, str], ...] = (
    ("cp1252", "de fr es pt it nl sv da nb fi ca en is"),
    ("iso8859-15", "fr et fi"),
    ("cp1250", "pl cs hu ro hr sk sl"),
    ("iso8859-2", "pl cs hu ro hr sk sl"),
    ("cp1254", "tr"),
    ("cp1257", "lt lv et"),
    ("cp1255", "he"),
    ("cp1253", "el"),
    ("cp1251", "ru uk bg sr"),
    ("cp1256", "ar fa"),
    ("koi8-r", "ru"),
    ("cp866", "ru"),
    ("iso8859-5", "ru"),
    ("cp850", "de fr es pt it nl"),
)
# Encodings of two bytes a letter, and the first bytes of the letters that people use most.
WIDE: tuple[tuple[str, str, range], ...] = (
    ("gb18030", "zh", range(0xB0, 0xD8)),
    ("big5hkscs", "zh", range(0xA4, 0xC7)),
    ("cp932", "ja", range(0x81, 0x98)),
    ("euc_jp", "ja", range(0xA1, 0xD0)),
    ("cp949", "ko", range(0xB0, 0xC9)),
)
SIGNS = "¿¡³¹½¼¾±×§"  # that touch no letter
# Forms of Hebrew letters that stand only at the end of words, and those that never do.
FINAL, NOT_FINAL = "ךםןףץ", "כמנפצ"
MIXED = 3  # faults of a letter of another script, or a sign, within a word


class _Reading(Struct, frozen=True):
    """A text as one encoding gives it, in the language that it suits best."""

    encoding: str
    text: str
    faults: int  # letters and signs that the language does not write like that
    common: int  # words that it uses all the time
    preference: int  # place of the language among those of the system

    @property
    def rank(self) -> tuple[int, int, int]:
        return self.faults, -min(self.common, 3), self.preference


class ChosenEncoding(Struct, frozen=True):
    name: str
    is_sure: bool  # nothing else reads nearly as well


def choose_encoding(data: bytes, system: Sequence[str]) -> ChosenEncoding | None:
    """Return the encoding in which `data` reads best, in a language of the system if in doubt."""
    preferred = [each.partition("_")[0].lower() for each in system]
    readings = sorted(_list_readings(data[:SAMPLE], preferred), key=lambda each: each.rank)
    if not readings:
        return None
    chosen = readings[0]
    others = [each for each in readings if each.text != chosen.text]
    near = bool(others) and others[0].rank <= (chosen.faults, *chosen.rank[1:])
    return ChosenEncoding(chosen.encoding, not chosen.faults and not near)


def _list_readings(data: bytes, preferred: Sequence[str]) -> Iterator[_Reading]:
    for encoding, languages in PAGES:
        if text := _decode(data, encoding):
            words = SPACES.split(text)
            odd = _count_odd(words)
            for language in languages.split():
                faults = odd + _count_foreign(text, ALPHABETS[language])
                faults += _count_misplaced(words) if language == "he" else 0
                yield _build(encoding, text, faults, language, preferred)
    for encoding, language, usual in WIDE:
        if text := _decode(data, encoding):
            yield _build(encoding, text, _count_rare(text, encoding, usual), language, preferred)


def _build(
    encoding: str, text: str, faults: int, language: str, preferred: Sequence[str]
) -> _Reading:
    from indexer.text import stopwords  # short texts in old encodings are rare

    known = stopwords.load_stopwords(language)
    common = sum(len(word) > 1 for word in known.intersection(text.lower().split()))
    place = preferred.index(language) if language in preferred else len(preferred)
    return _Reading(encoding, text, faults, common, place)


def _decode(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return ""
    return "" if CONTROLS.search(text) else text


def _count_foreign(text: str, alphabet: str) -> int:
    letters = (each for each in text if each > "\x7f" and each not in PUNCTUATION)
    lower = (letter.lower()[0] for letter in letters)
    return sum(letter > "\x7f" and letter not in alphabet for letter in lower)


def _count_misplaced(words: Sequence[str]) -> int:
    bare = [word.strip("".join(PUNCTUATION) + ".,:;!?'\"()") for word in words]
    inside = sum(letter in FINAL for word in bare for letter in word[:-1])
    return inside + sum(word[-1] in NOT_FINAL for word in bare if len(word) > 1)


def _count_odd(words: Sequence[str]) -> int:
    """Count signs and scripts within words, and capitals that follow small letters."""
    return sum(MIXED for word in words for pair in pairwise(word) if _is_odd(*pair))


def _is_odd(first: str, second: str) -> bool:
    if first < "\x80" and second < "\x80":
        return False
    if first.isalpha() and second.isalpha():
        both_latin = (first < "\u0250") == (second < "\u0250")
        return not both_latin or (first.islower() and second.isupper())
    return first.isalpha() and second in SIGNS


def _count_rare(text: str, encoding: str, usual: range) -> int:
    """Count letters of two bytes that few people use, and those that touch a Latin letter."""
    wide = [letter for letter in text if letter > "\x7f" and letter not in PUNCTUATION]
    rare = sum(letter.encode(encoding)[0] not in usual for letter in wide)
    touching = sum(
        (first.isascii() and first.isalpha()) != (second.isascii() and second.isalpha())
        for first, second in pairwise(text)
        if first.isalpha() and second.isalpha()
    )
    return rare + MIXED * touching
