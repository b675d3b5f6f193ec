"""Where the bench of citations finds the flags and marks of a checked answer."""

from bench.citations.answers import (
    LabelledAnswer,
    LabelledSentence,
    count_flagged,
    count_set_marks,
    judge_answer,
)
from bench.citations.with_model import build_answer_prompt, count_marks, format_counts
from bot.llm import Prompt

ANSWER = LabelledAnswer(
    "What colour is the shed?",
    "en",
    ("The shed is green. It has two doors.",),
    (
        LabelledSentence("Hello!", "none"),
        LabelledSentence("The shed is green [1].", "supported", (1,)),
        LabelledSentence("It has two doors.", "supported", (1,)),
        LabelledSentence("It was built by Tom.", "false"),
    ),
)


def judge(checked: str) -> list[tuple[bool, set[int]]]:
    return [(each.flagged, set(each.marks)) for each in judge_answer(ANSWER, lambda _: checked)]


def test_a_flag_belongs_to_the_sentence_before_it() -> None:
    checked = (
        "Hello! The shed is green [1]. It has two doors [1]. It was built by Tom (not verified)."
    )
    assert judge(checked) == [(False, set()), (False, {1}), (False, {1}), (True, set())]


def test_a_flag_behind_the_full_stop_belongs_to_its_sentence_too() -> None:
    checked = (
        "Hello! The shed is green. (nicht geprüft) It has two doors. It was built by Tom. (?!)"
    )
    assert [flagged for flagged, _marks in judge(checked)] == [False, True, False, False]


def test_the_count_at_the_end_is_no_flag() -> None:
    checked = (
        "Hello! The shed is green [1]. It has two doors. It was built by Tom.\n\n"
        "1 statement was not verified."
    )
    assert not any(flagged for flagged, _marks in judge(checked))


def test_sentences_are_counted_by_label_and_mark() -> None:
    judged = judge_answer(
        ANSWER,
        lambda _: (
            "Hello! The shed is green (not verified). It has two doors [1]."
            " It was built by Tom (not verified)."
        ),
    )
    assert count_flagged(judged, "false", marked=False) == "1 of 1"
    assert count_flagged(judged, "supported", marked=True) == "1 of 1"
    assert count_flagged(judged, "supported", marked=False) == "0 of 1"
    assert count_flagged(judged, "none", marked=False) == "0 of 1"
    assert count_set_marks(judged) == "1 of 1"


def test_lists_and_unspaced_scripts_are_joined_as_they_are_written() -> None:
    listed = (LabelledSentence("Do this:", "none"), LabelledSentence("- Wait.", "false"))
    assert LabelledAnswer("", "en", (), listed).join(s.text for s in listed) == "Do this:\n- Wait."
    assert LabelledAnswer("", "ja", (), ()).join(("はい。", "緑です。")) == "はい。緑です。"


async def test_the_marks_of_a_model_are_counted_as_written_and_as_they_stay() -> None:
    async def answer(prompt: Prompt) -> str:
        assert "The shed is green." in prompt.messages[-1].text
        return "The shed is green [1]. The boat sails to Crete every Tuesday [1]."

    counted = await count_marks([ANSWER], answer)
    assert (counted["marks"], counted["kept"], counted["unmarked"]) == (2, 1, 0)
    assert format_counts(counted) == "1 answers, 0 of them without a mark; 1 of 2 marks stay"
    assert build_answer_prompt(ANSWER).messages[-1].text.endswith(ANSWER.question)
