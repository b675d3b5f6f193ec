"""Leaves out of a text what somebody else says in it. Pure.

`She wrote: I've moved to York` says nothing of the speaker's home; nor do a forwarded message, what
stands in quotation marks, and lines that a reply quotes with `>`. What only may be somebody else's
is left out as well: then nothing that is known ends.
"""

import re
from functools import cache

from indexer.inference.reading import Word, guess_language, read_text
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, load_question_words
from indexer.text.word_lists import load_all_words, load_words

QUOTED = re.compile(
    '["“„”][^"“„”]{1,400}["“”]|[«»][^«»]{1,400}[«»]|「[^「」]{1,400}」|『[^『』]{1,400}』'
)
REPLIED = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
LED = re.compile(r"^(?P<head>(?:\[[^\]]{1,40}\] ?)?[^:：.!?。！？]{1,60})[:：]\s*(?=\D)")
STAMP = re.compile(r"^\[[^\]]*\] ?")
WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
LONGEST_NAME = 3  # words before a colon: `my sister Ann:`
SIGNS = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
LONGEST_TITLE = 3  # words, or half of the signs
SPEAKER = frozenset(("pers:speaker", "pers:we", "poss:speaker", "poss:we"))


def drop_replied(text: str) -> str:
    """Return a text without the lines that it quotes with `>`."""
    return REPLIED.sub("", text).strip()


def drop_quotations(text: str) -> str:
    """Return what the speaker says; all of a text that has nothing but a quotation."""
    rest = QUOTED.sub(_drop_speech, REPLIED.sub("", text))
    led = LED.match(rest)
    if led and _is_anothers(led["head"], rest[led.end() :]):
        rest = led["head"]
    return rest if rest == text or WORD.search(rest) else text


def opens_with_quotation(text: str) -> bool:
    """Tell if quotation marks stand around what a text begins with."""
    return QUOTED.match(text.lstrip()) is not None


def _drop_speech(found: re.Match[str]) -> str:
    """Keep what is no more than a title: the boat is called `"The Heron"`."""
    text = found.group()
    words, signs = WORD.findall(text), SIGNS.findall(text)
    long = len(words) > LONGEST_TITLE or len(signs) > 2 * LONGEST_TITLE
    return "" if long or _speaks(text) else text


def _speaks(text: str) -> bool:
    """Tell if a text has a word for who speaks."""
    return any(each.marks & SPEAKER for each in read_text(text).words)


def _is_anothers(head: str, rest: str) -> bool:
    """Tell if what stands before a colon says that somebody else's words follow."""
    folded = fold(unify(head))
    if _compile_forwarding().search(folded):
        return True
    if _requests(head):
        return True
    others = load_all_words("first_person").isdisjoint(WORD.findall(folded))
    if others and _compile_quoting().search(folded):
        return True
    if not _speaks(rest):
        return False
    bare, language = STAMP.sub("", head), guess_language(rest)
    return _names_somebody(bare, language) or (others and _begins_with_relative(bare, language))


def _requests(head: str) -> bool:
    """Tell if a request stands before its text: `translate:`; `what's new:` is no request."""
    words = load_question_words(guess_language(head))
    first = WORD.findall(fold(unify(head)))[:1]
    asks = not load_all_words("request_words").isdisjoint(first)
    return asks and words.find_kind(head)[0] is Kind.SEARCH


def _names_somebody(head: str, language: str) -> bool:
    """Tell if there is only a name, or a relative: `Jo`, `my sister`; not a label: `update`."""
    words = read_text(head, language).words
    openers = load_words("openers", language)
    named = [each for each in words if each.has("kin") or _is_name(each, openers)]
    rest = [each for each in words if each not in named and not each.has("poss")]
    return bool(named) and not rest and len(words) <= LONGEST_NAME


def _begins_with_relative(head: str, language: str) -> bool:
    """Tell if it says what a relative does: `my daughter plays shop`."""
    words = [each for each in read_text(head, language).words if not each.has("poss")]
    return bool(words) and words[0].has("kin")


def _is_name(word: Word, openers: frozenset[str]) -> bool:
    strange = not (word.topics or word.marks) and word.text[:1].isupper()
    return strange and fold(word.text) not in openers


@cache
def _compile_quoting() -> re.Pattern[str]:
    """Match a word for saying or writing."""
    return re.compile("|".join(map(_bound, sorted(load_all_words("quoting_words")))))


@cache
def _compile_forwarding() -> re.Pattern[str]:
    """Match what a program or a person puts before a message that is passed on."""
    words = map(_bound, sorted(load_all_words("forwarding_words")))
    return re.compile(rf"^\W*(?:{'|'.join(words)})")


def _bound(words: str) -> str:
    """Let letters begin and end with a word; signs stand wherever they do."""
    return re.escape(words) if SIGNS.search(words) else rf"(?<!\w){re.escape(words)}(?!\w)"
