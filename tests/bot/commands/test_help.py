"""/help lists what its reader may use, and nothing else."""

from pathlib import Path

from bot.access.policy import Mode
from bot.access.rate_limit import RateLimitSettings
from bot.settings.config import Settings
from tests.conversation import ACCESS, World, a_world


async def listed(world: World, sender: str) -> set[str]:
    lines = (await world.person(sender)("/help")).text.splitlines()
    return {line.split()[0].rstrip(":") for line in lines if line.startswith("/")}


async def test_strangers_see_what_they_may_use_and_how_to_come_in(tmp_path: Path) -> None:
    settings = Settings(rate_limit=RateLimitSettings(0, 0))
    async with a_world(tmp_path, settings) as world:
        assert await listed(world, "99") == {"/help", "/start"}
        reply = await world.person("99")("/help")
        assert reply.text.startswith("This is a private assistant, and I don't know you.")
        for name in sorted(await listed(world, "2") - {"/help", "/start"}):
            refused = await world.person("99")(name)
            assert refused.failed, name


async def test_guests_see_no_command_of_the_owner(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        guest, owner = await listed(world, "2"), await listed(world, "1")
        assert {"/settings", "/inbox", "/users"} <= owner - guest
        assert guest < owner


async def test_customers_are_greeted(tmp_path: Path) -> None:
    async with a_world(tmp_path, access=ACCESS) as world:
        await world.services.modes.set("test:99", Mode.BUSINESS)
        assert (await world.person("99")("/help")).text.startswith("Hello! Ask me anything")


async def test_guests_are_not_told_to_index_what_only_the_owner_may(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert (
            "/index: Index a document; or just send me the file"
            in (await world.person("2")("/help")).text
        )
        assert "/index PATH|URL kb|admin: " in (await world.owner("/help")).text
