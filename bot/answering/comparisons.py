"""Comparisons: whether a document draws one itself, and what is quoted of each of its sides."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade
from bot.answering.model_requests import detect_task
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question_parts import split_question
from bot.citations.numbers import extract_numbers
from bot.messages.marked_text import MarkedText, join_marked
from indexer.text.analyzer import extract_terms, tokenize
from indexer.text.normalize import fold
from indexer.text.question_words import GAP, Kind
from indexer.text.sentences import find_sentence_ends
from indexer.text.stopwords import load_stopwords

SIDES = 2  # of a comparison
MEASURE = 2  # words: a figure and its unit
_SIGNS = ".,;:!?()\"'"
_MARK = re.compile(r" ?\[\d+\]$", re.MULTILINE)
_TITLE = re.compile(r"^- (?:\*\*[^*\n]{1,200}\*\* )?")


def states_difference(question: AskedQuestion, found: Extracts) -> bool:
    """Return whether what answers says by how much two things differ, as it is asked for.

    "How much more is a cabin than a seat?": "A cabin is £40 more than a seat."
    """
    degree = _find_degree(question)
    return (
        bool(degree)
        and found.grade is Grade.ANSWERS
        and any(_measures(each, degree, question) for each in _list_of_both(question, found))
    )


def tells_both(question: AskedQuestion, found: Extracts) -> bool:
    """Return whether a quoted sentence has both sides and a figure."""
    return any(map(extract_numbers, _list_of_both(question, found)))


def list_told(question: AskedQuestion, quoted: Sequence[Extracts]) -> list[Extracts]:
    """List what is quoted of each side; of another thing nothing, nor the same twice."""
    sides = _list_sides(question)
    told = [
        each
        for each, side in zip(quoted, sides, strict=True)
        if each.numbers and (each.grade is Grade.ANSWERS or _is_of(each, side, sides, question))
    ]
    return list({each.text: each for each in told}.values())


def _is_of(
    quoted: Extracts, side: set[str], sides: Sequence[set[str]], question: AskedQuestion
) -> bool:
    """Return whether what may answer has something that tells this side from the others."""
    own = side.difference(*(other for other in sides if other is not side))
    return not own or not own.isdisjoint(extract_terms(quoted.text, question.language))


def _find_degree(question: AskedQuestion) -> str:
    """Return the "more" of "how much more … than"; "" where no difference is measured."""
    detected = detect_task(question)
    if detected is None or not question.phrase or question.phrase not in detected[1]:
        return ""
    return detected[1].partition(GAP)[0].split()[-1]


def _list_of_both(question: AskedQuestion, found: Extracts) -> list[str]:
    """List the quoted sentences that have all words of both sides."""
    sides = _list_sides(question)
    if len(sides) != SIDES or sides[0] == sides[1]:
        return []
    both, language = sides[0] | sides[1], question.language
    return [
        each for each in _list_sentences(found.text) if both <= {*extract_terms(each, language)}
    ]


def _list_sides(question: AskedQuestion) -> list[set[str]]:
    """List the terms of each side but those that only ask, such as "cost"."""
    lists = question.lists
    return [
        {
            term
            for word in tokenize(side)
            if not lists.is_frame(Kind.AMOUNT, word)
            for term in extract_terms(word, question.language)
        }
        for side in split_question(question.text)
    ]


def _list_sentences(text: str) -> Iterator[str]:
    for line in _MARK.sub("", text).splitlines():
        yield from _split_sentences(_TITLE.sub("", line))


def _split_sentences(line: str) -> list[str]:
    ends = [0, *find_sentence_ends(line, 0, len(line))]
    return [line[start:end].strip() for start, end in pairwise(ends)]


def _measures(sentence: str, degree: str, question: AskedQuestion) -> bool:
    """Return whether a figure and its unit stand before the degree: "4 euros de plus".

    One side stands before it, and the other behind it: in "a cabin is £9, a seat £4 more than last
    year" it is neither.
    """
    words = sentence.split()
    bare = [fold(each.strip(_SIGNS)) for each in words]
    if degree not in bare:
        return False
    at = bare.index(degree)
    links = load_stopwords(question.language) - set(question.lists.list_words("parts", "joints"))
    end = at - 1 if at and bare[at - 1] in links else at
    figures = extract_numbers(" ".join(words[max(0, end - MEASURE) : end]))
    clause = _take_clause(words[at + 1 :], question)
    return bool(figures) and _stand_apart(" ".join(words[:at]), clause, question)


def _take_clause(words: Sequence[str], question: AskedQuestion) -> str:
    """Take the words up to a comma or to what joins something else."""
    joints = question.lists.list_words("parts", "joints")
    end = next(
        (at for at, each in enumerate(words) if each[-1] in ",;:" or fold(each) in joints),
        len(words),
    )
    return " ".join(words[: end + 1])


def _stand_apart(before: str, behind: str, question: AskedQuestion) -> bool:
    """Return whether what only one side has stands behind, and all else before."""
    one, other = _list_sides(question)
    first, last = ({*extract_terms(each, question.language)} for each in (before, behind))
    return any(
        bool(own) and own <= last and (one | other) - own <= first
        for own in (other - one, one - other)
    )


def join_sides(whole: Extracts, sides: Sequence[Extracts]) -> Extracts:
    """Join what is quoted of each side, each sentence once.

    What quotes both needs no other beside it.
    """
    covered = [set(each.numbers) for each in sides]
    kept = [each for each in sides if not any(set(each.numbers) < numbers for numbers in covered)]
    items, numbers, quoted = list[MarkedText](), list[int](), ""
    for n, item in (pair for each in kept for pair in _list_items(each)):
        left = _drop_quoted(item, quoted)
        items.append(left)
        numbers += [n] if left.text else []
        quoted += f"\n{item.text}"
    return replace(whole, marked=join_marked("\n", items), numbers=tuple(dict.fromkeys(numbers)))


def _list_items(side: Extracts) -> list[tuple[int, MarkedText]]:
    """List the quotations of a list, each with its number."""
    text, marks = side.marked.text, side.marked.marks
    starts = [text.rfind("\n", 0, mark) + 1 for mark in marks]
    cuts = pairwise([*starts, len(text) + 1])
    items = [
        MarkedText(text[start : end - 1], (mark - start,))
        for mark, (start, end) in zip(marks, cuts, strict=True)
    ]
    return list(zip(side.numbers, items, strict=True))


def _drop_quoted(item: MarkedText, quoted: str) -> MarkedText:
    """Drop the sentences of a quotation that are quoted before; nothing is left without any."""
    mark = item.marks[0]
    opening = _TITLE.match(item.text)
    start = min(opening.end(), mark) if opening else 0
    sentences = _split_sentences(item.text[start:mark])
    left = " ".join(each for each in sentences if each not in quoted)
    if left == " ".join(sentences):
        return item
    if not left and "\n" not in item.text:
        return MarkedText()
    before = f"{item.text[:start]}{left} " if left else item.text[:start]
    return MarkedText(before + item.text[mark:], (len(before),))
