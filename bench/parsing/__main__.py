"""Measures the parsers: `python -m bench.parsing [--data DIR] [--only ROW ...]`.

Prints each figure with its target, and with a reference run on the same machine if the figure
depends on the machine. Exits with 1 if a target is missed.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from bench.parsing import chunk_rows, load_rows, pdf_rows, text_rows
from bench.parsing.rows import Row

ROWS: Mapping[str, Callable[[Path], Iterator[Row]]] = {
    "speed": pdf_rows.measure_speed,
    "long": pdf_rows.measure_long,
    "longest": pdf_rows.measure_longest,
    "thousands": pdf_rows.measure_book,
    "words": pdf_rows.measure_words,
    "outlines": pdf_rows.measure_outlines,
    "tables": pdf_rows.measure_tables,
    "book": text_rows.measure_book,
    "markdown": text_rows.measure_markdown,
    "chunker": text_rows.measure_chunker,
    "chunks": chunk_rows.measure_chunks,
    "stall": load_rows.measure_stall,
    "notes": load_rows.measure_notes,
    "throughput": load_rows.measure_throughput,
    "hostile": load_rows.measure_hostile,
}


def main() -> None:
    options = _parse_options()
    missed = False
    for name in options.only or ROWS:
        for row in ROWS[name](options.data / "documents"):
            print(row, flush=True)
            missed |= not row.met
    sys.exit(missed)


def _parse_options() -> argparse.Namespace:
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
