"""What the README shows is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def conversation() -> list[str]:
    """The lines of the first conversation that the README shows."""
    shown: str = re.findall(r"```\n(you> .*?)```", README, re.DOTALL)[0]
    return shown.splitlines()


def test_the_first_conversation_goes_as_shown(tmp_path: Path) -> None:
    lines = conversation()
    said = [line.removeprefix("you> ") for line in lines if line.startswith("you> ")]
    done = subprocess.run(
        [sys.executable, "-m", "bot", "chat"],
        input="\n".join(said) + "\n",
        cwd=ROOT,
        env={**os.environ, "MULTIS_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    for line in lines:
        if not line.startswith("you> "):
            assert line in done.stdout


def test_every_command_line_command_is_named() -> None:
    for path in (ROOT / "bot" / "cli" / "commands").glob("[a-z]*.py"):
        assert f"multis {path.stem.replace('_', '-')}" in README, path.stem


def test_every_chat_command_that_help_lists_is_named() -> None:
    from bot.turns.command import Commands

    for command in Commands().values():
        assert not command.listed or f"/{command.name}" in README, command.name


def test_every_file_that_is_linked_exists() -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", README):
        assert (ROOT / target).exists(), target
