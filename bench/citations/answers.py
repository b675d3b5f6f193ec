"""Whole answers of several sentences: which of them does the product call not verified?

`labels/citations/answers/open.jsonl` and `aside.jsonl` label each sentence: supported by passages
(`by`), false, or none, if it states nothing about the world (a greeting, a question, an offer).
Some sentences carry marks, most do not. What the product adds to a sentence, other than marks,
counts as a flag, in whatever language and words; a line of its own at the answer's end does not.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct

from bench.citations.pairs import build_hit
from bench.halves import load_records
from bot.citations.check import check_citations

MARK = re.compile(r"\s*\[(\d+)\]")
TOKEN = re.compile(r"\w+|\W")
UNSPACED = ("zh", "ja")

ANSWERS = "citations/answers"
REPLIES = "citations/replies"  # ordinary wordings of what passages say, and near misses

Label = Literal["supported", "false", "none"]


class LabelledSentence(Struct, frozen=True):
    text: str  # with its marks
    label: Label
    by: tuple[int, ...] = ()

    @property
    def bare(self) -> str:
        return MARK.sub("", self.text)

    @property
    def marked(self) -> bool:
        return self.bare != self.text


class LabelledAnswer(Struct, frozen=True):
    question: str
    language: str
    passages: tuple[str, ...]
    sentences: tuple[LabelledSentence, ...]

    def join(self, parts: Iterable[str]) -> str:
        """Join the sentences; those of a list stand on lines of their own."""
        found: list[str] = []
        for part in parts:
            space = "\n" if part.startswith("- ") else "" if self.language in UNSPACED else " "
            found += (space, part) if found else (part,)
        return "".join(found)


class JudgedSentence(Struct, frozen=True):
    sentence: LabelledSentence
    flagged: bool
    marks: frozenset[int]  # that it has after the check


Check = Callable[[LabelledAnswer], str]


def load_answers(half: str, folder: str = ANSWERS) -> list[LabelledAnswer]:
    return [_parse_answer(**each) for each in load_records(folder, half)]  # type: ignore[arg-type]  # the fields of a line


def _parse_answer(
    question: str, language: str, passages: list[str], sentences: list[dict[str, object]]
) -> LabelledAnswer:
    labelled = tuple(
        LabelledSentence(each["text"], each["label"], tuple(each["by"]))  # type: ignore[arg-type]  # as written
        for each in sentences
    )
    return LabelledAnswer(question, language, tuple(passages), labelled)


def check_answer(answer: LabelledAnswer) -> str:
    """Return the answer as the product sends it."""
    hits = [build_hit(number, text) for number, text in enumerate(answer.passages, 1)]
    written = answer.join(each.text for each in answer.sentences)
    return check_citations(written, hits, answer.question).text


def judge_answer(answer: LabelledAnswer, check: Check = check_answer) -> list[JudgedSentence]:
    """Find the flags and marks of each sentence in the checked answer."""
    checked = check(answer)
    ends = list(_find_ends(answer))
    before = answer.join(each.bare for each in answer.sentences)
    flagged: set[int] = set()
    for place, added in _find_additions(before, MARK.sub("", checked)):
        if any(character.isalpha() for character in added):
            flagged.add(_find_sentence(ends, place))
    marks: dict[int, set[int]] = {}
    for place, added in _find_additions(before, checked):
        numbers = map(int, MARK.findall(added))
        marks.setdefault(_find_sentence(ends, place), set()).update(numbers)
    return [
        JudgedSentence(sentence, at in flagged, frozenset(marks.get(at, ())))
        for at, sentence in enumerate(answer.sentences)
    ]


def _find_ends(answer: LabelledAnswer) -> Iterator[int]:
    """Find where each sentence ends in the answer without marks."""
    for number in range(1, len(answer.sentences) + 1):
        yield len(answer.join(each.bare for each in answer.sentences[:number]))


def _find_additions(before: str, after: str) -> Iterator[tuple[int, str]]:
    """Find what was added, and behind how many characters of `before`."""
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for operation, first, _last, start, end in matcher.get_opcodes():
        if operation in {"insert", "replace"}:
            added = "".join(new[start:end])
            at_end = first == len(old)
            yield len("".join(old[:first])), added.split("\n")[0] if at_end else added


def _find_sentence(ends: Sequence[int], place: int) -> int:
    return next((at for at, end in enumerate(ends) if place <= end), len(ends) - 1)


def count_flagged(judged: Iterable[JudgedSentence], label: Label, *, marked: bool) -> str:
    """Count the flagged ones among the sentences of this label, with or without marks."""
    those = [
        each.flagged
        for each in judged
        if each.sentence.label == label and each.sentence.marked == marked
    ]
    return f"{sum(those)} of {len(those)}"


def count_set_marks(judged: Iterable[JudgedSentence]) -> str:
    """Count the unmarked sentences that got the mark of a passage which supports them."""
    those = [
        not each.marks.isdisjoint(each.sentence.by)
        for each in judged
        if each.sentence.label == "supported" and not each.sentence.marked
    ]
    return f"{sum(those)} of {len(those)}"
