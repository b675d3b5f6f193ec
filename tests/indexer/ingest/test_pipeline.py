"""From a real file to what is stored of it: parse, chunk, scope, store."""

import asyncio
import json
import os
import re
from contextlib import aclosing
from pathlib import Path

import pytest

from indexer.documents import Section, build_chunk_id
from indexer.ingest.jobs import Job, build_job
from indexer.ingest.pipeline import LIGHT, Pipeline, build_chunks
from indexer.parsing.errors import ParseError
from indexer.parsing.limits import Limits
from indexer.parsing.pool import ParserPool, open_parser_pool
from indexer.parsing.sandbox import open_parser
from indexer.scopes import ADMIN, KB, Scope
from indexer.store.analysis.worker import Passages
from indexer.store.chunks import analyze_in_thread
from indexer.store.terms import Terms
from indexer.store.writer import Writer
from tests.indexer.factories import EVERYTHING, NOW, Index
from tests.indexer.filling import Bench
from tests.indexer.parsing.formats.making import docx, outline, pages, paragraph, written

ALICE = Scope.of_chat("telegram:1")
SENTENCE = "The quick brown fox jumps over the lazy dog near the river bank today. "


def write(path: Path, text: str) -> None:
    path.write_text(text)


@pytest.mark.spec("S4-6", "S4-11", "S4-20", "S4-140", "S4-142")
async def test_a_file_is_parsed_cut_scoped_and_stored(bench: Bench, lease: Path) -> None:
    outcome = await bench.run(lease)
    assert (outcome.status, outcome.chunks) == ("indexed", 1)
    (row,) = await bench.rows()
    told = {
        "chunk_id": build_chunk_id(KB, str(lease), "Rent", "The rent is 900."),
        "file_path": str(lease),
        "element_type": "section",
        "name": "Rent",
        "content": "The rent is 900.",
        "section_path": '["Lease","Rent"]',
        "section_level": 2,
        "document_type": "md",
        "metadata": f'{{"document":"{lease.name}"}}',
        "scope": "kb",
        "parent_chunk_id": None,
        "page_start": None,
        "start_line": 3,
    }
    assert {name: row[name] for name in told} == told
    (hit,) = await bench.index.search("rent")
    assert hit.chunk.path == ("Lease", "Rent")


@pytest.mark.spec("S4-138")
async def test_the_parts_of_a_long_section_share_the_id_of_the_section(
    bench: Bench, lease: Path
) -> None:
    long = "The rent is nine hundred a month. " * 100
    write(lease, f"# Lease\n\n{long}\n\n## Keys\n\nThere are two keys.\n")
    await bench.run(lease)
    rows = await bench.rows()
    whole = build_chunk_id(KB, str(lease), "Lease", long.strip())
    found = {(row["chunk_id"], row["parent_chunk_id"]) for row in rows if row["name"] == "Lease"}
    assert found == {(f"{whole}-p{n}", whole) for n in range(2)}
    assert [row["parent_chunk_id"] for row in rows if row["name"] == "Keys"] == [None]


@pytest.mark.spec("S4-142")
async def test_a_part_knows_its_document_and_its_place(bench: Bench, lease: Path) -> None:
    write(lease, "# Lease\n\n" + "The rent is nine hundred a month. " * 100)
    await bench.run(lease)
    assert [json.loads(str(row["metadata"])) for row in await bench.rows()] == [
        {"document": lease.name, "part": "1/2"},
        {"document": lease.name, "part": "2/2"},
    ]


@pytest.mark.spec("S4-6", "S4-17")
@pytest.mark.parametrize("scope", [KB, ADMIN, ALICE])
async def test_every_chunk_carries_the_scope_of_its_job(
    bench: Bench, lease: Path, scope: Scope
) -> None:
    write(lease, "# Lease\n\nOne.\n\n# Rent\n\n" + SENTENCE * 100)
    await bench.run(lease, scope)
    assert {row["scope"] for row in await bench.rows()} == {scope.label}
    assert {hit.scope for hit in await bench.index.search("lease fox")} == {scope}


def test_no_other_scope_can_be_written() -> None:
    for label in ("", "public", "user:", "user:123", "KB"):
        with pytest.raises(ValueError, match="not a scope"):
            Scope(label)


@pytest.mark.spec("S4-12", "S4-15", "S4-16")
async def test_a_long_section_has_numbered_parts_and_a_short_one_none(
    bench: Bench, lease: Path
) -> None:
    long = "x" * 2001
    write(lease, f"# Long\n\n{long}\n\n# Short\n\n{'y' * 2000}\n")
    await bench.run(lease)
    whole = build_chunk_id(KB, str(lease), "Long", long)
    first, second, short = await bench.rows()
    assert [first["chunk_id"], second["chunk_id"]] == [f"{whole}-p0", f"{whole}-p1"]
    assert first["parent_chunk_id"] == second["parent_chunk_id"] == whole
    assert short["chunk_id"] == build_chunk_id(KB, str(lease), "Short", "y" * 2000)
    assert (short["content"], short["parent_chunk_id"]) == ("y" * 2000, None)


@pytest.mark.spec("S4-135")
def test_a_part_begins_on_the_page_of_the_sentences_it_repeats(lease: Path) -> None:
    text = "".join(f"The boat has {n} sails and all of them are patched. " for n in range(300))
    pages = [(at, 2 + at // 100) for at in range(0, len(text), 100)]
    section = Section("Long", text, pages=(2, pages[-1][1]), turns=tuple(pages[1:]))
    for chunk in build_chunks(build_job(lease, KB), [section]):
        at = text.index(chunk.text)
        assert chunk.pages == (2 + at // 100, 2 + (at + len(chunk.text) - 1) // 100)


LINES = [f"Line {n}. {SENTENCE.strip()}" for n in range(200)]
NUMBERED = {
    "lines.txt": "\n\n".join(LINES),
    "pages.txt": "\n\n\x07\x07" + "\n\x0c".join(LINES),
    "note.md": "# One\n\n\n" + "\n\n<hr>\n\n".join(LINES),
    "table.csv": "what,why\n" + "\n\n".join(f'{line},"so\nso"' for line in LINES),
    "code.py": "import os\n\ndef one():\n" + "".join(f"    # {line}\n" for line in LINES),
}


@pytest.mark.parametrize("name", NUMBERED)
async def test_a_part_begins_on_its_own_line(bench: Bench, tmp_path: Path, name: str) -> None:
    write(tmp_path / name, NUMBERED[name])
    await bench.run(tmp_path / name)
    in_file = NUMBERED[name].split("\n")
    _, *parts = [row for row in await bench.rows() if row["parent_chunk_id"]]
    assert len(parts) > 5
    for row in parts:
        said = re.search(r"Line \d+\.", str(row["content"]))
        assert said
        assert said.group() in in_file[int(str(row["start_line"])) - 1]


@pytest.mark.spec("S4-7", "S4-8", "S4-9", "S4-10", "S4-136", "S4-141")
async def test_each_kind_of_document_keeps_its_type_and_the_kind_of_its_parts(
    bench: Bench, tmp_path: Path
) -> None:
    catalog, more = outline([("One", 1, 710)])
    text = written([("Preface.", 740, 10), ("One", 700, 10), ("First text.", 680, 10)])
    contents = {
        "book.pdf": pages([text], catalog, more),
        "letter.docx": docx(paragraph("Before.") + paragraph("Head", "Heading1") + paragraph("T")),
        "note.md": b"# Head\n\nText.\n",
        "plain.txt": b"Just words.\n",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        assert (await bench.run(tmp_path / name)).status == "indexed"
    kinds = [(row["document_type"], row["element_type"]) for row in await bench.rows()]
    assert sorted(kinds) == [
        ("docx", "paragraph"),
        ("docx", "section"),
        ("md", "section"),
        ("pdf", "paragraph"),
        ("pdf", "toc_entry"),
        ("txt", "paragraph"),
    ]


@pytest.mark.parametrize(("paragraphs", "waits"), [(1, False), (LIGHT // 1000, True)])
async def test_the_next_file_is_read_while_one_is_written_unless_that_is_large(
    index: Index, tmp_path: Path, paragraphs: int, waits: bool
) -> None:
    book = tmp_path / "book.txt"
    write(book, ("word " * 205 + "\n\n") * paragraphs)
    read, go_on = asyncio.Event(), asyncio.Event()

    async def analyze(passages: Passages) -> list[Terms]:
        read.set()
        await go_on.wait()
        return await analyze_in_thread(passages)

    async with open_parser_pool(Limits(), 1) as parsers:
        pipeline = Pipeline(Writer(index.database, analyze), parsers, lambda: NOW)
        writing = asyncio.create_task(Bench(index, pipeline).run(book))
        await read.wait()
        next_one = asyncio.create_task(borrowed(parsers))
        done, _ = await asyncio.wait({next_one}, timeout=0.2 if waits else 10)
        assert bool(done) is not waits
        go_on.set()
        assert (await writing).status == "indexed"
        await next_one


@pytest.mark.parametrize(("paragraphs", "starts"), [(1, False), (9, True)])
async def test_what_analyzes_long_documents_starts_before_they_are_read_to_their_end(
    index: Index, tmp_path: Path, paragraphs: int, starts: bool
) -> None:
    book, events = tmp_path / "book.txt", list[str]()
    write(book, ("word " * 205 + "\n\n") * paragraphs)

    async def analyze(passages: Passages) -> list[Terms]:
        events.append("analyze")
        return await analyze_in_thread(passages)

    async with open_parser_pool(Limits(), 1) as parsers:
        writer = Writer(index.database, analyze, lambda: events.append("prepare"))
        await Bench(index, Pipeline(writer, parsers, lambda: NOW)).run(book)
    assert events == ["prepare"] * starts + ["analyze"]


async def borrowed(parsers: ParserPool) -> None:
    async with parsers.borrow(KB):
        pass


@pytest.mark.spec("S4-23")
async def test_a_changed_file_replaces_what_it_said(bench: Bench, lease: Path) -> None:
    await bench.run(lease)
    assert (await bench.run(lease)).status == "unchanged"
    write(lease, "# Lease\n\n## Rent\n\nThe rent is 950.\n")
    assert (await bench.run(lease)).status == "indexed"
    assert [row["content"] for row in await bench.rows()] == ["The rent is 950."]


@pytest.mark.spec("S4-23")
async def test_a_file_that_can_no_longer_be_read_keeps_what_it_said(
    bench: Bench, lease: Path
) -> None:
    await bench.run(lease)
    write(lease, "%PDF-1.7 torn")
    outcome = await bench.run(lease)
    assert (outcome.status, bool(outcome.reason)) == ("failed", True)
    assert await bench.index.found("rent") == ["The rent is 900."]


async def test_the_same_bytes_under_another_scope_move_without_being_read_again(
    bench: Bench, lease: Path
) -> None:
    await bench.run(lease)
    outcome = await bench.run(lease, ADMIN)
    assert (outcome.status, outcome.chunks) == ("indexed", 1)
    (document,) = await bench.index.store.list_documents(EVERYTHING)
    assert document.scope == ADMIN


async def test_a_pipe_is_refused_and_not_waited_for(bench: Bench, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    # Whoever opened it would now read a letter and wait for the next.
    with os.fdopen(os.open(pipe, os.O_RDWR), "wb", buffering=0) as held:
        held.write(b"x")
        async with asyncio.timeout(10):
            outcome = await bench.run(pipe)
    assert outcome.reason == "I cannot read pipe.txt: it is a pipe."


async def test_a_file_that_a_link_has_replaced_is_not_read(bench: Bench, tmp_path: Path) -> None:
    secret, note = tmp_path / "shadow.md", tmp_path / "note.md"
    secret.write_text("The password is swordfish.")
    note.write_text("A note.")
    job = build_job(note, KB)
    note.unlink()
    note.symlink_to(secret)
    assert (await bench.done(job)).reason == "I cannot read note.md: it is a link."
    assert await bench.rows() == []


async def test_a_folder_that_a_link_has_replaced_leads_nowhere(
    bench: Bench, tmp_path: Path
) -> None:
    for name, text in (("inside", "A note."), ("outside", "The password is swordfish.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.md").write_text(text)
    job = build_job(tmp_path / "inside" / "note.md", KB)
    (tmp_path / "inside").rename(tmp_path / "moved")
    (tmp_path / "inside").symlink_to(tmp_path / "outside")
    outcome = await bench.done(job)
    assert outcome.reason == (
        "I cannot read note.md: it was moved, or a folder above it is now a link."
    )
    assert await bench.rows() == []


async def test_a_folder_that_is_exchanged_after_the_hash_leads_nowhere(tmp_path: Path) -> None:
    for name, words in (("inside", "A note."), ("outside", "The password is swordfish.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "note.md").write_text(words)
    note = tmp_path / "inside" / "note.md"
    (tmp_path / "inside").rename(tmp_path / "moved")
    (tmp_path / "inside").symlink_to(tmp_path / "outside")
    async with open_parser() as parser:
        with pytest.raises(ParseError, match="a folder above it is now a link"):
            _ = [each async for each in parser.parse(note, resolved=True)]


async def test_an_upload_is_read_below_a_link_too(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "shortcut").symlink_to(tmp_path / "tmp")
    (tmp_path / "tmp" / "0").write_text("The ferry sails at noon.")
    job = Job(tmp_path / "shortcut" / "0", "upload:telegram:7/note.md", "note.md", KB)
    assert (await bench.done(job)).status == "indexed"


async def test_a_file_that_is_not_there_is_said_to_be_missing(bench: Bench, tmp_path: Path) -> None:
    outcome = await bench.run(tmp_path / "none.pdf")
    assert outcome.reason == "I cannot find none.pdf. Check the path and try again."


async def test_a_name_that_is_no_text_is_refused_alone(bench: Bench, tmp_path: Path) -> None:
    named = tmp_path / os.fsdecode(b"caf\xe9.txt")  # as an old archive leaves it
    named.write_text("The gate opens at six.")
    outcome = await bench.run(named)
    assert (outcome.status, "caf?.txt" in outcome.reason) == ("failed", True)
    assert "Rename it" in outcome.reason


async def test_unchanged_files_are_found_all_at_once(bench: Bench, tmp_path: Path) -> None:
    same, changed, moved, new, gone = (tmp_path / f"{name}.md" for name in "abcde")
    for path in (same, changed, moved, new, gone):
        write(path, f"# {path.stem}\n\nThe text of {path.stem}.\n")
    for path in (same, changed, moved, gone):
        await bench.run(path)
    write(changed, "# b\n\nOther text.\n")
    gone.unlink()
    jobs = [build_job(path, KB) for path in (same, changed, new, gone)]
    again = Job(same, str(same), same.name, KB, again=True)
    found = await bench.pipeline.find_unchanged([*jobs, again, build_job(moved, ADMIN)])
    assert [(job.path, outcome.status) for job, outcome in found.items()] == [(same, "unchanged")]
    assert found[jobs[0]] == await bench.run(same)


async def test_who_stops_listening_ends_the_reading_at_once(index: Index, tmp_path: Path) -> None:
    (tmp_path / "long.pdf").write_bytes(pages([written([("Ferry", 700, 10)])] * 3000))
    write(tmp_path / "next.md", "The rent is 900.")
    async with open_parser_pool(Limits(), 1) as parsers:
        bench = Bench(
            index, Pipeline(Writer(index.database, analyze_in_thread), parsers, lambda: NOW)
        )
        job = build_job(tmp_path / "long.pdf", KB)
        async with aclosing(bench.pipeline.run(job)) as steps:
            await anext(steps)
        assert not parsers._idle  # a parser that still reads would be lent again
        assert (await bench.run(tmp_path / "next.md")).status == "indexed"
