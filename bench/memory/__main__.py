"""Measures memory: `python -m bench.memory [--half aside] [--errors] [--facts 100000] [--write]`.

Everything runs offline. With `--facts`, the ledger is measured with so many facts, too: a scripted
model notes what the person said and names the topic, as the prompt requires, or names none, or
every other time, as if /remember and captures took turns; or it believes every planted text.
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from bench.halves import add_half_options, may_print_errors
from bench.memory.facts import measure_facts
from bench.memory.measuring import measure_half
from bench.memory.report import format_errors, format_report
from bench.record import record


def main() -> None:
    options = _parse_options()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure_half(options.half, Path(folder)))
    lines = format_report(figures)
    print("\n".join(lines))
    if may_print_errors(options):
        print("\n".join(format_errors(figures)))
    if options.write:
        command = f"python -m bench.memory --half {options.half} --write"
        record(f"Memory, half {options.half}", command, lines)
    if options.facts:
        asyncio.run(measure_facts(options.facts))


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    parser.add_argument("--facts", type=int, default=0, help="measure the ledger with so many")
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
