"""What a person said, some days ago."""

from datetime import timedelta

from indexer.scopes import Scope
from memory.messages import Exchange
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START

ANNS = Scope.of_chat(ANN)
NOW = START  # a Saturday


def said(text: str, days_ago: float, answer: str = "I see.", **more: object) -> Exchange:
    at = NOW - timedelta(days=days_ago)
    return Exchange(f"m{days_ago}", text, answer, at, at, **more)  # type: ignore[arg-type]  # a test names real fields


async def tell(world: World, *exchanges: Exchange, chat: str = ANN) -> None:
    for each in exchanges:
        await world.say(world.chat(chat), each)
