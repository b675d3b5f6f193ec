"""Measures questions about the cells of tables: `python -m bench.tables [--half aside] [--write]`.

The tables of `labels/tables` are written as PDF with and without lines, DOCX, XLSX, PPTX, HTML and
Markdown, with cells that span, headings inside, tables in cells and over pages; a fifth are those
of shared documents. All documents of a half are indexed together, and each question is asked in a
fresh copy of that home, as `multis say` would.

`read` is the share of made cells that stand in a passage in the row and below the head that name
them; `answered` the share of all whose answer comes first, in at most three rows of its table.
Whoever tunes looks at the half `open` alone.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from bench.answers.asking import Version, ask_all, build_home, find_version
from bench.answers.items import Half
from bench.answers.judging import Judged, Outcome, judge
from bench.answers.replies import parse_reply
from bench.answers.report import format_errors, measure_share
from bench.halves import add_half_options, may_print_errors
from bench.record import format_table, record_rows, refuse_part
from bench.tables.labels import Table, list_items, load_tables
from bench.tables.markup import write_html, write_md
from bench.tables.office import write_docx, write_pptx, write_xlsx
from bench.tables.pdf import write_pdf
from bench.tables.reading import list_read

WRITERS: Mapping[str, Callable[[Table], bytes]] = {
    "pdf-ruled": write_pdf,
    "pdf-plain": write_pdf,
    "docx": write_docx,
    "xlsx": write_xlsx,
    "pptx": write_pptx,
    "html": write_html,
    "md": write_md,
}
FIGURES = ("questions", "read", "answered", *(outcome.value for outcome in Outcome))
ANSWERED = (Outcome.RIGHT, Outcome.HEDGED)


def main() -> None:
    options = _parse_options()
    refuse_part(options)
    half = Half(options.half)
    tables = [each for each in load_tables(half) if options.data or not each.is_real]
    if options.only:
        tables = [each for each in tables if options.only in (each.name, each.format)]
    with tempfile.TemporaryDirectory() as folder:
        paths = [_write_table(each, Path(folder), options.data) for each in tables]
        read = [
            found
            for table, path in zip(tables, paths, strict=True)
            for found in (
                [None] * len(table.questions) if table.is_real else list_read(table, path)
            )
        ]
        judged = list(_ask(find_version(options.checkout), tables, half, paths))
    if may_print_errors(options):
        print("\n".join(_format_unread(judged, read)))
        print("\n".join(format_errors(judged)))
    print("\n".join(format_report(judged, read)))
    if options.write:
        cells = _format_figures(list(zip(judged, read, strict=True)))
        command = "python -m bench.tables --half open|aside --write"
        head = ("of", "half", *FIGURES)
        record_rows("Cells of tables", command, head, [("all", half, *cells)])


def _write_table(table: Table, folder: Path, data: Path | None) -> Path:
    if table.is_real:
        assert data is not None
        return data / table.name
    path = folder / table.file
    path.write_bytes(WRITERS[table.format](table))
    return path


def _ask(
    version: Version, tables: Sequence[Table], half: Half, paths: Sequence[Path]
) -> Iterator[Judged]:
    items = list_items(tables, half)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        build_home(version, home, paths)
        for item, reply in zip(items, ask_all(version, home, items, parse_reply), strict=True):
            yield judge(item, reply)


def format_report(judged: Sequence[Judged], read: Sequence[bool | None]) -> list[str]:
    pairs = list(zip(judged, read, strict=True))
    kinds = sorted({each.item.kind for each in judged})
    groups = [
        ("all", pairs),
        *((kind, [p for p in pairs if p[0].item.kind == kind]) for kind in kinds),
    ]
    return format_table(("", *FIGURES), [(name, *_format_figures(group)) for name, group in groups])


def _format_figures(group: Sequence[tuple[Judged, bool | None]]) -> list[str]:
    judged, known = [each for each, _ in group], [found for _, found in group if found is not None]
    read = f"{sum(known) / len(known):.2f}" if known else "-"
    answered = sum(measure_share(judged, outcome) for outcome in ANSWERED)
    shares = [f"{measure_share(judged, outcome):.2f}" for outcome in Outcome]
    return [str(len(judged)), read, f"{answered:.2f}", *shares]


def _format_unread(judged: Sequence[Judged], read: Sequence[bool | None]) -> Iterator[str]:
    for each, found in zip(judged, read, strict=True):
        if found is False:
            yield f"UNREAD  {each.item.id} {each.item.document}: {each.item.question}"


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    data = os.environ.get("MULTIS_DATA")
    add_half_options(parser)
    parser.add_argument("--only", default="", metavar="FORMAT", help="a format, or a table's name")
    parser.add_argument("--checkout", type=Path, help="the folder of another version")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    parser.add_argument("--data", type=Path, default=Path(data) / "documents" if data else None)
    options = parser.parse_args()
    if options.errors and options.half == Half.ASIDE and not options.aside_errors:
        sys.exit("Whoever tunes must not read what that half got wrong.")
    return options


if __name__ == "__main__":
    main()
