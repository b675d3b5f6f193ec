"""Facts that are near to a question in meaning are shown as what may be meant, and no more."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.turns.command import Commands
from bot.turns.router import Bot
from indexer.engines import Engines
from indexer.store.corpus import Corpus
from tests.conversation import OWNER, World, a_world

DENTIST = "Dr Amis in Hull is my dentist."
QUESTION = "Who fixes my teeth in Hull?"
DOUBT = "This may be what you mean:"


class FakeMeaning(Struct):
    """Finds near whatever names Amis."""

    model: str = "local:all-MiniLM-L6-v2"
    cosine: float = 0.6
    late: bool = False

    async def embed_question(self, _corpus: Corpus, _question: str) -> None:
        """Leave searches to go by words alone."""

    async def compare(self, _question: str, texts: Sequence[str]) -> list[float]:
        return [] if self.late else [self.cosine if "Amis" in each else 0.1 for each in texts]


def give_meaning(world: World, meaning: FakeMeaning) -> None:
    engines = Engines(semantic=meaning)  # type: ignore[arg-type]  # as far as it is asked
    resources = replace(world.services._resources, engines=engines)
    world.services = replace(world.services, _resources=resources)
    world.bot = Bot(Commands(), world.services)


async def ask(folder: Path, meaning: FakeMeaning, question: str = QUESTION) -> str:
    async with a_world(folder) as world:
        await world.owner(f"/remember {DENTIST}")
        give_meaning(world, meaning)
        return (await world.owner(question)).text


async def test_a_near_fact_may_be_meant(tmp_path: Path) -> None:
    text = await ask(tmp_path, FakeMeaning())
    assert text.startswith(DOUBT)
    assert DENTIST in text


@pytest.mark.parametrize(
    "meaning",
    [FakeMeaning(cosine=0.4), FakeMeaning(late=True), FakeMeaning(model="local:unmeasured")],
)
async def test_what_is_not_near_is_not_shown(tmp_path: Path, meaning: FakeMeaning) -> None:
    assert DENTIST not in await ask(tmp_path, meaning)


async def test_what_answers_in_its_words_is_told_as_known(tmp_path: Path) -> None:
    text = await ask(tmp_path, FakeMeaning(), "Who is my dentist in Hull?")
    assert DENTIST in text
    assert DOUBT not in text


async def test_what_needs_a_model_shows_no_near_fact(tmp_path: Path) -> None:
    assert DENTIST not in await ask(tmp_path, FakeMeaning(), "Write a poem about Hull.")


async def test_what_the_owner_told_alone_is_near_for_nobody_else(tmp_path: Path) -> None:
    own = "Dr Amis of Hull sails with me."
    async with a_world(tmp_path) as world:
        await world.owner(f"/remember {DENTIST}")
        await world.let_in("test:2", "Bea")
        guest = world.person("2")
        await guest(f"/remember {own}")
        give_meaning(world, FakeMeaning())
        assert DENTIST in (await world.owner(QUESTION)).text
        told = (await world.person("2")(QUESTION)).text
        assert own in told
        assert DENTIST not in told
        for who in (OWNER, "2"):
            in_group = await world.person(who, chat="g", private=False)(QUESTION)
            assert "Amis" not in in_group.text


async def test_a_near_fact_says_nothing_of_a_state_that_it_does_not_name(tmp_path: Path) -> None:
    home = "I live with Dr Amis in Hull."
    async with a_world(tmp_path) as world:
        await world.owner(f"/remember {home}")
        give_meaning(world, FakeMeaning())
        assert home not in (await world.owner("Where do I work?")).text


async def test_nothing_is_near_to_a_question_of_several_pages(tmp_path: Path) -> None:
    long = f"{QUESTION[:-1]}, {'or anything like it, ' * 100}please?"
    assert DENTIST not in await ask(tmp_path, FakeMeaning(), long)
