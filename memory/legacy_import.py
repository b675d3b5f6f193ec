"""One-time import of an older assistant's memory: MEMORY.md and the daily notes next to it.

The files stay as they are. Sections become long-term facts, days become short-term ones.
"""

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

from indexer.ingest.chunker import MEMORY, split_text
from indexer.scopes import ADMIN
from indexer.store.database import Database
from memory.chat import notes_file
from memory.fact import LONGEST, FactType, FactValue, Provenance
from memory.facts.ledger import FactLedger
from memory.storage.files import run_in_thread

HEADING = re.compile(r"^#{2,3}[ \t]+(.*?)[ \t#]*$", re.MULTILINE)
TITLE = re.compile(r"\A\s*#[ \t].*")
OPENING = "MEMORY.md"  # the title of what stands above all headings
SECTION_IMPORTANCE, DAY_IMPORTANCE = 7, 4
DAY_LASTS = timedelta(days=30)
# The type of a section's facts, by the words of its heading.
KINDS: tuple[tuple[FactType, re.Pattern[str]], ...] = (
    ("preference", re.compile(r"prefer|style|like|habit", re.IGNORECASE)),
    ("project", re.compile(r"project|work|status", re.IGNORECASE)),
    ("task", re.compile(r"task|to-?do|reminder", re.IGNORECASE)),
    ("fact", re.compile(r"fact|about|user|person|contact|convention|pattern", re.IGNORECASE)),
)


async def import_legacy(database: Database, folder: Path, now: datetime) -> int:
    """Import `MEMORY.md` and `YYYY-MM-DD.md` of `folder` once; returns the number of facts."""
    name = f"import {await run_in_thread(folder.resolve)}"  # not translated: a stored name
    if await _is_imported(database, name):
        return 0
    ledger, found = FactLedger(database), await run_in_thread(partial(_read_folder, folder))
    for value in found:
        await ledger.upsert(ADMIN, value, Provenance("import"), now)
    if found:
        await _mark_imported(database, name, now)
    return len(found)


def _read_folder(folder: Path) -> list[FactValue]:
    files = {path.name: path for path in folder.glob("*.md")}
    found = (
        list(split_sections(notes_file.read(files["MEMORY.md"]))) if "MEMORY.md" in files else []
    )
    for name in sorted(files):
        try:
            day = date.fromisoformat(name.removesuffix(".md"))
        except ValueError:
            continue
        found += split_day(notes_file.read(files[name]), day)
    return found


def split_sections(text: str) -> Iterator[FactValue]:
    """Make a fact of each section of an old MEMORY.md; a long section becomes several."""
    opening, *sections = re.split(HEADING, text)
    yield from _build_facts(TITLE.sub("", opening), OPENING, SECTION_IMPORTANCE)
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        yield from _build_facts(body, title, SECTION_IMPORTANCE)


def split_day(text: str, day: date) -> Iterator[FactValue]:
    """Make facts of the notes of one day, which expire a month after it."""
    ends = datetime(day.year, day.month, day.day, tzinfo=UTC) + DAY_LASTS
    yield from _build_facts(text, day.isoformat(), DAY_IMPORTANCE, int(ends.timestamp()))


def _build_facts(
    text: str, title: str, importance: int, ends: int | None = None
) -> Iterator[FactValue]:
    kind: FactType = next((kind for kind, words in KINDS if words.search(title)), "note")
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


def _split_long(text: str) -> Iterator[str]:
    """Split `text` into parts that fit in a fact; a long table or piece of code is cut inside."""
    for part in split_text(text.strip(), MEMORY):
        for start in range(0, len(part.text), LONGEST):
            yield part.text[start : start + LONGEST]


async def _is_imported(database: Database, name: str) -> bool:
    async with database.read_committed() as db:
        rows = await db.execute_fetchall("SELECT 1 FROM memory_runs WHERE name = ?", (name,))
    return bool(list(rows))


async def _mark_imported(database: Database, name: str, now: datetime) -> None:
    async with database.transaction() as db:
        await db.execute(
            "INSERT OR IGNORE INTO memory_runs (name, last_run, report) VALUES (?, ?, '')",
            (name, int(now.timestamp())),
        )
