"""The two halves of a labelled set: `open`, to build and tune with, and `aside`, to report.

Whoever changes the product reads and runs the open half only. The other half says how well the
product does on what nobody has fitted it to, so its errors are printed on request alone.
"""

import argparse
import json
from pathlib import Path

HALVES = ("open", "aside")
LABELS = Path(__file__).parent / "labels"

Record = dict[str, object]


def add_half_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--half", choices=HALVES, default=HALVES[0], help="of the labelled sets")
    parser.add_argument("--errors", action="store_true", help="list what the open half got wrong")
    parser.add_argument(
        "--aside-errors", action="store_true", help="list errors of the aside half too"
    )


def may_print_errors(options: argparse.Namespace) -> bool:
    return bool(options.aside_errors if options.half == "aside" else options.errors)


def load_records(folder: str, half: str) -> list[Record]:
    """Load the lines of `labels/<folder>/<half>.jsonl`."""
    path = LABELS / folder / f"{half}.jsonl"
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
