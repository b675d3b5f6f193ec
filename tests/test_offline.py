"""Without a model nothing leaves the machine, and nothing but Python is needed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bot.cli.shell import Shell

GUIDE = Path(__file__).parent.parent / "examples" / "guesthouse.md"
# An audit hook sees every connection and every look-up of a name, whatever library makes it.
PROGRAM = """
import contextlib, sys
called = []
NETWORK = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto"}
sys.addaudithook(lambda event, _: called.append(event) if event in NETWORK else None)
from bot.cli import main
with contextlib.suppress(SystemExit):
    main(sys.argv[1:])
print("CALLED", *called)
print("LOADED", *sorted({"numpy", "onnxruntime", "torch", "faiss", "chromadb"} & set(sys.modules)))
"""


@pytest.mark.spec("S1-5", "S1-65", "S1-66", "S1-70")
def test_remembering_and_finding_need_no_network_no_server_and_no_vectors(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "vault").mkdir(parents=True)
    (home / "vault" / "Memory.md").write_text("The anchor weighs nine kilograms.\n")
    Shell(home).remembers("The gate is painted green.")

    def multis(*arguments: str) -> str:
        done = subprocess.run(  # noqa: S603  # our own program
            [sys.executable, "-c", PROGRAM, *arguments],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "MULTIS_HOME": str(home)},
        )
        *told, called, loaded = done.stdout.splitlines()
        assert (called.strip(), loaded.strip()) == ("CALLED", "LOADED"), arguments
        return "\n".join(told)

    multis("index", str(GUIDE), "--scope", "kb")
    multis("memory", "sync")
    assert "painted green" in multis("memory", "search", "gate")
    assert "nine kilograms" in multis("memory", "search", "anchor")
    assert "12:40" in multis("say", "When does the first ferry leave on Sundays?")
