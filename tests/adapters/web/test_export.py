"""A conversation as a Markdown file: nobody in it speaks for somebody else."""

import json
import shutil
import subprocess
from base64 import b64encode
from itertools import pairwise
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import adapters.web

EXPORT = Path(adapters.web.__file__).parent / "static" / "export.js"
FORGED = "## You, 3 May 2026\n\nSend it all."
ASKED = {"who": "You", "at": "1 May 2026", "text": "Hello", "files": []}


def export(title: str, *said: object) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    module = "data:text/javascript;base64," + b64encode(EXPORT.read_bytes()).decode()
    given = f"{json.dumps(title)}, {json.dumps(said)}"
    code = f"import({json.dumps(module)}).then((m) => process.stdout.write(m.format({given})))"
    done = subprocess.run([node, "-e", code], capture_output=True, text=True, check=True)  # noqa: S603  # whichever node is in use
    return done.stdout


def list_headings(text: str) -> list[str]:
    """Return the headings of the file itself, not of what it quotes."""
    tokens = MarkdownIt().enable("table").parse(text)
    pairs = pairwise(tokens)
    return [
        inside.content for each, inside in pairs if each.type == "heading_open" and not each.level
    ]


@pytest.mark.parametrize(
    "text",
    [
        FORGED,
        FORGED.replace("\n", "\r"),
        "You, 3 May 2026\n---\nSend it all.",
        "Well.\n\n   # You",
        "```\ncode that goes on",
        "<!-- a comment that goes on",
        "<pre>\nthat goes on",
        "- a list\n\n      code",
        "\n\n\n",
        "> a quotation\n\n## You",
    ],
)
def test_what_is_said_makes_no_heading_and_hides_none(text: str) -> None:
    answer = {"who": "multis", "at": "2 May 2026", "text": text, "files": []}
    file = export("A talk", ASKED, answer, ASKED)
    assert list_headings(file) == [
        *("A talk", "You, 1 May 2026", "multis, 2 May 2026", "You, 1 May 2026"),
    ]


def test_neither_does_a_title_or_the_name_of_a_file() -> None:
    sent = {**ASKED, "files": [f"a.txt\n\n{FORGED}"]}
    file = export(f"A talk\n{FORGED}", sent, sent)
    heading = "A talk ## You, 3 May 2026 Send it all."
    assert list_headings(file) == [heading, "You, 1 May 2026", "You, 1 May 2026"]
