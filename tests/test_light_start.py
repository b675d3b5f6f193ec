"""Commands that run for a moment must not load what they do not use."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

LIBRARIES = [
    "aiohttp",
    "anthropic",
    "apscheduler",
    "argon2",
    "httpx",
    "mammoth",
    "markdown_it",
    "numpy",
    "onnxruntime",
    "openai",
    "pdfplumber",
    "pydantic",
    "pydantic_ai",
    "rich",
    "ruamel.yaml",
    "structlog",
    "telegram",
]
# What keeps memory, files and vectors, or answers with a model: made when it is first asked for.
OURS = [
    "bot.asking",
    "bot.daemon",
    "bot.dispatch",
    "bot.indexing",
    "bot.memory_tools",
    "bot.own_memory",
    "bot.prompt",
    "bot.summarising",
    "bot.tidying",
    "bot.tools",
    "bot.web",
    "indexer.embedding",
    "indexer.lexical",
    "indexer.live",
    "indexer.maintenance",
    "indexer.pipeline",
    "indexer.richtext",
    "indexer.semantic",
    "indexer.sync",
    "indexer.vectors",
    "indexer.worker",
    "indexer.writer",
    "memory.brief",
    "memory.capture",
    "memory.core",
    "memory.episodes",
    "memory.facts",
    "memory.forget",
    "memory.item_ledger",
    "memory.item_reader",
    "memory.migration",
    "memory.proposals",
    "memory.recall",
    "memory.retention",
    "memory.traces",
    "memory.vault",
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


GUIDE = Path(__file__).parents[1] / "examples" / "guesthouse.md"


def multis(home: Path, *arguments: str) -> list[str]:
    """What it prints, and in the last line what it has loaded of the above."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", PROGRAM.format(heavy=LIBRARIES + OURS), *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MULTIS_HOME": str(home)},
    )
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a document, so that there is something to answer."""
    folder = tmp_path_factory.mktemp("home")
    assert "indexer.writer" in multis(folder, "index", str(GUIDE), "--scope", "kb")[-1]
    return folder


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("--help", "usage"),
        ("search boiler", "guesthouse.md"),
        ("docs", "guesthouse.md"),
        ("say /docs", "guesthouse.md"),
        ("say /search boiler", "guesthouse.md"),
        ("say Where does the boiler stand?", "guesthouse.md"),
        ("say Who is the king of Zanzibar?", "documents"),
    ],
)
def test_nothing_heavy_is_loaded(home: Path, command: str, told: str) -> None:
    *printed, loaded = multis(home, *command.split(" ", 1))
    assert told in "\n".join(printed)
    assert loaded.strip() == "LOADED"


@pytest.mark.parametrize("module", OURS)
def test_what_is_not_to_be_loaded_is_there(module: str) -> None:
    assert importlib.util.find_spec(module)
