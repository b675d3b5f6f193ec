"""Measures PDF parsing: speed, memory, fidelity, sections, tables."""

import asyncio
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import Path
from statistics import mean, median
from typing import TypeVar

from bench.parsing import fidelity
from bench.parsing.fidelity import Counts, ParsedPdf
from bench.parsing.made_pdfs import make_book, make_pdfs
from bench.parsing.rows import Row
from indexer.documents import Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.contents.page_objects import list_objects
from indexer.parsing.formats.pdf.pages import open_pdf
from indexer.parsing.formats.pdf.ruled.grid import find_grids
from indexer.parsing.formats.pdf.ruled.strokes import collect_strokes
from indexer.parsing.limits import Limits
from indexer.parsing.sandbox import parse

T = TypeVar("T")
TEXT_ONLY = Limits(table_pages=0, ocr_pages=0)
PLUMBED = 12  # pages of each file that the slow reference reads
PLUMBER = f"""
import pdfplumber, sys
with pdfplumber.open(sys.argv[1], pages=range(1, {PLUMBED} + 1)) as pdf:
    for page in pdf.pages:
        page.extract_text()
        page.close()
    print(len(pdf.pages))
"""
ENOUGH = 100  # words, below which a score means nothing
SMALLEST = 10  # pages of a document with a structure to find
FILLED = 0.4  # of a table's cells
LONG = 50  # pages

Shape = tuple[int, int]  # rows and columns


def list_pdfs(documents: Path) -> list[Path]:
    return sorted(documents.glob("*.pdf"))


def read_sections(path: Path, limits: Limits = TEXT_ONLY) -> list[Section]:
    """Parse a file in a fresh process; no sections if it is refused."""

    async def read() -> list[Section]:
        async with aclosing(parse(path, limits=limits)) as found:
            return [each async for each in found if isinstance(each, Section)]

    try:
        return asyncio.run(read())
    except ParseError:
        return []


def measure_speed(documents: Path) -> Iterator[Row]:
    spent = dict.fromkeys(("ours", "pdfplumber", "pdftotext"), 0.0)
    pages = dict.fromkeys(spent, 0)
    for path in list_pdfs(documents):
        seconds, found = _time_children(partial(read_sections, path))
        read = fidelity.read_pdf(path)
        if not found or read is None:
            continue
        spent["ours"] += seconds
        pages["ours"] += len(read.pages)
        seconds, output = _time_children(partial(_run, sys.executable, "-c", PLUMBER, str(path)))
        spent["pdfplumber"] += seconds
        pages["pdfplumber"] += int(output or 0)
        if shutil.which("pdftotext"):
            seconds, _ = _time_children(partial(_run, "pdftotext", "-q", str(path), "-"))
            spent["pdftotext"] += seconds
            pages["pdftotext"] += len(read.pages)
    rates = {name: pages[name] / spent[name] for name in spent if spent[name]}
    met = rates["ours"] >= max(250, 5 * rates["pdfplumber"])
    others = [f"{name} {rate:.0f}" for name, rate in rates.items() if name != "ours"]
    what = f"PDF pages per CPU-second, {pages['ours']} pages"
    yield Row(what, f"{rates['ours']:.0f}", "250, 5x", met, ", ".join(others))


def _time_children(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU seconds of child processes during `work`, and its result."""
    before = _read_children_cpu()
    result = work()
    return _read_children_cpu() - before, result


def _read_children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")  # noqa: S603 - ours
    return done.stdout


def measure_longest(documents: Path) -> Iterator[Row]:
    path = max(list_pdfs(documents), key=lambda each: each.stat().st_size)
    peak, grown, cpu = _weigh(path)
    figure, met = f"{peak:.0f}, {grown:.0f} MB", peak <= 150 and grown < 20
    yield Row(
        f"{path.name}: child's peak, our growth", figure, "150, 20 MB", met, f"{cpu:.1f} CPU-s"
    )


def measure_words(documents: Path) -> Iterator[Row]:
    if not shutil.which("pdftotext"):
        yield Row("words against pdftotext", "not installed", "0.93, 0.85", met=False)
        return
    everything, right_to_left = [], []
    for path in list_pdfs(documents):
        reference = _run("pdftotext", "-q", str(path), "-")
        text = "\n".join(each.text for each in read_sections(path))
        if text and len(fidelity.split_words(reference)) >= ENOUGH:
            score = fidelity.compute_f1(fidelity.split_words(text), fidelity.split_words(reference))
            everything.append(score)
            right_to_left += [score] if fidelity.is_right_to_left(reference) else []
    overall = mean(everything)
    note = f"{len(everything)} PDFs, worst {min(everything):.2f}"
    yield Row("words against pdftotext: F1", f"{overall:.3f}", "0.93", overall >= 0.93, note)
    if right_to_left:
        some = mean(right_to_left)
        note = f"{len(right_to_left)} PDFs"
        yield Row("words, right to left: F1", f"{some:.3f}", "0.85", some >= 0.85, note)


def measure_outlines(documents: Path) -> Iterator[Row]:
    read = [
        each for path in list_pdfs(documents) if (each := fidelity.read_pdf(path)) and each.entries
    ]
    # A page that was extracted from a book still has the outline of the whole book.
    whole = [each for each in read if len(each.pages) > 1]
    starts = _sum(fidelity.count_title_starts, whole)
    share, note = starts.hits / starts.expected, f"{starts.expected} sections"
    yield Row("tier 1: sections start with title", f"{share:.3f}", "0.93", share >= 0.93, note)
    text = _sum(fidelity.count_kept_letters, read)
    kept, indexed = text.hits / text.expected, text.found / text.expected
    yield Row("tier 1: text kept", f"{kept:.3%}", "100%", text.hits == text.expected)
    yield Row("tier 1: text indexed, times", f"{indexed:.4f}", "1.01", indexed <= 1.01)
    hidden = _sum(
        fidelity.count_found_headings, [each for each in whole if len(each.pages) >= SMALLEST]
    )
    recall, precision = hidden.hits / hidden.expected, hidden.hits / hidden.found
    figure, met = f"{recall:.2f}, {precision:.2f}", recall >= 0.75 and precision >= 0.60
    yield Row("tier 2: recall, precision of outlines", figure, "0.75, 0.60", met)


def _sum(measure: Callable[[ParsedPdf], Counts], documents: Sequence[ParsedPdf]) -> Counts:
    return sum((measure(each) for each in documents), Counts())


def measure_tables(documents: Path) -> Iterator[Row]:
    """Sample pages: the share of pdfplumber's useful tables that we find in the same shape."""
    useful = same = looked = 0
    for path in list_pdfs(documents):
        for theirs, ours in _compare_pages(path):
            looked += 1
            useful += len(theirs)
            same += sum(1 for table in theirs if table in ours)
    recall = same / max(1, useful)
    note = f"{useful} tables on {looked} pages"
    yield Row("ruled tables: shaped as pdfplumber's", f"{recall:.2f}", "0.95", recall >= 0.95, note)


def _compare_pages(path: Path) -> Iterator[tuple[list[Shape], list[Shape]]]:
    """Yield the tables of a page as pdfplumber finds them, and as we do."""
    import pdfplumber

    try:
        with open_pdf(SourceFile(path.name, path.read_bytes())) as document:
            step = max(1, len(document) // PLUMBED)
            numbers = range(1, len(document) + 1, step)
            with pdfplumber.open(path, pages=list(numbers)) as plumbed:
                for page in plumbed.pages:
                    theirs = [each for each in page.find_tables() if _is_useful(each.extract())]
                    objects = list_objects(document[page.page_number - 1])
                    grids = find_grids(collect_strokes(objects))
                    yield (
                        [(len(each.rows), len(each.rows[0].cells)) for each in theirs],
                        [(len(each.tops), len(each.lefts)) for each in grids],
                    )
                    page.close()
    except (ParseError, RuntimeError):  # PDFium's error for a page that does not load
        return


def _is_useful(rows: Sequence[Sequence[str | None]]) -> bool:
    cells = [cell for row in rows for cell in row]
    filled = sum(1 for cell in cells if cell and cell.strip())
    return len(rows) > 1 and max(map(len, rows)) > 1 and filled >= FILLED * len(cells)


def measure_long(documents: Path) -> Iterator[Row]:
    """Measure PDFs of over 50 pages, tables on: the shared ones, and some made for this."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [path for path in list_pdfs(documents) if _count_pages(path) > LONG]
        for name, make in make_pdfs().items():
            paths.append(Path(folder) / name)
            paths[-1].write_bytes(make())
        rates = {path.name: _measure_rate(path) for path in paths}
        middle, slowest = median(rates.values()), min(rates, key=rates.__getitem__)
        each = ", ".join(f"{name} {rate:.0f}" for name, rate in rates.items())
        name = f"{len(rates)} long PDFs, tables on: pages/CPU-s"
        yield Row(f"{name}, median", f"{middle:.0f}", "150", middle >= 150, each)
        met = rates[slowest] >= 60
        yield Row(f"{name}, slowest", f"{rates[slowest]:.0f}", "60", met, slowest)


def _count_pages(path: Path) -> int:
    try:
        with open_pdf(SourceFile(path.name, path.read_bytes())) as document:
            return len(document)
    except ParseError:
        return 0


def _measure_rate(path: Path) -> float:
    seconds, _ = _time_children(partial(read_sections, path, Limits(ocr_pages=0)))
    return _count_pages(path) / seconds


def measure_book(documents: Path) -> Iterator[Row]:
    """Measure a book of over 2,000 pages: pages per CPU second, tables on, and memory."""
    del documents  # it is made, not read
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.pdf"
        path.write_bytes(make_book())
        peak, grown, cpu = _weigh(path)
        rate = _count_pages(path) / cpu
    figure, met = f"{rate:.0f}, {peak:.0f} MB", rate >= 200 and peak <= 150
    name = "a book of 2,400 pages: pages/CPU-s, peak"
    yield Row(name, figure, "200, 150 MB", met, f"our growth {grown:.0f} MB")


def _weigh(path: Path) -> tuple[float, float, float]:
    peak, grown, cpu = map(
        float, _run(sys.executable, "-m", "bench.parsing.weigh", str(path)).split()
    )
    return peak, grown, cpu
