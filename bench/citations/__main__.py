"""Measures how well citations are judged: `python -m bench.citations [--half aside] [--write]`.

Hard pairs of a passage and a statement by kind and language, and whole answers of which only some
sentences carry marks; with `--documents`, which needs the data, statements about real documents as
well; with `--rules`, what each rule of the check saves and costs. With `--model`, the model that
you have configured answers; what that costs is told first.
"""

import argparse
import asyncio
import os
from pathlib import Path

from bench.citations.answers import load_answers
from bench.citations.documents import measure_documents
from bench.citations.report import (
    FLAGGED,
    SHARES,
    CitationFigures,
    format_errors,
    format_report,
    list_sentences,
    list_sets,
    measure_half,
)
from bench.citations.rules import format_rules, measure_rules
from bench.citations.with_model import build_answer_prompt, count_marks, format_counts
from bench.configured_model import (
    add_model_options,
    confirm_cost,
    estimate,
    load_model_settings,
    open_configured,
)
from bench.halves import add_half_options, may_print_errors
from bench.record import record_rows


def main() -> None:
    options = _parse_options()
    if options.model:
        asyncio.run(_measure_model(options))
        return
    if options.rules:
        print("\n".join(format_rules(*measure_rules())))
        return
    figures = measure_half(options.half)
    print("\n".join(format_report(figures)))
    if may_print_errors(options):
        print("\n".join(format_errors(figures)))
    if options.write:
        _write(options.half, figures)
    if options.documents:
        measure_documents(options.data, options.around, errors=options.errors)


def _write(half: str, figures: CitationFigures) -> None:
    command = "python -m bench.citations --half open|aside --write"
    pairs = ((name, half, *cells) for name, *cells in list_sets(figures))
    record_rows("Citations", command, ("set", "half", *SHARES), pairs)
    flagged = ((name, half, *cells) for name, *cells in list_sentences(figures))
    record_rows("Sentences of answers", command, ("of", "half", *FLAGGED), flagged)


async def _measure_model(options: argparse.Namespace) -> None:
    settings, answers = load_model_settings(options.home), load_answers(options.half)
    needed = estimate([build_answer_prompt(answer) for answer in answers])
    if confirm_cost(needed.format_cost(settings), yes=options.yes):
        async with open_configured(settings) as model:
            print(format_counts(await count_marks(answers, model.ask)))


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    add_model_options(parser)
    parser.add_argument("--documents", action="store_true", help="also about real documents")
    parser.add_argument("--rules", action="store_true", help="what each rule saves and costs")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("MULTIS_DATA", ".")))
    parser.add_argument("--around", type=int, default=0, metavar="CHARACTERS")
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
