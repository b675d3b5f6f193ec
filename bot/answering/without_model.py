"""Answers without a model: the facts that match a question and the sentences that answer it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from bot.answering.extracts.extract import Extracts
from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import understand_question
from bot.answering.model_requests import (
    Task,
    ask_prices,
    format_refusal,
    load_outline,
    needs_model,
    wants_summary,
)
from bot.answering.own_data.about_multis import answer_own_question
from bot.answering.own_data.matching_facts import (
    find_facts_by_one_word,
    find_matching_facts,
    format_facts,
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
    OFFER,
    find_corrected,
    find_noted,
    find_told_here,
    find_told_since,
    format_told_here,
    offer_to_remember,
)
from bot.answering.question.asked_question import AskedQuestion, parse_question
from bot.answering.question.mentions import asks_of_oneself
from bot.answering.question_parts import split_question
from bot.answering.quotations import quote_answer, quote_each, search_documents
from bot.answering.result import AnswerResult
from bot.answering.small_talk import answer_courtesy, detect_courtesy, find_courtesy
from bot.answering.wider_search import choose_nearer, search_foreign, search_wider
from bot.citations.sources import cite_quotations
from bot.llm import ModelError
from bot.messages.marked_text import MarkedText, join_marked
from bot.turns.command import Turn
from indexer.documents import Hit
from indexer.i18n import N_, join_sentences
from indexer.search.context import EXTRACTED
from indexer.text.question_words import Kind

if TYPE_CHECKING:
    from memory.fact import Fact

INSTEAD = N_("Here is what the documents say:")


class _Found(Struct, frozen=True):
    """Facts, quotations and turns found for a question; the extracts are from `hits`."""

    question: AskedQuestion
    hits: Sequence[Hit]
    facts: "Sequence[Fact]" = ()
    said: SaidBefore = SaidBefore()
    extracts: Extracts = Extracts()
    task: Task | None = None  # what is asked for that needs a model
    outline: str = ""  # of the document that is to be summarised, instead of quotations
    near: bool = False  # the facts may not be what is meant

    @property
    def answers(self) -> bool:
        """Return whether the documents answer."""
        return self.extracts.grade is Grade.ANSWERS

    def is_from_quoted(self, files: frozenset[str]) -> bool:
        """Return whether what is quoted first is from one of the files quoted before."""
        numbers = self.extracts.numbers
        return bool(numbers) and self.hits[numbers[0] - 1].file in files

    @property
    def has_own_data(self) -> bool:
        """Return whether a fact, or what was said, is shown."""
        return bool(self.facts or self.said.hits)

    @property
    def is_empty(self) -> bool:
        """Return whether nothing was found, and no conversation or task is asked for."""
        asks = self.said.asked_for or self.task is not None
        return not (self.has_own_data or self.extracts.numbers or asks)

    @property
    def is_left_to_documents(self) -> bool:
        """Return whether no fact answers, and no conversation is asked for."""
        return not (self.facts or self.said.asked_for)

    @property
    def quotes(self) -> Extracts:
        """Return what is quoted: what documents only may say stands below nothing else."""
        alone = not (self.has_own_data or self.said.in_words)
        return self.extracts if alone or self.answers else Extracts()


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
    near = hits[:EXTRACTED]
    if not said_before.asked_for and (said := await answer_own_question(turn, question, near)):
        return AnswerResult(cite_quotations(MarkedText(said), (), ()), (), notice)
    if kind := find_courtesy(text):
        return await answer_courtesy(turn, kind, notice)
    found = _Found(question, near, said=said_before)
    told = await find_corrected(turn, text)
    answer = (
        _answer_from_conversation(turn, found, told) if told else _answer_from_sources(turn, found)
    )
    return replace(await answer, notice=notice)


async def _answer_from_sources(turn: Turn, found: _Found) -> AnswerResult:
    """Answer with facts, what was said, and quotations, or say what needs a model."""
    matching = await find_matching_facts(turn, found.question)
    found = replace(found, facts=matching.facts, near=matching.loose)
    if told := await _find_newer(turn, found):
        return await _answer_from_conversation(turn, found, told)
    found = _drop_loose(await _search_alone_or_continued(turn, found))
    if found.is_left_to_documents:
        if told := await _find_here(turn, found):
            return await _answer_from_conversation(turn, found, told)
        found = await _quote_each(turn, await _look_further(turn, found))
    found = await _find_task(turn, _leave_repeated(found))
    return await _format_found(turn, await _look_near(turn, found))


def _drop_loose(found: _Found) -> _Found:
    """Leave out facts that may not be what is meant where the documents answer."""
    return replace(found, facts=(), near=False) if found.near and found.answers else found


async def _look_near(turn: Turn, found: _Found) -> _Found:
    """Find facts that may be meant where nothing answers: by one word, or by a model's meanings."""
    meaning, question = turn.services.engines.semantic, found.question
    if found.answers or found.has_own_data or found.task:
        return found
    asks_others = bool(found.extracts.numbers) and not asks_of_oneself(question.text)
    if question.tells or found.said.asked_for or question.kind is Kind.SEARCH or asks_others:
        return found
    if not await turn.services.has_facts():
        return found
    if meaning is None:
        near = await find_facts_by_one_word(turn, question)
        return replace(found, facts=near, near=bool(near))
    from bot.answering.by_meaning.near_facts import find_near_facts  # most have no such model

    near = await find_near_facts(turn, question, meaning, meaning.model)
    return replace(found, facts=near, near=bool(near))


async def _find_newer(turn: Turn, found: _Found) -> str:
    """Find what the person told since the facts were noted; "" for somebody who asks nothing."""
    question = found.question
    return "" if question.tells else await find_told_since(turn, question, found.facts)


def _leave_repeated(found: _Found) -> _Found:
    """Leave out what was said before where something else answers, or quotes it anyway."""
    answers = bool(found.facts) or found.answers
    wanted = found.said.asked_for or not answers
    said = drop_quoted(found.said, found.extracts.marked.text) if wanted else SaidBefore()
    in_words = found.said.in_words  # also where none of it is left
    return replace(found, said=replace(said, asked_for=found.said.asked_for, in_words=in_words))


async def _find_task(turn: Turn, found: _Found) -> _Found:
    """Find what is asked for that needs a model; of a comparison of prices, what each costs."""
    if found.has_own_data or found.question.tells:
        return found
    task = needs_model(found.question, found.extracts)
    if task is Task.PRICES:
        return await _find_prices(turn, found)
    if task in (None, Task.SUMMARY) and wants_summary(found.question):
        return await _find_outline(turn, replace(found, task=task))
    if task is not Task.COMPARE:
        return replace(found, task=task)
    from bot.answering.comparisons import states_difference  # hardly any question compares

    if states_difference(found.question, found.extracts):
        return found
    return await _find_sides(turn, replace(found, task=task))


async def _find_outline(turn: Turn, found: _Found) -> _Found:
    """Show the outline of the document that is named; sentences of others would say nothing."""
    outline = await load_outline(turn, found.question)
    shown = replace(found, task=Task.SUMMARY, outline=outline, extracts=Extracts())
    return shown if outline else found


async def _find_sides(turn: Turn, found: _Found) -> _Found:
    """Quote what the documents say of each side of a comparison, where both are told."""
    from bot.answering.comparisons import SIDES, join_sides, list_told, tells_both

    if tells_both(found.question, found.extracts):
        return found
    kind = Kind.AMOUNT if found.task is Task.PRICES else Kind.SEARCH
    sides = split_question(found.question.text)
    asked = [AskedQuestion(each, found.question.language, kind, "") for each in sides]
    quoted = [await quote_answer(turn, each, found.hits) for each in asked]
    told = list_told(found.question, quoted)
    if len(told) < SIDES or len(sides) != SIDES:
        return found
    return replace(found, extracts=join_sides(found.extracts, told))


async def _format_found(turn: Turn, found: _Found) -> AnswerResult:
    """Put the answer together: what is known of the person, then quotations, then an offer."""
    question, quotes = found.question, found.quotes
    offers = () if _is_known(found) else offer_to_remember(turn, question.text)
    lead = "" if found.has_own_data else await _format_lead(turn, found, told=bool(offers))
    if not offers and found.is_empty:
        offers = offer_to_remember(turn, question.text, in_doubt=True)
    parts = (
        MarkedText(format_facts(turn, found.facts, question.language, _get_doubt(found))),
        MarkedText(format_said_before(found.said, question.language)),
        MarkedText(lead),
        quotes.marked,
        MarkedText(str(OFFER) if offers else ""),
    )
    checked = cite_quotations(join_marked("\n\n", parts), quotes.numbers, found.hits)
    facts = tuple(fact.id for fact in found.facts)
    return AnswerResult(checked, found.hits, facts=facts, offers=offers)


def _get_doubt(found: _Found) -> str:
    return Grade.MAYBE.format_lead(found.question.language) if found.near else ""


def _is_known(found: _Found) -> bool:
    """Return whether a message tells nothing that could be noted."""
    answered = found.answers and not found.facts
    asks = bool(found.said.hits) or found.task is not None
    return asks or answered or restates_one(found.question.text, found.facts)


async def _find_here(turn: Turn, found: _Found) -> str:
    """Find what the person told here; of others' affairs only where no document answers."""
    if found.answers and not asks_of_oneself(found.question.text):
        return ""
    return await find_told_here(turn, found.question)


async def _answer_from_conversation(turn: Turn, found: _Found, told: str) -> AnswerResult:
    """Answer with what the person told before, and offer to note it unless it is a fact.

    What documents answer stands below.
    """
    noted, language = await find_noted(turn, told), found.question.language
    offers = () if noted else offer_to_remember(turn, told)
    said = format_facts(turn, [noted], language) if noted else format_told_here(told, language)
    quotes = found.extracts if found.answers else Extracts()
    parts = (MarkedText(said), quotes.marked, MarkedText(str(NOT_NOTED) if offers else ""))
    checked = cite_quotations(join_marked("\n\n", parts), quotes.numbers, found.hits)
    return AnswerResult(checked, found.hits, facts=(noted.id,) if noted else (), offers=offers)


async def _search_alone_or_continued(turn: Turn, found: _Found) -> _Found:
    """Find the answer to a question by itself where that is sure, or to what it may continue.

    Another document answers it by itself only where none answers what it may continue.
    """
    if not found.question.stands:
        return await _search_continued(turn, found)
    own = await _search_alone(turn, found)
    if own.answers and own.is_from_quoted(found.question.files):
        return own
    continued = await _find_extracts(turn, found)
    return own if own.answers and not continued.answers else continued


async def _search_continued(turn: Turn, found: _Found) -> _Found:
    """Find the answer to what a question continues; if there is none, what may answer it alone.

    "Can we swim there?" has little of what was asked of the place before.
    """
    continued = await _find_extracts(turn, found)
    if not found.question.before or continued.extracts.grade is not Grade.NOTHING:
        return continued
    own = await _look_further(turn, await _search_alone(turn, found))
    if not own.is_from_quoted(found.question.files):
        return continued
    return replace(own, extracts=replace(own.extracts, grade=Grade.MAYBE))


async def _search_alone(turn: Turn, found: _Found) -> _Found:
    """Find the answer to a question as if nothing had been asked before."""
    asked = found.question
    alone = replace(parse_question(asked.text), dated=asked.dated, day=asked.day, since=asked.since)
    hits = await search_documents(turn, alone.searched)
    return await _find_extracts(turn, replace(found, question=alone, hits=hits))


async def _quote_each(turn: Turn, found: _Found) -> _Found:
    """Quote the answer to each question of a message, where it asks several and all have one."""
    each = await quote_each(turn, found.question.text)
    return replace(found, hits=each[0], extracts=each[1]) if each else found


async def _find_extracts(turn: Turn, found: _Found) -> _Found:
    return replace(found, extracts=await quote_answer(turn, found.question, found.hits))


async def _find_prices(turn: Turn, found: _Found) -> _Found:
    """Find what each costs that is to be compared; where no price is told, keep what was found."""
    prices = await quote_answer(turn, ask_prices(found.question), found.hits)
    if prices.grade is Grade.ANSWERS:
        return await _find_sides(turn, replace(found, task=Task.PRICES, extracts=prices))
    return replace(found, task=Task.COMPARE)


async def _look_further(turn: Turn, found: _Found) -> _Found:
    """Where nothing answers, look for an answer in other words, then in other languages."""
    question = found.question
    if found.answers or question.kind is Kind.SEARCH or question.before:
        return found
    if not await _has_documents(turn):
        return found
    wider = replace(found, hits=await search_wider(turn, question, EXTRACTED))
    wider = await _find_extracts(turn, wider)
    nearer = choose_nearer(found.extracts, wider.extracts, question.lists)
    found = replace(wider, extracts=nearer) if nearer is not found.extracts else found
    return found if found.extracts.numbers else await _look_abroad(turn, found)


async def _look_abroad(turn: Turn, found: _Found) -> _Found:
    """Look for an answer in other languages; keep `found` if there is none."""
    question = replace(found.question, translated=True)
    hits = await search_foreign(turn, question, EXTRACTED)
    abroad = await _find_extracts(turn, replace(found, question=question, hits=hits))
    return abroad if abroad.extracts.numbers else found


async def _format_lead(turn: Turn, found: _Found, *, told: bool) -> str:
    """Say before the quotations how sure they are, or how to begin without documents."""
    if found.said.asked_for and not told and not found.quotes.numbers:
        return str(NOTHING_SAID)
    if told and not found.extracts.numbers:  # nothing was asked, so nothing is missing
        return ""
    if not (found.extracts.numbers or found.outline or await _has_documents(turn)):
        from bot.answering.own_data.no_documents import format_without_documents  # few

        return await format_without_documents(turn, found.question)
    if found.task is None:
        return found.extracts.grade.format_lead(found.question.language)
    return _format_task(found, found.task)


def _format_task(found: _Found, task: Task) -> str:
    """Say what needs a model, above what is shown instead: the outline, or quotations."""
    shows = bool(found.outline) if task is Task.SUMMARY else bool(found.extracts.numbers)
    lead = format_refusal(task, found.question.language, shows=shows)
    return f"{lead}\n\n{found.outline}".strip()


async def _has_documents(turn: Turn) -> bool:
    return await turn.services.store.has_documents(turn.visibility)
