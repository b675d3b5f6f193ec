"""Long texts of people and models hold the event loop no longer than 50 ms, one by one.

What may take longer runs in a thread: `indexer.aside`.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from inspect import unwrap

import pytest
from msgspec.structs import replace

from adapters.web.passages import build_reading
from bot.answering.extracts.extract import find_answer
from bot.answering.follow_up import continue_question
from bot.answering.model_requests import detect_task
from bot.answering.own_data.about_multis import detect_own_question
from bot.answering.own_data.matching_facts import answers_question
from bot.answering.question.asked_question import parse_question
from bot.answering.small_talk import detect_courtesy
from bot.answering.wider_search import list_related_words
from bot.answering.with_model.links import AnswerLinks
from bot.citations.check import check_citations
from bot.desk.views.passage import LONGEST as LONGEST_AROUND
from bot.turns.plain_words import find_plain_command
from indexer.aside import SHORT
from indexer.documents import Chunk, Hit
from indexer.errors import UserError
from indexer.inference.entailment import judge, judge_answer
from indexer.inference.figures.quantities import find_quantities
from indexer.inference.reading import read_text
from indexer.scopes import KB
from indexer.text.dates.finder import find_mention
from indexer.text.question_words import detect_clear_language
from indexer.text.sentence_kind import is_question, is_statement
from memory.capture.user_quotes import UserQuotes
from memory.facts.told_change import tells_of_change
from memory.forgetting.matching import Words
from memory.messages import Message
from memory.reminders.request import parse_reminder
from memory.text.changes.change import takes_place_of
from memory.text.grounding import UserSentence, ground_note, list_user_sentences
from memory.text.statement import is_addition
from tests.adapters.web.reading import APassage
from tests.hostile.linear import Shape, assert_linear, list_shapes
from tests.hostile.pace import measure_seconds, measure_slowness

LONGEST = 0.05  # seconds of the event loop
TRIES = 9
SIZE = 20_000  # characters: more than any platform takes at once
UNITS = (
    *("a", "A ", "1 ", "a b ", "[1] ", ". ", "? ", "的", "吗", "- a\n", "\n \n", "a, ", "not "),
    *("|a|\n|-|\n", "I am. ", "My a is A ", "ab cd. ", "Dr. ", "12:30 ", "Jan 1, ", "3 km "),
    *("\ufdfa", "\ufdfa ", "\ufb01", "\u3300"),  # ligatures, which become up to 18 letters
    *("(until 2024-01-01)\n", "https://a.b/", "Ann Lee ", "yesterday ", "the gate is green; "),
)


def write_in_letters(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "ghijklmnop"))


# Words that differ, none of which another one's cache or list spares.
DISTINCT = {
    "names": " ".join(f"Zqv{n:x} {n % 97}" for n in range(3000)),
    "words": " ".join(f"qz{write_in_letters(n)}w" for n in range(4000)),
    "numbers": " ".join(map(str, range(1, 5000))),
    "signs": "".join(chr(0x4E00 + n * 7919 % 20_000) for n in range(SIZE)),
    "syllables": "".join(chr(0xAC00 + n * 7919 % 11_000) for n in range(SIZE)),
}
PASSAGE = "The ferry leaves at nine on Mondays and costs 12 euros. Anna Lee pays 3 km. No dogs. "
NOW = datetime(2026, 2, 11, 12, tzinfo=UTC)
AT = "2026-02-11T12:00:00.000Z"
ASKED = parse_question("When does the ferry leave on Mondays?")


def a_hit(n: int, text: str = PASSAGE * 25) -> Hit:
    chunk = Chunk(f"c{n}", f"Name {n}", text[:2000], path=("Ferry",))
    return Hit(chunk, f"f{n}.md", f"f{n}.md", KB, "md", 1.0, bm25=1.0)


HITS = [a_hit(n) for n in range(8)]


def split_hits(text: str) -> list[Hit]:
    """Return hits that have the text among them, for they are read together."""
    size = len(text) // len(HITS) + 1
    return [a_hit(n, text[n * size : (n + 1) * size]) for n in range(len(HITS))]


def said(text: str) -> Message:
    return Message("user", text, AT, "m1")


def answered(text: str) -> Message:
    return Message("assistant", text, AT, "m1")


def match_words(text: str) -> None:
    with suppress(UserError):
        Words(text).matches(PASSAGE)


def ground_quote(text: str) -> None:
    with suppress(UserError):
        UserQuotes([said(text)]).ground(text[:300], text[:50])


# Runs in the event loop, whatever the length.
IN_THE_LOOP: Mapping[str, Callable[[str], object]] = {
    "question": parse_question,
    "follow-up": lambda text: continue_question(text, [said("When?"), answered("At nine.")]),
    "follow-up to it": lambda text: continue_question("and it?", [said(text), answered(text)]),
    "own data": lambda text: detect_own_question(parse_question(text)),
    "request": lambda text: detect_task(parse_question(text)),
    "fact": lambda text: answers_question("the ferry leaves at nine", parse_question(text)),
    "courtesy": detect_courtesy,
    "statement": is_statement,
    "is it a question": is_question,
    "date": lambda text: find_mention(text, NOW),
    "change": lambda text: takes_place_of(text[:600], PASSAGE[:60], text[-600:]),
    "told change": tells_of_change,
    "addition": is_addition,
    "forget words": match_words,
    "words to forget": lambda text: Words("green tea").matches(text),
    "plain command": find_plain_command,
    "clear language": detect_clear_language,
    "links": lambda text: AnswerLinks([PASSAGE]).disarm(text),
}


def list_aside(hits: Sequence[Hit]) -> Mapping[str, Callable[[str], object]]:
    """List what runs in a thread, unless the text and these hits are short together."""
    return {
        "citations": lambda text: check_citations(text, hits, text, [text]),
        "known to citations": lambda text: check_citations(
            "The zebra eats cheese.", hits, "", [text]
        ),
        "extract": lambda text: find_answer(parse_question(text), hits),
        "passages": lambda text: find_answer(ASKED, split_hits(text)),
        "sentences": lambda text: list_user_sentences([answered(text), said(text)]),
        "quotes": ground_quote,
        "note": lambda text: ground_note(
            text[:300], [UserSentence(1, text, "", is_question=False)]
        ),
        "reminder": lambda text: parse_reminder(f"tomorrow at 9 {text}", NOW),
        "wider words": lambda text: list_related_words(parse_question(text)),
    }


ASIDE = list_aside(HITS)
BRIEF = list_aside([a_hit(0, (PASSAGE * 3)[: SHORT // 2])])
# A passage of a document as the page shows it, with as much around it as it ever has.
AROUND = 2 * LONGEST_AROUND // 2000
READ = 1.0  # seconds in a thread, of which a person has one
# Inference, with either text hostile.
INFERENCE: Mapping[str, Callable[[str], object]] = {
    "statement": lambda text: judge(text, PASSAGE * 20),
    "short statement": lambda text: judge(text[:500], text),
    "text": lambda text: judge("The ferry leaves Anna Lee at nine and costs 3 km.", text),
    "answer": lambda text: judge_answer("No, 3 km.", text, text),
}


@pytest.mark.parametrize("name", IN_THE_LOOP)
def test_what_runs_in_the_loop_is_quick(name: str) -> None:
    run = IN_THE_LOOP[name]
    run(PASSAGE)  # what is loaded once
    slow = {unit: took for unit in UNITS if (took := measure(run, unit, SIZE)) > LONGEST}
    assert slow == {}


@pytest.mark.parametrize("words", DISTINCT)
@pytest.mark.parametrize("name", IN_THE_LOOP)
def test_words_that_differ_are_read_quickly(name: str, words: str) -> None:
    run = IN_THE_LOOP[name]
    run(PASSAGE)
    assert measure(run, DISTINCT[words], SIZE) <= LONGEST


@pytest.mark.parametrize("name", BRIEF)
def test_what_is_too_short_for_a_thread_is_quick(name: str) -> None:
    run = BRIEF[name]
    run(PASSAGE)
    slow = {unit: took for unit in UNITS if (took := measure(run, unit, SHORT // 2)) > LONGEST}
    assert slow == {}


@pytest.mark.parametrize("name", [*INFERENCE, *ASIDE])
def test_what_runs_in_a_thread_takes_linear_time(name: str) -> None:
    run = {**INFERENCE, **ASIDE}[name]
    run(PASSAGE)
    assert_linear(run, (each for each in list_shapes(UNITS) if each.tail))


def test_what_repeats_a_word_of_a_statement_is_judged_in_linear_time() -> None:
    said = "Yoga is on Tuesday, takes an hour, and is 90 km away."
    assert_linear(lambda text: judge(said, text), [Shape("is ", tail="x")], (1000, 8000))


@pytest.mark.parametrize("figures", ["7 ", "1600 ", "an hour 3 minutes "])
def test_figures_without_end_are_read_in_linear_time(figures: str) -> None:
    def find(text: str) -> None:
        unwrap(find_quantities)(read_text(text, "en"))

    assert_linear(find, [Shape(figures, tail="x")], (4000, 32_000))


@pytest.mark.parametrize("kind", ["md", "pdf"])
def test_a_page_of_a_document_is_laid_out_quickly(kind: str) -> None:
    def read(text: str) -> None:
        part = APassage("Ferry", text, kind)
        build_reading(replace(part, after=(part,) * AROUND))

    units = (*UNITS, "[[", "![", "[a", "| [ |\n", "1. a\n", "*a ", "<a")
    slow = {unit: took for unit in units if (took := measure(read, unit, 2000, READ)) > READ}
    assert slow == {}


def measure(run: Callable[[str], object], unit: str, size: int, enough: float = LONGEST) -> float:
    """Return the CPU seconds for a text of a unit again and again: the least of some tries.

    There are more where it seems slow, for a busy machine counts the waiting for its caches too;
    each of those counts by how slow the machine is at that moment.
    """
    text = (unit * (size // len(unit) + 1))[:size]
    took = float("inf")
    for n in range(TRIES):  # each is new to caches
        slowness = measure_slowness() if n > 2 else 1.0
        took = min(took, measure_seconds(partial(run, f"{text} {n}")) / slowness)
        if n > 1 and took <= enough:
            return took
    return took
