"""Indexes the documents of a half in a home of its own and asks its questions there."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.answers.items import Item
from bench.answers.replies import AskedReply, parse_reply

HERE = Path(__file__).parents[2]
DRIVER = Path(__file__).with_name("driver.py")
COUNT = "{documents}"  # in a label: how many documents are indexed


@dataclass(frozen=True, slots=True)
class Version:
    """A folder with multis, and the interpreter that has what it needs."""

    folder: Path
    python: str

    @property
    def environ(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "MULTIS_HOME"}
        return {**kept, "PYTHONPATH": str(self.folder), "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}


def find_version(checkout: Path | None) -> Version:
    if checkout is None:
        return Version(HERE, sys.executable)
    folder = checkout.resolve()
    return Version(folder, str(folder / ".venv" / "bin" / "python"))


def build_home(version: Version, home: Path, documents: Sequence[Path]) -> None:
    """Index the documents as the owner's knowledge."""
    paths = [str(path) for path in documents]
    command = (version.python, "-m", "bot", "--home", str(home), "index", *paths, "--scope", "kb")
    subprocess.run(  # noqa: S603  # our own program
        command, env=version.environ, cwd=version.folder, check=True, stdout=subprocess.DEVNULL
    )


def ask_all(version: Version, home: Path, items: Sequence[Item]) -> list[AskedReply]:
    """Ask every item in a fresh copy of the home; return the replies in their order."""
    lines = [json.dumps({"messages": [*item.earlier, item.question]}) for item in items]
    ran = subprocess.run(  # noqa: S603  # our own program
        (version.python, str(DRIVER), str(home)),
        input="\n".join(lines),
        env=version.environ,
        cwd=version.folder,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return [_read_reply(json.loads(line)) for line in ran.stdout.splitlines()]


def _read_reply(fields: Mapping[str, object]) -> AskedReply:
    text, sources = fields["text"], fields["sources"]
    assert isinstance(text, str)
    assert isinstance(sources, dict)
    return parse_reply(text, {int(n): Path(str(file)).name for n, file in sources.items()})


def fill_counts(items: Sequence[Item], documents: int) -> list[Item]:
    """Put the number of documents where a label asks for it."""
    return [
        replace(
            item,
            answer=tuple(
                tuple(each.replace(COUNT, str(documents)) for each in group)
                for group in item.answer
            ),
        )
        for item in items
    ]
