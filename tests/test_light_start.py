"""Commands that run for a moment must not load what they do not use."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = [
    "apscheduler",
    "mammoth",
    "markdown_it",
    "numpy",
    "onnxruntime",
    "pdfplumber",
    "pydantic",
    "pydantic_ai",
    "rich",
    "structlog",
    "telegram",
]
PROGRAM = """
import sys
from bot.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("LOADED", *sorted(set({heavy}) & set(sys.modules)))
"""


@pytest.mark.parametrize("command", ["--help", "search boiler", "say /docs", "docs", "say boiler?"])
def test_nothing_heavy_is_loaded(tmp_path: Path, command: str) -> None:
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", PROGRAM.format(heavy=HEAVY), *command.split(" ", 1)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MULTIS_HOME": str(tmp_path)},
    )
    assert done.stdout.splitlines()[-1].strip() == "LOADED"
