"""What stands on a terminal is what the reply says."""

import io

from rich.console import Console as Screen

from adapters.console.shown import shown


def drawn(markdown: str, width: int = 60) -> str:
    """As a person reads it: without colours and without the blanks that fill a line."""
    file = io.StringIO()
    screen = Screen(file=file, force_terminal=True, color_system=None, width=width)
    screen.print(shown(markdown))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()).strip("\n")


def test_lines_stay_lines() -> None:
    assert drawn("/cancel: Stop\n/new: Begin again") == "/cancel: Stop\n/new: Begin again"
    assert drawn("- one\n  and more\n- two") == " • one\n   and more\n • two"
