"""What one file costs: `python -m bench.weigh PATH` prints the child's peak and our own growth.

A process of its own, since the kernel only tells the peak of all children there have been.
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

TEXT_ONLY = Limits(table_pages=0, ocr_pages=0)


async def weigh(path: Path) -> tuple[float, float, float]:
    """The child's peak and our growth in MB, the child's CPU seconds; parts are made, not kept."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    async with aclosing(parse(path, limits=TEXT_ONLY)) as found:
        async for each in found:
            if isinstance(each, Section):
                split_text(each.text, DOCUMENT)
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    return child.ru_maxrss / 1024, grown / 1024, child.ru_utime + child.ru_stime


if __name__ == "__main__":
    print(*asyncio.run(weigh(Path(sys.argv[1]))))
