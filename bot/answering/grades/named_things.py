"""Tells whether a piece is on the very thing that several words name together.

"Pool phone" is one thing, and so is the key of the boathouse, which has a price of its own.
"""

from collections.abc import Iterator, Sequence

from bot.answering.extracts.candidate import Candidate
from bot.answering.extracts.matching import ENOUGH
from bot.answering.grades.named_answers import has_any_word
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import AskedWord
from bot.answering.question.kind_nouns import find_named_kind
from bot.answering.question.meanings import find_meanings, find_unit_words, is_article
from bot.citations.statement import ParsedSentence, parse_sentence
from indexer.text.analyzer import tokenize
from indexer.text.compounds import LANGUAGES as COMPOUNDING
from indexer.text.normalize import fold
from indexer.text.question_words import OF, Kind
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_words

BETWEEN = 2  # words in a thing's name: "Preis der Stadt", "price of the choir"
_LABELLED = 24  # signs of a line in which its label ends
# What one keeps of a thing, or pays beside it, has a price of its own; "of the" in one word.
_APART = frozenset(
    (
        *("key", "lock", "door", "window", "wall", "floor", "roof", "engine", "battery", "filter"),
        *("brake", "tyre", "heating", "electricity", "water", "equipment", "furniture", "parking"),
        *("upkeep", "clean", "paint", "fix", "repair", "renovate", "building_work", "replace"),
        *("deliver", "transport", "insurance", "deposit", "security", "tax", "permit", "break"),
        *("damage", "loss", "lose", "towel", "breakfast"),
    )
)
_TAIL = 5  # letters of what a compound may end with: "Endreinigung", "Schlüsselersatz"
_JOINED = frozenset(("du", "des", "del", "dell", "della", "dei", "der", "do", "da", "dos", "das"))


def parts_named_thing(best: Candidate) -> bool:
    """Return whether it has a noun and what names its thing apart: "Phones … at the pool".

    What is looked for by "pool phone" is one thing, as the "prix Nobel" is.
    """
    question = best.question
    if question.kind is not Kind.SEARCH or question.before or best.piece.head:
        return False
    noun = find_named_kind(question.text, question.language)[1]
    if not noun:
        return False
    # Another word for the noun is said of other things, too: who "calls" herself so has no phone.
    asked = [
        frozenset(each.word.terms) if fold(each.text) == noun else _list_terms(each)
        for each in best.words
    ]
    held = _list_runs(best.piece.own.original, len(asked), best.placed.language)
    return not any(all(not each.isdisjoint(run.terms) for each in asked) for run in held)


def _list_runs(text: str, count: int, language: str) -> Iterator[ParsedSentence]:
    """Yield each run of so many content words, with no more than a few others between them."""
    tokens, light = tokenize(text), load_stopwords(language)
    content = [at for at, each in enumerate(tokens) if fold(each) not in light]
    for first, last in zip(content, content[count - 1 :], strict=False):
        if last - first < count + BETWEEN:
            yield parse_sentence(" ".join(tokens[first : last + 1]), language)


def _list_terms(word: AskedWord) -> frozenset[str]:
    return word.alike.union(word.word.terms, word.forms)


def is_labelled_apart(best: Candidate) -> bool:
    """Return whether a label has some of the words that are looked for, and another is nowhere.

    The phone of the guard is not that behind "Lost property phone": without spaces, one run is.
    """
    question, passage = best.question, best.placed.passage
    label, colon, _value = best.piece.line[:_LABELLED].replace("：", ":").partition(":")
    if question.lists.is_spaced or question.kind is not Kind.SEARCH or question.before or not colon:
        return False
    named = passage.match_words(parse_sentence(label, passage.language))
    here = passage.match_words(best.piece.own)
    pairs = [pair for pair in zip(best.words, named, here, strict=True) if pair[0].need >= 1]
    lacking = any(found < ENOUGH for _word, _named, found in pairs)
    return lacking and any(found >= ENOUGH for _word, found, _here in pairs)


def prices_part(best: Candidate) -> bool:
    """Return whether it names the price of something that belongs to what is asked.

    "What does the boathouse cost?" is not answered by "The key of the boathouse costs £5".
    """
    question, language = best.question, best.placed.language
    if question.kind is not Kind.AMOUNT or best.piece.head:
        return False
    words = [word for word, found in best.pairs if word.need >= 1 and found >= ENOUGH]
    said = tokenize(best.piece.own.original)
    places = [at for at, each in enumerate(said) if has_any_word(each, words, language)]
    return bool(places) and all(_is_of_another(said, at, question) for at in places)


def _is_of_another(said: Sequence[str], at: int, question: AskedQuestion) -> bool:
    """Return whether "of the" stands before a word, and before that what has a price of its own.

    Most heads have none: nobody has a sauna but by its use, or honey but by a jar of it.
    """
    head = _find_owned(said, at, question.language)
    if not head or fold(head) in map(fold, tokenize(question.text)):
        return False
    return any(
        not find_meanings(each, question.language).isdisjoint(_APART)
        for each in _list_tails(fold(head), question.language)
    )


def _list_tails(word: str, language: str) -> Iterator[str]:
    """Yield a word, and what it may end with where nouns are joined in one."""
    yield word
    if language in COMPOUNDING:
        yield from (word[at:] for at in range(1, len(word) - _TAIL + 1))


def _find_owned(said: Sequence[str], at: int, language: str) -> str:
    """Find the noun before "of the" and the word at a place; "" if no such stands there."""
    of = load_words("of_words", language) | OF
    before = [fold(each) for each in said[max(0, at - 3) : at]]
    if before[-1:] and before[-1] in of & _JOINED:
        head = said[at - 2 : at - 1]
    elif before[-2:-1] and before[-2] in of and is_article(before[-1], language):
        head = said[at - 3 : at - 2]
    else:
        head = said[0:0]
    return head[0] if head and not _is_little(head[0], language) else ""


def _is_little(word: str, language: str) -> bool:
    light = fold(word) in load_stopwords(language) or word[:1].isdigit()
    return light or bool(find_unit_words(fold(word), language))
