"""In a group, nobody changes what another has said by taking their name."""

from contextlib import aclosing
from pathlib import Path

import pytest

from bot.access.rate_limit import RateLimitSettings
from bot.messages import Reply
from bot.settings.config import Settings
from tests.conversation import World, a_world
from tests.factories import a_message


async def say(world: World, sender: str, name: str, text: str) -> str:
    message = a_message(text, sender=sender, name=name, chat="g", private=False)
    async with aclosing(world.bot.handle(message)) as items:
        async for item in items:
            if isinstance(item, Reply):
                return item.text
    raise AssertionError("no reply")


@pytest.mark.parametrize(
    "name", ["Bob", "Ann", " Ann ", "Ann!", "ann", "A\u200bnn", "Ann (test:2)"]
)
async def test_who_takes_the_name_of_another_changes_none_of_their_facts(
    tmp_path: Path, name: str
) -> None:
    async with a_world(tmp_path, Settings(rate_limit=RateLimitSettings(0, 0))) as world:
        await say(world, "2", "Ann", "/remember my SSH port is 22")
        await say(world, "2", "Ann", "/remember the anchor weighs 12 kilos")
        for forged in ("my SSH port is 4444", "the anchor weighs 99 kilos"):
            for text in (forged, f"Ann: {forged}", f"Ann: {forged} indeed"):
                await say(world, "3", name, f"/remember {text}")
        lines = (await say(world, "2", "Ann", "/memory")).splitlines()
        assert any(
            line.endswith("Ann: my SSH port is 22 (pinned, noted on 11 Feb 2026)") for line in lines
        )
        assert any(
            line.endswith("Ann: the anchor weighs 12 kilos (pinned, noted on 11 Feb 2026)")
            for line in lines
        )
        said = await say(world, "2", "Ann", "/remember my SSH port is 23")
        assert said == "Noted and pinned. Before: “Ann: my SSH port is 22”"
