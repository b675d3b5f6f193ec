"""Reads the messages of an exported chat: when each was sent, who wrote it, and whether it asks.

An appointment may look like a message: "12/11/2026 09:30 Dentist: Dr Roe". So a text is a chat only
where somebody of several writes twice, or a message follows a question.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from indexer.late_patterns import compile_late
from indexer.text.analyzer import tokenize
from indexer.text.question_words import Kind, QuestionWords
from indexer.text.sentence_kind import is_question

KEPT = 1024  # texts
_EDGES = " \t>-*+•·"  # of a line in a list or in an answered mail
# "[12/11/2026, 18:02] Bea: Fine", "[02/11 18:04] Bea: Fine", "12.11.26, 18:02 - Bea: Fine".
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s[ap]m)?"
_DAY = r"\d{1,4}[./-]\d{1,2}"
_STAMP = compile_late(
    rf"(?:\[(?:{_DAY}(?:[./-]\d{{1,4}})?,?\s)?{_TIME}\]|(?<!\S){_DAY}[./-]\d{{1,4}},?\s{_TIME})\s"
    r"(?:[-–]\s)?(?=(?P<writer>[^\s:][^:\n]{0,39}):\s)",
    re.IGNORECASE,
)
_TELLING = compile_late(r"[,:;!，、：！]")  # "When you come, the key is under the mat"
_ASKED = compile_late(r"[?？؟]")
_BRIEF, _SIGNS = 8, 20  # words of a question without its mark, or signs in Chinese


def find_writer(line: str) -> str:
    """Find who wrote a message of a chat; "" for any other line."""
    found = _STAMP.match(line.lstrip(_EDGES))
    return found["writer"] if found else ""


@lru_cache(maxsize=KEPT)
def list_stamps(text: str) -> frozenset[str]:
    """List when the messages of a chat were sent, as it stands there; none of any other text."""
    lines = [each.lstrip(_EDGES) for each in text.splitlines()]
    found = [(line, sent) for line in lines if (sent := _STAMP.match(line))]
    writers = [sent["writer"] for _, sent in found]
    several = 1 < len(set(writers)) < len(writers)
    if not (several or _has_reply([line for line, _ in found])):
        return frozenset()
    return frozenset(_join(sent[0]) for _, sent in found)


def _has_reply(messages: Sequence[str]) -> bool:
    return any(is_question(asked) for asked in messages[:-1])


def _join(text: str) -> str:
    return " ".join(text.split())


def cut_stamps(text: str, stamps: frozenset[str]) -> str:
    """Cut when each message was sent, which is not when anything it tells of is."""
    if not stamps:
        return text
    return _STAMP.sub(lambda sent: "" if _join(sent[0]) in stamps else sent[0], text)


def asks_in_chat(line: str, lists: QuestionWords) -> bool:
    """Return whether a message asks, though it may have no mark of a question.

    Without it, only a short one does: "When you come, the key is under the mat" tells something.
    """
    sent = _STAMP.match(line)
    said = line[sent.end("writer") + 1 :].strip() if sent else ""
    said = _ASKED.split(said)[0]  # "who leaves in june? the landlord wants to know"
    if not said or _TELLING.search(said):
        return False
    brief = len(tokenize(said)) <= _BRIEF if lists.is_spaced else len(said) <= _SIGNS
    kinds = (each for each in Kind if each not in (Kind.WHETHER, Kind.SEARCH))
    return brief and any(lists.find_phrase(said, "kinds", each.value, first=True) for each in kinds)
