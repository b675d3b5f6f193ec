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
        (
            "serach plan",
            "Unknown command serach. `multis --help` lists all commands. Did you mean search?",
        ),
        ("say Hi --nonsense", "Unknown: --nonsense. See `multis say --help`."),
        ("inbox list now", "Unknown: now. See `multis inbox list --help`."),
        ("--nonsense status", "Unknown: --nonsense. See `multis --help`."),
        ("backup", "Missing: create, verify or restore. See `multis backup --help`."),
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


def test_words_need_no_quotation_marks(multis: Shell) -> None:
    assert multis("say", "good", "morning").stdout.startswith("Hello!")
    assert multis("search", "no", "such", "words").stdout == "Nothing found.\n"
    assert multis("memory", "search", "no", "such").stdout == "No relevant memories found.\n"


def test_the_help_of_a_command_begins_with_a_capital(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["memory", "list", "--help"])
    assert "\n\nList facts\n" in capsys.readouterr().out


def test_a_database_on_a_server_takes_two_logins(multis: Shell) -> None:
    done = multis("migrate", "--to", "postgresql://ann@127.0.0.1:1/multis")
    assert done.returncode == 1
    assert done.stderr == "multis: Missing: --reader. See `multis migrate --help`.\n"


def test_a_proposal_that_does_not_wait_cannot_be_approved(multis: Shell) -> None:
    for wish in ("--approve", "--discard"):
        done = multis("programs", wish, "9")
        assert done.returncode == 1
        assert "Give the numbers that `multis programs` lists." in done.stderr


@pytest.mark.parametrize("zone", ["UTC+99999999", "AAA-167:59"])
def test_a_clock_that_is_days_off_is_told_before_it_is_asked(multis: Shell, zone: str) -> None:
    done = multis("say", "What time is it?", TZ=zone)
    assert done.returncode == 1
    assert "a day or more off. Set it to a place" in done.stderr
    assert multis("say", "What time is it?", TZ="Asia/Tokyo").returncode == 0
