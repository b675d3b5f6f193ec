"""The figures rest on this: above all, what is wrong and unhedged counts as that."""

import pytest
from msgspec.structs import replace

from bench.answers.items import Grade, Item, holds_answer
from bench.answers.judging import Outcome, judge
from bench.answers.replies import parse_reply

FILES = {1: "Lease.md", 2: "Pool.md"}
RENT = Item("open-1", "en", "how much", "How high is the rent?", (), (("1,180",),), (), "Lease.md")
RIGHT = "- 3.1 The monthly rent is £1,180. [1]"
WRONG = "- A locker costs £1. [2]"
SOURCES = "\n\n[1] Lease.md, Rent\n[2] Pool.md, Admission"
UNANSWERED = "The documents do not answer this. The closest passages:\n\n"
MAYBE = "This may be what you mean:\n\n"
TABLE = "- [1]\n\n| Month | Rent |\n|---|---|\n"


def decide(text: str, item: Item = RENT) -> Outcome:
    return judge(item, parse_reply(text, FILES)).outcome


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (RIGHT + SOURCES, Outcome.RIGHT),
        (f"{RIGHT}\n{WRONG}{SOURCES}", Outcome.RIGHT),
        (WRONG + SOURCES, Outcome.WRONG),
        (f"{WRONG}\n{RIGHT}{SOURCES}", Outcome.UNCLEAR),
        (UNANSWERED + RIGHT + SOURCES, Outcome.UNANSWERED),
        (UNANSWERED + WRONG + SOURCES, Outcome.MISSED),
        (MAYBE + RIGHT + SOURCES, Outcome.HEDGED),
        (MAYBE + WRONG + SOURCES, Outcome.MISSED),
        (f"{MAYBE}{WRONG}\n{RIGHT}{SOURCES}", Outcome.UNCLEAR),
        ("Hello! What would you like to know?", Outcome.MISSED),
    ],
)
def test_a_reply_to_a_question_that_has_an_answer(text: str, outcome: Outcome) -> None:
    assert decide(text) is outcome


def test_the_right_words_from_another_document_are_wrong() -> None:
    assert decide("- The season pass is £1,180. [2]" + SOURCES) is Outcome.WRONG


def test_the_answer_in_the_list_of_sources_is_not_an_answer() -> None:
    assert decide(f"{WRONG}\n\n[2] Pool.md, 1,180 swims") is Outcome.WRONG


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        (WRONG + SOURCES, Outcome.WRONG),
        (UNANSWERED + WRONG + SOURCES, Outcome.RIGHT),
        (MAYBE + WRONG + SOURCES, Outcome.RIGHT),
        ("The documents do not answer this: these words do not occur in them.", Outcome.RIGHT),
    ],
)
def test_a_reply_to_a_question_without_an_answer(text: str, outcome: Outcome) -> None:
    assert decide(text, replace(RENT, answer=(), grade=Grade.NOTHING)) is outcome


def test_an_expected_may_be_is_right() -> None:
    assert decide(MAYBE + RIGHT + SOURCES, replace(RENT, grade=Grade.MAYBE)) is Outcome.RIGHT


def test_one_row_passed_off_as_a_total_is_wrong() -> None:
    total = replace(RENT, answer=(), grade=Grade.CANNOT)
    assert decide(f"{TABLE}| January | 1,180 |{SOURCES}", total) is Outcome.WRONG
    assert decide(UNANSWERED + WRONG + SOURCES, total) is Outcome.MISSED


def test_an_answer_among_many_rows_or_beside_a_near_miss_is_unclear() -> None:
    row = "| May | £1,180 |\n"
    assert decide(TABLE + 3 * row + SOURCES) is Outcome.RIGHT
    assert decide(TABLE + 4 * row + SOURCES) is Outcome.UNCLEAR
    both = "- The rent is £1,180, formerly £1,100. [1]"
    assert decide(both + SOURCES, replace(RENT, avoid=("1,100",))) is Outcome.UNCLEAR


def test_about_itself_it_quotes_nothing() -> None:
    item = replace(RENT, kind="self", answer=(("Lease.md",),), document="")
    assert decide("I have 2 documents:\n- Lease.md\n- Pool.md", item) is Outcome.RIGHT
    assert decide(RIGHT + SOURCES, item) is Outcome.WRONG
    assert decide(UNANSWERED + RIGHT + SOURCES, item) is Outcome.MISSED


def test_pieces_beside_the_first_are_counted_and_rows_below_a_piece_belong_to_it() -> None:
    text = f"{TABLE}| May | £1,180 |\n\n{WRONG}\n- Open daily. [2]{SOURCES}"
    judged = judge(RENT, parse_reply(text, FILES))
    assert judged.needless == 2
    assert judged.reply.pieces[0].document == "Lease.md"
    assert judged.reply.pieces[0].text.endswith("| May | £1,180 |")


def test_the_last_mark_of_a_line_is_its_own_and_those_before_are_quoted_footnotes() -> None:
    assert decide("- The pool opened in 1911.[1] A pass is £1,180. [2]" + SOURCES) is Outcome.WRONG


def test_a_list_in_quoted_code_is_no_further_piece() -> None:
    text = f"- [1]\n\n```\n- one\n- two\n```\n{SOURCES}"
    assert judge(RENT, parse_reply(text, FILES)).needless == 0


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("from 8 am", "8", True),
        ("from 18 on", "8", False),
        ("it is 8.50", "8", False),
        ("it is 1.8", "8", False),
        ("until 8.", "8", True),
        ("**Tue**–Fri 9—12", "tue-fri 9-12", True),
        ("月租380元", "380", True),
        ("月租1380元", "380", False),
        ("до 18 часов", "до 18", True),
        ("a classical concert", "class", False),
        ("The\u00a0company\npays", "company pays", True),
    ],
)
def test_answers_are_found_as_whole_words(text: str, wanted: str, found: bool) -> None:
    assert holds_answer(text, [[wanted]]) is found


def test_every_group_needs_one_of_its_alternatives() -> None:
    assert holds_answer("Thursday until 10 pm", [["Thursday", "Thu"], ["10 pm"]])
    assert not holds_answer("Friday until 10 pm", [["Thursday", "Thu"], ["10 pm"]])
    assert not holds_answer("anything", [])
