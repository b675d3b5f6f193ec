"""The same questions about facts, asked of a whole home that has the local model."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from bench.memory.found_again import (
    ANNS,
    BUDGET,
    FACTS,
    LOOKED_AT,
    OLDEST,
    SEEN,
    RecallQuestion,
    RecallResult,
    mix_facts,
)
from bot.access.policy import Access
from bot.home import Home
from bot.messages import Attachment
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.settings.config import Settings
from memory.fact import FactValue, Provenance
from memory.facts.brief import build_brief
from memory.facts.reader import FactReader
from tests.memory.conftest import ANN
from tests.memory.conversation import START

MODEL = "all-MiniLM-L6-v2"


async def ask_by_meaning(
    folder: Path, model: Path, questions: Sequence[RecallQuestion]
) -> list[RecallResult]:
    """Ask as the product does that has `model`, a folder with its files."""
    asked = [each for each in questions if each.fact]
    home = _create_home(folder / "home", model)
    access = Access(owners=frozenset({ANN}))
    setup = Setup(home, Settings(), access, _refuse_files)
    async with open_services(setup, lasting=True) as services:
        await _fill(services, mix_facts([each.fact for each in asked], FACTS))
        return [await _ask(services.owner_memory.facts, each) for each in asked]


def _create_home(folder: Path, model: Path) -> Home:
    home = Home(folder)
    home.models.mkdir(parents=True, mode=0o700)
    (home.models / MODEL).symlink_to(model.resolve())
    return home


async def _fill(services: Services, texts: Sequence[str]) -> None:
    memory = services.memories.get(ANN, ANNS)
    for number, text in enumerate(texts):
        at = START - timedelta(days=OLDEST - number * OLDEST / len(texts))
        await services.facts.upsert(memory, FactValue(text), Provenance(), at)
    if services.engines.embedding:
        await services.engines.embedding.catch_up()
    await services.engines.wait_until_loaded()


async def _ask(reader: FactReader, asked: RecallQuestion) -> RecallResult:
    hits = await reader.search(SEEN, asked.question, now=START, limit=LOOKED_AT)
    brief = await build_brief(reader, SEEN, asked.question, now=START, budget=BUDGET)
    found = any(hit.fact.value.content == asked.fact for hit in hits)
    return RecallResult(asked, found, asked.fact in brief.text)


async def _refuse_files(_platform: str, _attachment: Attachment, _path: Path) -> None:
    raise AssertionError("nobody sends files here")
