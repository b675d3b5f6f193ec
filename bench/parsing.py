"""The parser stage, measured: `python -m bench.parsing [--data DIR] [--only ROW ...]`.

Prints each figure beside what it is to be, and beside a reference run on the same machine where
the figure depends on it. Exits with 1 where a figure is missed.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bench import load_rows, pdf_rows, text_rows
from bench.rows import Row

ROWS: Mapping[str, Callable[[Path], Iterator[Row]]] = {
    "speed": pdf_rows.speed,
    "longest": pdf_rows.longest,
    "words": pdf_rows.words,
    "outlines": pdf_rows.outlines,
    "tables": pdf_rows.tables,
    "book": text_rows.book,
    "markdown": text_rows.markdown,
    "chunker": text_rows.chunker,
    "stall": load_rows.stall,
    "notes": load_rows.notes,
    "throughput": load_rows.throughput,
    "hostile": load_rows.hostile,
}


def main() -> None:
    options = _options()
    missed = False
    for name in options.only or ROWS:
        for row in ROWS[name](options.data / "documents"):
            print(row, flush=True)
            missed |= not row.met
    sys.exit(missed)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=os.environ.get("MULTIS_DATA"))
    parser.add_argument("--only", nargs="*", choices=list(ROWS))
    options = parser.parse_args()
    if options.data is None:
        parser.error("name the folder with the test data: --data DIR, or MULTIS_DATA")
    options.data = Path(options.data)
    return options


if __name__ == "__main__":
    main()
