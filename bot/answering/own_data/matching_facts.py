"""Facts that answer a question where no model does.

A fact answers a question if it holds nearly all its content words, and all its names and numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field
from msgspec.structs import replace

from bot.answering.extracts.answer_signs import STRICT, measure_kind
from bot.answering.extracts.matching import ENOUGH, PART, SAID, match
from bot.answering.extracts.phrases import format_phrase
from bot.answering.follow_up import points_at_topic
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.asked_words import LIGHT, AskedWord, list_words
from bot.answering.question.meanings import find_meanings, has_naming_number
from bot.answering.question.mentions import asks_of_oneself
from bot.answering.question.spelling import correct_words
from bot.answering.question.verbs import is_done, is_verb
from bot.citations.statement import ParsedSentence, parse_sentence
from bot.turns.command import Turn
from indexer.i18n import _
from indexer.inference.reading import read_text
from indexer.text.analyzer import tokenize
from indexer.text.compounds import is_compound_of, is_compound_part
from indexer.text.languages import detect_language
from indexer.text.normalize import fold
from indexer.text.question_words import Kind, load_question_words

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from memory.fact import Fact
    from memory.facts.current_state import Asker

LOOKED_AT = 10
MOST = 3
TWO = 2
LONGEST_QUESTION = 2_000  # characters; nobody asks for what they told by a text of several pages
COVERED = 0.7  # of the words that the question needs
NEAR = 0.3  # ... of which one may be what is meant
CLOSE = 0.85  # of the share of the fact that has most of them


class _AskedWords(Struct, frozen=True):
    """The words of a question, read by the rules of a fact's language."""

    question: AskedQuestion
    known: Collection[str] = ()  # terms of facts: what a misspelt word was meant to be
    listed: dict[str, tuple[AskedWord, ...]] = field(default_factory=dict)  # by language

    def list_for(self, language: str) -> tuple[AskedWord, ...]:
        if language not in self.listed:
            words = list_words(self.question, language, ())
            self.listed[language] = correct_words(words, self.known, self.question, language)
        return self.listed[language]


class MatchingFacts(Struct, frozen=True):
    """Facts that answer a question, the best first."""

    facts: Sequence[Fact] = ()
    loose: bool = False  # they only have to do with it, and may not be what is meant


async def find_matching_facts(turn: Turn, question: AskedQuestion) -> MatchingFacts:
    """Find them by what holds now, or held before, of those who are asked about, or by words."""
    services = turn.services
    if len(question.text) > LONGEST_QUESTION or not await services.has_facts():
        return MatchingFacts()
    from memory.facts.current_state import (  # needs facts
        Asker,
        asks_of_before,
        find_current_holder,
        find_names,
        list_current_states,
    )

    facts, asker = services.owner_memory.facts, Asker(turn.recall, turn.now, turn.author)
    if asks_of_before(question.text):
        return MatchingFacts(await _find_former(turn, question, asker))
    if holder := await find_current_holder(facts, asker, question.text):
        return MatchingFacts([holder])
    names = await find_names(facts, asker, question.text)
    renamed = (each.rename(question.text) for each in names)
    asked = [question, *(replace(question, text=text) for text in renamed if text)]
    if len(names) < TWO:  # of two sisters each has a home
        texts, known = [each.text for each in asked], [each.name for each in names]
        if states := await list_current_states(facts, asker, texts, known):
            return MatchingFacts(states)
    return await _find_by_words(turn, asked)


async def _find_by_words(turn: Turn, asked: Sequence[AskedQuestion]) -> MatchingFacts:
    """Return the facts that answer a question in any of the ways to ask it."""
    from memory.facts.current_state import lacks_asked_state  # needs facts

    texts = [each.text for each in asked]
    found = [await _find_matching(turn, each) for each in asked]
    every = {fact.id: fact for each in found for fact in each.facts}
    fitting = [each for each in every.values() if not lacks_asked_state(each, texts)]
    loose = all(each.loose for each in found if each.facts)
    return MatchingFacts(fitting[:MOST], loose=bool(fitting) and loose)


async def _find_former(turn: Turn, question: AskedQuestion, asker: Asker) -> list[Fact]:
    """Return where whom a question is about lived or worked before, with the last day of each."""
    from memory.facts.former_state import find_former_states  # needs facts

    return await find_former_states(turn.services.owner_memory.facts, asker, question.text)


async def _find_matching(turn: Turn, question: AskedQuestion) -> MatchingFacts:
    """Return the facts that answer a question by itself, or else what it may continue."""
    alone = replace(question, before="", stands=False)
    found = await _search_matching(turn, alone) if question.stands else MatchingFacts()
    return found if found.facts else await _search_matching(turn, question)


async def _search_matching(turn: Turn, question: AskedQuestion) -> MatchingFacts:
    from memory.facts.recent_changes import put_newest_first

    fitting = await list_fitting_facts(turn, question)
    fitting = [each for each in fitting if not each.value.validity.is_over(turn.now)] or fitting
    asked = _AskedWords(question, _list_terms(fitting))
    shares = {fact.id: _measure_words(fact.value.text, asked) for fact in fitting}
    least = max(COVERED, CLOSE * max(shares.values(), default=0.0))
    best = put_newest_first([fact for fact in fitting if shares[fact.id] >= least], fitting)
    return MatchingFacts(best, all(_is_loose(fact.value.text, asked) for fact in best))


async def find_facts_by_one_word(turn: Turn, question: AskedQuestion) -> list[Fact]:
    """Return the last fact with a thing that is asked about: it may be meant where none answers.

    "What's our water bill?" has one word of "water's 38 a month".
    """
    from memory.facts.current_state import asks_of_before, asks_of_state  # needs facts

    if asks_of_before(question.text) or asks_of_state(question.text):
        return []  # what was so, and where somebody is at home, is told in whole or not at all
    fitting = await list_fitting_facts(turn, question)
    holding = [each for each in fitting if not each.value.validity.is_over(turn.now)]
    near = _select_near(holding, question)
    few = 0 < len(near) <= MOST
    return [max(near, key=lambda fact: fact.said_at)] if few else []  # others may hold no more


def _select_near(facts: Sequence[Fact], question: AskedQuestion) -> list[Fact]:
    """Select those that have most of what is asked, and a thing of it."""
    asked = _AskedWords(question)
    facts = [each for each in facts if _has_asked_thing(each.value.text, asked)]
    shares = {fact.id: _measure_words(fact.value.text, asked) for fact in facts}
    least = max(NEAR, CLOSE * max(shares.values(), default=0.0))
    return [fact for fact in facts if shares[fact.id] >= least]


def _list_terms(facts: Sequence[Fact]) -> frozenset[str]:
    texts = [fact.value.text for fact in facts]
    return frozenset(
        term for each in texts for term in parse_sentence(each, detect_language(each)).terms
    )


async def list_fitting_facts(turn: Turn, question: AskedQuestion) -> list[Fact]:
    """List the facts that a search finds, without those of another person or kind."""
    from memory.facts.current_state import affirms_what_is_denied, is_about_another  # needs facts

    facts = turn.services.owner_memory.facts
    found = await facts.search(turn.recall, question.searched, now=turn.now, limit=LOOKED_AT)
    own = [hit.fact for hit in found if not is_about_another(hit.fact, question.text, turn.author)]
    denied = question.kind is not Kind.WHETHER
    return [
        fact
        for fact in own
        if not (denied and affirms_what_is_denied(fact, question.text))
        and fits_kind(fact, question)
    ]


def fits_kind(fact: Fact, question: AskedQuestion) -> bool:
    """Tell if a fact has what is asked for: a weight, where a weight is asked for."""
    validity = fact.value.validity
    dated = bool(validity.since or validity.until or validity.occurs)
    return (dated and question.kind is Kind.WHEN) or has_kind(fact.value.text, question)


def has_kind(text: str, question: AskedQuestion) -> bool:
    """Tell if a text has the kind of thing that is asked for, where that can be told."""
    if question.kind not in STRICT:
        return True
    language = detect_language(f"{question.text} {text}")
    return any(measure_kind(text, question.kind, each) for each in {language, question.language})


async def has_told(turn: Turn) -> bool:
    """Tell if there is a fact that those who read the answer may see."""
    if not await turn.services.has_facts():
        return False
    facts = turn.services.owner_memory.facts
    return bool(await facts.list_facts(turn.recall, now=turn.now, limit=1))


def answers_question(fact: str, question: AskedQuestion) -> bool:
    asked = _AskedWords(question)
    return _measure_words(fact, asked) >= COVERED and not _is_loose(fact, asked)


def _is_loose(fact: str, asked: _AskedWords) -> bool:
    """Tell if a fact has one word that has to do with the question, and no word of it itself.

    So has one with a word of which it is a guess what was meant.
    """
    needed = [(word, share) for word, share in _match_words(fact, asked) if word.need]
    if any(word.guessed and share >= ENOUGH for word, share in needed):
        return True
    found = [share for _word, share in needed]
    return max(found, default=1.0) < SAID and sum(share >= ENOUGH for share in found) < TWO


def _measure_words(fact: str, asked: _AskedWords) -> float:
    """Return the share of the words of a question that a fact has; 0 if it lacks one it must."""
    found = _match_words(fact, asked)
    needed = sum(word.need for word, _share in found)
    weight = sum(word.need * share for word, share in found)
    decided = all(share >= ENOUGH for word, share in found if word.decides)
    return weight / needed if needed and decided else 0.0


def _match_words(fact: str, asked: _AskedWords) -> list[tuple[AskedWord, float]]:
    """Match each word that a fact must have; none if it lacks a name that is asked for."""
    question = asked.question
    # Both are short: together they show their language best.
    language = detect_language(f"{question.text} {fact}")
    held = parse_sentence(fact, language)
    listed = asked.list_for(language)
    if _asks_what_one_does(question):
        listed = tuple(each for each in listed if not each.taken)
    words = [each for each in listed if not _names(each, question)] or listed
    if len(words) < len(listed) and not _has_name(fact):
        return []
    if has_naming_number(fact, language):  # `the locker is 1357` tells its code
        words = [each for each in words if not _names_code(each, question)] or words
    # `When do I go to the dentist?` is answered by whatever has the dentist, and a day.
    telling = [each for each in words if each.need > LIGHT or each.decides]
    words = telling if telling and question.kind in STRICT else words
    return [(each, _match_word(each, held, language)) for each in words]


def _match_word(asked: AskedWord, held: ParsedSentence, language: str) -> float:
    """Match a word itself, or the end of a compound; a name never as another person's."""
    from bot.answering.own_data.namesakes import has_only_namesake  # needs facts

    if has_only_namesake(asked.text, held.original, language):
        return 0.0
    return max(match(asked, held), _match_end(asked, held, language))


def _has_asked_thing(fact: str, asked: _AskedWords) -> bool:
    """Tell if a fact has more of a question than what is done, and is of no namesake.

    Whether Ben has a car is not told by whatever else is known of Ben.
    """
    from bot.answering.own_data.namesakes import has_only_namesake  # needs facts

    question, found = asked.question, _match_words(fact, asked)
    language = detect_language(f"{question.text} {fact}")
    if any(has_only_namesake(word.text, fact, language) for word, _share in found):
        return False
    held = [word for word, share in found if share >= ENOUGH]
    things = [word for word in held if not _is_deed(word.text, question, language)]
    whether = question.kind is Kind.WHETHER
    return any(not (whether and word.decides) for word in things)


def _is_deed(word: str, question: AskedQuestion, language: str) -> bool:
    """Tell if a word says what is done, in the `language` that question and fact show together."""
    if is_verb(word, language):
        return True
    return not question.lists.is_spaced and is_done(word, question.text, question.language)


def _asks_what_one_does(question: AskedQuestion) -> bool:
    """Tell if somebody asks what they do, and points at nothing: `What do I take?`.

    Behind `the sky is blue` that does not ask for the sky.
    """
    if not question.before or question.kind is not Kind.WHICH or question.goes_on:
        return False
    return asks_of_oneself(question.text) and not points_at_topic(question.text, question.lists)


def _match_end(asked: AskedWord, held: ParsedSentence, language: str) -> float:
    """Match the end of a compound that is too short for a document's words: `Hausarzt`, `Arzt`."""
    parts = [each for each in asked.word.terms if is_compound_part(each, language)]
    return PART if any(is_compound_of(each, part) for each in held.terms for part in parts) else 0.0


def _has_name(fact: str) -> bool:
    """Tell if a fact has a word for a name, or one with a capital that has no other meaning."""
    words = read_text(fact).words
    named = (each.text[:1].isupper() and not (each.topics or each.marks) for each in words[1:])
    unspaced = not load_question_words(detect_language(fact)).is_spaced
    return unspaced or any(named) or any("name" in each.topics for each in words)


def _names(word: AskedWord, question: AskedQuestion) -> bool:
    """Tell if a word only asks for a name, which a fact may state without it: `our cat Tom`."""
    return "name" in find_meanings(word.text, question.language) and not word.decides


def _names_code(word: AskedWord, question: AskedQuestion) -> bool:
    return "key_code" in find_meanings(word.text, question.language)


def format_facts(turn: Turn, facts: Sequence[Fact], language: str, lead: str = "") -> str:
    """List the facts for a person, below `lead` or that they were told; empty for none."""
    if not facts:
        return ""
    from bot.rendering.fact_times import describe_times  # with what facts are

    head = lead or (_("I was told:") if turn.author else format_phrase("told", language))
    dated = [
        _("{text} ({times})", text=fact.value.text, times=describe_times(fact)) for fact in facts
    ]
    return "\n".join([head, *(f"- {each}" for each in dated)])


def restates_one(text: str, facts: Sequence[Fact]) -> bool:
    """Tell if a message says what is known; `I like tea now` is more than `I like tea`."""
    words = [fold(each) for each in tokenize(text)]
    return any(words == [fold(each) for each in tokenize(fact.value.content)] for fact in facts)
