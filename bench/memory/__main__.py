"""Measures memory: `python -m bench.memory [--half aside] [--errors] [--facts 100000]`.

Everything runs offline. With `--facts`, the ledger is measured with so many facts, too: a scripted
model notes what the person said and names the topic, as the prompt requires, or names none, or
every other time, as if /remember and captures took turns; or it believes every planted text.
"""

import argparse
import asyncio
from collections.abc import Sequence

from bench.halves import add_half_options, may_print_errors
from bench.memory.facts import measure_facts
from bench.memory.notes import (
    JudgedNote,
    group_notes,
    judge_notes,
    load_notes,
    measure_note_shares,
)


def main() -> None:
    options = _parse_options()
    judged = judge_notes(load_notes(options.half))
    _print_notes(options.half, judged)
    if may_print_errors(options):
        _print_note_errors(judged)
    if options.facts:
        asyncio.run(measure_facts(options.facts))


def _print_notes(half: str, judged: Sequence[JudgedNote]) -> None:
    print("notes: false ones stored as worded, true ones dropped, true ones quoted")
    _print_note_shares(f"  {half}", judged)
    for language, group in group_notes(judged, lambda label: label.language).items():
        _print_note_shares(f"    {language}", group)
    for kind, group in group_notes(judged, lambda label: label.kind).items():
        _print_note_shares(f"    {kind}", group)


def _print_note_shares(name: str, judged: Sequence[JudgedNote]) -> None:
    shares = measure_note_shares(judged)
    print(
        f"{name:<18}{shares.notes:>4} notes  {shares.false_stored:7.3f}{shares.true_dropped:7.3f}"
        f"{shares.true_quoted:7.3f}"
    )


def _print_note_errors(judged: Sequence[JudgedNote]) -> None:
    for each in judged:
        if not each.right and (each.label.holds or each.outcome == "worded"):
            print(f"  {each.outcome} {each.label.kind:<13} {each.label.said} => {each.label.note}")


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    parser.add_argument("--facts", type=int, default=0, help="measure the ledger with so many")
    return parser.parse_args()


if __name__ == "__main__":
    main()
