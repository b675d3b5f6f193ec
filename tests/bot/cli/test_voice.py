"""`multis voice install`: says what comes before it comes, and switches it on."""

import json
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell
from tests.speech.sounds import find_speech_model


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "home")


def configure(shell: Shell, **voice: str) -> None:
    shell.home.mkdir()
    (shell.home / "config.json").write_text(json.dumps({"voice": voice} if voice else {"llm": {}}))


def read_voice(shell: Shell) -> dict[str, str]:
    return dict(json.loads((shell.home / "config.json").read_text()).get("voice", {}))


def test_size_and_licence_are_said_before_anything_is_read(shell: Shell, tmp_path: Path) -> None:
    configure(shell)
    done = shell("voice", "install", "--from", str(tmp_path / "nowhere"))
    assert "141.0 MB, and its licence is MIT" in done.stdout
    assert "does not contain model.bin" in done.stderr
    assert done.returncode != 0
    assert read_voice(shell) == {}


def test_a_model_that_is_not_the_published_one_is_not_switched_on(
    shell: Shell, tmp_path: Path
) -> None:
    configure(shell)
    for name in ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt"):
        (tmp_path / name).write_bytes(b"{}")
    done = shell("voice", "install", "--from", str(tmp_path))
    assert "not the published file" in done.stderr
    assert read_voice(shell) == {}


def test_it_is_switched_on_where_no_other_engine_is(shell: Shell) -> None:
    configure(shell)
    done = shell("voice", "install", "--from", str(find_speech_model()))
    assert done.returncode == 0, done.stderr
    assert "Restart multis" in done.stdout
    assert read_voice(shell) == {"local_model": "base"}
    assert (shell.home / "models" / "whisper-base" / "model.bin").is_file()
    again = shell("voice", "install", "--from", str(find_speech_model()))
    assert "set voice.local_model" in again.stdout


def test_a_configured_server_is_left_as_it_is(shell: Shell) -> None:
    configure(shell, base_url="http://127.0.0.1:8000/v1")
    done = shell("voice", "install", "--from", str(find_speech_model()))
    assert "set voice.local_model in config.json to base" in done.stdout
    assert read_voice(shell) == {"base_url": "http://127.0.0.1:8000/v1"}
