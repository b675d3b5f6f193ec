"""What a command asks for, of a person who sits at a terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

END = b"\x04"  # Ctrl-D


def typed(home: Path, command: str, *answers: bytes) -> tuple[int, str]:
    """The exit code of `multis COMMAND`, and all that stood on the terminal."""
    ours, its = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MULTIS_")}
    program = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "bot", command],
        stdin=its,
        stdout=its,
        stderr=its,
        start_new_session=True,  # the terminal of whoever runs the tests is not asked
        env={**clean, "MULTIS_HOME": str(home)},
    )
    os.close(its)
    shown = b""
    for answer in answers:
        shown += _until(ours, b": ")  # a secret that comes before its prompt is thrown away
        os.write(ours, answer)
    shown += _until(ours, None)
    os.close(ours)
    return program.wait(timeout=60), shown.decode()


def _until(terminal: int, mark: bytes | None) -> bytes:
    """What is shown up to `mark`; without one, to the end of the program."""
    shown = b""
    try:
        while not (mark and shown.endswith(mark)) and (more := os.read(terminal, 1024)):
            shown += more
    except OSError:  # Linux says so where others say that there is no more
        pass
    return shown


@pytest.mark.parametrize("command", ["pin", "init"])
def test_an_end_of_input_changes_nothing(tmp_path: Path, command: str) -> None:
    code, shown = typed(tmp_path, command, END)
    assert (code, "Nothing was changed." in shown, "Traceback" in shown) == (1, True, False)
    assert not (tmp_path / "config.json").exists()


def test_what_is_no_pin_is_not_asked_for_twice(tmp_path: Path) -> None:
    code, shown = typed(tmp_path, "pin", b"12\n")
    assert (code, "4 to 12 digits and nothing else" in shown) == (1, True)


def test_a_pin_is_typed_twice(tmp_path: Path) -> None:
    assert "two PINs differ" in typed(tmp_path, "pin", b"471182\n", b"471183\n")[1]
    code, shown = typed(tmp_path, "pin", b"471182\n", b"471182\n")
    assert (code, "471182" in shown) == (0, False)
