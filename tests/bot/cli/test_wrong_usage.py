"""What is wrong with a command line is said in the reader's language."""

import pytest

from bot.cli import main
from bot.cli.parser import explain_fault
from indexer.i18n import SHIPPED, use_language
from tests.bot.cli.shell import Shell
from tests.languages.situations import LANGUAGES

WRONG = (
    *("nonsense", "say Hi --nonsense", "search", "index", "index x --scope", "index x --scope all"),
    *("search x --limit many", "programs --approve 1 --discard 1", "inbox retry one"),
)
ENGLISH = ("error:", "argument", "invalid", "required", "expected", "choose from", "allowed")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "Unknown command nonsense. `multis --help` lists all commands."),
        ("say Hi --nonsense", "Unknown: --nonsense. See `multis --help`."),
        ("index --scope kb", "Missing: PATH. See `multis index --help`."),
        ("index x --scope", "--scope needs a value."),
        ("index x --scope all", "--scope cannot be 'all'. Choose kb or admin."),
        ("inbox retry one", "NUMBER cannot be 'one'."),
    ],
)
def test_english(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(line.split())
    assert stopped.value.code == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"multis: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_languages(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    monkeypatch.setenv("LANGUAGE", language)
    for line in WRONG:
        with pytest.raises(SystemExit):
            main(line.split())
        told = capsys.readouterr().err.splitlines()[-1]
        assert [each for each in ENGLISH if each in told] == [], line


def test_what_is_not_known_is_passed_on() -> None:
    with use_language(SHIPPED.load("de")):
        assert explain_fault("argument --at: zu früh", "multis") == "--at: zu früh"
        assert explain_fault("something new", "multis") == "something new"


@pytest.mark.parametrize("zone", ["UTC+99999999", "AAA-167:59"])
def test_a_clock_that_is_days_off_is_told_before_it_is_asked(multis: Shell, zone: str) -> None:
    done = multis("say", "What time is it?", TZ=zone)
    assert done.returncode == 1
    assert "a day or more off. Set it to a place" in done.stderr
    assert multis("say", "What time is it?", TZ="Asia/Tokyo").returncode == 0
