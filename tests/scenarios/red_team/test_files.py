"""Archives whose entries are named, linked or packed to get somewhere."""

from pathlib import Path

import pytest

from bot.messages import Attachment
from tests.factories import a_message
from tests.hostile.archives import bomb_tree, matryoshka
from tests.redteam.sent.packing import TEXT, pack_entry
from tests.scenarios.attacks import ENTRIES
from tests.scenarios.scene import CLEO, MALLORY, MARK, Scene, files, replies, unharmed


def written_outside(scene: Scene) -> bool:
    return Path(scene.known["outside"]).exists()


async def sent(scene: Scene, content: bytes, name: str = "files.zip") -> str:
    scene.world.platform.files["ref"] = content
    told = ""
    for caption in ("admin", "kb"):
        attachment = Attachment(name, len(content), "ref")
        message = a_message(caption, sender=MALLORY, attachments=(attachment,))
        told += str(await replies(scene.world, message))
    return told


async def nothing_came_of_it(scene: Scene, told: str, before: set[Path]) -> None:
    assert MARK not in told
    for label in ("(kb)", "(admin)"):
        assert label not in told
    mallory = scene.world.person(MALLORY)
    for said in ("/search harbour", "/search root", "/docs", "/search password"):
        assert MARK not in (await mallory(said)).text
        assert "root:" not in (await mallory(said)).text
    assert "lighthouse" not in (await scene.world.person(CLEO)("/search lighthouse")).text
    assert not written_outside(scene)
    after = files(scene.world.services.home.folder)
    assert {path.name for path in after - before} <= {"audit.log"}
    await unharmed(scene.world)


@pytest.mark.parametrize("entry", ENTRIES, ids=range(len(ENTRIES)))
async def test_an_archives_entry_leads_nowhere(scene: Scene, entry: str) -> None:
    before = files(scene.world.services.home.folder)
    told = await sent(scene, pack_entry(scene.fill(entry)))
    await nothing_came_of_it(scene, told, before)


@pytest.mark.parametrize("name", ["bombs", "matryoshka"])
async def test_what_is_packed_too_well_is_refused_and_the_next_file_read(
    scene: Scene, name: str
) -> None:
    before = files(scene.world.services.home.folder)
    content = bomb_tree() if name == "bombs" else matryoshka(40)
    told = await sent(scene, content)
    await nothing_came_of_it(scene, told, before)
    reply = await scene.world.person(CLEO)("", next__md=TEXT)
    assert "Indexed next.md" in reply.text
