"""What the README shows is what happens."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings.config import Settings
from bot.settings.reference import list_keys

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


def test_it_is_short_enough_for_a_newcomer() -> None:
    assert len(README.splitlines()) <= 150


PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_everything_that_a_page_links_to_exists(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text(encoding="utf-8")):
        target, _, part = link.partition("#")
        place = page.parent / target if target else page
        assert place.exists(), link
        if part:
            assert part in anchors(place), link


def anchors(page: Path) -> set[str]:
    """What a link may name behind `#`, as the sites that show Markdown make it of headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


def test_every_page_of_the_documentation_can_be_reached() -> None:
    linked = set(re.findall(r"\(docs/([\w.-]+)", README))
    assert {page.name for page in (ROOT / "docs").glob("*.md")} <= linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_that_a_page_names_exists(page: Path) -> None:
    known = {key.path for key in list_keys(Settings)}
    blocks = {key.partition(".")[0] for key in known if "." in key}
    for name in re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", page.read_text(encoding="utf-8")):
        if name.partition(".")[0] in blocks and not name.endswith(".md"):
            assert any(key == name or key.startswith(f"{name}.") for key in known), name
