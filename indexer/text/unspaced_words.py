"""Tells the words of a question in a script without spaces: between particles, or by passages."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from string import ascii_letters

from indexer.late_patterns import compile_late
from indexer.text.analyzer import simplify_signs, tokenize
from indexer.text.dates.calendar import find_calendar
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify
from indexer.text.question_words import (
    ENGLISH,
    Kind,
    QuestionWords,
    detect_question_language,
    list_question_languages,
    load_question_words,
)
from indexer.text.word_lists import ListName, load_entries, load_words

_RUN = compile_late(r"[^\W_]+")
BY_TEXT = frozenset({"zh"})  # languages whose words are told by the passages
_PRIVATE = 0xE000  # signs without a meaning, in the place of known words
_KEPT_RUN = compile_late(r"[\ue000-\uf8ff]|[a-z]++\d[a-z\d]*+|(?>(?:[^\W_a-z]|[a-z]++(?!\d))+)")
_OPENING_NOUN = compile_late(r"([ぁ-ん]{2,6}?)[はがをも]")  # and what marks it
_PERSONS = ("わたし", "ぼく", "うち", "あなた", "みんな", "ほか", "ここ")
LONGEST_CUT, LONGEST_RUN = 200, 8  # signs of a question, and of a word in it
# Between a noun in katakana and a verb: "スマホ持って", but not in "コーヒー代は".
_PARTED_VERB = compile_late(r"(?<=[ァ-ー])(?=[一-鿿](?![はがをにでともへやのか])[ぁ-ん])")
_PAIR = 2
_COUNTED = compile_late(r"\d+(?:\.\d+)?")
_UNITS = ("units", "weights", "distances", "measures", "sizes", "degrees")  # lists of signs
_VOCABULARY: tuple[ListName, ...] = ("synonyms", "said_for", "meanings")
_BETWEEN_WORDS = compile_late(r",\s| [~>=] |\^")
_MARK = ":"  # in the name of a meaning that says what a word does


def find_known_runs(text: str, held: str) -> tuple[str, ...]:
    """Find the words of a Chinese question, from the left the longest that stand in `held`.

    Particles are in words, too: "会" in "会员卡", which no list can tell. Behind another sign a
    word opens a clause there: "小学生" has no "大学生".
    """
    lists = load_question_words(detect_asking_language(text))
    if lists.language not in BY_TEXT:
        return ()
    bare = fold(unify(text))[:LONGEST_CUT]
    found = list(_list_dates(bare, lists))
    for kind in (each for each in Kind if each is not Kind.SEARCH):
        bare = _blank(bare, lists.list_words("kinds", kind.value))
    for run in _RUN.findall(_blank(bare, found)):
        found.extend(_cut_known(run, held, lists))
    return tuple(sorted(set(found), key=lambda each: (-len(each), each)))


def detect_asking_language(text: str) -> str:
    """Return the language of a question, which names may outweigh: "Alder Cottage 几点入住"."""
    return _find_asking_signs(text) or detect_question_language(text)


def _find_asking_signs(text: str) -> str:
    """Find the language that asks without spaces; "" where Latin letters ask of signs."""
    tokens = tokenize(text)
    signs = " ".join(each for each in tokens if not each.isascii())
    if not signs or len(signs.split()) == len(tokens):
        return ""
    lists = load_question_words(detect_language(signs, among=list_question_languages()))
    latin = " ".join(filter(str.isascii, tokens))
    asking = not lists.is_spaced and lists.find_kind(signs)[0] is not Kind.SEARCH
    asks = load_question_words(ENGLISH).find_kind(latin)[0] is not Kind.SEARCH
    return lists.language if asking and not asks else ""


def _list_dates(text: str, lists: QuestionWords) -> Iterable[str]:
    names = (each for name in ("days", "months") for each in lists.lists["calendar"][name])
    return (name for each in names for name in each if name in text)


def _cut_known(run: str, held: str, lists: QuestionWords) -> Iterable[str]:
    at, behind = 0, False  # whether a sign without a known word stands right before
    while at < len(run):
        ends = range(min(len(run), at + LONGEST_RUN), at + 1, -1)
        word = next((run[at:end] for end in ends if _is_known(run[at:end], held, lists)), "")
        if word and not (behind and not re.search(rf"(?<!\w){re.escape(word)}", held)):
            yield word
        behind = not word and run[at] not in lists.particles
        at += len(word) or 1


def _is_known(word: str, held: str, lists: QuestionWords) -> bool:
    """Return whether a word stands in `held`; of two signs, neither may be a particle."""
    if word.isascii() or word not in held:
        return False
    inside = len(word) > _PAIR and any(each not in lists.particles for each in word)
    return inside or not any(each in lists.particles for each in word)


def list_runs(lists: QuestionWords, text: str, known: tuple[str, ...]) -> list[str]:
    """Return the words of a text without spaces: the `known`, and the runs between particles."""
    bare = fold(unify(text))
    dates = [each for each in known if find_calendar(each, lists.language)]
    for at, each in enumerate(dates):
        bare = bare.replace(each, f" {chr(_PRIVATE + at)} ")
    for kind in Kind:
        if kind is not Kind.SEARCH:
            bare = _blank(bare, lists.list_words("kinds", kind.value))
    kept = [*dates, *(each for each in known if each not in dates)]
    for at, each in enumerate(kept):
        bare = bare.replace(each, f" {chr(_PRIVATE + at)} ")
    parts = _KEPT_RUN.findall(bare)
    runs = (run for part in parts for run in _split_or_keep(part, kept, lists))
    return [*_find_opening_noun(bare, lists), *runs]


def _find_opening_noun(bare: str, lists: QuestionWords) -> Iterable[str]:
    """Find the noun in hiragana that a Japanese question opens with: "ごみはいつ出しますか"."""
    found = _OPENING_NOUN.match(bare) if lists.language == "ja" else None
    pointing = {*lists.list_words("follow", "pronouns"), *_PERSONS}
    return (found[1],) if found and found[1] not in pointing else ()


def _split_or_keep(part: str, kept: Sequence[str], lists: QuestionWords) -> Iterable[str]:
    at = ord(part[0]) - _PRIVATE
    return (kept[at],) if 0 <= at < len(kept) else _split_run(part, lists)


def _split_run(run: str, lists: QuestionWords) -> Iterable[str]:
    if run.isascii():
        return (run,)
    # Japanese writes its particles and endings in hiragana, its nouns seldom.
    if lists.language == "ja":
        words = filter(None, re.split(r"[\u3041-\u309f]+", _PARTED_VERB.sub("ん", run)))
        return (part for word in words for part in _part_amount(word, lists))
    parts = re.split("|".join(map(re.escape, lists.particles)), run)
    return (word for part in parts if part for word in _cut_listed(part, lists))


def _cut_listed(run: str, lists: QuestionWords) -> Iterator[str]:
    """Cut a run at the words that its language lists, and at amounts: "孩子5岁", "房间抽烟"."""
    at = behind = 0
    plain = simplify_signs(run)
    while at < len(run):
        length = _measure_amount(run, at, lists) or _measure_listed(plain, at, lists.language)
        if length:
            yield from _cut_rest(run[behind:at], lists.language)
            yield run[at : at + length]
            behind = at + length
        at += length or 1
    yield from _cut_rest(run[behind:], lists.language)


def _measure_amount(run: str, at: int, lists: QuestionWords) -> int:
    """Measure the number at a place with its unit, or the one sign that counts: "5岁", "3个"."""
    found = _COUNTED.match(run, at)
    if found is None:
        return 0
    units = (unit for name in _UNITS for unit in lists.list_words("signs", name))
    fitting = [len(each) for each in units if run.startswith(each, found.end())]
    behind = run[found.end() :]
    letters = len(behind) - len(behind.lstrip(ascii_letters))  # "25kg"
    rest = max(fitting, default=letters or 1) if behind else 0
    return len(found[0]) + rest


def _part_amount(word: str, lists: QuestionWords) -> tuple[str, ...]:
    """Part an amount from the noun behind it: "20分遅刻", but not "5年生" or "2泊3日"."""
    length = _measure_amount(word, 0, lists)
    rest = word[length:]
    parted = len(rest) >= _PAIR and not any(map(str.isdecimal, rest))
    return (word[:length], rest) if length and parted else (word,)


def _measure_listed(run: str, at: int, language: str) -> int:
    listed = _load_vocabulary(language)
    lengths = range(min(LONGEST_RUN, len(run) - at), 1, -1)
    return next((each for each in lengths if run[at : at + each] in listed), 0)


def _cut_rest(run: str, language: str) -> Iterable[str]:
    """Cut two signs into a verb and its noun, if each is a word by itself: "带猫", not "熊猫"."""
    single = len(run) == _PAIR and run[1] in load_words("single_nouns", language)
    parts = single and run[0] in _load_vocabulary(language)
    return tuple(run) if parts else filter(None, (run,))


@cache
def _load_vocabulary(language: str) -> frozenset[str]:
    """Load the words that any list of a language has, but those that only link others."""
    lines = [line for name in _VOCABULARY for line in load_entries(name, language)]
    told = (each for each in lines if _MARK not in each.partition(" = ")[0])
    return frozenset(word for each in told for word in _BETWEEN_WORDS.split(each) if word)


def is_single_noun(word: str, language: str) -> bool:
    """Return whether a single sign names a thing, such as a dog, and not what is done."""
    return simplify_signs(word) in load_words("single_nouns", language)


def _blank(text: str, phrases: Sequence[str]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, " ")
    return text
