"""Measures answers without a model: `python -m bench.answers [--half aside] [--write]`.

Everyday documents (`labels/answers/documents`), in twelve languages, are indexed in a real home,
all those of a half together, and the half's questions are asked there, each in a fresh copy as
`multis say` would ask it. Whoever tunes looks at the half `open` alone; `aside` has other
documents with the same kinds of questions. Those about real documents need the shared data.

`right` is a first piece that holds the answer, or an honest reply to a question that has none;
`wrong` is another thing without a word of doubt. With `--checkout` another version is asked.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.answers.asking import Version, ask_all, build_home, fill_counts, find_version
from bench.answers.items import Half, Item, list_documents, load_items
from bench.answers.judging import Judged, judge
from bench.answers.report import format_errors, format_report
from bench.record import record


def main() -> None:
    options = _parse_options()
    if options.errors and options.half == Half.ASIDE:
        sys.exit("Nobody who tunes may read that half. The lead says --aside-errors.")
    items = _select(load_items(options.half), options.only)
    judged = list(_ask_half(find_version(options.checkout), options.half, items, options.data))
    if options.errors or options.aside_errors:
        print("\n".join(format_errors(judged)))
    lines = format_report(judged)
    print("\n".join(lines))
    if options.write:
        command = f"python -m bench.answers --half {options.half} --write"
        record(f"Answers without a model, half {options.half}", command, lines)


def _select(items: Sequence[Item], only: str) -> list[Item]:
    return [each for each in items if not only or only in (each.kind, each.language, each.id)]


def _ask_half(
    version: Version, half: Half, items: Sequence[Item], data: Path | None
) -> Iterator[Judged]:
    everyday = list_documents(half)
    own = fill_counts([each for each in items if not each.real], len(everyday))
    yield from _ask_in_home(version, own, everyday)
    real = [each for each in items if each.real]
    if data is None or not data.is_dir():
        print(f"Skipped {len(real)} questions: the shared documents are not here.")
        return
    shared = [data / name for name in sorted({each.document for each in real if each.document})]
    yield from _ask_in_home(version, real, [*everyday, *shared])


def _ask_in_home(
    version: Version, items: Sequence[Item], documents: Sequence[Path]
) -> Iterator[Judged]:
    if not items:
        return
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        build_home(version, home, documents)
        for item, reply in zip(items, ask_all(version, home, items), strict=True):
            yield judge(item, reply)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    data = os.environ.get("MULTIS_DATA")
    parser.add_argument("--half", type=Half, choices=list(Half), default=Half.OPEN)
    parser.add_argument("--errors", action="store_true", help="print what was not right")
    parser.add_argument("--aside-errors", action="store_true", help="the same for the half aside")
    parser.add_argument("--only", default="", metavar="KIND", help="a kind, a language or an id")
    parser.add_argument("--checkout", type=Path, help="the folder of another version")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--data", type=Path, default=Path(data) / "documents" if data else None)
    return parser.parse_args()


if __name__ == "__main__":
    main()
