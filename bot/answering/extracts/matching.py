"""Measures how far a sentence has a word of a question: itself, a kindred one, or none."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.question.asked_words import SOFT, AskedWord
from bot.answering.question.mentions import begin_alike
from bot.answering.question.particles import has_opposite
from bot.citations.statement import ParsedSentence
from indexer.late_patterns import compile_late
from indexer.late_property import late_property
from indexer.text.analyzer import is_run
from indexer.text.compounds import ELIDED, is_elided
from indexer.text.normalize import fold
from indexer.text.word_lists import load_all_words

# Where a word stands, against in the piece.
ABOVE, TITLED, MEANT, BESIDE, TOPIC = 0.95, 0.85, 0.8, 0.5, 0.35
TRACE = 0.3  # of a word: the least that counts at all
ALIKE, PART, PREFIX = 0.85, 0.75, 0.7  # another word for it, a part of it, the same beginning
SAID_FOR = 0.8  # what people say for it when they ask
HEAD = 0.5  # what a compound asked for ends in: a headteacher is not any teacher
RELATED = 0.5  # a word that has to do with it
ENOUGH = 0.6  # to count as said
SAID = 0.95  # to stand there itself
KEPT = 1024  # sentences
KINDRED = 0.6  # of the longer of two words: what they must begin with in common
LEAST = 5  # letters of a part or a beginning that shows kinship
_PREFIX = 3  # letters of one, such as "re"
_VERB_AND_NOUN = 3  # signs
_KANA = compile_late("[ぁ-ん]")
_IN_WORD = compile_late("[^\u4e00-\u9fff].[\u4e00-\u9fff]")  # a sign that opens a word of several
_KATAKANA = compile_late(r"[ァ-ヺー]{4,}")
_LONGEST = 40  # letters of the second part of a compound


def match(asked: AskedWord, held: ParsedSentence) -> float:
    """Return 1 for the word itself, less for a kindred one, 0 for none."""
    terms = asked.word.terms
    if _is_past_of_another(asked, held):
        return 0.0
    if _is_only_doer(asked, held) or _opens_other(asked, held):
        return RELATED
    if asked.phrasal and has_opposite(asked.phrasal, held.text):
        return SAID_FOR if _has_any(asked.said_for, asked.said_phrases, held) else 0.0
    if _has_whole(asked, held) or held.terms.issuperset(terms) or _is_in_run(asked.text, held):
        return 1.0
    if not asked.forms.isdisjoint(held.terms) or _is_parted(asked, held):
        return ABOVE
    if _has_any(asked.alike, asked.phrases, held):
        return ABOVE if begin_alike(asked.alike & held.terms, terms) else ALIKE
    if _has_any(asked.said_for, asked.said_phrases, held):
        return SAID_FOR
    form = max(_match_form(asked, held), _match_end(asked.text, held))
    return RELATED if form < RELATED and _has_any(asked.near, asked.near_phrases, held) else form


def _has_whole(asked: AskedWord, held: ParsedSentence) -> bool:
    """Return whether a word stands there: its first term is the whole, but of a run two signs."""
    first, *more = asked.word.terms
    return first in held.terms and not (more and is_run(asked.text[-1]))


def _is_past_of_another(asked: AskedWord, held: ParsedSentence) -> bool:
    """Return whether what looks like the verb is another one in the past: founded, and found."""
    (term, *more) = asked.word.terms
    if more or term not in held.terms or term not in load_all_words("past_homographs"):
        return False
    return fold(asked.text) != term and not re.search(rf"\b{re.escape(term)}\w", held.text)


def _is_only_doer(asked: AskedWord, held: ParsedSentence) -> bool:
    """Return whether only whoever does it, or has it, stands there: German "Mieter" for "Miete".

    Both have one stem. An adjective that ends so, "neuer", has no capital but at the beginning.
    """
    text = fold(asked.text)
    if not text.endswith("e") or asked.word.terms[0] == text or len(text) < LEAST:
        return False
    if asked.word.terms[0] not in held.terms or re.search(rf"\b{re.escape(text)}n?\b", held.text):
        return False
    doer = rf"(?<=\w )\W?{re.escape(text.capitalize())}r(?:n|s|in|innen)?\b"
    return bool(re.search(doer, held.original))


def _is_parted(asked: AskedWord, held: ParsedSentence) -> bool:
    """Return whether a word stands there in two parts: a verb, or a compound."""
    if asked.prefix and _is_apart(asked, held):
        return True
    shared = ELIDED in held.text
    return shared and is_elided(asked.word.terms[0], fold(held.text), held.terms)


def _is_apart(asked: AskedWord, held: ParsedSentence) -> bool:
    """Return whether a verb stands there and its prefix at the end of a clause."""
    return not asked.roots.isdisjoint(held.terms) and bool(
        re.search(
            rf"\w {asked.prefix}(?=\s?(?:[.,;:!?)]|$)|\s(?:und|oder|en|of)\b)", fold(held.text)
        )
    )


def list_kin(asked: AskedWord, related: frozenset[str], terms: frozenset[str]) -> frozenset[str]:
    """List those of `terms` without which `match` finds nothing; some are `related`."""
    found = set(related & terms)
    lines = _join_longer(terms)
    for term in asked.word.terms:
        if len(term) < LEAST:
            continue
        found.update(terms.intersection(_list_endings(term)))
        known = term in terms
        if lines.count(f"\n{term[:LEAST]}") > known:
            found.update(each for each in terms if each.startswith(term[:LEAST]))
        if lines.count(f"{term}\n") > known:
            found.update(each for each in terms if each.endswith(term))
    return frozenset(found)


def list_related(asked: AskedWord) -> frozenset[str]:
    """List the terms of a word, of its other forms, and of what may stand for it or is near it."""
    phrases = (*asked.phrases, *asked.said_phrases, *asked.near_phrases)
    terms = (asked.word.terms, asked.near, asked.said_for, asked.roots, asked.forms)
    return asked.alike.union(*terms, *phrases)


def _has_any(
    terms: frozenset[str], phrases: tuple[frozenset[str], ...], held: ParsedSentence
) -> bool:
    if not terms.isdisjoint(held.terms) or any(_is_sign_in(each, held) for each in terms):
        return True
    return bool(phrases) and any(map(held.terms.issuperset, phrases))


def _is_sign_in(term: str, held: ParsedSentence) -> bool:
    """Return whether a word of one sign stands in a longer run: the "犬" of "小型犬可以"."""
    return len(term) == 1 and is_run(term) and term in held.text


def _opens_other(asked: AskedWord, held: ParsedSentence) -> bool:
    """Return whether a noun of one sign only opens other words in Japanese: "雨" in "雨具"."""
    sign = asked.text
    if len(sign) != 1 or asked.need < 1 or not is_run(sign) or sign not in held.text:
        return False
    around = (held.text[max(0, at - 1) : at + 2] for at in _find_all(sign, held.text))
    # "車" is what a "駐車場" is for.
    opens = all(_IN_WORD.fullmatch(each.rjust(3)) for each in around)
    return opens and bool(_KANA.search(held.text))


def _find_all(sign: str, text: str) -> Iterator[int]:
    return (at for at, each in enumerate(text) if each == sign)


def _match_form(asked: AskedWord, held: ParsedSentence) -> float:
    """Match by what a word looks like: its parts, its beginning."""
    terms = asked.word.terms
    shared = sum(map(held.terms.__contains__, terms)) / len(terms) if len(terms) > 1 else 0.0
    if _KATAKANA.fullmatch(asked.text) and not _is_partly_in(asked.text, held.text):
        return 0.0
    if is_run(asked.text[-1]) and terms[0] in held.terms:
        return max(RELATED, shared * ALIKE)  # a 管理人 is no 管理事務所
    if asked.decides and any(letter.isdigit() for letter in asked.text):
        return 0.0
    longer = [term for term in terms if len(term) >= LEAST]
    if any(_is_part(term, held.terms) for term in longer):
        return max(PART, shared)
    heads = [each for term in longer for each in held.terms.intersection(_list_endings(term))]
    if heads:
        return max(HEAD if _is_compound(terms, heads) else PART, shared)
    if any(term[:LEAST] in held.beginnings and _is_kindred(term, held.terms) for term in longer):
        return max(PREFIX, shared) if not asked.decides else shared
    return shared * ALIKE if shared > 0.5 else shared * BESIDE


def _is_partly_in(word: str, text: str) -> bool:
    """Return whether a loanword begins or ends as another: two signs alone are in many."""
    return word[:_PREFIX] in text or word[-_PREFIX:] in text


def _is_in_run(text: str, held: ParsedSentence) -> bool:
    """Return whether signs stand in a run of signs; elsewhere a part of a word is another word."""
    return is_run(text[-1]) and text in held.text


def _match_end(run: str, held: ParsedSentence) -> float:
    """Match the noun of two signs at the end of a Chinese run, behind a verb of one sign.

    It opens a clause: in "小学生" another word stands before it than in "大学生".
    """
    if len(run) != _VERB_AND_NOUN or run.isascii() or not is_run(run[-1]):
        return 0.0
    return PART if re.search(rf"(?<!\w){re.escape(run[1:])}", held.text) else 0.0


def _is_kindred(term: str, held: frozenset[str]) -> bool:
    """Return whether a word begins like `term` for most of the longer one's length."""
    lengths = {each: ceil(KINDRED * max(len(term), len(each))) for each in held}
    return any(each[:length] == term[:length] for each, length in lengths.items())


def _is_part(term: str, held: frozenset[str]) -> bool:
    """Return whether a compound has `term` as a part: "Frist", "Kündigungsfrist"."""
    lines = _join_longer(held)
    if term not in lines:
        return False
    found = lines.count(f"\n{term}") + lines.count(f"{term}\n")
    return found > (2 if term in held else 0)  # the word itself begins and ends so too


def _is_compound(terms: Sequence[str], heads: Sequence[str]) -> bool:
    """Return whether more than a prefix stands before the `heads` that `terms` end in."""
    return all(
        len(term) - len(head) > _PREFIX for term in terms for head in heads if term.endswith(head)
    )


@lru_cache(maxsize=KEPT)
def _list_endings(term: str) -> tuple[str, ...]:
    """List what a compound may end in."""
    first = max(1, len(term) - _LONGEST)
    return tuple(term[at:] for at in range(first, len(term) - LEAST + 1))


# Every word of a question is looked for in the same sentences.
@lru_cache(maxsize=KEPT)
def _join_longer(terms: frozenset[str]) -> str:
    """Join the terms that may be compounds, each between line breaks: searched much faster."""
    return "\n".join(("", *(term for term in terms if len(term) >= LEAST), ""))


Shares = tuple[float, ...]


class FoundWords(Struct, frozen=True, dict=True, eq=False):  # equal only to itself: quick to hash
    """The words of a question, and how far a piece has each; most pieces of a passage are alike."""

    words: tuple[AskedWord, ...]
    shares: tuple[float, ...]

    @late_property
    def pairs(self) -> list[tuple[AskedWord, float]]:
        """Each word of the question, and how far the piece has it."""
        pairs = zip(self.words, self.shares, strict=True)
        return [(_count_limit(word, found), found) for word, found in pairs]

    @late_property
    def held(self) -> list[str]:
        """The words that count as said."""
        pairs = zip(self.words, self.shares, strict=True)
        return [word.text for word, share in pairs if share >= ENOUGH]

    @late_property
    def covered(self) -> float:
        """The share of the question's words that the piece has; those taken over do not count."""
        pairs = self.pairs
        new = [each for each in pairs if not each[0].taken and each[0].need] or pairs
        needed = sum(word.need for word, _ in new)
        found = sum(word.need * share for word, share in new if _counts(word, share))
        return found / needed if needed else 0.0

    @late_property
    def codes(self) -> frozenset[str]:
        """The codes of the question that the piece has: "F75"."""
        return frozenset(
            each.text for each, found in self.pairs if is_code(each) and found >= ENOUGH
        )

    @late_property
    def lacks_code(self) -> bool:
        return any(is_code(each) and found < ENOUGH for each, found in self.pairs)

    @late_property
    def titled(self) -> list[AskedWord]:
        """The words that a heading may hold."""
        return [each for each, found in self.pairs if each.need >= SOFT and found >= TITLED]


def is_code(word: AskedWord) -> bool:
    return word.decides and any(map(str.isdigit, word.text)) and any(map(str.isalpha, word.text))


def _count_limit(word: AskedWord, found: float) -> AskedWord:
    """Count a word such as "maximum" where it is found; it is not missed elsewhere."""
    return replace(word, need=1.0) if word.is_limit and found >= ENOUGH else word


def _counts(word: AskedWord, found: float) -> bool:
    """Return whether a trace of the word counts: the colour asked for is there, or it is not."""
    return found >= ENOUGH or word.need != SOFT
