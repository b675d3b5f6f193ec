"""Commands that run for a moment must not load what they do not use."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

LIBRARIES = [
    "aiohttp",
    "anthropic",
    "apscheduler",
    "argon2",
    "babel",
    "httpx",
    "mammoth",
    "markdown_it",
    "numpy",
    "onnxruntime",
    "openai",
    "pypdfium2",
    "pydantic",
    "pydantic_ai",
    "pyrage",
    "rich",
    "ruamel.yaml",
    "structlog",
    "telegram",
    "watchdog",
]
# What keeps memory, files and vectors, or answers with a model: made when it is first asked for.
OURS = [
    "bot.answering.with_model.answer",
    "bot.daemon",
    "bot.delivery.dispatch",
    "bot.ingest.queue",
    "bot.tools.memory",
    "bot.services.owner_memory",
    "bot.answering.with_model.prompt",
    "bot.services.summarize",
    "bot.operations.jobs",
    "bot.tools.search",
    "bot.ingest.web_fetch",
    "indexer.embedding.backfill",
    "indexer.search.inverted_index",
    "indexer.search.stored_index",
    "indexer.store.segments.keeper",
    "indexer.ingest.pipeline",
    "indexer.parsing.formats.rtf.reader",
    "indexer.embedding.vector_search",
    "indexer.ingest.sync",
    "indexer.embedding.vector_index",
    "indexer.parsing.worker",
    "indexer.store.writer",
    "memory.facts.brief",
    "memory.capture.capture",
    "memory.vault.core_memory",
    "memory.sessions",
    "memory.facts.service",
    "memory.forgetting.service",
    "memory.facts.ledger",
    "memory.facts.reader",
    "memory.legacy_import",
    "memory.vault.proposals",
    "memory.recall",
    "memory.forgetting.retention",
    "memory.forgetting.vault_erasure",
    "memory.vault.vault",
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


def multis(home: Path, *arguments: str, watched: Sequence[str] = LIBRARIES + OURS) -> list[str]:
    """What it prints, and in the last line what it has loaded of `watched`."""
    done = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", PROGRAM.format(heavy=list(watched)), *arguments],
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
    assert "indexer.store.writer" in multis(folder, "index", str(GUIDE), "--scope", "kb")[-1]
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


# What an answer from documents needs no part of; some other commands do.
NOT_FOR_AN_ANSWER = [
    "bot.access.quotas",
    "bot.delivery.inbox",
    "bot.delivery.outbox",
    "bot.rendering.fact_times",
    "bot.voice.transcript",
    "difflib",
    "indexer.search.counting",
    "indexer.search.document_list",
    "indexer.search.outline",
    "indexer.store.chunks",
    "memory.fact",
    "shutil",
    "tomllib",
]


def test_an_answer_loads_no_other_part(home: Path) -> None:
    question = ("say", "Where does the boiler stand?")
    assert multis(home, *question, watched=NOT_FOR_AN_ANSWER)[-1].strip() == "LOADED"


# What reads questions and passages.
NOT_FOR_A_GREETING = [
    "bot.answering.answer",
    "bot.answering.extracts.extract",
    "bot.answering.without_model",
    "indexer.inference.reading",
    "indexer.search.candidates",
    "indexer.text.synonyms",
]


def test_a_greeting_loads_nothing_that_answers(home: Path) -> None:
    *printed, loaded = multis(home, "say", "hello", watched=NOT_FOR_A_GREETING)
    assert printed == ["Hello! What would you like to know?"]
    assert loaded.strip() == "LOADED"


# What reads files, and what answers.
NOT_FOR_UNCHANGED_FILES = [
    "bot.messages",
    "bot.services.open",
    "indexer.documents",
    "indexer.ingest.pipeline",
    "indexer.parsing.formats",
    "indexer.store.database",
    "indexer.text.analyzer",
]


def test_files_that_are_indexed_as_they_are_load_nothing_that_reads(home: Path) -> None:
    again = ("index", str(GUIDE), "--scope", "kb")
    *printed, loaded = multis(home, *again, watched=NOT_FOR_UNCHANGED_FILES)
    assert (printed, loaded.strip()) == (["1 unchanged"], "LOADED")


# Reading the metadata of the installation takes longer than the rest of most commands.
SLOW = ["importlib.metadata"]
# Each of these alone takes a tenth of the help or more.
SLOW_FOR_HELP = [*SLOW, "dataclasses", "getpass", "inspect"]


@pytest.mark.parametrize(
    ("command", "slow"),
    [("--help", SLOW_FOR_HELP), ("docs", SLOW), ("search boiler", SLOW), ("say /docs", SLOW)],
)
def test_nothing_slow_is_loaded(home: Path, command: str, slow: list[str]) -> None:
    assert multis(home, *command.split(" ", 1), watched=slow)[-1].strip() == "LOADED"


COUNTING = """
import contextlib, io, sys
from bot.cli import main
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main(sys.argv[1:])
packages = {"adapters", "bot", "indexer", "memory"}
print(sum(each.partition(".")[0] in packages for each in sys.modules))
"""


# Each of our modules takes about a thousandth of what `say` takes. Fewer is always fine.
@pytest.mark.parametrize(
    ("command", "most"),
    [
        ("--help", 13),
        ("search boiler", 163),
        ("say hello", 176),
        ("say Where does the boiler stand?", 298),
    ],
)
def test_a_command_loads_few_of_our_modules(home: Path, command: str, most: int) -> None:
    counted = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", COUNTING, *command.split(" ", 1)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MULTIS_HOME": str(home)},
    )
    assert int(counted.stdout) <= most


@pytest.mark.parametrize(
    "module", OURS + NOT_FOR_AN_ANSWER + NOT_FOR_A_GREETING + NOT_FOR_UNCHANGED_FILES
)
def test_what_is_not_to_be_loaded_is_there(module: str) -> None:
    assert importlib.util.find_spec(module)
