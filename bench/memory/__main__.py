"""Measures memory: `python -m bench.memory [--half aside] [--errors] [--facts 100000] [--write]`.

Everything runs offline unless `--model` is given: then the model that you have configured takes the
notes, and what that costs is told first. With `--facts`, the ledger is measured with so many facts:
a scripted model notes what the person said and names the topic, as the prompt requires, or names
none, or every other time, as if /remember and captures took turns; or it believes every planted
text. `--embedding` asks the questions about facts with the local model for search by meaning.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from bench.configured_model import (
    add_model_options,
    confirm_cost,
    estimate,
    load_model_settings,
    open_configured,
)
from bench.halves import add_half_options, may_print_errors
from bench.memory.by_meaning import ask_by_meaning
from bench.memory.changes import load_chains
from bench.memory.facts import measure_facts
from bench.memory.found_again import load_recall_questions
from bench.memory.measuring import MemoryFigures, measure_half
from bench.memory.notes import load_notes
from bench.memory.report import (
    CHANGES,
    FIGURES,
    format_errors,
    format_report,
    list_changes,
    list_figures,
    list_recall,
)
from bench.memory.with_model import build_change_prompts, build_note_prompts, measure_with_model
from bench.record import format_table, record_rows


def main() -> None:
    options = _parse_options()
    if options.embedding:
        asyncio.run(_measure_meaning(options.half, options.embedding))
        return
    if options.model:
        asyncio.run(_measure_model(options))
        return
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure_half(options.half, Path(folder)))
    print("\n".join(format_report(figures)))
    if may_print_errors(options):
        print("\n".join(format_errors(figures)))
    if options.write:
        _write(options.half, figures)
    if options.facts:
        asyncio.run(measure_facts(options.facts))


def _write(half: str, figures: MemoryFigures) -> None:
    command = "python -m bench.memory --half open|aside --write"
    rows = ((name, half, *cells) for name, *cells in list_figures(figures))
    record_rows("Memory", command, ("what", "half", *FIGURES), rows)
    rows = ((name, half, *cells) for name, *cells in list_changes(figures))
    record_rows("Changes of facts", command, ("set", "half", *CHANGES), rows)


async def _measure_meaning(half: str, model: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        results = await ask_by_meaning(Path(folder), model, load_recall_questions(half))
    print("\n".join(format_table(["by meaning", "figure", "of"], list(list_recall(results)))))


async def _measure_model(options: argparse.Namespace) -> None:
    settings = load_model_settings(options.home)
    notes, chains = load_notes(options.half), load_chains(options.half)
    needed = estimate([*build_note_prompts(notes), *build_change_prompts(chains)])
    if not confirm_cost(needed.format_cost(settings), yes=options.yes):
        return
    async with open_configured(settings) as model:
        with tempfile.TemporaryDirectory() as folder:
            print("\n".join(await measure_with_model(options.half, Path(folder), model)))


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    add_model_options(parser)
    parser.add_argument("--facts", type=int, default=0, help="measure the ledger with so many")
    parser.add_argument(
        "--embedding", type=Path, metavar="MODEL", help="ask with all-MiniLM-L6-v2 in this folder"
    )
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
