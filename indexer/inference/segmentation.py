"""Cuts a sentence into words and phrases with their meanings.

Numbers and dates are written alike before.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from indexer.inference.figures.numerals import write_numerals, write_thousands
from indexer.inference.figures.written_dates import write_dates
from indexer.inference.lexicon import ELIDED, NONE, UNSPACED, Lexicon, Meanings, load_lexicon
from indexer.late_patterns import compile_late
from indexer.text.normalize import fold, unify
from indexer.text.sentences import find_sentence_ends
from indexer.text.stemming import stem
from indexer.text.stopwords import load_stopwords

_LINE_ENDS = frozenset(".!?:;。！？：；|")
_WRAPPED = 50  # characters of a line that may go on in the next, where that begins with a capital
_TAG = compile_late(r"</?[a-z][^<>]{0,200}>")
WORDS = 1 << 15  # kept: texts repeat their words
_SIDES = frozenset(("near:under", "near:over", "near:above", "near:below"))
_MEASURING = _SIDES | {"rel:min", "rel:max", "rel:about"}
_SIGNS = "\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
_SIGN = f"[{_SIGNS}]"
_NUMBER = r"\d+(?:[.,:]\d+)*"
_CODE = r"[A-Z]{1,3}-?\d{1,4}(?![\w.,:]\d|[A-Za-z])"
_PIECE = (
    rf"{_CODE}|{_NUMBER}|[{_SIGNS}]+|[^\W\d_{_SIGNS}]+(?:[-'’.][^\W\d_{_SIGNS}]+)*['’]?|[^\w\s]"
)
_PLAIN_PIECE = rf"{_CODE}|" r"\d+(?:[.,:]\d+)*|[A-Za-z]+(?:[-'.][A-Za-z]+)*'?|[^\w\s]"
_ORDINAL = compile_late(r"(?<=\d)(?:st|nd|rd|th|er|re|e|ème|º|ª)\b")  # `28th`, `1er`, `8º`
_HOURS = compile_late(r"(?<![\d.,:])(\d{1,2}) ?h ?(\d\d)(?!\d)")  # 7 h 45
NAMED = frozenset(("named:person",))
_SURNAMES = (
    "王李张刘陈杨赵吴徐孙朱胡郭罗郑梁宋唐韩冯邓曹彭萧蔡潘董"
    "袁蒋杜苏魏吕沈姚卢傅姜崔谭廖汪邱侯邹孟秦薛尹贺龚邵"
)
_RARER_SURNAMES = "林何高黄周马石孔白江金田任方夏叶余于丁史龙段雷钱汤黎易常武乔赖"  # also words
_SINGLE_SURNAMES = "森林原南東西星堀谷関辻岡菅島牧柳桂秦滝畑浜泉"
_JAPANESE_TITLES = "さん|様|氏|先生|君|くん|ちゃん|選手|教授|監督|店長|社長|館長|コーチ"
_CHINESE_TITLES = (
    "先生|女士|小姐|太太|老师|教授|医生|护士|律师|会计|经理|主任|师傅|教练|阿姨|叔叔|"
    "大爷|奶奶|校长|馆长|院长|店长|厂长|站长"
)
# What a form of address stands behind; more than one sign, where no other stands before them.
_ADDRESSED = compile_late(
    rf"[小老][{_SURNAMES}]|[{_SURNAMES}{_RARER_SURNAMES}](?={_CHINESE_TITLES})"
    rf"|(?<![\u4e00-\u9fff])(?:[{_SINGLE_SURNAMES}](?={_JAPANESE_TITLES})"
    rf"|(?![新前元副現当各両])[\u4e00-\u9fff]{{2,4}}(?={_JAPANESE_TITLES}))"
)
_PERSON = compile_late(rf"[\u4e00-\u9fff]{{1,4}}(?=さん|様|氏|先生)|[{_SURNAMES}][\u4e00-\u9fff]")
_KATAKANA = compile_late(r"[\u30a0-\u30ff]+|[\u4e00-\u9fff\u3400-\u4dbf\u3005]+|[\u3040-\u309f]+")
_ENCLITIC = compile_late(r"(?<=[^\W\d_]{2})-(?:me|te|se|nos|vos|lhes?|l?[oa]s?)$")  # `deve-me`
_BARE_PRONOUNS = ("lo", "la", "los", "las")
_BARE_VOWELS = {"á": "a", "ê": "e", "é": "e", "í": "i", "i": "i", "ô": "o"}
_FREE = {"en": ("-free", "without"), "de": ("frei", "ohne"), "nl": ("vrij", "zonder")}
_UPPER_NOUNS = ("de",)
_THING = 4  # letters
_SHORTEST = 6  # letters of a number with its unit
_LONGEST = 40
_HYPHENED = ("en",)
_UNITS = {
    "de": (
        ("jähr", "Jahre"),
        ("tägig", "Tage"),
        ("stündig", "Stunden"),
        ("minüt", "Minuten"),
        ("monat", "Monate"),
        ("wöch", "Wochen"),
    ),
    "en": (
        ("year", "years"),
        ("day", "days"),
        ("hour", "hours"),
        ("minute", "minutes"),
        ("month", "months"),
        ("week", "weeks"),
    ),
    "ru": (
        ("летн", "лет"),
        ("дневн", "дней"),
        ("часов", "часов"),
        ("минутн", "минут"),
        ("месячн", "месяцев"),
        ("недельн", "недель"),
    ),
}  # fmt: skip - a table
_SYMBOLS = {
    "€": "unit:eur",
    "$": "unit:usd",
    "£": "unit:gbp",
    "%": "unit:pct",
    "°": "unit:deg",
    "¥": "unit:cny",
}  # fmt: skip - one line a kind


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text that say something, without its tags."""
    found: list[str] = []
    for line in _unwrap((_TAG.sub(" ", text) if "<" in text else text).splitlines()):
        ends = (0, *find_sentence_ends(line, 0, len(line)))
        found += [line[start:end] for start, end in pairwise(ends)]
    return [each for each in found if any(map(str.isalnum, each))]


def _unwrap(lines: Sequence[str]) -> list[str]:
    """Join the lines that a page was too narrow for: they end no sentence."""
    groups: list[list[str]] = []
    before = ""
    for line in lines:
        if before and _continues(before, line):
            groups[-1].append(line)
        else:
            groups.append([line])
        before = line
    return [" ".join(each) for each in groups]


def _continues(before: str, line: str) -> bool:
    opening = line.lstrip()[:1]
    whole = before.rstrip()[-1:] in _LINE_ENDS or before.startswith("#")
    if whole or not opening.isalnum() or not line.strip():
        return False
    return opening.islower() or (len(before) >= _WRAPPED and not opening.isdigit())


def find_words(sentence: str, language: str) -> Iterator[tuple[str, str, Meanings]]:
    """Find what a sentence is made of: as written, its term, its meanings."""
    unified = write_thousands(unify(sentence), language)
    unified = _HOURS.sub(r"\1:\2", unified)
    unified = write_dates(_ORDINAL.sub("", unified), language)
    if language in UNSPACED:
        from indexer.inference.figures.signs import write_figures  # its patterns compile slowly

        unified = write_figures(unified)
    pattern = _compile_plain() if unified.isascii() else _compile_wide()
    pieces = pattern.findall(unified)
    lexicon = load_lexicon(language)
    if language in UNSPACED:
        for piece in pieces:
            yield from _read_run(piece, lexicon)
        return
    split = [part for piece in pieces for part in _split_elision(piece, lexicon)]
    if language == "pt":
        split = [part for piece in split for part in _split_enclitic(piece)]
    split = [part for piece in split for part in _split_measure(piece, language)]
    split = [part for piece in split for part in _split_free(piece, language, lexicon)]
    yield from _read_spaced(write_numerals(split, language), lexicon, language)


@cache
def _compile_plain() -> re.Pattern[str]:
    return re.compile(_PLAIN_PIECE)


@cache
def _compile_wide() -> re.Pattern[str]:
    """Compile the pattern only for a text beyond ASCII: that takes milliseconds."""
    return re.compile(_PIECE)


def _split_elision(piece: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Split `l'homme` in two; `don't` stays, and so does what is known as one: `jusqu'à`."""
    if "'" not in piece and "’" not in piece:
        return (piece,)
    found = ELIDED.match(piece.lower())
    if found and piece.lower() in lexicon.words:
        return (piece,)
    parts = (piece[: found.end()], piece[found.end() :]) if found else (piece,)
    return tuple(each.removesuffix("'s").removesuffix("’s") for each in parts if each)


def _split_enclitic(piece: str) -> tuple[str, ...]:
    """Split `deve-me` in two, as `me deve` are; `-se` keeps its hyphen: alone it means `if`."""
    found = _ENCLITIC.search(piece) if "-" in piece else None
    if found is None:
        return (piece,)
    verb, pronoun = piece[: found.start()], found[0] if found[0] == "-se" else found[0][1:]
    return _restore_infinitive(verb, pronoun), pronoun


def _restore_infinitive(verb: str, pronoun: str) -> str:
    """Give a Portuguese verb the `r` that it leaves out before `lo` and `la`: `repô-la`."""
    if pronoun not in _BARE_PRONOUNS or verb[-1:].lower() not in _BARE_VOWELS:
        return verb
    return f"{verb[:-1]}{_BARE_VOWELS[verb[-1:].lower()]}r"


def _split_free(piece: str, language: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Split `sugar-free` and `zuckerfrei` into `without` and its thing, if no list has the word."""
    ending, without = _FREE.get(language, ("", ""))
    lower = piece.lower()  # of two letters for `İ`
    thing = lower.removesuffix(ending)
    if not ending or thing == lower or len(thing) < _THING or lower in lexicon.words:
        return (piece,)
    return without, thing.capitalize() if language in _UPPER_NOUNS else thing


def _split_measure(piece: str, language: str) -> tuple[str, ...]:
    """Split `fünfjähriges` and `ten-year-old` into a number and its unit."""
    if not _SHORTEST <= len(piece) <= _LONGEST:
        return (piece,)
    lower = piece.lower()
    for beginning, unit in _UNITS.get(language, ()):
        number, found, _end = lower.partition(beginning)
        joined = number.endswith("-") or language not in _HYPHENED
        if found and joined and _counts(number.removesuffix("-"), language):
            return number.removesuffix("-"), unit
    return (piece,)


def _counts(number: str, language: str) -> bool:
    marks = load_lexicon(language).words.get(number, NONE)
    return number.isdigit() or any(each.startswith("num:") for each in marks)


def _read_spaced(
    pieces: Sequence[str], lexicon: Lexicon, language: str
) -> Iterator[tuple[str, str, Meanings]]:
    folded = [fold(each.replace("’", "'")) for each in pieces]
    at = 0
    while at < len(pieces):
        length, meanings = lexicon.find_phrase(folded, at)
        meanings = _measure(meanings, folded, at + length, lexicon)
        if length and meanings:
            yield " ".join(pieces[at : at + length]), folded[at] * _has_topic(meanings), meanings
            at += length
            continue
        text, term, meanings = read_word(pieces[at], language)
        yield text, term, _measure(meanings, folded, at + 1, lexicon)
        at += 1


def _measure(meanings: Meanings, folded: Sequence[str], after: int, lexicon: Lexicon) -> Meanings:
    """Tell `more than ten` from `more than you`: some words mean something before numbers only."""
    if meanings.isdisjoint(_MEASURING):
        return meanings
    following = folded[after] if after < len(folded) else ""
    named = lexicon.words.get(following) or lexicon.folded.get(following, NONE)
    named |= lexicon.find_phrase(folded, after)[1] if following else NONE
    if following[:1].isdigit() or any(each.startswith(("num:", "quant:half")) for each in named):
        # What is nearly 1500 is no attempt that failed.
        return meanings - {"asp:near"} if "rel:about" in meanings else meanings
    return meanings - _MEASURING


def _has_topic(meanings: Meanings) -> bool:
    return any(":" not in each for each in meanings)


@lru_cache(maxsize=WORDS)
def read_word(text: str, language: str) -> tuple[str, str, Meanings]:
    """Read one word: as written, its term, its meanings."""
    if text[0].isdigit():
        return text, text, NONE
    if not text[0].isalnum():
        return text, "", frozenset({_SYMBOLS[text]}) if text in _SYMBOLS else NONE
    lower = text.lower().replace("’", "'")
    folded = fold(lower)
    stemmed = stem(folded, language)
    found = load_lexicon(language).find_word(lower, folded, stemmed)
    if text != lower and lower not in load_lexicon(language).words:
        found = frozenset(each for each in found if not each.startswith("day:"))  # `Marta`
    meanings = _choose_by_case(text, found)
    stops = folded.rstrip("'") in load_stopwords(language)
    is_silent = (bool(meanings) or stops) and not _has_topic(meanings)
    return text, "" if is_silent else stemmed, meanings


def _choose_by_case(text: str, meanings: Meanings) -> Meanings:
    """Tell `May` from `may`, where a word is a month and something else."""
    months = frozenset(each for each in meanings if each.startswith("month:"))
    if not months or months == meanings:
        return meanings
    return months if text[:1].isupper() else meanings - months


@cache
def _compile_sign() -> re.Pattern[str]:
    return re.compile(_SIGN)


def _read_run(piece: str, lexicon: Lexicon) -> Iterator[tuple[str, str, Meanings]]:
    """Cut a run of signs at the words that are known; the rest is signs."""
    if not _compile_sign().match(piece):
        known = _SYMBOLS.get(piece)
        term = fold(piece) if piece[0].isalnum() else ""
        yield piece, term, frozenset({known}) if known else _read_unit(term, lexicon)
        return
    at = unknown = 0
    while at < len(piece):
        length, meanings = lexicon.find_signs(piece, at)
        person = _find_person(piece, at, length)
        if person and not any(
            lexicon.find_signs(piece, place)[0] > 1 for place in range(at + 1, person.end())
        ):
            yield from _cut_signs(piece[unknown:at])
            yield person[0], person[0], NAMED
            at = unknown = person.end()
            continue
        if length:
            yield from _cut_signs(piece[unknown:at])
            yield piece[at : at + length], piece[at : at + length] * _has_topic(meanings), meanings
            unknown = at + length
        at += length or 1
    yield from _cut_signs(piece[unknown:])


def _read_unit(term: str, lexicon: Lexicon) -> Meanings:
    """Read a unit in Latin letters among signs: "10kg"."""
    length, meanings = lexicon.find_signs(term, 0) if term else (0, NONE)
    return meanings if length == len(term) else NONE


def _find_person(piece: str, at: int, length: int) -> re.Match[str] | None:
    """Find a name at a place; a single sign that is known, as 中 is, may begin one: 中村さん."""
    if length > 1:
        return None
    return _ADDRESSED.match(piece, at) or (None if length else _PERSON.match(piece, at))


def _cut_signs(run: str) -> Iterator[tuple[str, str, Meanings]]:
    """Yield unknown signs: katakana as one word, characters each; syllables are grammar."""
    for found in _KATAKANA.finditer(run):
        part = found[0]
        if "\u3040" <= part[0] <= "\u309f":
            continue
        if "\u30a0" <= part[0] <= "\u30ff":
            yield part, part, NONE
        else:
            yield from ((sign, sign, NONE) for sign in part)
