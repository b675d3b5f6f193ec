"""Indexes the documents of a half in a home of its own and asks its questions there."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from msgspec import Struct
from msgspec.structs import replace

from bench.answers.items import Item
from bench.answers.replies import AskedReply

HERE = Path(__file__).parents[2]
DRIVER = Path(__file__).with_name("driver.py")
# Of a text and the documents that it cites, by number.
Parse = Callable[[str, Mapping[int, str]], AskedReply]
COUNT = "{documents}"  # in a label: how many documents are indexed


class Version(Struct, frozen=True):
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


def build_home(
    version: Version, home: Path, documents: Sequence[Path], semantic: Path | None = None
) -> None:
    """Index the documents as the owner's knowledge, by the model in the folder `semantic` too."""
    if semantic:
        _configure_model(home, semantic)
    paths = [str(path) for path in documents]
    options = ("--scope", "kb", *(["--embed"] if semantic else []))
    command = (version.python, "-m", "bot", "--home", str(home), "index", *paths, *options)
    subprocess.run(  # noqa: S603  # our own program
        command, env=version.environ, cwd=version.folder, check=True, stdout=subprocess.DEVNULL
    )


def _configure_model(home: Path, folder: Path) -> None:
    home.mkdir(mode=0o700)
    config = home / "config.json"
    config.touch(mode=0o600)
    embedder = {"kind": "local", "path": str(folder.resolve())}
    config.write_text(json.dumps({"embedder": embedder}), "utf-8")


def ask_all(
    version: Version, home: Path, items: Sequence[Item], parse: Parse, *, lasting: bool = False
) -> Iterator[AskedReply]:
    """Ask every item in a fresh copy of the home; yield the replies in their order.

    `lasting`: in the home itself, by one process that starts the model once.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8") as questions:
        for item in items:
            print(json.dumps({"messages": [*item.earlier, item.question]}), file=questions)
        questions.seek(0)
        with _start_driver(version, home, questions, lasting=lasting) as driver:
            yield from _read_replies(driver, parse)
        if driver.returncode:
            sys.exit("That version could not be asked; what it wrote stands above.")


def _start_driver(
    version: Version, home: Path, questions: TextIO, *, lasting: bool
) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603  # our own program
        (version.python, str(DRIVER), str(home), *(["--lasting"] if lasting else [])),
        stdin=questions,
        stdout=subprocess.PIPE,
        env=version.environ,
        cwd=version.folder,
        text=True,
    )


def _read_replies(driver: subprocess.Popen[str], parse: Parse) -> Iterator[AskedReply]:
    assert driver.stdout is not None
    try:
        for line in driver.stdout:
            yield _read_reply(json.loads(line), parse)
    except SystemExit:
        driver.kill()  # no further question is paid for
        raise


def _read_reply(fields: Mapping[str, object], parse: Parse) -> AskedReply:
    text, sources = fields["text"], fields["sources"]
    assert isinstance(text, str)
    assert isinstance(sources, dict)
    return parse(text, {int(n): Path(str(file)).name for n, file in sources.items()})


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
