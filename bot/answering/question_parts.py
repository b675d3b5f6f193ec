"""Splits a message into the questions in it: each is searched on its own. Rules, no model.

"When is it open, and who has the key?" asks twice; "Compare the rent of the flat and the garage"
asks the same of two things. What the shorter half of a comparison leaves out is taken from the
longer: "the garage" becomes "rent garage".
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from bot.answering.model_requests import COMPARING, detect_task
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.question.asked_words import weigh_words
from bot.answering.question.meanings import is_article, is_pronoun
from bot.answering.small_talk import find_courtesy
from indexer.text.analyzer import tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import Kind, QuestionWords
from indexer.text.sentences import find_sentence_ends
from indexer.text.stopwords import load_stopwords

MOST = 4  # parts of a message
MOST_TRIED = 8  # places where one may begin: each reads all that is before it and behind
LONGEST = 3  # words that open a question: "in what year"
_COMMA = re.compile(r"[,;，、；،]\s*")


def split_question(text: str) -> tuple[str, ...]:
    """Return the parts to search besides the whole; none for a message that asks one thing."""
    sentences = _split_sentences(text)
    asking = [each for each in sentences if _has_topic(each) and not find_courtesy(each)]
    parts = [part for each in asking for part in _split_sentence(each)]
    return tuple(dict.fromkeys(parts))[:MOST] if len(parts) > 1 else ()


def list_questions(text: str) -> tuple[str, ...]:
    """Return the questions of a message that stand by themselves; none where it asks but one.

    "When is the rent due and who mends the boiler?" has two; "When and where is the party?" and
    "Is it red or is it blue?" ask but one thing.
    """
    sentences = [each for each in _split_sentences(text) if not find_courtesy(each)]
    questions = [part for each in sentences for part in _split_asking(each)]
    alone = len(questions) > 1 and all(map(_stands_alone, questions))
    return tuple(dict.fromkeys(questions))[:MOST] if alone else ()


def _split_asking(sentence: str) -> list[str]:
    """Split where "and" joins a question of another kind: of the same, it may ask for a choice."""
    words, starts = sentence.split(), [0]
    for at in _list_openings(words, parse_question(sentence).lists)[:MOST_TRIED]:
        if _asks_anew(words[starts[-1] : at - 1], words[at:]):
            starts.append(at)
    ends = [*(start - 1 for start in starts[1:]), len(words)]
    return [" ".join(words[start:end]) for start, end in zip(starts, ends, strict=True)]


def _list_openings(words: Sequence[str], lists: QuestionWords) -> list[int]:
    """List where words behind "and" open a question."""
    joints = lists.list_words("parts", "joints") if lists.is_spaced else ()
    behind = [at + 1 for at, word in enumerate(words) if fold(word) in joints]
    return [at for at in behind if _opens_question(words[at : at + LONGEST], lists)]


def _opens_question(words: Sequence[str], lists: QuestionWords) -> bool:
    opening = (" ".join(map(fold, words[:count])) for count in range(1, len(words) + 1))
    return any(lists.find_kind(each)[1] == each for each in opening)


def _asks_anew(before: Sequence[str], behind: Sequence[str]) -> bool:
    asked, asks = (parse_question(" ".join(each)) for each in (before, behind))
    return asked.kind is not asks.kind and _stands_alone(asked.text) and _stands_alone(asks.text)


def _stands_alone(text: str) -> bool:
    """Return whether a text asks, and names what it asks about: "where does she live" does not."""
    question = parse_question(text)
    if question.kind is Kind.SEARCH or any(_points_back(each, question) for each in tokenize(text)):
        return False
    return any(each.need >= 1 for each in weigh_words(question, question.language))


def _points_back(word: str, question: AskedQuestion) -> bool:
    return is_pronoun(word, question.lists) and not is_article(word, question.language)


def _split_sentences(text: str) -> list[str]:
    ends = [0, *find_sentence_ends(text, 0, len(text))]
    return [text[start:end].strip() for start, end in pairwise(ends)]


def _has_topic(text: str) -> bool:
    question = parse_question(text)
    return any(each.need > 0 for each in weigh_words(question, question.language))


def _split_sentence(sentence: str) -> Sequence[str]:
    question = parse_question(sentence)
    pieces = [each for each in _cut_at_joints(question) if _has_topic(each)]
    if len(pieces) < 2:
        return [sentence]
    return _complete_pieces(pieces, question)


def _cut_at_joints(question: AskedQuestion) -> list[str]:
    """Cut where "and", "or" or their like join two halves."""
    joints = question.lists.list_words("parts", "joints")
    detected = detect_task(question)
    if detected and detected[0] in COMPARING:
        joints = (*question.lists.list_words("parts", "against"), *joints)
    if not question.lists.is_spaced:
        return re.split("|".join(map(re.escape, joints)), fold(unify(question.text)))
    words, pieces = _COMMA.sub(" , ", question.text).split(), [list[str]()]
    for word in words:
        if fold(word.strip("?!.")) in joints or word == ",":
            pieces.append([])
        else:
            pieces[-1].append(word)
    return [" ".join(each) for each in pieces]


def _complete_pieces(pieces: Sequence[str], question: AskedQuestion) -> Sequence[str]:
    """Give each piece the words that it leaves out because another has them.

    The first piece has them at its beginning, or the last at its end.
    """
    topics = [_list_topic(each, question) for each in pieces]
    first, last = topics[0], topics[-1]
    if len(last) > len(first):
        lend = [[*own, *last[len(own) :]] if len(own) < len(last) else own for own in topics]
    else:
        lend = [[*first[: len(first) - len(own)], *own] for own in topics]
    return [" ".join(dict.fromkeys(each)) for each in lend]


def _list_topic(piece: str, question: AskedQuestion) -> list[str]:
    """Return the words of a piece without those that every question has."""
    if not question.lists.is_spaced:
        return [piece]
    compare = {
        word
        for task in COMPARING
        for phrase in question.lists.list_words("requests", task.value)
        for word in phrase.split()
    }
    common = load_stopwords(question.language) | compare
    return [each for each in tokenize(unify(piece)) if fold(each) not in common]
