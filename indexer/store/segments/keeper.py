"""Makes segments of the rows that wait, merges small ones, and erases what no longer counts.

Every transaction is small, so that others write in between. A crash leaves a segment that nobody
reads, which the next run erases; so does another process that takes over.
"""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby, islice

from indexer.store import signs
from indexer.store.corpus import Corpus
from indexer.store.database import Database
from indexer.store.engine.session import Session
from indexer.store.segments import pruning, writing
from indexer.store.segments.checking import is_intact
from indexer.store.segments.header import Header
from indexer.store.segments.inversion import TailRow, invert_common_words, invert_texts
from indexer.store.segments.merging import RowMap, SourcePosting, merge_postings
from indexer.store.segments.packing import COMMON, ROWS, TEXT, PackedPosting, pack_postings
from indexer.store.segments.rebuilding import Rebuild
from indexer.store.segments.tail import WAITING, count_tail
from indexer.store.segments.writing import STEP_BYTES, STEP_ROWS, ReadySegment

TOGETHER = 4096  # rows of the tail that become one segment
READ = 256  # rows that are read at once, while others wait to write
TIER = 4  # segments of about the same size are merged into one of the next size
FIRST = (-1, "")  # before every posting


class SegmentKeeper:
    """Keeps the segments of one corpus in order; one task at a time uses it."""

    def __init__(self, database: Database, corpus: Corpus) -> None:
        self._database = database
        self._corpus = corpus

    async def settle(self, least: int = WAITING) -> None:
        """Make segments of all rows that wait, if there are `least`, and merge small segments."""
        await self.erase()
        while await self._is_waiting(least) and await self._build():
            await self._merge_small()
        await self._merge_small()
        await self._prune()

    async def purge(self) -> None:
        """Rewrite segments with removed rows: their words leave the file."""
        await self.erase()
        for segment in await self._list():
            if segment.header.dead.any():
                await self._merge([segment])
        await self.erase()
        await self._prune()

    async def is_intact(self) -> bool:
        """Return whether the segments are what the texts of their rows make them."""
        async with self._database.snapshot() as db:
            return await db.run(partial(is_intact, corpus=self._corpus))

    async def rebuild(self) -> None:
        """Make all segments again from the analyzed texts."""
        await self.erase()
        rebuild = await self._database.change(partial(Rebuild.begin, corpus=self._corpus))
        after: int | None = 0
        while after is not None:
            after = await self._database.change(partial(rebuild.put_back, after=after))
            if await self._is_waiting(TOGETHER):
                await self._build()
        await self._database.change(rebuild.finish)
        await self.settle(1)

    async def erase(self) -> None:
        """Erase what was given up, and what a crash left unfinished."""
        await self._database.change(partial(_begin_erasing, corpus=self._corpus))
        while await self._database.change(partial(writing.erase_some, corpus=self._corpus)):
            pass

    async def _prune(self) -> None:
        """Forget old removals, if they are many."""
        async with self._database.read_committed() as db:
            if not await db.run(partial(pruning.has_many, corpus=self._corpus)):
                return
        for step in (pruning.note_removed, signs.note_removed, pruning.delete_some):
            while await self._database.change(partial(step, corpus=self._corpus)):
                pass

    async def _is_waiting(self, least: int) -> bool:
        return await count_tail(self._database, self._corpus, least) >= least

    async def _list(self) -> list[ReadySegment]:
        async with self._database.snapshot() as db:
            return await db.run(partial(writing.list_segments, corpus=self._corpus))

    async def _build(self) -> bool:
        """Make one segment; return False if another process took over."""
        rows = await self._read_tail()
        header, postings = await asyncio.to_thread(_invert, self._corpus, rows)
        number = await self._database.change(
            partial(writing.begin_segment, corpus=self._corpus, header=header)
        )
        for step in _split_steps(postings):
            if not await self._add(number, step):
                return False
        return await self._database.change(
            partial(writing.publish_rows, corpus=self._corpus, number=number, rows=rows)
        )

    async def _read_tail(self) -> list[TailRow]:
        rows: list[TailRow] = []
        while len(rows) < TOGETHER:
            after = rows[-1].seq if rows else 0
            async with self._database.read_committed() as db:
                more = await db.run(
                    partial(writing.list_tail, corpus=self._corpus, after=after, limit=READ)
                )
            rows += more
            if len(more) < READ:
                break
        return rows

    async def _add(self, number: int, postings: Sequence[PackedPosting]) -> bool:
        return await self._database.change(
            partial(writing.add_postings, number=number, found=postings)
        )

    async def _merge_small(self) -> None:
        while group := find_mergeable(await self._list()):
            if not await self._merge(group):
                return
            await self.erase()

    async def _merge(self, sources: Sequence[ReadySegment]) -> bool:
        """Merge the living rows of segments; return False if another process took over."""
        headers = [each.header for each in sources]
        header, rows = Header.join(headers), RowMap.build(headers)
        number = await self._database.change(
            partial(writing.begin_segment, corpus=self._corpus, header=header)
        )
        waiting = [_Source(n, each.id) for n, each in enumerate(sources)]
        while found := await self._read_range(waiting):
            merged = await asyncio.to_thread(lambda: list(merge_postings(found, rows)))
            for step in _split_steps(merged):
                if not await self._add(number, step):
                    return False
        return await self._database.change(
            partial(
                writing.publish_merged,
                corpus=self._corpus,
                number=number,
                header=header,
                sources=sources,
            )
        )

    async def _read_range(self, sources: Sequence["_Source"]) -> list[SourcePosting]:
        """Read the next terms of all sources, each with all of its postings."""
        async with self._database.read_committed() as db:
            for each in sources:
                await db.run(each.fill)
        reached = [each.found[-1][:2] for each in sources if not each.ended and each.found]
        until = min(reached) if reached else None
        return [one for each in sources for one in each.take(until)]


class _Source:
    """A segment that is merged: its postings that were read and not yet taken."""

    def __init__(self, source: int, number: int) -> None:
        self._source = source
        self._number = number
        self._after: tuple[int, str] = FIRST
        self.found: list[SourcePosting] = []
        self.ended = False

    def fill(self, db: Session) -> None:
        """Read on, unless enough is waiting."""
        if self.ended or len(self.found) >= STEP_ROWS // 2:
            return
        more = writing.list_postings(db, self._number, self._source, self._after, STEP_ROWS)
        self.ended = len(more) < STEP_ROWS
        self.found += more
        if more:
            self._after = more[-1][:2]

    def take(self, until: tuple[int, str] | None) -> list[SourcePosting]:
        """Take the postings up to a term; all of them without one."""
        taken = [each for each in self.found if until is None or each[:2] <= until]
        self.found = self.found[len(taken) :]
        return taken


def _begin_erasing(db: Session, corpus: Corpus) -> None:
    writing.give_up_unfinished(db, corpus)


def _invert(corpus: Corpus, rows: Sequence[TailRow]) -> tuple[Header, list[PackedPosting]]:
    texts = pack_postings(TEXT, invert_texts(corpus, rows), len(rows))
    common = pack_postings(COMMON, invert_common_words(rows), len(rows))
    return Header.from_rows(rows), [*texts, *common]


def _split_steps(postings: Iterable[PackedPosting]) -> Iterator[list[PackedPosting]]:
    """Split postings into what one transaction writes."""
    waiting = iter(postings)
    while step := list(islice(_take_bytes(waiting), STEP_ROWS)):
        yield step


def _take_bytes(postings: Iterator[PackedPosting]) -> Iterator[PackedPosting]:
    size = 0
    for each in postings:
        yield each
        size += len(each[2]) + len(each[3] or b"")
        if size > STEP_BYTES:
            return


def find_mergeable(segments: Sequence[ReadySegment]) -> list[ReadySegment]:
    """Find segments to rewrite as one: one that is mostly dead, or several of similar size."""
    living = {each.id: each.header.living for each in segments}
    for each in segments:
        if living[each.id] * 2 < len(each.header.ids):
            return [each]
    small = sorted(
        (each for each in segments if living[each.id] * 2 <= ROWS), key=lambda each: living[each.id]
    )
    tiers = (list(tier) for _, tier in groupby(small, key=lambda each: _find_tier(living[each.id])))
    group = next((tier for tier in tiers if len(tier) >= TIER), [])
    return _take_fitting(group, living)


def _find_tier(living: int) -> int:
    """Return the size class; within a class sizes differ by less than four times."""
    return living.bit_length() // 2


def _take_fitting(group: Sequence[ReadySegment], living: dict[int, int]) -> list[ReadySegment]:
    """Return the first segments of `group` that fit into one."""
    fitting, total = list[ReadySegment](), 0
    for each in group:
        total += living[each.id]
        if total > ROWS:
            break
        fitting.append(each)
    return fitting


async def mend_segments(database: Database, corpus: Corpus) -> bool:
    """Rebuild the segments of a corpus that differ from its texts; return whether none did."""
    keeper = SegmentKeeper(database, corpus)
    intact = await keeper.is_intact()
    if not intact:
        await keeper.rebuild()
    return intact
