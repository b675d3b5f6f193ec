"""Tells if a statement has the words of a passage: a part of a sentence, or several whole ones.

Answers join the sentences of a passage with commas, and give the clauses around a semicolon in
another order. Each is then held to its own place, for rules that read the whole as one sentence
may take a denial of one clause for that of another.
"""

import re
from collections.abc import Iterator

from bot.citations.statement import SIGNS, ParsedPassage, strip_end
from indexer.inference.reading import read_text

QUOTED = 12  # characters; fewer say nothing by themselves
_JOINED = 6  # sentences of a passage in one of an answer
_NEAR = 200  # characters around a quotation that are looked at
_PLACES = 4  # that have the same quotation
_JOINTS = f"{SIGNS},:，、–— "
_CLAUSE_ENDS = (";", "；")
# Two letters or two figures of one word; scripts without spaces have no such edges.
_WORD_ENDS = re.compile(r"[A-Za-zÀ-ɏͰ-ӿ]{2}|\d\d")
_NUMBER_ENDS = re.compile(r"\d[.,]\d")
_SENTENCE_ENDS = re.compile(f"[{re.escape(SIGNS)}]")
# What denies, limits, supposes or excepts the rest of its sentence.
_TURNING = ("neg", "answer:no", "quant", "asp", "rel:except", "mod:if", "mod:maybe", "mod:wish")
_JOINING = ("conj:and", "conj:but")
_REFERRING = (
    *("pers:he", "pers:she", "pers:they", "pers:other", "pers:rest", "pers:clitic"),
    "poss:other",
)


def quotes(text: str, passage: ParsedPassage) -> bool:
    """Tell if a passage has a text word for word, or each sentence that it joins."""
    quoted = strip_end(text)
    return _is_quoted(quoted, passage) or _joins_sentences(quoted, passage)


def _is_quoted(quoted: str, passage: ParsedPassage) -> bool:
    """Tell if the passage has some words, and nothing around them turns them.

    `All rooms are taken` does not quote `not all rooms are taken`.
    """
    if len(quoted) < QUOTED or quoted not in passage.text:
        return False
    around = _list_surroundings(quoted, passage.text)
    return not all(_has_any(each, passage.language, _TURNING) for each in around)


def _list_surroundings(quoted: str, text: str) -> Iterator[str]:
    """List what stands around a quotation in its sentence, near it."""
    at = text.find(quoted)
    for _ in range(_PLACES):
        if at < 0:
            return
        end = at + len(quoted)
        before = _SENTENCE_ENDS.split(text[max(0, at - _NEAR) : at])[-1]
        if not (_WORD_ENDS.search(text[max(0, at - 1) : at + 1]) or _goes_on(text, end)):
            yield f"{before} … {_SENTENCE_ENDS.split(text[end : end + _NEAR])[0]}"
        at = text.find(quoted, end)


def _goes_on(text: str, end: int) -> bool:
    """Return whether the last word or number goes on: the 500 of 5000 or of 500.50."""
    return bool(_WORD_ENDS.search(text[end - 1 : end + 1]) or _NUMBER_ENDS.match(text, end - 1))


def _has_any(text: str, language: str, kinds: tuple[str, ...]) -> bool:
    return any(any(map(word.has, kinds)) for word in read_text(text, language).words)


def _joins_sentences(text: str, passage: ParsedPassage) -> bool:
    """Tell if a text is whole sentences of a passage, each beside the one said before."""
    rest, before = text, -1
    for _ in range(_JOINED):
        at = _find_sentence(rest, passage, before)
        if at < 0:
            return False
        rest = _skip_joint(rest[len(passage.sentences[at].bare) :], passage)
        if not rest:
            return True
        before = at
    return False


def _find_sentence(text: str, passage: ParsedPassage, before: int) -> int:
    """Find the place of the longest sentence that a text begins with; -1 if there is none."""
    found = (-1, "")
    for at, sentence in enumerate(passage.sentences):
        said = sentence.bare
        begins = (
            len(said) > len(found[1]) and text.startswith(said) and not _goes_on(text, len(said))
        )
        if begins and _may_follow(at, before, passage) and _is_quoted(said, passage):
            found = at, said
    return found[0]


def _may_follow(at: int, before: int, passage: ParsedPassage) -> bool:
    """Tell if a sentence may be said after the one at `before`: whom `she` is must not change."""
    if before < 0 or at == before + 1:
        return True
    said = passage.sentences[at].original
    turned = at + 1 == before and said.rstrip().endswith(_CLAUSE_ENDS)
    return turned and not _has_any(said, passage.language, _REFERRING)


def _skip_joint(text: str, passage: ParsedPassage) -> str:
    """Leave out what joins a sentence to the one before: `, and`."""
    rest = text.lstrip(_JOINTS)
    first, _, behind = rest.partition(" ")
    return behind if _has_any(first, passage.language, _JOINING) else rest
