"""Measures how well citations are judged: `python -m bench.citations [--half aside] [--errors]`.

Hard pairs of a passage and a statement by kind and language, and whole answers of which only some
sentences carry marks; with `--documents`, which needs the
data, statements about real documents as well.
"""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from bench.citations.answers import (
    JudgedSentence,
    Label,
    LabelledAnswer,
    count_flagged,
    count_set_marks,
    judge_answer,
    load_answers,
)
from bench.citations.documents import measure_documents
from bench.citations.pairs import (
    JudgedPair,
    group_by,
    judge_pairs,
    load_cited_pairs,
    measure_shares,
)
from bench.halves import add_half_options, may_print_errors

LABELS: tuple[Label, ...] = ("false", "supported", "none")


def main() -> None:
    options = _parse_options()
    judged = judge_pairs(load_cited_pairs(options.half))
    _print_pairs(options.half, judged)
    if may_print_errors(options):
        _print_errors(judged)
    answers = load_answers(options.half)
    sentences = [(answer, each) for answer in answers for each in judge_answer(answer)]
    _print_answers(len(answers), [each for _answer, each in sentences])
    if may_print_errors(options):
        _print_flag_errors(sentences)
    if options.documents:
        measure_documents(options.data, options.around, errors=options.errors)


def _print_pairs(half: str, judged: Sequence[JudgedPair]) -> None:
    _print_shares(f"{half}: all", judged)
    for language, group in group_by(judged, lambda pair: pair.language).items():
        _print_shares(f"  {language}", group)
    print("  by kind: right of those that hold, right of those that do not")
    for kind, group in group_by(judged, lambda pair: pair.kind).items():
        print(f"    {kind:<14}{_count_right(group, True):>9}{_count_right(group, False):>9}")


def _print_shares(name: str, judged: Sequence[JudgedPair]) -> None:
    shares = measure_shares(judged)
    print(
        f"{name:<12} {shares.pairs:>4} pairs   precision {shares.precision:.2f}"
        f"   recall {shares.recall:.2f}"
    )


def _count_right(judged: Sequence[JudgedPair], holds: bool) -> str:
    those = [each.right for each in judged if each.pair.holds == holds]
    return f"{sum(those)}/{len(those)}" if those else ""


def _print_errors(judged: Sequence[JudgedPair]) -> None:
    for each in judged:
        if not each.right:
            wrongly = "kept" if each.kept else "fell"
            asked = f" ({each.pair.question})" if each.pair.question else ""
            print(f"  {wrongly} {each.pair.kind:<14} {each.pair.statement}{asked}")


def _print_answers(answers: int, judged: Sequence[JudgedSentence]) -> None:
    print(f"{answers} answers, {len(judged)} sentences; flagged as not verified:")
    for label in LABELS:
        for marked in (False, True):
            with_mark = "marked" if marked else "unmarked"
            print(f"  {label}, {with_mark:<20}{count_flagged(judged, label, marked=marked):>10}")
    print(f"  unmarked, and given their mark: {count_set_marks(judged)}")


def _print_flag_errors(sentences: Sequence[tuple[LabelledAnswer, JudgedSentence]]) -> None:
    for answer, each in sentences:
        if each.flagged != (each.sentence.label == "false"):
            wrongly = "flagged" if each.flagged else "passed"
            print(f"  {wrongly} {each.sentence.label:<9} {each.sentence.text} ({answer.question})")


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    parser.add_argument("--documents", action="store_true", help="also about real documents")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("MULTIS_DATA", ".")))
    parser.add_argument("--around", type=int, default=0, metavar="CHARACTERS")
    return parser.parse_args()


if __name__ == "__main__":
    main()
