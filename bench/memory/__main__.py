"""Measures memory: `python -m bench.memory [--half aside] [--errors] [--facts 100000]`.

Everything runs offline. With `--facts`, the ledger is measured with so many facts, too: a scripted
model notes what the person said and names the topic, as the prompt requires, or names none, or
every other time, as if /remember and captures took turns; or it believes every planted text.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench.halves import add_half_options, may_print_errors
from bench.memory.changes import ADDED, MODES, EndState, Mode, load_chains, run_chains
from bench.memory.dates import load_dated_sentences, resolve_all
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
    errors = may_print_errors(options)
    _measure_notes(options.half, errors=errors)
    _measure_dates(options.half, errors=errors)
    asyncio.run(_measure_changes(options.half, errors=errors))
    if options.facts:
        asyncio.run(measure_facts(options.facts))


def _measure_notes(half: str, *, errors: bool) -> None:
    judged = judge_notes(load_notes(half))
    _print_notes(half, judged)
    if errors:
        _print_note_errors(judged)


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


def _measure_dates(half: str, *, errors: bool) -> None:
    resolved = resolve_all(load_dated_sentences(half))
    right = Counter(each.sentence.language for each in resolved if each.right)
    every = Counter(each.sentence.language for each in resolved)
    print(f"dates resolved right: {right.total()} of {every.total()}")
    print("  " + "  ".join(f"{name} {right[name]}/{every[name]}" for name in every))
    for each in resolved if errors else ():
        if not each.right:
            print(f"  {each.sentence.said} {each.sentence.expected}: {each.found}")


async def _measure_changes(half: str, *, errors: bool) -> None:
    chains = load_chains(half)
    for mode in MODES:
        with tempfile.TemporaryDirectory() as folder:
            states = await run_chains(Path(folder), chains, mode)
        _print_states(mode, states)
        for each in states if errors else ():
            if not each.right:
                print(f"    {each.chain.kind}: {each.chain.messages[-1].text} => {each.known}")


def _print_states(mode: Mode, states: Sequence[EndState]) -> None:
    right = Counter(each.chain.kind for each in states if each.right)
    every = Counter(each.chain.kind for each in states)
    names = {"without": "without a model", "good": "noted well", "bad": "noted badly"}
    print(
        f"changes, {names[mode]}: right state {right.total()} of {every.total()};"
        f" ended by an addition {sum(each.lost for each in states)} of {every[ADDED]}"
    )
    print("  " + "  ".join(f"{kind} {right[kind]}/{every[kind]}" for kind in every))


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    parser.add_argument("--facts", type=int, default=0, help="measure the ledger with so many")
    return parser.parse_args()


if __name__ == "__main__":
    main()
