"""A parser's process that a file has taken over; the name of the file names what it does."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from io import BufferedReader
from pathlib import PurePath

from indexer.documents import DetectedType, Parsed, Section
from indexer.parsing import worker
from indexer.parsing.protocol import HIGHEST, LARGEST, MARKS, TITLE, TITLES
from indexer.parsing.request import ParseRequest
from indexer.parsing.running_worker import LONGEST_LINE
from indexer.parsing.source import Programs

SECTION = '{"section": %s, "text": "x", "path": %s, "level": %s, "pages": %s, "turns": %s,'
SECTION += ' "line": null, "lines": [], "type": "paragraph"}\n'


END = '{"end": true}\n'


def write(answer: str) -> None:
    content = answer.encode("utf-8", "surrogatepass")
    while content:
        content = content[os.write(1, content) :]


def build_section(
    title: str = '"t"',
    path: str = "[]",
    level: object = 0,
    pages: str = "null",
    turns: str = "[]",
) -> str:
    return SECTION % (title, path, level, pages, turns)


PLANTED = '{"type": "txt"}\n' + build_section('"planted"') + END


# The floods end some time, so that a test fails rather than hangs where they are not stopped.
def write_long_line() -> None:
    write('{"text": "' + "x" * (LONGEST_LINE + 1) + '"}\n')


def write_sections() -> None:
    for _each in range(100):
        write(build_section() * 1000)


def write_laughing_notice() -> None:
    """Ten sentences, each of which has the next one ten times: 10^10 letters in 400 bytes."""
    sentence = '["x", {}]'
    for _each in range(10):
        sentence = f'["{"{a}" * 10}", {{"a": {sentence}}}]'
    write(f'{{"notice": [{sentence}]}}\n')


def write_long_notices() -> None:
    write(f'{{"notice": [["{"x" * 60_000}", {{}}]]}}\n' * 10)


def write_progress() -> None:
    for _each in range(100):
        write('{"progress": [1, 2, "pages"]}\n' * 1000)


def burn() -> None:
    while True:
        pass


def answer_another() -> None:
    """Answer this request, and one that nobody has made yet."""
    write(END + PLANTED)


def answer_later() -> None:
    """Answer this request; then, in another breath, one that nobody has made yet."""
    write(END)
    time.sleep(0.05)  # so that the program reads the end alone
    write(PLANTED)
    time.sleep(3600)


def die() -> None:
    write('{"section": "t", "te')
    os._exit(3)


ACTS: Mapping[str, Callable[[], None]] = {
    "longline": write_long_line,
    "sections": write_sections,
    "progress": write_progress,
    "laughing": write_laughing_notice,
    "notices": write_long_notices,
    "title": lambda: write(build_section(f'"{"t" * (TITLE + 1)}"')),
    "titles": lambda: write(build_section(path=str(["t"] * (TITLES + 1)).replace("'", '"'))),
    "marks": lambda: write(build_section(turns=str([[0, 1]] * (MARKS + 1)))),
    "burning": burn,
    "sleeping": lambda: time.sleep(3600),
    "another": answer_another,
    "later": answer_later,
    "dying": die,
    "list": lambda: write("[1]\n"),
    "nojson": lambda: write("{'end'}\n"),
    "deep": lambda: write("[" * 100_000 + "\n"),
    "surrogate": lambda: write(build_section('"\ud800"')),
    "escaped": lambda: write(build_section('"\\ud800"')),
    "nul": lambda: write(build_section('"a\\u0000b"')),
    "rawnul": lambda: write(build_section('"a\0b"')),
    "path": lambda: write(build_section(path='["\\u0000"]')),
    "level": lambda: write(build_section(level=10**9)),
    "negative": lambda: write(build_section(level=-1)),
    "boolean": lambda: write(build_section(level="true")),
    "fraction": lambda: write(build_section(level=0.5)),
    "pages": lambda: write(build_section(pages=f"[1, {HIGHEST + 1}]")),
    "digits": lambda: write(build_section(level="9" * 5000)),
    "count": lambda: write(f'{{"notice": [["{{n}}", {{"n": {LARGEST + 1}}}]]}}\n'),
    "unit": lambda: write('{"progress": [1, 2, "Send your PIN to"]}\n'),
    "type": lambda: write('{"type": "pdf"}\n'),
    "kind": lambda: write('{"failed": "fame", "because": ["", {}], "detail": ""}\n'),
}


def parse(_file: BufferedReader, request: ParseRequest, _programs: Programs) -> Iterator[Parsed]:
    yield DetectedType("txt")
    if act := ACTS.get(PurePath(request.name).stem):
        act()
    yield Section("honest", "Text.")


def main() -> int:
    return worker.main(parse)
