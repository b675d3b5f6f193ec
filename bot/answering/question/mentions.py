"""Tells what is meant by a word: a name, a number, what was named before it, or what is left out.

"The alarm is tested on Wednesdays" is about the fire alarm where its passage has no other alarm.
"Price without battery" is no price of a battery. "It is due in May", "Outside this period …" cannot
be understood without the sentence before.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from bot.answering.question.meanings import find_meanings, is_article, load_figures
from indexer.inference.lexicon import load_lexicon
from indexer.inference.reading import read_text
from indexer.late_patterns import compile_late
from indexer.text.analyzer import is_run, tokenize
from indexer.text.normalize import fold, unify
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import build_alternatives, load_all_words, load_entries, load_words

GONE = "\x1f"  # in the place of a word of the question, which answers nothing
_LEAVING_OUT = "neg:without"
_BY = "rel:by"
OWNING = ("'s", "’s")
_KIN, _CHILD, _MINE = "kin:", "kin:child", "poss:speaker"
_KIN_LETTERS = 6  # that words of one stem begin with, at least
_RATES = frozenset(("a", "an"))  # "£4 an hour"
# What shows that a thing was named before: "the", "this".
_DEFINITE: Mapping[str, str] = {
    "de": "der die das den dem des diese dieser dieses diesen diesem",
    "en": "the this these",
    "nl": "de het deze dit",
}
# Whoever opens a sentence with one of these means what the one before named; without those that
# also stand for nothing ("il faut"), for the reader ("Sie"), or as an article ("das").
_PRONOUNS: Mapping[str, str] = {
    "de": "er ihm dessen deren davon dieser",
    "en": "it they he she its their",
    "es": "ellos ellas ello",
    "fr": "elle elles ils celui-ci celle-ci",
    "it": "esso essa essi esse",
    "nl": "hij",
    "pt": "ele ela eles elas",
    "ru": "он она они оно",
    "uk": "він вона вони воно",
}
# ... and with one of these behind a preposition: "in this case", "en dehors de cette période".
_CLOSING: Mapping[str, str] = {
    "de": "davor danach zuvor",
    "en": "before after afterwards",
    "es": "antes despues",
    "fr": "avant apres",
    "it": "prima dopo",
    "nl": "ervoor erna",
    "pt": "antes depois",
}
_POINTING: Mapping[str, str] = {
    "de": "diesem diesen dieser diese dieses",
    "en": "this that these those",
    "es": "este esta estos estas ese esa",
    "fr": "ce cet cette ces",
    "it": "questo questa questi queste",
    "nl": "deze dit die",
    "pt": "este esta esse essa neste nesta nesse nessa",
    "ru": "этот эта это этого этой этом этих этому",
    "uk": "цей ця це цього цій цьому цих",
}
# The name of somebody after whom a thing is called, with what stands before it.
_HONOURED = compile_late(r"\b(?:имени|імені|[иі]м\.)\s(?:[А-ЯЁІЇЄҐ][\w.’'-]{0,30}\s?){1,3}")
_PHRASE = 4  # words with which a sentence may point back
# With a dot: 詹姆斯·赫顿, M·西奥.
_FOREIGN_NAME = compile_late(r"[\u4e00-\u9fffA-Z][·•‧][\u4e00-\u9fff]{2}")
# A word of a question, or what one may stand behind.
_TOKEN = compile_late(r"[^\W_]+(?:['’.-][^\W_]+)*|[.?!:\"]")
_WORD = compile_late(r"[^\W_]+(?:['’-][^\W_]+)*")
# Languages that write capitals in names, and in no other nouns.
TELLING_CAPITALS = frozenset({"en", "es", "fr", "it", "nl", "pt", "ru", "uk"})
_WITH_CAPITALS = TELLING_CAPITALS | {"de"}
_DASHED_NAME = compile_late(r"\W*([^\W\d_a-z][\w.’' ]{1,30}?)\s[-–—]\s")
_OPENING = compile_late(r"\W*([^\W\d_a-z][^\W\d_]+)\b")


def cut_left_out(text: str, language: str) -> str:
    """Cut what a text names only to leave it out: the noun behind "without"."""
    pattern = _compile_leaving_out(language)
    return pattern.sub(" ", text) if pattern else text


def cut_words(text: str, words: Sequence[str], mark: str = "") -> str:
    """Put `mark` in the place of each of the words; parts of a path stay.

    Chinese and Japanese words have no edges, and leave a mark: of 王老师 the name is left.
    """
    runs = [each for each in words if is_run(each[:1])]
    if runs:
        text = re.sub("|".join(map(re.escape, runs)), mark or GONE, text)
    spaced = [each for each in words if each not in runs]
    if not spaced:
        return text
    any_word = "|".join(map(re.escape, spaced))
    return re.sub(
        rf"(?<![\w/])(?<!\w[.-])(?:{any_word})(?![./@-]?\w)", mark, text, flags=re.IGNORECASE
    )


def cut_honoured(text: str) -> str:
    """Cut the name of somebody after whom a thing is called: the Russian "библиотека имени …"."""
    return _HONOURED.sub(" ", text)


@cache
def _compile_leaving_out(language: str) -> re.Pattern[str] | None:
    words = load_lexicon(language).words
    found = sorted(each for each, marks in words.items() if _LEAVING_OUT in marks)
    if not found:
        return None
    light = build_alternatives(sorted(load_stopwords(language)))
    return re.compile(
        rf"\b(?:{build_alternatives(found)})\s{{1,3}}(?:(?:{light})\s{{1,3}}){{0,2}}[^\W\d_]++",
        re.IGNORECASE,
    )


def is_named_before(modifier: str, head: str, text: str, passage: str, language: str) -> bool:
    """Return whether `head` is the "`modifier` `head`" of its passage: "the alarm" in `text`.

    That is so where it stands alone behind an article, and no other modifier stands before it
    anywhere in the passage. It is told in languages that put modifiers first.
    """
    articles = _DEFINITE.get(language, "").split()
    if not articles:
        return False
    here = _list_before(fold(head), text)
    light = load_stopwords(language)
    others = {each for each in _list_before(fold(head), passage) if each not in light}
    return bool(here) and all(each in articles for each in here) and others == {fold(modifier)}


def points_back(sentence: str, language: str) -> bool:
    """Return whether a sentence points at the one before it: it opens so, or ends so.

    "Dress rehearsal the evening before."
    """
    said = [fold(each) for each in _WORD.findall(unify(sentence))]
    if not said:
        return False
    counted = said[-3:-2] and said[-3].isdecimal()  # "40 minutes before" is told by a number
    if said[-1] in _CLOSING.get(language, "").split() and not counted:
        return True
    words = said[:_PHRASE]
    light = load_stopwords(language)
    pointing = _POINTING.get(language, "").split()
    return words[0] in _PRONOUNS.get(language, "").split() or (
        words[0] in light and words[0] not in pointing and any(each in pointing for each in words)
    )


def _list_before(head: str, text: str) -> Sequence[str]:
    """List the words right before each place of `head`, folded."""
    words = [fold(each) for each in _WORD.findall(unify(text))]
    return [words[at - 1] for at, each in enumerate(words) if at and each == head]


def find_names(text: str, language: str) -> frozenset[str]:
    """Return the words with a capital inside a sentence; German writes all nouns with one."""
    if language == "de" or text.istitle() or text.isupper():
        return frozenset()
    words = _TOKEN.findall(unify(text))
    opening = {0, *(n + 1 for n, each in enumerate(words) if each in '.?!:"')}
    return frozenset(
        each for n, each in enumerate(words) if each[:1].isupper() and n not in opening
    )


def tells_names_by_signs(language: str) -> bool:
    return bool(load_words("surname_signs", language))


def has_signed_name(text: str, language: str) -> bool:
    """Return whether a text in a script without capitals has a surname and a given name: 王建国.

    That is one or two signs up to a mark or a word such as 负责, and no other word. A dot stands in
    foreign names alone: 詹姆斯·赫顿.
    """
    if _FOREIGN_NAME.search(text):
        return True
    signs = load_lexicon(language).signs
    found = _compile_signed_names(language).finditer(unify(text))
    return any(
        not any(each[0].startswith(word) for word, _ in signs.get(each[0][0], ()) if word[1:])
        for each in found
    )


@cache
def _compile_signed_names(language: str) -> re.Pattern[str]:
    surnames = "".join(load_words("surname_signs", language))
    behind = build_alternatives(load_words("behind_name_signs", language))
    given = rf"[\u4e00-\u9fff]{{1,2}}(?=\W|\d|$|{behind})|{GONE}"
    return re.compile(rf"[{surnames}](?:{given})" if surnames else "(?!)")


def opens_with_known_name(text: str, around: str, language: str) -> bool:
    """Return whether the first word is a name, as `around` has it with a surname: "Ruth Bell"."""
    if language not in TELLING_CAPITALS:
        return False
    first = _OPENING.match(text)
    if not first or fold(first[1]) in load_stopwords(language):
        return False
    following = re.findall(rf"\b{re.escape(first[1])} ([^\W\d_])[^\W\d_]", around)
    return any(map(str.isupper, following))


def opens_with_name_and_dash(text: str, language: str) -> bool:
    """Return whether a text says behind a dash what somebody is or does: "Theo – best man"."""
    found = _DASHED_NAME.match(text) if language in TELLING_CAPITALS else None
    words = read_text(found[1], language).words if found else ()
    return bool(words) and not any(
        each.topics or each.sense.is_anchor or not each.text[:1].isupper() for each in words
    )


def is_only_name(text: str, language: str) -> bool:
    """Return whether a text has but one word with a meaning, opens with it, and it is a name."""
    light = load_stopwords(language)
    left = [each for each in _WORD.findall(unify(text)) if fold(each) not in light]
    opens = len(left) == 1 and left[0].istitle() and text.lstrip().startswith(left[0])
    return opens and language in TELLING_CAPITALS and not _opens_aside(text, language)


def _opens_aside(text: str, language: str) -> bool:
    """Return whether a sentence only begins behind its first word: "Originally, the mural was"."""
    _first, comma, rest = text.partition(",")
    return bool(comma) and "," not in rest and is_article(next(iter(tokenize(rest)), ""), language)


def asks_of_oneself(text: str) -> bool:
    """Return whether a question is about who asks: "how much do I owe Sam?", "my"."""
    own = load_all_words("first_person") | load_all_words("owners")
    return not own.isdisjoint(map(fold, tokenize(unify(text))))


def is_of_kin(word: str, language: str) -> bool:
    """Return whether a word is "dad's" or the like: a document calls him by his name."""
    words = read_text(word[:-2], language).words if word.endswith(OWNING) else ()
    return any(mark.startswith(_KIN) and mark != _CHILD for each in words for mark in each.marks)


def names_relative(word: str, language: str) -> bool:
    """Return whether a word names a relative, whose number is an age: "my daughter 11"."""
    words = read_text(word, language).words
    return any(mark.startswith(_KIN) for each in words for mark in each.marks)


@lru_cache(maxsize=256)
def list_own_people(text: str, language: str) -> frozenset[str]:
    """List whom of their own people somebody names, folded: the "daughter" of "my daughter"."""
    return frozenset(
        fold(each.text)
        for before, each in pairwise(read_text(text, language).words)
        if _MINE in before.marks and any(mark.startswith(_KIN) for mark in each.marks)
    )


def cut_elided(word: str) -> str:
    """Cut what is joined to the next word: the "d'" of "d'un"."""
    rest = word.replace("’", "'").rpartition("'")[2]
    return rest if len(rest) > 1 else word


def begin_alike(words: Iterable[str], others: Sequence[str]) -> bool:
    """Return whether a word is of the kin of another: "Allergies" of "allergic"."""
    pairs = ((one, other) for one in words for other in others)
    return any(
        min(map(len, pair)) >= _KIN_LETTERS
        and (pair[0].startswith(pair[1]) or pair[1].startswith(pair[0]))
        for pair in pairs
    )


def is_counted(folded: str, language: str) -> bool:
    """Return whether a compound counts something: a "ten-visit" card is not any card."""
    first = folded.partition("-")[0]
    return first != folded and (first.isdigit() or first in load_figures(language))


def list_numerals(language: str) -> list[str]:
    """List the numbers of a language that count time, without 1, which is often an article."""
    return [word for figure, word in _list_counts(language) if figure > 1]


def list_ones(language: str) -> list[str]:
    return [word for figure, word in _list_counts(language) if figure == 1 and word not in _RATES]


def _list_counts(language: str) -> list[tuple[int, str]]:
    found = (each.split(" ", 1) for each in load_entries("time_counts", language))
    return [(int(figure), word) for figure, word in found if " " not in word]


def speaks_of_name(text: str, language: str) -> bool:
    """Return whether a text speaks of a name, or says what something is called."""
    return any("name" in each.topics for each in read_text(text, language).words)


def says_called(text: str, language: str) -> bool:
    """Return whether a text says by a verb what something is called."""
    nouns = load_words("naming_nouns", language)
    words = (each for each in read_text(text, language).words if "name" in each.topics)
    return any(fold(each.text) not in nouns for each in words)


def cut_doers(text: str, language: str) -> str:
    """Cut by whom something is done: "built by Karl Maier"; without such, return it."""
    words = read_text(text, language).words
    left = [each.text for each in words if _BY not in each.relations | each.marks]
    return text if len(left) == len(words) else " ".join(left)


def links_name(text: str, things: Collection[str], language: str) -> bool | None:
    """Return whether a name stands beside one of the `things`, or "is" joins them; None without.

    "Karl Maier built the boat" does not say what the boat is called.
    """
    if language not in _WITH_CAPITALS:
        return None
    words = tokenize(unify(text))
    places = [at for at, each in enumerate(words) if each in things]
    beside = [_find_beside(words, at, step, language) for at in places for step in (-1, 1)]
    joined = [at for at, each in enumerate(words) if is_copula(each, language)]
    first = min(places, default=len(words))
    beside += [_find_beside(words, at, 1, language) for at in joined if first < at]
    named = any(each[:1].isupper() and each not in things for each in beside)
    return named if places else None


def _find_beside(words: Sequence[str], at: int, step: int, language: str) -> str:
    """Find the word beside a thing, behind its article and a verb such as "is"."""
    at += step
    while 0 <= at < len(words) and _joins_name(words[at], language):
        at += step
    return words[at] if 0 <= at < len(words) else ""


@lru_cache(maxsize=256)
def _joins_name(word: str, language: str) -> bool:
    if is_article(word, language) or fold(word) in load_all_words("owners"):
        return True
    return is_copula(word, language)


def is_copula(word: str, language: str) -> bool:
    return "be" in find_meanings(word, language)
