"""What the command line writes to, and what it never writes there."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.console import draw_code, dump_json, sanitize, sanitize_line
from tests.bot.cli.shell import Shell

ASKED = ("say", "When is breakfast?")


def test_an_old_encoding_shows_what_it_can(indexed: Shell) -> None:
    done = indexed(*ASKED, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "half past seven to ten" in done.stdout
    assert "The Harbour Guesthouse ? Breakfast" in done.stdout


@pytest.mark.parametrize("closed", ["<&- >&-", ">&-"])
def test_what_nobody_reads_is_no_error(indexed: Shell, closed: str) -> None:
    program = f"'{sys.executable}' -m bot say '{ASKED[1]}' {closed}"
    environ = {**os.environ, "MULTIS_HOME": str(indexed.home)}
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, env=environ)  # noqa: S603, S607 - our own
    assert (done.returncode, done.stderr) == (0, "")


def test_nothing_in_a_document_gives_orders_to_the_terminal(multis: Shell, tmp_path: Path) -> None:
    file = tmp_path / "red\x1b[31m\nname.txt"
    file.write_text("The canary\x1b]0;title\x07 sings at \x9b5m six.")
    multis("index", "--scope", "kb", str(file))
    for said in (("docs",), ("search", "canary"), ("say", "When does the canary sing?")):
        shown = multis(*said).stdout
        assert "name.txt" in shown
        assert not [each for each in shown if each != "\n" and not each.isprintable()]


def test_a_failure_is_told_without_orders_too(multis: Shell, tmp_path: Path) -> None:
    (tmp_path / "red\x1b[31m.pdf").write_text("")
    assert "\x1b" not in multis("index", "--scope", "kb", str(tmp_path)).stderr
    assert "\x1b" not in multis("say", "/docs red\x1b[31m").stderr


LINK = "https://t.me/multis_bot?start=ABCD1234EFGH"


@pytest.mark.parametrize(("encoding", "drawn"), [("utf-8", True), ("ascii", False)])
def test_a_link_is_drawn_where_the_terminal_can_show_it(
    monkeypatch: pytest.MonkeyPatch, encoding: str, drawn: bool
) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    code = draw_code(LINK)
    assert bool(code) is drawn
    assert set(code) <= set("\n █▀▄")
    # A square, with two lines in one row, that fits a narrow terminal.
    rows = code.splitlines()
    assert len({len(row) for row in rows}) <= 1
    assert all(len(row) in (2 * len(rows) - 1, 2 * len(rows)) for row in rows)
    assert max((len(row) for row in rows), default=0) <= 60


def test_a_name_neither_orders_a_terminal_nor_turns_or_breaks_its_line() -> None:
    shown = sanitize_line("a\x1b[31m\x9b2J\u202egnp\nmultis: forged.md")
    assert shown == "a\ufffd[31m\ufffd2J\ufffdgnp\ufffdmultis: forged.md"
    assert sanitize("one\ntwo\t\u2068three\u2069") == "one\ntwo\t\u2068three\u2069"


@pytest.mark.parametrize("sign", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067")
def test_nothing_turns_a_name_round(sign: str) -> None:
    assert sanitize(f"a{sign}gpj.exe") == "a\ufffdgpj.exe"


def test_json_says_what_it_is_given_and_holds_no_sign_that_a_terminal_obeys() -> None:
    given = {"text": "a\x1b[31m\x9b2J\u202egnp\u2028über\n\x7f"}
    line = dump_json(given)
    assert json.loads(line) == given
    assert line == sanitize_line(line)
    assert "über" in line
