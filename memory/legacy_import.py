"""One-time import of an older assistant's memory: MEMORY.md and the daily notes next to it.

The files stay as they are. Sections become long-term facts, days become short-term ones. Each
stands on its own: nothing that was known before is replaced, and nothing imported is left out.
"""

import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple

from indexer.ingest.chunker import MEMORY, split_text
from indexer.scopes import ADMIN
from indexer.store.database import Database
from indexer.text.markdown_blocks import BlockKind, split_blocks
from memory.chat import notes_file
from memory.fact import LONGEST, FactType, FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.messages import LAST_MOMENT
from memory.storage.files import run_in_thread

log = logging.getLogger(__name__)

HEADING = re.compile(r" {0,3}(#{1,3})[ \t]+((?:.*[^ \t#])?)[ \t#]*+$")
OPENING = "MEMORY.md"  # the title of what stands above all headings
SECTION_IMPORTANCE, DAY_IMPORTANCE = 7, 4
DAY_LASTS = timedelta(days=30)  # from its day, and at least from the import
# The type of a section's facts, by the words of its heading.
KINDS: tuple[tuple[FactType, re.Pattern[str]], ...] = (
    ("preference", re.compile(r"prefer|style|like|habit", re.IGNORECASE)),
    ("project", re.compile(r"project|work|status", re.IGNORECASE)),
    ("task", re.compile(r"task|to-?do|reminder", re.IGNORECASE)),
    ("fact", re.compile(r"fact|about|user|person|contact|convention|pattern", re.IGNORECASE)),
)


class Heading(NamedTuple):
    level: int
    title: str


class LegacySection(NamedTuple):
    """A part of a Markdown file, below the headings in `path`; the path is different for each."""

    path: str
    text: str


async def import_legacy(database: Database, folder: Path, now: datetime) -> int:
    """Import `MEMORY.md` and `YYYY-MM-DD.md` of `folder` once; returns the number of new facts."""
    name = f"import {await run_in_thread(folder.resolve)}"  # not translated: a stored name
    if await _is_imported(database, name):
        return 0
    found = await run_in_thread(partial(_read_folder, folder, now))
    if not found:
        return 0
    ledger = FactLedger(database)
    added = [await ledger.add(ADMIN, each, Provenance("import"), now) for each in found]
    report = _describe(found, sum(added))
    log.info("%s: %s", folder, report)
    await _mark_imported(database, name, report, now)
    return sum(added)


def _describe(found: Sequence[FactValue], added: int) -> str:
    days = sorted({each.title for each in found if each.expires_at})
    notes = f"; {len(days)} daily notes, kept for a month" if days else ""
    return f"{added} facts imported, {len(found) - added} known before{notes}"


def _read_folder(folder: Path, now: datetime) -> list[FactValue]:
    files = {path.name: path for path in folder.glob("*.md")}
    found = (
        list(split_sections(notes_file.read(files["MEMORY.md"]))) if "MEMORY.md" in files else []
    )
    for name in sorted(files):
        try:
            day = date.fromisoformat(name.removesuffix(".md"))
        except ValueError:
            continue
        if day >= LAST_MOMENT.date():
            continue
        found += split_day(notes_file.read(files[name]), day, now)
    return found


def split_sections(text: str) -> Iterator[FactValue]:
    """Make a fact of each section of an old MEMORY.md; a long section becomes several."""
    for section in find_sections(text):
        yield from _build_facts(section.text, section.path, SECTION_IMPORTANCE)


def find_sections(text: str) -> Iterator[LegacySection]:
    """Yield what stands below each heading of the first three levels, with all headings above it.

    A heading in a code fence is text. The title of the whole file is in no path. What repeats a
    path has its number behind it.
    """
    seen: Counter[str] = Counter()
    for headings, body in _group_by_heading(_read_blocks(text)):
        if body.strip():
            path = " / ".join(each.title for each in headings if each.title) or OPENING
            seen[path] += 1
            yield LegacySection(f"{path} ({seen[path]})" if seen[path] > 1 else path, body)


def _group_by_heading(
    blocks: Sequence[Heading | str],
) -> Iterator[tuple[tuple[Heading, ...], str]]:
    """Yield the headings above each text, the outermost first, and the text."""
    above: tuple[Heading, ...] = ()
    body = ""
    for block in blocks:
        if isinstance(block, str):
            body += block
            continue
        yield above, body
        above = (*(each for each in above if each.level < block.level), block)
        body = ""
    yield above, body


def _read_blocks(text: str) -> list[Heading | str]:
    """Read headings and texts, without the title of the file: a first `#` that stands alone."""
    blocks = [_read_heading(each.kind, text[each.start : each.end]) for each in split_blocks(text)]
    titles = [
        number
        for number, each in enumerate(blocks)
        if isinstance(each, Heading) and each.level == 1
    ]
    return blocks[1:] if titles == [0] else blocks


def _read_heading(kind: BlockKind, block: str) -> Heading | str:
    found = HEADING.match(block.strip("\n")) if kind is BlockKind.HEADING else None
    return Heading(len(found[1]), found[2]) if found else block


def split_day(text: str, day: date, now: datetime) -> Iterator[FactValue]:
    """Make facts of the notes of one day, which expire a month after it, or after `now`."""
    ends = max(datetime(day.year, day.month, day.day, tzinfo=UTC), now) + DAY_LASTS
    yield from _build_facts(text, day.isoformat(), DAY_IMPORTANCE, int(ends.timestamp()))


def _build_facts(
    text: str, title: str, importance: int, ends: int | None = None
) -> Iterator[FactValue]:
    kind = _find_type(title)
    for number, part in enumerate(_split_long(text)):
        if part.strip():
            yield FactValue(
                part,
                title,
                type=kind,
                retention="short_term" if ends else "long_term",
                importance=importance,
                key=f"import.{title}.{number}",  # not translated: a stored key
                expires_at=ends,
            )


def _find_type(path: str) -> FactType:
    """Find the type by the innermost heading that tells one."""
    titles = reversed(path.split(" / "))
    found = (kind for title in titles for kind, words in KINDS if words.search(title))
    return next(found, "note")


def _split_long(text: str) -> Iterator[str]:
    """Split `text` into parts that fit in a fact; a long table or piece of code is cut inside."""
    for part in split_text(text.strip(), MEMORY):
        for start in range(0, len(part.text), LONGEST):
            yield part.text[start : start + LONGEST]


async def _is_imported(database: Database, name: str) -> bool:
    rows = await database.fetch("SELECT 1 FROM memory_runs WHERE name = ?", (name,))
    return bool(list(rows))


async def _mark_imported(database: Database, name: str, report: str, now: datetime) -> None:
    async with database.transaction() as db:
        await db.execute(
            "INSERT INTO memory_runs (name, last_run, report) VALUES (?, ?, ?)"
            " ON CONFLICT DO NOTHING",
            (name, int(now.timestamp()), report),
        )
