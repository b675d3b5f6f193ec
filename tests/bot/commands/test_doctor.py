"""/doctor in the owner's private chat, and nowhere else."""

from tests.conversation import OWNER, World


async def test_it_says_what_needs_attention_and_what_is_well(world: World) -> None:
    (world.services.home.folder / "config.json").write_text(
        '{"documents": {"roots": ["/nowhere"]}}'
    )
    owner = world.owner
    reply = await owner("/doctor")
    assert owner.drafts == ["Checking …"]
    assert "⚠️ documents: documents.roots names /nowhere, which is not a folder." in reply.text
    assert reply.text.splitlines()[-1].startswith("✅ ")
    assert "checks found all well" in reply.text


async def test_a_broken_configuration_comes_first(world: World) -> None:
    (world.services.home.folder / "config.json").write_text("{")
    reply = await world.owner("/doctor")
    assert reply.text.startswith("❌ ")
    assert "is not valid JSON" in reply.text


async def test_nobody_else_has_it(world: World) -> None:
    assert "only for the owner" in (await world.person("2")("/doctor")).text
    group = world.person(OWNER, chat="g", private=False)
    assert "in a private chat with you" in (await group("/doctor")).text
