"""Tells the words of a question in a script without spaces: between particles, or by passages."""

import re
from collections.abc import Iterable, Sequence

from indexer.late_patterns import compile_late
from indexer.text.calendar import find_calendar
from indexer.text.normalize import fold, unify
from indexer.text.question_words import (
    Kind,
    QuestionWords,
    detect_question_language,
    load_question_words,
)

_RUN = compile_late(r"[^\W_]+")
BY_TEXT = frozenset({"zh"})  # languages whose words are told by the passages
_PRIVATE = 0xE000  # signs without a meaning, in the place of known words
_KEPT_RUN = compile_late(r"[\ue000-\uf8ff]|[a-z]++\d[a-z\d]*+|(?>(?:[^\W_a-z]|[a-z]++(?!\d))+)")
_OPENING_NOUN = compile_late(r"([ぁ-ん]{2,6}?)[はがをも]")  # and what marks it
_PERSONS = ("わたし", "ぼく", "うち", "あなた", "みんな", "ほか", "ここ")
LONGEST_CUT, LONGEST_RUN = 200, 8  # signs of a question, and of a word in it
_PAIR = 2


def find_known_runs(text: str, held: str) -> tuple[str, ...]:
    """Find the words of a Chinese question, from the left the longest that stand in `held`.

    Particles are in words, too: "会" in "会员卡", which no list can tell. Behind another sign a
    word opens a clause there: "小学生" has no "大学生".
    """
    lists = load_question_words(detect_question_language(text))
    if lists.language not in BY_TEXT:
        return ()
    bare = fold(unify(text))[:LONGEST_CUT]
    found = list(_list_dates(bare, lists))
    for kind in (each for each in Kind if each is not Kind.SEARCH):
        bare = _blank(bare, lists.list_words("kinds", kind.value))
    for run in _RUN.findall(_blank(bare, found)):
        found.extend(_cut_known(run, held, lists))
    return tuple(sorted(set(found), key=lambda each: (-len(each), each)))


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


def list_runs(lists: QuestionWords, text: str, known: tuple[str, ...] = ()) -> list[str]:
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
    pattern = (
        r"[\u3041-\u309f]+" if lists.language == "ja" else "|".join(map(re.escape, lists.particles))
    )
    return filter(None, re.split(pattern, run))


def _blank(text: str, phrases: Sequence[str]) -> str:
    for phrase in phrases:
        text = text.replace(phrase, " ")
    return text
