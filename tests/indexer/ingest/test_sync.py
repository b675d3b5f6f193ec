"""Files that change by themselves: found when new, untouched when not, gone when gone."""

import hashlib
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec import Struct

from indexer.ingest.sources import SyncSource
from indexer.ingest.sync import Forgotten, Sync, SyncReport
from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.database import Database, open_database
from indexer.store.schema import INDEX
from indexer.store.writer import NewDocument, Writer

NOW = datetime(2026, 11, 21, tzinfo=UTC)
OWNER = Visibility.only(KB, ADMIN)


class Bench(Struct, frozen=True):
    folder: Path
    database: Database
    forgotten: set[str]

    @property
    def notes(self) -> SyncSource:
        return SyncSource(f"{self.folder}/**/*.md")

    @property
    def talks(self) -> SyncSource:
        return SyncSource(f"{self.folder}/talks/*", "transcript")

    async def sync(self, *sources: SyncSource) -> SyncReport:
        sync = Sync(self.database, lambda: NOW)
        return await sync.run(sources or (self.notes,), Forgotten(self.forgotten.__contains__))

    async def find(self, question: str, seen: Visibility = OWNER) -> list[str]:
        store = Store(self.database, RankingSettings())
        return [hit.chunk.text for hit in await store.search(seen, question, now=NOW)]

    async def turns(self, question: str, seen: Visibility = OWNER) -> list[str]:
        store = Store(self.database, RankingSettings())
        hits = await store.search_transcripts(seen, question)
        return [hit.turn.message_id for hit in hits]

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Bench]:
    files = folder / "files"
    files.mkdir()
    async with open_database(folder / "multis.db", INDEX) as database:
        yield Bench(files, database, set())


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with opened(tmp_path) as each:
        yield each


async def changes(database: Database) -> int:
    async with database.transaction() as db:
        return db.total_changes


@pytest.mark.spec("S0-1", "S0-16")
async def test_a_note_is_found_by_the_paragraph(bench: Bench) -> None:
    bench.write(
        "a.md", "# Boats\n\nThe sail is patched with linen.\n\nThe anchor weighs nine kilos."
    )
    assert await bench.sync() == SyncReport(indexed=1)
    assert await bench.find("anchor") == ["The anchor weighs nine kilos."]


@pytest.mark.spec("S0-17")
async def test_a_paragraph_below_twenty_characters_is_left_out(bench: Bench) -> None:
    bench.write("a.md", f"walrus {'x' * 12}\n\nwalrus {'y' * 13}")
    await bench.sync()
    assert await bench.find("walrus") == [f"walrus {'y' * 13}"]


@pytest.mark.spec("S0-14")
async def test_a_chunk_knows_its_line_and_its_heading(bench: Bench) -> None:
    bench.write("a.md", "# Top\n\n```\n# no heading\n```\n\n## Boats\n\nThe sail is patched.\n")
    await bench.sync()
    store = Store(bench.database, RankingSettings())
    hit = (await store.search(OWNER, "sail", now=NOW))[0]
    assert (hit.chunk.line, hit.chunk.name) == (9, "Boats")


async def test_a_part_of_a_page_begins_on_its_own_line(bench: Bench) -> None:
    lines = [f"Sail number {n} is patched with linen from the shed." for n in range(300)]
    bench.write("a.md", "\n\n".join(lines))
    await bench.sync(replace(bench.notes, kind="pages"))
    async with bench.database.transaction() as db:
        rows = await db.execute_fetchall("SELECT content, start_line FROM chunks")
    told = {row["start_line"]: row["content"].partition("\n")[0] for row in rows}
    assert len(told) > 5
    assert told == {line: lines[line // 2] for line in told}


@pytest.mark.spec("S0-19", "S0-20")
async def test_a_second_sync_writes_nothing(bench: Bench) -> None:
    bench.write("a.md", "The sail is patched with linen.")
    bench.write("talks/b.txt", "USER: where is the sail?\nASSISTANT: In the shed.")
    await bench.sync(bench.notes, bench.talks)
    before = await changes(bench.database)
    assert await bench.sync(bench.notes, bench.talks) == SyncReport(unchanged=2)
    assert await changes(bench.database) == before


@pytest.mark.spec("S0-18", "S0-19")
async def test_a_file_is_known_by_its_sha_256_and_not_by_its_time(bench: Bench) -> None:
    path = bench.write("a.md", "The sail is patched with linen.")
    await bench.sync()
    async with bench.database.transaction() as db:
        [row] = await db.execute_fetchall("SELECT hash FROM files")
    assert row["hash"] == hashlib.sha256(b"The sail is patched with linen.").hexdigest()
    touch(path)
    assert await bench.sync() == SyncReport(unchanged=1)


def touch(path: Path) -> None:
    os.utime(path, (0, 0))


async def test_a_change_is_picked_up_and_the_old_text_goes(bench: Bench) -> None:
    bench.write("a.md", "The sail is patched with linen.")
    await bench.sync()
    bench.write("a.md", "The sail is patched with canvas.")
    assert await bench.sync() == SyncReport(indexed=1)
    assert await bench.find("linen canvas") == ["The sail is patched with canvas."]


async def test_what_is_gone_from_the_disk_goes(bench: Bench) -> None:
    note = bench.write("a.md", "The sail is patched with linen.")
    talk = bench.write("talks/b.txt", "USER: where is the sail?")
    await bench.sync(bench.notes, bench.talks)
    remove(note, talk)
    assert await bench.sync(bench.notes, bench.talks) == SyncReport(removed=2)
    assert (await bench.find("sail"), await bench.turns("sail")) == ([], [])


def remove(*paths: Path) -> None:
    for path in paths:
        path.unlink()


async def test_a_source_that_is_no_longer_named_goes(bench: Bench) -> None:
    bench.write("a.md", "The sail is patched with linen.")
    await bench.sync()
    assert await bench.sync(SyncSource(f"{bench.folder}/none/*.md")) == SyncReport(removed=1)


async def test_documents_and_memories_are_none_of_its_business(bench: Bench) -> None:
    path = bench.write("a.md", "The sail is patched with linen.")
    document = NewDocument(str(path), "a.md", "md", hash="0")
    await Writer(bench.database).put_document(KB, document, [], NOW)
    assert await bench.sync() == SyncReport()
    assert await bench.sync(SyncSource("/nowhere/*.md")) == SyncReport()
    assert await Writer(bench.database).find_file(str(path))


async def test_notes_are_the_owners_unless_the_source_says_otherwise(bench: Bench) -> None:
    bench.write("a.md", "The canary sings at dawn.")
    bench.write("talks/b.txt", "USER: the canary sings")
    await bench.sync(bench.notes, bench.talks)
    assert await bench.find("canary", Visibility.only(KB)) == []
    assert await bench.turns("canary", Visibility.only(KB)) == []
    await bench.sync(SyncSource(bench.notes.glob, scope="kb"), bench.talks)
    assert await bench.find("canary", Visibility.only(KB)) == ["The canary sings at dawn."]


@pytest.mark.spec("S4-96")
async def test_transcripts_are_not_among_the_passages(bench: Bench) -> None:
    bench.write("talks/b.txt", "USER: where is the sail?\nASSISTANT: In the shed.")
    await bench.sync(bench.talks)
    assert await bench.find("sail shed") == []
    assert sorted(await bench.turns("sail shed")) == ["0", "1"]


async def test_turns_carry_the_ids_of_their_messages(bench: Bench) -> None:
    lines = [
        {"id": "D1:1", "speaker": "Ann", "text": "I bought a kayak.", "session": 1},
        {"id": "D1:2", "speaker": "Bob", "text": "What colour is it?", "session": 1},
    ]
    bench.write("talks/b.jsonl", "\n".join(map(json.dumps, lines)))
    await bench.sync(bench.talks)
    assert (await bench.turns("Who bought a kayak?"))[0] == "D1:1"


async def test_a_broken_transcript_is_named_and_keeps_what_was_there(bench: Bench) -> None:
    path = bench.write("talks/b.txt", "USER: where is the sail?")
    await bench.sync(bench.talks)
    bench.write("talks/b.txt", "garbage")
    report = await bench.sync(bench.talks)
    assert report.indexed == 0
    assert report.problems == (
        f"{path} was not synced: it is neither JSON nor text with USER: lines.",
    )
    assert await bench.turns("sail") == ["0"]


async def test_bytes_that_are_no_text_do_not_stop_the_others(bench: Bench) -> None:
    bench.write("a.md", b"caf\xe9 \x00 with a canary and \xff bytes")
    bench.write("b.md", "The sail is patched with linen.")
    assert (await bench.sync()).indexed == 2
    assert len(await bench.find("sail")) == 1


async def test_what_was_forgotten_does_not_come_back(bench: Bench) -> None:
    bench.write("a.md", "The sail is patched with linen.\n\nThe anchor weighs nine kilos.")
    bench.write("talks/b.txt", "USER: my PIN is 4711\nASSISTANT: Thanks, noted.")
    bench.forgotten.update({"my PIN is 4711", "The anchor weighs nine kilos."})
    await bench.sync(bench.notes, bench.talks)
    assert (await bench.find("anchor"), await bench.turns("PIN 4711")) == ([], [])
    assert await bench.turns("noted") == ["1"]


async def test_pages_are_cut_at_four_hundred_tokens(bench: Bench) -> None:
    text = "\n\n".join(f"Paragraph {n} tells of boats and of the sea." for n in range(200))
    bench.write("a.md", text)
    await bench.sync(SyncSource(bench.notes.glob, "pages"))
    texts = await bench.find("paragraph 150")
    assert texts
    assert all(len(each) <= 1600 for each in texts)


COURSE = "# Conversation\n\n## Final\n\nAsked:\n\n- Where is the sail?\n"


async def test_what_was_asked_in_a_conversation_is_not_found(bench: Bench) -> None:
    bench.write("a.md", f"{COURSE}\nTold:\n\n- The sail is in the shed.\n")
    bench.write("b.md", COURSE)
    assert await bench.sync(SyncSource(bench.notes.glob, "course")) == SyncReport(indexed=2)
    assert await bench.find("Where is the sail?") == ["Told:\n\n- The sail is in the shed."]


async def test_a_conversation_that_was_indexed_as_a_page_is_read_again(bench: Bench) -> None:
    bench.write("a.md", COURSE)
    await bench.sync(SyncSource(bench.notes.glob, "pages"))
    assert await bench.find("Where is the sail?")
    assert await bench.sync(SyncSource(bench.notes.glob, "course")) == SyncReport(indexed=1)
    assert await bench.find("Where is the sail?") == []


async def test_a_long_conversation_is_cut_like_a_page(bench: Bench) -> None:
    told = "\n".join(f"- Boat {n} lies at the pier of the old harbour." for n in range(200))
    bench.write("a.md", f"{COURSE}\nTold:\n\n{told}\n")
    await bench.sync(SyncSource(bench.notes.glob, "course"))
    texts = await bench.find("boat 150")
    assert texts
    assert all(len(each) <= 1600 for each in texts)


async def test_a_file_named_twice_is_indexed_once(bench: Bench) -> None:
    bench.write("a.md", "The sail is patched with linen.")
    assert await bench.sync(bench.notes, SyncSource(bench.notes.glob, "pages")) == SyncReport(
        indexed=1
    )
    assert await bench.sync(bench.notes, SyncSource(bench.notes.glob, "pages")) == SyncReport(
        unchanged=1
    )


async def test_a_name_that_is_no_text_is_reported(bench: Bench) -> None:
    bench.write("caf\udce9.md", "The sail is patched with linen.")
    report = await bench.sync()
    assert [each.endswith("its name is not valid UTF-8.") for each in report.problems] == [True]


async def test_a_file_that_is_too_large_is_reported(bench: Bench) -> None:
    bench.write("a.md", b"x" * 20_000_001)
    assert "more than 20" in (await bench.sync()).problems[0]
