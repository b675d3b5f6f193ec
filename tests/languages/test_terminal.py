"""In a terminal, too, nobody reads an English sentence who reads another language."""

from pathlib import Path

import pytest

from bot.cli import build_parser, main
from indexer.i18n import SHIPPED, use_language
from tests.languages.english import find_english
from tests.languages.situations import LANGUAGES
from tests.reference import list_subcommands, render_help

OUTPUTS = (
    *("status", "docs", "doctor --offline", "inbox list", "memory stats", "memory list"),
    *("programs", "search nothing", "say Hi", "index /nowhere --scope kb", "pin --remove"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_is_in_the_reader_s_language(language: str) -> None:
    with use_language(SHIPPED.load(language)):
        pages = [build_parser([]).format_help(), *map(render_help, list_subcommands())]
    found = [(page, parts) for page in pages if (parts := find_english(_join(page), language))]
    assert found == []
    assert not any("usage:" in page or "show this help" in page for page in pages)


def _join(page: str) -> str:
    """Undo the line breaks of argparse."""
    return " ".join(page.split())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_commands_print_is_too(
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    monkeypatch.setenv("LANGUAGE", language)
    (tmp_path / "home").mkdir(mode=0o700)
    for command in OUTPUTS:
        main(["--home", str(tmp_path / "home"), *command.split(" ")])
        printed = "".join(capsys.readouterr())
        assert printed.strip(), command
        assert find_english(printed, language) == [], command
