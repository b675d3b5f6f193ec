import asyncio
import os
import shutil
import subprocess
import sys
from contextlib import aclosing
from pathlib import Path

import pytest

from indexer.documents import DetectedType, Section
from indexer.parsing.errors import SENTENCES
from indexer.parsing.limits import Limits
from indexer.parsing.sandbox import (
    ParseError,
    open_parser,
    parse,
)
from tests.processes import Started

TEXT_ONLY = Limits(table_pages=0, ocr_pages=0, wall_seconds=300)
# These take half of the time of all; bench/parsing reads them, too.
LONG = frozenset({"handbook-en-US.docx", "handbook-zh-CN.docx", "octave.pdf"})


async def sections(path: Path, name: str = "", limits: Limits | None = None) -> list[Section]:
    found = parse(path, name=name, limits=limits or Limits())
    return [each async for each in found if isinstance(each, Section)]


async def failure(path: Path, name: str = "", limits: Limits | None = None) -> ParseError:
    with pytest.raises(ParseError) as caught:
        await sections(path, name, limits)
    return caught.value


def read_oom_score(child: str) -> int:
    return int(Path(f"/proc/{child}/oom_score_adj").read_text())


def environment(child: str) -> str:
    return Path(f"/proc/{child}/environ").read_text()


@pytest.mark.spec("S4-10", "S4-11", "S4-27")
async def test_a_text_is_one_section_titled_by_the_files_own_name(tmp_path: Path) -> None:
    path = tmp_path / "tmp123"
    path.write_text("\nHello.\n\nWorld.\n")
    (section,) = await sections(path, "greeting.txt")
    assert (section.title, section.level, section.element_type) == ("greeting.txt", 0, "paragraph")
    assert section.text == "Hello.\n\nWorld."
    assert section.line == 2


@pytest.mark.spec("S4-9", "S4-11", "S4-26")
async def test_markdown_keeps_the_path_of_headings_and_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("Before.\n\n# One\n\n## Two\n\ntext\n\n```\n# no heading\n```\n\n# Three\n")
    found = await sections(path)
    assert [(each.title, each.path, each.level, each.line) for each in found] == [
        ("a.md", (), 0, 1),
        ("Two", ("One", "Two"), 2, 5),
        ("Three", ("Three",), 1, 13),
    ]
    assert "# no heading" in found[1].text
    assert found[2].text == "Three"


async def test_a_long_section_arrives_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    text = "é汉👍 word. " * 50_000
    path.write_text(text)
    (section,) = await sections(path)
    assert section.text == text


async def test_what_cannot_be_stored_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"page one\x0cpage two\x01 end " + b"x" * 200)
    (section,) = await sections(path)
    assert section.text.startswith("page one\npage two end")


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"", "empty.txt", "empty"),
        (b"   \n \n", "blank.md", "no_text"),
        (b"%PDF-1.7\n", "broken.pdf", "damaged"),
        (bytes(range(256)) * 30, "noise.pdf", "damaged"),
        (bytes(range(256)) * 30, "noise.xyz", "unsupported"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "old.doc", "damaged"),
        (b"PK\x03\x04" + bytes(600), "cut.docx", "damaged"),
        (b"\x1f\x8b" + bytes(600), "logs.gz", "unsupported"),
    ],
)
async def test_what_cannot_be_read_is_named(
    tmp_path: Path, content: bytes, name: str, kind: str
) -> None:
    path = tmp_path / "upload"
    path.write_bytes(content)
    error = await failure(path, name)
    assert error.kind == kind
    assert name in str(error)


async def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    assert (await failure(tmp_path / "none.pdf")).kind == "missing"
    assert (await failure(tmp_path)).kind == "unsupported"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
async def test_a_file_that_may_not_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "secret.txt"
    path.write_text("secret")
    path.chmod(0)
    assert (await failure(path)).kind == "unreadable"


async def test_a_pipe_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    assert (await failure(tmp_path / "pipe.txt")).kind == "unsupported"


async def test_a_file_over_the_limit_is_refused_with_both_sizes(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_bytes(b"word " * (1 << 20))
    error = await failure(path, limits=Limits(file_bytes=1 << 20))
    assert error.kind == "too_large"
    assert "5 MB" in str(error)
    assert "1 MB" in str(error)


async def test_a_file_that_takes_too_long_is_ended(started: Started, tmp_path: Path) -> None:
    path = tmp_path / "slow.txt"
    path.write_bytes(b"word " * (1 << 21))
    error = await failure(path, limits=Limits(wall_seconds=0.01))
    assert error.kind == "timed_out"
    assert not started.now()


@pytest.mark.skipif(sys.platform != "linux", reason="the address space is only bounded on Linux")
async def test_a_file_that_takes_too_much_memory_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "wide.txt"
    path.write_bytes(b"word " * (6 << 20))
    error = await failure(path, limits=Limits(memory_bytes=80 << 20))
    assert error.kind == "out_of_memory"


@pytest.mark.parametrize("program", ["/nowhere/python", shutil.which("false")])
async def test_a_process_that_does_not_start_is_not_the_files_fault(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.md"
    path.write_text("# Heading")
    monkeypatch.setattr(sys, "executable", program)
    error = await failure(path)
    assert error.kind == "not_started"
    assert str(error) == (
        "a.md was not read: the process that reads files did not start. Try again later. "
        "If it happens again, the owner can find the cause with `multis doctor`."
    )


async def test_the_kernel_ends_a_parser_before_the_daemon_when_memory_runs_out(
    started: Started, tmp_path: Path
) -> None:
    path = tmp_path / "a.md"
    path.write_text("".join(f"# Heading {n}\n\ntext\n\n" for n in range(2000)))
    async with aclosing(parse(path)) as found:
        await anext(found)
        scores = [read_oom_score(each) for each in started.now()]
    assert scores
    assert min(scores) >= 500


async def test_closing_the_iterator_ends_the_process(started: Started, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("".join(f"# Heading {n}\n\ntext\n\n" for n in range(2000)))
    async with aclosing(parse(path)) as found:
        async for _ in found:
            break
    assert not started.now()


async def test_cancelling_ends_the_process(started: Started, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("".join(f"# Heading {n}\n\ntext\n\n" for n in range(20_000)))
    begun = asyncio.Event()

    async def read() -> None:
        async with aclosing(parse(path)) as found:
            async for _ in found:
                begun.set()
                await asyncio.sleep(0)

    task = asyncio.create_task(read())
    await begun.wait()
    assert started.now()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not started.now()


async def test_a_reader_uses_one_process_for_notes_and_another_after_a_failure(
    started: Started,
    tmp_path: Path,
) -> None:
    note, broken = tmp_path / "note.md", tmp_path / "broken.pdf"
    note.write_text("# Note\n\nText.\n")
    broken.write_bytes(b"%PDF-1.7\n")
    seen = list[set[str]]()
    async with open_parser() as parser:
        for path in (note, note, broken, note):
            try:
                assert [each async for each in parser.parse(path)]
            except ParseError:
                assert path is broken
            seen.append(started.now())
    assert seen[0] == seen[1]
    assert not seen[2]
    assert seen[3] != seen[0]
    assert not started.now()


async def test_a_process_that_met_anything_but_plain_text_is_never_used_again(
    started: Started,
    tmp_path: Path,
) -> None:
    note, page = tmp_path / "note.md", tmp_path / "page.html"
    note.write_text("# Note\n\nText.\n")
    page.write_text("<html><p>Text.")
    async with open_parser() as parser:
        assert [each async for each in parser.parse(note)]
        before = started.now()
        async with aclosing(parser.parse(page)) as found:
            async for _ in found:
                assert not started.now() & before
        assert not started.now()


async def test_the_process_sees_no_secret_of_ours(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MULTIS_PLATFORMS__TELEGRAM__BOT_TOKEN", "123:SECRET")
    path = tmp_path / "note.md"
    path.write_text("# Note\n")
    async with open_parser() as parser:
        assert [each async for each in parser.parse(path)]
        assert started.now()
        assert not any("SECRET" in environment(child) for child in started.now())


def test_every_sentence_names_the_file_and_ends() -> None:
    for kind in SENTENCES:
        assert str(ParseError(kind, "plan.pdf")).count("plan.pdf") == 1
        assert str(ParseError(kind, "plan.pdf")).endswith(".")
        assert str(ParseError(kind))[0].isupper()


@pytest.mark.spec("S4-141")
@pytest.mark.parametrize(
    ("content", "name", "document_type"),
    [
        (b"%PDF-1.7\n", "letter.docx", "pdf"),
        (b"just words", "letter.pdf", "txt"),
        (b"just words", "letter.md", "md"),
    ],
)
async def test_bytes_decide_the_type_and_the_name_only_among_texts(
    tmp_path: Path, content: bytes, name: str, document_type: str
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    found = parse(path, name=name)
    async with aclosing(found):
        assert await anext(found) == DetectedType(document_type)


def test_the_daemon_reads_no_byte_of_a_file() -> None:
    """Sniffing once hung the daemon for hours: it belongs into the process that can be ended."""
    modules = "bot.daemon.serve, bot.services.open, indexer.parsing.sandbox"
    code = f"import sys, {modules}; print(*sys.modules, sep='\\n')"
    command = (sys.executable, "-c", code)
    loaded = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert "indexer.parsing.sandbox" in loaded.stdout.split()
    assert "indexer.parsing.sniff" not in loaded.stdout.split()


@pytest.mark.timeout(400)  # thirty megabytes of documents, on whatever machine
async def test_every_document_is_read_or_refused_with_a_reason(data: Path) -> None:
    turns = asyncio.Semaphore(2)

    async def outcome(path: Path) -> str:
        async with turns:
            try:
                return "read" if await sections(path, limits=TEXT_ONLY) else "nothing"
            except ParseError as error:
                return str(error)

    paths = sorted(each for each in (data / "documents").iterdir() if each.name not in LONG)
    for path, ended in zip(paths, await asyncio.gather(*map(outcome, paths)), strict=True):
        assert ended == "read" or path.name in ended
