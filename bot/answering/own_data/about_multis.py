"""Questions about multis itself and what it holds: answered from its own data, in any language."""

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import cache, lru_cache

from msgspec import Struct

from bot.answering.extracts.phrases import Grade, format_phrase
from bot.answering.question.asked_question import AskedQuestion
from bot.answering.question.meanings import find_leave_word
from bot.answering.small_talk import strip_courtesies
from bot.messages import run_aside
from bot.messages.marked_text import escape_markup
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED, format_document
from indexer.documents import Document, Hit
from indexer.i18n import SHIPPED, current_language, format_full_date, format_time, use_language
from indexer.text.analyzer import list_uncommon_words, tokenize
from indexer.text.normalize import fold, unify
from indexer.text.question_words import (
    GAP,
    Kind,
    QuestionWords,
    list_question_languages,
    load_question_words,
)
from indexer.text.stopwords import load_stopwords
from indexer.text.word_lists import load_folded

LISTED = 30  # documents or facts
CHANGED = 8  # facts, the latest
LONGEST = 300  # characters of a question about multis itself
_EDGES = " ?？。！、"
_LISTS = (
    *("abilities", "me", "changes", "self", "documents"),
    *("contents", "extent", "topics", "read"),
)


class About(Enum):
    """The parts of multis that people ask about."""

    ABILITIES = "abilities"
    CHANGES = "changes"
    CLOCK = "clock"
    CONTENTS = "contents"
    DOCUMENTS = "documents"
    EXTENT = "extent"
    PERSON = "me"
    READING = "read"
    TOPICS = "topics"  # what a document says or covers, which its sentences may tell as well


POINTED = "pointed"  # the list of what asks of a file, or in a new conversation of multis
BEGIN = "begin"  # the list of what asks how to begin, or of what was spoken of before
_IN_DOUBT = (About.EXTENT, About.TOPICS)  # ... but what passages answer
# The lists of whole questions, which may mean nothing else.
_WHOLE = {
    "clock": About.CLOCK,
    "inventory": About.DOCUMENTS,
    POINTED: About.ABILITIES,
    BEGIN: About.ABILITIES,
}
_OF_TOPIC = (POINTED, BEGIN)  # ... but what was asked before


class OwnQuestion(Struct, frozen=True):
    about: About
    language: str
    name: str = ""  # of the document that it asks about


def detect_own_question(question: AskedQuestion) -> OwnQuestion | None:
    """Return what of multis is asked about; None for any other question."""
    if len(question.text) > LONGEST:
        return None
    text = strip_courtesies(question.text)
    for name, about in _WHOLE.items():
        continues = bool(question.before) and name in _OF_TOPIC
        if language := "" if continues else find_whole(text, name):
            return OwnQuestion(about, language)
    # Such questions are short: their language may be mistaken.
    for language in dict.fromkeys((question.language, *list_question_languages())):
        if _may_ask(text, language) and (found := _detect_in(text, language)):
            return found
    return None


def _may_ask(text: str, language: str) -> bool:
    """Return False for a text, such as most, without a word that opens any such phrase."""
    openers = _list_openers(language)
    if load_question_words(language).is_spaced:
        return not openers.isdisjoint(_fold_words(text))
    joined = fold(unify(text)).replace(" ", "")
    return any(each in joined for each in openers)


@cache
def _list_openers(language: str) -> frozenset[str]:
    """List the words that open a phrase by which multis or its own data are asked about."""
    lists = load_question_words(language)
    phrases = (phrase for name in _LISTS for phrase in lists.list_words("own", name))
    return frozenset(phrase.partition(" ")[0] for phrase in phrases)


def _detect_in(text: str, language: str) -> OwnQuestion | None:
    lists = load_question_words(language)
    for about in (About.ABILITIES, About.PERSON, About.CHANGES):
        phrase = lists.find_phrase(text, "own", about.value)
        if about is About.PERSON and lists.find_phrase(text, "own", "others"):
            continue
        if phrase and (lists.is_spaced is False or _is_rest_common(text, phrase, language)):
            return OwnQuestion(about, language)
    if _asks_for_person(text, language):
        return OwnQuestion(About.PERSON, language)
    if _asks_for_documents(text, language):
        return OwnQuestion(About.DOCUMENTS, language)
    for about in (About.CONTENTS, About.EXTENT, About.TOPICS, About.READING):
        if name := _find_name(text, about, language):
            return OwnQuestion(about, language, name)
    return None


def find_whole(text: str, name: str) -> str:
    """Return the language in which a text is one of the questions of a list; "" for none."""
    spaced, unspaced = join_words(text), fold(unify(text)).strip(_EDGES)
    for language in list_question_languages():
        lists = load_question_words(language)
        asked = spaced if lists.is_spaced else unspaced
        if asked in lists.list_words("own", name):
            return language
    return ""


def _is_rest_common(text: str, phrase: str, language: str) -> bool:
    rest = list_uncommon_words(_find_rest(text, phrase, language), language)
    knowing = load_question_words(language).list_words("own", "knowing")
    return (load_folded("fillers", language) | set(knowing)).issuperset(rest)


def _find_rest(text: str, phrase: str, language: str) -> str:
    folded = join_words(text)
    if not load_question_words(language).is_spaced:
        folded = fold(unify(text)).strip(" ?？。")
    return folded.replace(phrase, " ", 1).strip()


def _find_name(text: str, about: About, language: str) -> str:
    """Return the words for what is asked about: "what's in the lease", "what is the lease about".

    Behind a phrase with a gap nothing else may stand: what a lease says of pets is looked up, and
    so is how many pages it may have.
    """
    lists = load_question_words(language)
    opens = lists.is_spaced and about is About.READING
    phrase = lists.find_phrase(text, "own", about.value, first=opens)
    if not phrase:
        return ""
    if about is About.EXTENT and lists.is_spaced and find_leave_word(text, language):
        return ""
    if GAP not in phrase:
        return _find_rest(text, phrase, language)
    opener, _gap, end = phrase.partition(f" {GAP} ")
    name, ending, behind = join_words(text).partition(f"{opener} ")[2].rpartition(f" {end}")
    return name if ending and not behind else ""


def _asks_for_person(text: str, language: str) -> bool:
    """Return whether nothing but the person, and that multis knows of them, is spoken of."""
    lists = load_question_words(language)
    knowing = lists.list_words("own", "knowing")
    phrase = lists.find_phrase(text, "own", "self")
    if not phrase or lists.find_phrase(text, "own", "others"):
        return False
    rest = _find_rest(text, phrase, language)
    if not lists.is_spaced:
        return any(each in rest for each in knowing) and not drop_all(rest, knowing).strip(_EDGES)
    words = [fold(each) for each in tokenize(rest)]
    common = load_stopwords(language) | _list_kind_words(language) | set(knowing)
    return common.issuperset(words) and any(each in knowing for each in words)


def drop_all(text: str, words: Iterable[str]) -> str:
    """Drop words from a text without spaces, the longest first."""
    for each in sorted(words, key=len, reverse=True):
        text = text.replace(each, "")
    return text


def _asks_for_documents(text: str, language: str) -> bool:
    """Return whether nothing but documents, and that multis has them, is spoken of."""
    lists = load_question_words(language)
    names, having = lists.list_words("own", "documents"), lists.list_words("own", "having")
    if not lists.is_spaced:
        bare = fold(unify(text)).strip(" ?？。！")
        rest = drop_all(bare, (*names, *having, *lists.particles)).strip(_EDGES)
        return any(each in bare for each in names) and not rest
    words = _fold_words(text)
    if not any(each in names for each in words):
        return False
    kinds = _list_kind_words(language)
    handed = _list_handed(words, lists)
    common = load_stopwords(language) | kinds | {*having, *handed}
    asking = any(each in kinds or each in having for each in words)
    return asking and all(each in common or each in names for each in words)


def _list_handed(words: Sequence[str], lists: QuestionWords) -> tuple[str, ...]:
    """List what somebody does to documents where they do so: "I added", but not "are shared"."""
    handing = lists.list_words("own", "handing")
    return lists.list_words("own", "handed") if any(each in handing for each in words) else ()


def join_words(text: str) -> str:
    """Return the words of a text, folded, as the phrases of the lists are."""
    return " ".join(_fold_words(text))


# A question is looked through in each language.
@lru_cache(maxsize=64)
def _fold_words(text: str) -> tuple[str, ...]:
    return tuple(fold(each) for each in tokenize(unify(text)))


@cache
def _list_kind_words(language: str) -> frozenset[str]:
    """List the words that show what kind of question it is."""
    lists = load_question_words(language)
    return frozenset(
        word
        for kind in Kind
        if kind is not Kind.SEARCH
        for phrase in lists.list_words("kinds", kind.value)
        for word in phrase.split()
    )


async def answer_own_question(
    turn: Turn, question: AskedQuestion, hits: Sequence[Hit]
) -> str | None:
    """Return the answer; None for a question about anything but multis.

    What a document is said to have or to say may be told by the passages that `hits` found.
    """
    asked = detect_own_question(question)
    if asked is None:
        return None
    if asked.about is About.ABILITIES:
        return format_phrase("abilities", asked.language)
    if asked.about is About.CLOCK:
        return await _tell_time(turn, asked.language)
    if asked.about is About.PERSON:
        return await _list_facts(turn, asked.language)
    if asked.about is About.CHANGES:
        return await _list_changes(turn, asked.language)
    documents = await turn.services.store.list_documents(turn.visibility)
    if asked.about is About.DOCUMENTS:
        shown = dict(enumerate((each.code for each in documents[:LISTED]), 1))
        await turn.services.shown_lists.save(turn.message.chat.key, "documents", shown)
        return _list_documents(documents, asked.language)
    if asked.about is About.READING:
        return _find_read(documents, asked)
    doubted = asked.about in _IN_DOUBT and await _is_answered(question, hits)
    return None if doubted else await _show_named(turn, documents, question, asked)


async def _is_answered(question: AskedQuestion, hits: Sequence[Hit]) -> bool:
    from bot.answering.extracts.extract import find_answer  # as above

    length = len(question.searched) + sum(len(hit.chunk.text) for hit in hits)
    found = await run_aside(lambda: find_answer(question, hits), length)
    return found.grade is Grade.ANSWERS


async def _tell_time(turn: Turn, language: str) -> str:
    """Tell day and time by the clock of the chat, and whose clock that is."""
    from bot.answering.reminders import open_reminders  # hardly any question needs it

    reminders = await open_reminders(turn)
    with use_language(SHIPPED.choose([language], current_language())):
        now = reminders.now
        return f"{format_full_date(now)}, {format_time(now)} ({reminders.zone})"


async def _list_facts(turn: Turn, language: str) -> str:
    """List what the person told; in a group, what others said of them is not their word."""
    most = -1 if turn.author else LISTED
    facts = await turn.services.owner_memory.facts.list_facts(turn.recall, now=turn.now, limit=most)
    own = [each for each in facts if each.is_of(turn.author or None)]
    if not own:
        return format_phrase("unknown", language)
    lines = (f"- {each.value.text}" for each in own[:LISTED])
    return "\n".join([format_phrase("told", language), *lines])


async def _list_changes(turn: Turn, language: str) -> str:
    """List what of the person's facts has changed: what was, and what is, with its date."""
    if not await turn.services.has_facts():
        return format_phrase("unchanged", language)
    from bot.rendering.fact_times import describe_times  # needs facts
    from memory.facts.current_state import Asker, get_said
    from memory.facts.recent_changes import list_recent_changes

    asker = Asker(turn.recall, turn.now, turn.author)
    turns = await list_recent_changes(turn.services.owner_memory.facts, asker, CHANGED)
    if not turns:
        return format_phrase("unchanged", language)
    texts = (
        get_said(each.after) if each.ended else f"{get_said(each.before)} → {get_said(each.after)}"
        for each in turns
    )
    lines = (
        f"- {text} ({describe_times(each.after)})" for text, each in zip(texts, turns, strict=True)
    )
    return "\n".join([format_phrase("changed", language), *lines])


def _list_documents(documents: Sequence[Document], language: str) -> str:
    if not documents:
        return str(NOTHING_INDEXED)
    lines = [f"{n}. {escape_markup(each.name)}" for n, each in enumerate(documents[:LISTED], 1)]
    more = ["…"] if len(documents) > LISTED else []
    head = format_phrase("documents", language, count=str(len(documents)))
    return "\n".join([head, *lines, *more])


async def _show_named(
    turn: Turn, documents: Sequence[Document], question: AskedQuestion, asked: OwnQuestion
) -> str | None:
    """Show the outline of the one document that is named, or its size and date.

    That is no answer where pages are asked for, and it has none.
    """
    from bot.answering.own_data.named_documents import find_only  # few questions name one

    document = await find_only(turn, documents, asked.name, asked.language)
    if document is None:
        return None
    if asked.about is About.EXTENT:
        tells = document.pages or question.kind is Kind.WHEN
        return format_document(document, None) if tells else None
    from bot.answering.own_data.outline import format_outline  # hardly any question needs it

    return await format_outline(turn, document)


def _find_read(documents: Sequence[Document], asked: OwnQuestion) -> str | None:
    from bot.answering.own_data.named_documents import find_named  # as above

    found = find_named(documents, asked.name, asked.language)
    return (
        format_phrase("read", asked.language, name=escape_markup(found[0].name)) if found else None
    )
