"""What `bench.prose` counts: answers with the right text there, and with it taken out."""

from bench.prose import format_counts, measure_collection
from bench.retrieval.collections import Collection, Entry, Question
from bot.answering.extracts.phrases import Grade

TEXTS = (
    "The mill at Dorn was built by Ida Brun in 1812.",
    "The mill at Vik was burnt by Olaf Lund in 1790.",
    "The ferry to Vik leaves at nine.",
)
COLLECTION = Collection(
    "tiny",
    [Entry(f"p{n}", "", text) for n, text in enumerate(TEXTS)],
    [Question("Who built the mill at Dorn?", frozenset(("p0",)))],
)


async def test_a_question_is_asked_with_its_text_and_without() -> None:
    (there,), (out,) = await measure_collection(COLLECTION)
    assert (there.grade, there.right) == (Grade.ANSWERS, True)
    assert out.grade is not Grade.ANSWERS
    assert not out.right


async def test_the_line_tells_shares() -> None:
    there, out = await measure_collection(COLLECTION)
    line = "sure 1.000, hedged 0.000, wrong 0.000; of 1 taken out wrong 0.000"
    assert format_counts("tiny", there, out) == f"tiny: of 1 {line}"
