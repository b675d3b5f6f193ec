"""The contract of the command line, through real processes: output, exit codes, sentences."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bot import version
from bot.operations.backups import age
from tests.bot.cli.shell import GUIDE, Shell
from tests.indexer.parsing.formats.making import zipped


def test_a_file_that_was_read_in_part_is_called_that(multis: Shell, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as archive:
        archive.writestr("good.txt", "Some text that is long enough.")
        archive.writestr("torn.pdf", "%PDF-1.7 torn")
    told = json.loads(multis("index", str(tmp_path), "--scope", "kb", "--json").stdout)
    assert told["status"] == "partial"
    assert "torn.pdf is damaged" in told["notices"][0]


def test_index_tells_a_script_what_became_of_each_file(multis: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "good.md").write_text("# Title\n\nSome text that is long enough.\n")
    (folder / "torn.pdf").write_bytes(b"%PDF-1.7 torn")
    first = multis("index", str(folder), "--scope", "admin", "--json")
    assert first.returncode == 1
    good, torn = map(json.loads, first.stdout.splitlines())
    assert good == {
        "file": str(folder / "good.md"),
        "status": "indexed",
        "chunks": 1,
        "pages": 0,
        "scope": "admin",
        "reason": None,
        "notices": [],
    }
    assert (torn["status"], torn["chunks"]) == ("failed", 0)
    assert torn["reason"]
    again = multis("index", str(folder / "good.md"), "--scope", "admin", "--json")
    assert (again.returncode, json.loads(again.stdout)["status"]) == (0, "unchanged")


def test_index_tells_a_script_what_could_not_be_read_of_a_file(
    multis: Shell, tmp_path: Path
) -> None:
    path = tmp_path / "mixed.zip"
    path.write_bytes(zipped({"good.md": "# Title\n\nSome text.\n", "torn.pdf": b"%PDF-1.7 torn"}))
    done = multis("index", str(path), "--scope", "kb", "--json")
    (notice,) = json.loads(done.stdout)["notices"]
    assert "torn.pdf is damaged" in notice


def test_index_names_each_failure_and_sums_up(multis: Shell, tmp_path: Path) -> None:
    done = multis("index", str(GUIDE), str(tmp_path / "none.pdf"), "--scope", "kb")
    assert (done.returncode, done.stdout) == (1, "1 failed and 1 indexed\n")
    assert "none.pdf" in done.stderr


def test_relabelling_on_the_command_line_takes_the_public_copy_back(indexed: Shell) -> None:
    assert indexed("index", str(GUIDE), "--scope", "admin").returncode == 0
    hits = indexed("search", "boiler", "--json", "--as", "alice").stdout
    assert json.loads(hits)["hits"] == []


def test_search_has_the_shape_that_scripts_rely_on(indexed: Shell) -> None:
    done = indexed("search", "boiler pressure", "--json", "--limit", "2")
    found = json.loads(done.stdout)
    assert (done.returncode, found["query"]) == (0, "boiler pressure")
    hit = found["hits"][0]
    assert set(hit) == {
        "chunk_id",
        "file",
        "name",
        "section_path",
        "page_start",
        "page_end",
        "scope",
        "document_type",
        "score",
        "text",
    }
    assert hit["file"] == str(GUIDE)
    assert hit["section_path"] == ["The Harbour Guesthouse", "Heating and hot water"]
    assert (hit["page_start"], hit["scope"], hit["document_type"]) == (None, "kb", "md")
    assert 0 < hit["score"] < 1
    assert "1.2 and 1.6" in hit["text"]


def test_search_explains_its_scores_when_asked(indexed: Shell) -> None:
    told = indexed("search", "boiler pressure", "--explain", "--no-record").stdout
    assert "lexical: bm25 " in told
    assert "cosine none; words " in told
    done = indexed("search", "boiler pressure", "--explain", "--json")
    hit = json.loads(done.stdout)["hits"][0]
    explain = hit["explain"]
    assert (explain["ranker"], explain["cosine"]) == ("lexical", None)
    assert hit["score"] == explain["bm25"] / (1 + explain["bm25"])


def test_search_answers_a_stream_of_queries_in_order(indexed: Shell) -> None:
    done = indexed("search", "-", stdin="boiler\n\nzyzzyva\nbicycles\n")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["query"] for each in found] == ["boiler", "", "zyzzyva", "bicycles"]
    assert [bool(each["hits"]) for each in found] == [True, False, False, True]


@pytest.mark.parametrize("query", ['"', "AND", "c++", "bob:", "what's up?", "*", "(", "\\", "٭"])
def test_nothing_one_can_type_breaks_a_search(indexed: Shell, query: str) -> None:
    assert indexed("search", "--json", "--", query).returncode == 0


def test_without_recording_a_search_changes_nothing(indexed: Shell) -> None:
    indexed("search", "boiler", "--no-record")
    indexed("search", "-", stdin="boiler\n")
    before = (indexed.home / "data" / "multis.db").read_bytes()
    indexed("search", "boiler", "--no-record")
    assert (indexed.home / "data" / "multis.db").read_bytes() == before


def test_docs_lists_each_file(indexed: Shell) -> None:
    (line,) = indexed("docs", "--json").stdout.splitlines()
    told = json.loads(line)
    assert set(told) == {
        "file",
        "scope",
        "document_type",
        "pages",
        "chunks",
        "size",
        "indexed_at",
    }
    assert (told["file"], told["scope"]) == (str(GUIDE), "kb")
    assert told["size"] == GUIDE.stat().st_size
    assert isinstance(told["indexed_at"], int)


def test_one_is_not_told_as_many(multis: Shell, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Note\n\nThe canary sings at noon.\n")
    assert multis("index", str(tmp_path / "note.md"), "--scope", "kb").returncode == 0
    assert multis("docs").stdout.endswith("note.md (kb): 1 passage\n")
    assert "Index: 1 document, 1 passage (notes included), " in multis("status").stdout


def test_a_backup_says_how_large_it_is(indexed: Shell, tmp_path: Path) -> None:
    file = tmp_path / "multis.backup"
    told = indexed("backup", "create", str(file)).stdout
    assert f"Backed up 1 file to {file} ({file.stat().st_size / 1024:.1f} kB).\n" in told
    assert (
        f"{file} is complete: 1 file, backed up " in indexed("backup", "verify", str(file)).stdout
    )


def test_an_encrypted_backup_is_checked_and_restored_with_its_passphrase(
    indexed: Shell, tmp_path: Path
) -> None:
    plain, sealed = tmp_path / "multis.zip", tmp_path / "multis.zip.age"
    indexed("backup", "create", str(plain))
    sealed.write_bytes(age.encrypt(plain.read_bytes(), "six words"))
    wrong = indexed("backup", "verify", str(sealed), stdin="five words\n")
    assert (wrong.returncode, "not the passphrase" in wrong.stderr) == (1, True)
    right = indexed("backup", "verify", str(sealed), stdin="six words\n")
    assert f"{sealed} is complete: 1 file, backed up " in right.stdout
    assert indexed("remove", "guesthouse.md").returncode == 0
    assert indexed("backup", "restore", str(sealed), stdin="six words\n").returncode == 0
    assert "guesthouse.md" in indexed("docs").stdout


def test_saying_a_choice_presses_it_from_a_new_process(multis: Shell) -> None:
    asked = json.loads(multis("say", f"/index {GUIDE}", "--json").stdout)
    assert [choice["label"] for choice in asked["choices"]] == ["kb", "admin"]
    pressed = multis("say", asked["choices"][1]["message"], "--json")
    assert "you alone" in json.loads(pressed.stdout)["text"]


def test_say_sends_a_file_along(multis: Shell) -> None:
    done = multis("say", "admin", "--file", str(GUIDE))
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "Indexed guesthouse.md")


def test_the_question_in_a_caption_is_answered_once_the_file_is_read(multis: Shell) -> None:
    question = "What pressure does the boiler need, in bar?"
    told = multis("say", question, "--file", str(GUIDE)).stdout
    assert told.startswith("Indexed guesthouse.md")
    assert "Its pressure belongs between 1.2 and 1.6 bar." in told
    assert "Ask:" not in told
    again = json.loads(multis("say", question, "--file", str(GUIDE), "--json").stdout)
    assert again["sources"][0]["file"] == "guesthouse.md"


def test_a_file_that_cannot_be_read_is_asked_nothing(multis: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_bytes(b"")
    done = multis("say", "What is in it?", "--file", str(tmp_path / "empty.md"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "empty.md" in done.stderr
    assert "documents do not answer" not in done.stderr


def test_a_failed_message_is_a_sentence_on_stderr_and_exit_code_one(multis: Shell) -> None:
    done = multis("say", "/nope")
    assert (done.returncode, done.stdout) == (1, "")
    assert "Unknown command /nope" in done.stderr
    told = json.loads(multis("say", "/nope", "--json").stdout)
    assert told["error"] == told["text"]


def test_the_version_is_printed(multis: Shell) -> None:
    done = multis("--version")
    assert (done.returncode, done.stdout) == (0, f"multis {version()}\n")


@pytest.mark.parametrize("arguments", [[], ["nope"], ["search"], ["index", "x"], ["say"]])
def test_wrong_usage_is_exit_code_two(multis: Shell, arguments: list[str]) -> None:
    assert multis(*arguments).returncode == 2


def test_run_with_a_broken_configuration_is_exit_code_78(multis: Shell) -> None:
    multis.home.mkdir()
    (multis.home / "config.json").write_text('{"memry": {}}')
    done = multis("run")
    assert done.returncode == 78
    assert "Did you mean 'memory'?" in done.stderr
    assert "Traceback" not in done.stderr


def test_run_without_a_platform_says_how_to_get_one(multis: Shell) -> None:
    done = multis("run")
    assert done.returncode == 78
    assert "multis init" in done.stderr


def test_chat_reads_lines_from_a_pipe(multis: Shell) -> None:
    done = multis("chat", stdin=f"/index {GUIDE}\n1\n/search boiler\n")
    assert done.returncode == 0
    assert "1) kb" in done.stdout
    assert "Indexed guesthouse.md" in done.stdout
    assert "1.2 and 1.6" in done.stdout


def test_a_number_of_a_list_in_the_terminal_means_what_stands_there(
    multis: Shell, tmp_path: Path
) -> None:
    for name in ("lease.md", "plan.md"):
        (tmp_path / name).write_text(f"# About\n\nThis is the {name}.\n")
        multis("index", "--scope", "kb", str(tmp_path / name))
    done = multis("chat", stdin=f"/docs\n{'9' * 5000}\n/docs\n2\n")
    assert "2. plan.md" in done.stdout
    assert "1) 1" not in done.stdout
    assert "plan.md" in done.stdout.partition("2. plan.md")[2]


def test_init_writes_a_private_configuration_and_prints_a_code(multis: Shell) -> None:
    token = "123456:" + "a" * 35
    done = multis("init", "--offline", "--token", token)
    path = multis.home / "config.json"
    assert done.returncode == 0
    assert "/start " in done.stdout
    assert token not in done.stdout
    assert path.stat().st_mode & 0o777 == 0o600
    assert multis.home.stat().st_mode & 0o777 == 0o700
    telegram = json.loads(path.read_text())["platforms"]["telegram"]
    assert telegram == {"enabled": True, "bot_token": token}


def test_init_keeps_what_a_person_wrote(multis: Shell) -> None:
    multis.home.mkdir()
    (multis.home / "config.json").write_text('{"owner_ids": ["telegram:1"]}')
    multis("init", "--offline", "--token", "123456:" + "a" * 35)
    assert json.loads((multis.home / "config.json").read_text())["owner_ids"] == ["telegram:1"]


def test_init_sets_up_any_platform_by_its_settings(multis: Shell) -> None:
    multis("init", "--offline", "--token", "123456:" + "a" * 35)
    account = ("--set", "user_id=@multis:here.example", "--set", "password=canary=1")
    done = multis("init", "matrix", "--offline", *account)
    assert (done.returncode, "canary" in done.stdout + done.stderr) == (0, False)
    platforms = json.loads((multis.home / "config.json").read_text())["platforms"]
    assert platforms["telegram"]["enabled"]
    assert platforms["matrix"] == {
        "enabled": True,
        "user_id": "@multis:here.example",
        "password": "canary=1",
    }


@pytest.mark.parametrize("said", ["passwort=x", "password"])
def test_init_refuses_a_setting_that_does_not_exist(multis: Shell, said: str) -> None:
    done = multis("init", "matrix", "--offline", "--set", said)
    assert (done.returncode, "password" in done.stderr) == (1, True)
    assert not (multis.home / "config.json").exists()


@pytest.mark.parametrize("said", [("web", "port=many"), ("beeper", "poll_seconds=often")])
def test_init_refuses_a_value_that_makes_no_sense(multis: Shell, said: tuple[str, str]) -> None:
    done = multis("init", said[0], "--set", said[1])
    assert (done.returncode, f"{said[1].partition('=')[0]} must be" in done.stderr) == (1, True)
    assert not (multis.home / "config.json").exists()


def test_init_takes_every_setting_of_telegram(multis: Shell) -> None:
    token = "123456:" + "a" * 35
    multis(
        "init",
        "--offline",
        "--set",
        f"bot_token={token}",
        "--set",
        "base_url=http://localhost:8081/bot",
    )
    telegram = json.loads((multis.home / "config.json").read_text())["platforms"]["telegram"]
    assert telegram["base_url"] == "http://localhost:8081/bot"


def test_init_refuses_a_platform_that_lacks_a_setting(multis: Shell) -> None:
    done = multis("init", "matrix", "--offline", "--set", "homeserver=https://here.example")
    assert (done.returncode, done.stdout) == (1, "")
    assert "platforms.matrix.user_id" in done.stderr
    assert not (multis.home / "config.json").exists()


def test_a_platform_that_lacks_a_setting_says_which(multis: Shell) -> None:
    multis.home.mkdir()
    (multis.home / "config.json").write_text('{"platforms": {"matrix": {"enabled": true}}}')
    done = multis("run")
    assert (done.returncode, "platforms.matrix.user_id" in done.stderr) == (78, True)
    assert "platforms.matrix.user_id" in multis("doctor", "--offline").stdout


def test_a_platform_whose_library_is_missing_says_how_to_get_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['nio'] = None; from bot.settings.config import ConfigError;"
        "from bot.platforms import connect; from tests.adapters.hosting import a_host\n"
        "try: connect('matrix', {}, a_host())\n"
        "except ConfigError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)  # noqa: S603 - our own
    assert "pip install '.[matrix]'" in done.stdout, done.stderr


def test_home_may_be_named_before_or_after_the_command(multis: Shell, tmp_path: Path) -> None:
    multis("--home", str(tmp_path / "a"), "docs")
    multis("docs", "--home", str(tmp_path / "b"))
    assert (tmp_path / "a" / "data").is_dir()
    assert (tmp_path / "b" / "data").is_dir()
    assert not multis.home.exists()


def test_a_document_is_removed_by_name_path_or_folder(multis: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    for name in ("one.md", "two.md", "sub/three.md", "sub/one.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"# Title\n\nThe text of {name} in its folder.\n")
    assert multis("index", str(folder), "--scope", "kb").returncode == 0
    twice = multis("remove", "one.md")
    assert (twice.returncode, "Give the path" in twice.stderr) == (1, True)
    assert multis("remove", "two.md", str(folder / "one.md")).returncode == 0
    assert multis("docs").stdout.count(".md") == 2
    assert multis("remove", "two.md").returncode == 1
    assert multis("remove", str(folder / "sub")).returncode == 0
    assert "Nothing is indexed" in multis("docs").stdout
    assert (folder / "one.md").exists()


def test_nothing_is_removed_if_one_name_is_unknown(indexed: Shell) -> None:
    assert indexed("remove", GUIDE.name, "unknown.md").returncode == 1
    assert GUIDE.name in indexed("docs").stdout
