"""Measures PDF parsing: speed, memory, fidelity, sections, tables."""

import asyncio
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from functools import partial
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, TypeVar

from bench.parsing import fidelity
from bench.parsing.fidelity import Counts, ParsedPdf
from bench.parsing.rows import Row
from indexer.documents import Section
from indexer.parsing.errors import ParseError
from indexer.parsing.formats import SourceFile
from indexer.parsing.formats.pdf.pages import open_pdf
from indexer.parsing.formats.pdf.ruled_tables import is_ruled
from indexer.parsing.limits import Limits
from indexer.parsing.sandbox import parse

if TYPE_CHECKING:
    from pdfplumber.table import Table as PlumbedTable

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
    printed = _run(sys.executable, "-m", "bench.parsing.weigh", str(path))
    peak, grown, cpu = map(float, printed.split())
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
    """Sample pages: the share of those with useful tables that is sent, and of all."""
    useful = sent = both = looked = 0
    for path in list_pdfs(documents):
        for has_table, is_sent in _compare_pages(path):
            looked += 1
            useful += has_table
            sent += is_sent
            both += has_table and is_sent
    recall, share = both / max(1, useful), sent / max(1, looked)
    figure, met = f"{recall:.2f}, {share:.0%}", recall >= 0.98 and share <= 0.45
    note = f"{useful} pages with tables of {looked}"
    yield Row("table pages: recall, pages sent", figure, "0.98, 45%", met, note)


def _compare_pages(path: Path) -> Iterator[tuple[bool, bool]]:
    import pdfplumber

    try:
        with open_pdf(SourceFile(path.name, path.read_bytes())) as document:
            step = max(1, len(document) // PLUMBED)
            numbers = range(1, len(document) + 1, step)
            with pdfplumber.open(path, pages=list(numbers)) as plumbed:
                for page in plumbed.pages:
                    ours = document[page.page_number - 1]
                    yield any(map(_is_useful, page.find_tables())), is_ruled(ours)
                    ours.close()
                    page.close()
    except (ParseError, RuntimeError):  # PDFium's error for a page that does not load
        return


def _is_useful(table: "PlumbedTable") -> bool:
    rows = table.extract()
    cells = [cell for row in rows for cell in row]
    filled = sum(1 for cell in cells if cell and cell.strip())
    return len(rows) > 1 and max(map(len, rows)) > 1 and filled >= FILLED * len(cells)
