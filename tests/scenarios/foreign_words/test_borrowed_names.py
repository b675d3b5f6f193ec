"""Nobody speaks under the name that somebody else has in a group."""

from pathlib import Path

import pytest

from tests.factories import a_message
from tests.scenarios.scene import CLEO, MALLORY, OWNER, Scene, a_scene, replies


async def say(scene: Scene, sender: str, name: str, text: str) -> str:
    message = a_message(text, sender=sender, name=name, chat="g", private=False)
    return str(await replies(scene.world, message))


async def test_a_name_that_was_given_to_tell_people_apart_cannot_be_taken(tmp_path: Path) -> None:
    async with a_scene(tmp_path) as scene:
        await say(scene, OWNER, "Bob", "/remember I like tea")
        await say(scene, CLEO, "Bob", "/remember the gate is green")  # so she is Bob (test:3)
        await say(scene, MALLORY, "Bob (test:3)", "/remember the gate is red")
        told = await say(scene, CLEO, "Bob", "/memory")
    assert "Bob (test:3): the gate is green" in told
    assert "Bob (test:3) (test:2): the gate is red" in told


@pytest.mark.parametrize("text", ["/inbox drop {}", "/users limit test:2 files {}"])
@pytest.mark.parametrize("digits", [30, 5000])
async def test_a_number_that_no_table_holds_is_a_mistake_and_no_fault(
    tmp_path: Path, text: str, digits: int
) -> None:
    async with a_scene(tmp_path) as scene:
        (reply,) = await replies(scene.world, a_message(text.format("9" * digits), sender=OWNER))
    assert reply.text.startswith("Usage:")
