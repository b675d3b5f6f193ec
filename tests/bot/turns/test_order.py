"""Messages of one chat are answered in the order in which they came."""

import asyncio
from pathlib import Path

from bot.messages import Reply
from tests.conversation import OWNER, a_world
from tests.factories import a_message


async def test_nothing_overtakes_a_message_that_shows_another_language(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        answered: list[str] = []

        async def answer(text: str) -> None:
            async for each in world.bot.handle(a_message(text, sender=OWNER)):
                if isinstance(each, Reply):
                    answered.append(text)

        said = ["Wann fährt die Fähre nach Hamburg und was kostet sie?", "/unknown"]
        await asyncio.gather(*map(answer, said))
        assert answered == said
