"""`multis memory`, through real processes: what a script and a person see of what is remembered."""

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell


@pytest.fixture
def synced(multis: Shell, tmp_path: Path) -> Shell:
    lines = [
        {"id": "D1:1", "speaker": "Ann", "text": "I bought a yellow kayak.", "session": "1"},
        {"id": "D1:2", "speaker": "Bob", "text": "Congratulations!", "session": "1"},
    ]
    write(tmp_path / "talks" / "a.jsonl", "\n".join(map(json.dumps, lines)))
    write(tmp_path / "home" / "vault" / "Memory.md", "The anchor weighs nine kilograms.")
    write(tmp_path / "home" / "vault" / "skills" / "knots" / "bowline.md", "The rabbit comes out.")
    sources = [{"glob": f"{tmp_path}/talks/*.jsonl", "kind": "transcript"}]
    write(tmp_path / "home" / "config.json", json.dumps({"memory": {"sources": sources}}))
    assert multis("memory", "sync").stdout == "3 indexed, 0 unchanged, 0 removed, 0 failed.\n"
    return multis


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def hits(shell: Shell, query: str, *more: str) -> list[dict[str, object]]:
    done = shell("memory", "search", query, "--json", *more)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.spec("S1-62")
def test_the_first_command_of_all_takes_an_older_memory_over(multis: Shell, tmp_path: Path) -> None:
    write(tmp_path / "home" / "memory" / "MEMORY.md", "## Facts\n\nThe kayak is insured.\n")
    assert hits(multis, "kayak")[0]["text"] == "The kayak is insured."


@pytest.mark.spec("S0-26")
def test_a_second_sync_finds_nothing_new(synced: Shell) -> None:
    report = json.loads(synced("memory", "sync", "--json").stdout)
    assert report == {"indexed": 0, "unchanged": 3, "removed": 0, "problems": []}


@pytest.mark.spec("S0-25", "S1-59")
def test_a_search_covers_facts_too(synced: Shell) -> None:
    synced.remembers("The kayak is insured.")
    found = {str(each["text"]) for each in hits(synced, "kayak")}
    assert found >= {"Ann: I bought a yellow kayak.", "The kayak is insured."}


@pytest.mark.spec("S0-22", "S0-25", "S1-59")
def test_a_search_tells_source_and_score(synced: Shell) -> None:
    told = synced("memory", "search", "who bought a kayak").stdout
    assert told.startswith("[1] conversation 1 (Score: 0.")
    assert "Ann: I bought a yellow kayak." in told
    (anchor,) = hits(synced, "anchor")
    assert anchor["source"] == "Memory.md"
    assert 0 < float(str(anchor["score"])) < 1


def test_a_hit_carries_the_ids_of_its_messages(synced: Shell) -> None:
    assert hits(synced, "kayak")[0]["ids"] == ["D1:1"]


@pytest.mark.spec("S0-23")
def test_skills_in_folders_are_found(synced: Shell) -> None:
    assert hits(synced, "rabbit")[0]["source"] == "bowline.md"


def test_nobody_else_finds_what_is_the_owners(synced: Shell) -> None:
    assert hits(synced, "kayak anchor rabbit", "--as", "alice") == []
    assert json.loads(synced("memory", "stats", "--json", "--as", "alice").stdout)["passages"] == 0


def test_what_cannot_be_synced_fails_with_a_sentence(synced: Shell, tmp_path: Path) -> None:
    write(tmp_path / "talks" / "b.jsonl", "broken")
    done = synced("memory", "sync")
    assert done.returncode == 1
    assert "b.jsonl was not synced: it is neither JSON" in done.stderr
    assert done.stdout == "0 indexed, 3 unchanged, 0 removed, 1 failed.\n"


@pytest.mark.spec("S0-12", "S1-4", "S1-58")
def test_facts_travel_from_one_home_to_another(multis: Shell, tmp_path: Path) -> None:
    facts = tmp_path / "facts.jsonl"
    multis.remembers("The gate is painted green.")
    assert "painted green" in multis("memory", "list").stdout
    assert multis("memory", "export", str(facts)).stdout == f"Wrote 1 fact to {facts}.\n"
    other = Shell(tmp_path / "other")
    assert other("memory", "import", str(facts)).stdout == "Imported 1 fact.\n"
    assert other("memory", "import", str(facts)).stdout == "Imported 0 facts.\n"
    assert other("memory", "export").stdout == multis("memory", "export").stdout


def test_a_fact_with_a_line_end_of_another_kind_travels(multis: Shell, tmp_path: Path) -> None:
    """Anybody may have such a fact noted: nobody's import must fail of it."""
    facts = tmp_path / "facts.jsonl"
    multis.remembers("The gate\u2028is painted\x85green.")
    multis.remembers("The boat is blue.")
    multis("memory", "export", str(facts))
    other = Shell(tmp_path / "other")
    assert other("memory", "import", str(facts)).stdout == "Imported 2 facts.\n"
    assert other("memory", "export").stdout == multis("memory", "export").stdout


@pytest.mark.spec("S1-58", "S1-60", "S1-61")
def test_facts_are_listed_counted_and_cleaned(multis: Shell) -> None:
    ended = int(datetime.now(UTC).timestamp()) - 60
    multis.remembers("The gate is painted green.", type="fact")
    multis.remembers("Call Bob.", retention="short_term")
    multis.remembers("Buy paint.", retention="short_term", expires_at=ended)
    long, short = multis("memory", "list").stdout.splitlines()
    assert long.startswith("long  [fact] The gate is painted green. #")
    assert short.startswith("short [note] Call Bob. #")
    assert multis("memory", "stats").stdout.splitlines()[3] == "recycle bin: 1"
    assert multis("memory", "clean").stdout == "1 expired, 0 deleted for good.\n"
    assert b"Buy paint" not in raw(multis.home / "data")
    assert multis("memory", "stats").stdout.splitlines()[:4] == [
        "active: 2",
        "long term: 1",
        "short term: 1",
        "recycle bin: 0",
    ]
    assert multis("memory", "list", "--deleted").stdout == "No facts.\n"


def test_what_was_deleted_is_wiped_out_of_the_database(synced: Shell, tmp_path: Path) -> None:
    (tmp_path / "talks" / "a.jsonl").unlink()
    assert "1 removed" in synced("memory", "sync").stdout
    assert b"kayak" in raw(tmp_path / "home" / "data")
    synced("memory", "clean")
    assert b"kayak" not in raw(tmp_path / "home" / "data")
    assert b"anchor" in raw(tmp_path / "home" / "data")


def raw(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_the_notes_follow_what_is_restored(multis: Shell) -> None:
    multis("say", "/remember The gate is painted green.")
    (name,) = multis("memory", "list").stdout.split("#")[1:]
    multis("say", f"/fact {name.strip()} delete")
    assert "painted green" not in multis("say", "/memory").stdout
    multis("memory", "restore", name.strip())
    notes = (multis.home / "memory" / "chats" / "admin" / "memory.md").read_text()
    assert "(pinned)\n\nThe gate is painted green.\n" in notes


def test_what_is_not_deleted_cannot_be_restored(multis: Shell) -> None:
    done = multis("memory", "restore", "abc")
    assert (done.returncode, done.stdout) == (1, "")
    assert "1 fact cannot be restored" in done.stderr


@pytest.mark.parametrize("what", [["sync"], ["clean"], ["restore", "x"], ["import", "-"]])
def test_only_the_owner_changes_anything(multis: Shell, what: list[str]) -> None:
    done = multis("memory", *what, "--as", "alice")
    assert done.returncode == 1
    assert "Only the owner" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
def test_an_export_into_a_pipe_goes_through_it(multis: Shell, tmp_path: Path) -> None:
    multis.remembers("Ann has a yellow kayak")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:  # noqa: S603, S607 - ours
        assert multis("memory", "export", str(pipe)).returncode == 0
        assert "yellow kayak" in reader.communicate(timeout=30)[0]
    assert pipe.is_fifo()


def test_an_export_that_cannot_be_written_says_why(multis: Shell, tmp_path: Path) -> None:
    multis.remembers("Ann has a yellow kayak")
    full = (Path("/dev/full"),) if Path("/dev/full").is_char_device() else ()
    for place in (tmp_path, Path("/proc/export"), tmp_path / ("x" * 300), *full):
        done = multis("memory", "export", str(place))
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert done.stderr.startswith(f"multis: Cannot write {place}: ")
    assert all(place.is_char_device() for place in full)
    assert not list(tmp_path.parent.glob(f".{tmp_path.name}*"))
