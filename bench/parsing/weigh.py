"""Measures the memory of parsing a file: `python -m bench.parsing.weigh PATH`.

Prints the child's peak, our own growth and CPU seconds. It runs in a separate process, because the
kernel reports only the peak of all children so far.
"""

import asyncio
import resource
import sys
from contextlib import aclosing
from pathlib import Path

from indexer.documents import Section
from indexer.ingest.chunker import DOCUMENT, split_text
from indexer.parsing.limits import Limits
from indexer.parsing.sandbox import parse

NO_OCR = Limits(ocr_pages=0)


async def weigh(path: Path) -> tuple[float, float, float]:
    """Return the child's peak and our growth in MB, and the child's CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with aclosing(parse(path, limits=NO_OCR)) as found:
        async for each in found:
            if isinstance(each, Section):
                split_text(each.text, DOCUMENT)
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return child.ru_maxrss / 1024, grown / 1024, child.ru_utime + child.ru_stime


if __name__ == "__main__":
    print(*asyncio.run(weigh(Path(sys.argv[1]))))
