"""Answers without a model: the facts that match a question and the sentences that answer it."""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.answering.extracts.extract import NO_TEXT, Extracts, find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import understand_question
from bot.answering.model_requests import (
    Task,
    ask_prices,
    format_refusal,
    load_outline,
    needs_model,
)
from bot.answering.own_data.about_multis import answer_own_question
from bot.answering.own_data.matching_facts import (
    OFFER,
    find_matching_facts,
    format_facts,
    offer_to_remember,
    restates_one,
)
from bot.answering.own_data.said_before import (
    NOTHING_SAID,
    SaidBefore,
    drop_quoted,
    find_said_before,
    format_said_before,
)
from bot.answering.own_data.told_here import (
    NOT_NOTED,
    asks_of_oneself,
    find_noted,
    find_told_here,
    find_told_since,
    format_told_here,
)
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.result import AnswerResult
from bot.answering.small_talk import answer_courtesy, detect_courtesy, find_courtesy
from bot.answering.wider_search import search_wider
from bot.citations.sources import cite_quotations
from bot.llm import ModelError
from bot.messages import run_aside
from bot.messages.marked_text import MarkedText, join_marked
from bot.turns.command import Turn
from bot.views.documents import NOTHING_INDEXED
from indexer.documents import Hit
from indexer.i18n import N_, join_sentences
from indexer.search.context import EXTRACTED
from indexer.text.question_words import Kind

INSTEAD = N_("Here is what the documents say:")
_NOTHING = Extracts()


async def answer_after_failure(
    turn: Turn, question: str, hits: Sequence[Hit], error: ModelError
) -> AnswerResult:
    """Answer without the model that failed, and say first why it did."""
    lead = "" if find_courtesy(question) else str(INSTEAD)
    notice = join_sentences(str(error.sentence), lead)
    return await answer_without_model(turn, question, hits, notice)


async def answer_without_model(
    turn: Turn,
    text: str,
    hits: Sequence[Hit],
    notice: str = "",
    asked: AskedQuestion | None = None,
) -> AnswerResult:
    """Answer with matching facts and with sentences of the passages, word for word.

    Where neither answers: say so, and offer to remember the message. Small talk is answered in
    kind, without looking at facts or passages.
    """
    if kind := detect_courtesy(text):
        return await answer_courtesy(turn, kind, notice)
    question = asked or await understand_question(turn, text)
    said_before = await find_said_before(turn, question)
    if not said_before.asked_for and (said := await answer_own_question(turn, question)):
        return AnswerResult(cite_quotations(MarkedText(said), (), ()), (), notice)
    if kind := find_courtesy(text):
        return await answer_courtesy(turn, kind, notice)
    answer = await _answer_from_sources(turn, question, hits[:EXTRACTED], said_before)
    return replace(answer, notice=notice)


async def _answer_from_sources(
    turn: Turn, question: AskedQuestion, hits: Sequence[Hit], said_before: SaidBefore
) -> AnswerResult:
    """Answer with facts, what was said, and quotations, or say what needs a model."""
    facts = await find_matching_facts(turn, question)
    if not question.tells and (newer := await find_told_since(turn, question, facts)):
        return await _answer_from_conversation(turn, question, newer, hits)
    question, found, hits = await _answer_alone_or_continued(turn, question, hits)
    alone = not (facts or said_before.asked_for)
    if alone and (here := await _find_here(turn, question, found)):
        return await _answer_from_conversation(turn, question, here, hits, found)
    if found.grade is Grade.NOTHING and alone:
        found, hits = await _look_further(turn, question, found, hits)
    answered = found.grade is Grade.ANSWERS
    wanted = said_before.asked_for or not (facts or answered)
    said = drop_quoted(said_before if wanted else SaidBefore(), found.marked.text)
    task = None if facts or said.hits or question.tells else needs_model(question, found)
    if task is Task.PRICES:
        task, found = await _find_prices(turn, question, found, hits)
    known = restates_one(question.text, facts) or said.hits or task or (answered and not facts)
    quoted = answered if facts or said.hits or said_before.in_words else True
    offers = () if known else offer_to_remember(turn, question.text)
    told = bool(offers)
    lead = await _format_lead(turn, question, found, task, told=told)
    if said_before.asked_for and not offers and not (quoted and found.numbers):
        lead = str(NOTHING_SAID)
    parts = (
        MarkedText(format_facts(turn, facts, question.language)),
        MarkedText(format_said_before(said, question.language)),
        MarkedText("" if facts or said.hits else lead),
        found.marked if quoted else MarkedText(),
        MarkedText(str(OFFER) if offers else ""),
    )
    numbers = found.numbers if quoted else ()
    checked = cite_quotations(join_marked("\n\n", parts), numbers, hits)
    ids = tuple(fact.id for fact in facts)
    return AnswerResult(checked, hits, facts=ids, offers=offers)


async def _find_here(turn: Turn, question: AskedQuestion, found: Extracts) -> str:
    """Find what the person told here; of others' affairs only where no document answers."""
    if found.grade is Grade.ANSWERS and not asks_of_oneself(question.text):
        return ""
    return await find_told_here(turn, question)


async def _answer_from_conversation(
    turn: Turn,
    question: AskedQuestion,
    told: str,
    hits: Sequence[Hit],
    found: Extracts = _NOTHING,
) -> AnswerResult:
    """Answer with what the person told before, and offer to note it unless it is a fact.

    What documents answer, as `found`, stands below.
    """
    noted = await find_noted(turn, told)
    offers = () if noted else offer_to_remember(turn, told)
    language = question.language
    said = format_facts(turn, [noted], language) if noted else format_told_here(told, language)
    answered = found.grade is Grade.ANSWERS
    numbers, quoted = (found.numbers, found.marked) if answered else ((), NO_TEXT)
    parts = (MarkedText(said), quoted, MarkedText(str(NOT_NOTED) if offers else ""))
    checked = cite_quotations(join_marked("\n\n", parts), numbers, hits)
    return AnswerResult(checked, hits, facts=(noted.id,) if noted else (), offers=offers)


async def _answer_alone_or_continued(
    turn: Turn, question: AskedQuestion, hits: Sequence[Hit]
) -> tuple[AskedQuestion, Extracts, Sequence[Hit]]:
    """Find the answer to a question by itself where that is sure, or to what it may continue.

    Another document answers it by itself only where none answers what it may continue.
    """
    if not question.stands:
        return question, await _find_answer(turn, question, hits), hits
    alone = parse_question(question.text)
    own_hits = await _search(turn, alone.searched)
    own = await _find_answer(turn, alone, own_hits)
    answers = own.grade is Grade.ANSWERS
    if answers and own_hits[own.numbers[0] - 1].file in question.files:
        return alone, own, own_hits
    found = await _find_answer(turn, question, hits)
    if answers and found.grade is not Grade.ANSWERS:
        return alone, own, own_hits
    return question, found, hits


async def _search(turn: Turn, words: str) -> Sequence[Hit]:
    return await turn.services.store.search(turn.recall, words, limit=EXTRACTED, now=turn.now)


async def _find_answer(turn: Turn, question: AskedQuestion, hits: Sequence[Hit]) -> Extracts:
    length = len(question.searched) + sum(len(hit.chunk.text) for hit in hits)
    found = await run_aside(lambda: find_answer(question, hits), length)
    meaning = turn.services.engines.semantic
    if meaning is None:
        return found
    from bot.answering.by_meaning.choice import choose_by_meaning  # most have no such model

    return await choose_by_meaning(meaning, question, found, hits)


async def _find_prices(
    turn: Turn, question: AskedQuestion, found: Extracts, hits: Sequence[Hit]
) -> tuple[Task, Extracts]:
    """Find what each costs that is to be compared; where no price is told, keep what was found."""
    prices = await _find_answer(turn, ask_prices(question), hits)
    if prices.grade is Grade.ANSWERS:
        return Task.PRICES, prices
    return Task.COMPARE, found


async def _look_further(
    turn: Turn, question: AskedQuestion, found: Extracts, hits: Sequence[Hit]
) -> tuple[Extracts, Sequence[Hit]]:
    """Look for an answer in other words; return what was found before if there is none."""
    if question.kind is Kind.SEARCH or question.before or not await _has_documents(turn):
        return found, hits
    more = await search_wider(turn, question, EXTRACTED)
    wider = await _find_answer(turn, question, more)
    return (found, hits) if wider.grade is Grade.NOTHING else (wider, more)


async def _format_lead(
    turn: Turn, question: AskedQuestion, found: Extracts, task: Task | None, *, told: bool
) -> str:
    """Say before the quotations how sure they are, or how to begin without documents."""
    if told and not found.numbers:  # nothing was asked, so nothing is missing
        return ""
    if not (found.numbers or await _has_documents(turn)):
        return str(NOTHING_INDEXED)
    if task is None:
        return found.grade.format_lead(question.language)
    outline = await load_outline(turn, question) if task is Task.SUMMARY else ""
    shows = bool(outline) if task is Task.SUMMARY else bool(found.numbers)
    lead = format_refusal(task, question.language, shows=shows)
    return f"{lead}\n\n{outline}".strip()


async def _has_documents(turn: Turn) -> bool:
    return await turn.services.store.has_documents(turn.visibility)
