"""The prompt of an answer on the desk: as it was sent, to its owner alone, and not for long."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path

from msgspec.structs import replace

from bot.llm import Prompt
from bot.messages import Draft, Reply
from bot.services.sent_prompts import KEPT, LONGEST, SentPrompts
from tests.bot.desk.office import GUIDE, Office, an_office
from tests.conversation import answered_by
from tests.factories import a_message
from tests.fake_llm import FakeLlm, Says
from tests.fakes import FakeClock

QUESTION = "When is breakfast served?"
KEY = "the-question"


@asynccontextmanager
async def asked_by(sender: str, folder: Path) -> AsyncIterator[Office]:
    async with (
        FakeLlm(lambda _: Says("From half past seven. [1]")) as llm,
        an_office(folder, answered_by(llm)) as office,
    ):
        await office.world.services.people.set_role("test:2", "approved")
        await office.world.owner("kb", guide__md=GUIDE)
        person = office.world.person(sender)
        await person.send(replace(person.write(QUESTION), key=KEY))
        yield office


async def test_a_prompt_is_shown_to_its_owner_as_it_was_sent_until_something_is_forgotten(
    tmp_path: Path,
) -> None:
    async with asked_by("1", tmp_path) as office:
        shown = await office.look("prompt", key=KEY)
        assert [each.role for each in shown.parts] == ["system", "user"]
        assert "Breakfast is served from half past seven" in shown.parts[-1].text
        assert shown.parts[-1].text.rstrip().endswith(QUESTION)
        assert (shown.models, shown.read > 0, shown.written > 0) == (("fake-model",), True, True)
        for tried in (KEY, f"1:{KEY}", f"test:1 {KEY}"):
            assert (await office.look("prompt", sender="2", key=tried)).parts == ()
        await office.world.owner("/forget breakfast")
        assert len(office.world.services.sent_prompts) == 0


async def test_a_prompt_is_gone_once_a_passage_in_it_is(tmp_path: Path) -> None:
    async with asked_by("1", tmp_path) as office:
        (row,) = (await office.look("documents")).rows
        await office.world.owner(f"/documents delete {row.id}")
        assert (await office.look("prompt", key=KEY)).parts == ()


async def test_a_guests_prompt_is_kept_for_nobody(tmp_path: Path) -> None:
    async with asked_by("2", tmp_path) as office:
        assert len(office.world.services.sent_prompts) == 0


async def test_a_guest_is_shown_none_even_if_one_were_kept_for_their_chat(tmp_path: Path) -> None:
    async with asked_by("1", tmp_path) as office:
        chat = a_message("", sender="2").chat.key
        office.world.services.sent_prompts.record((chat, KEY), Prompt("canary", ()), (), ((), ()))
        assert (await office.look("prompt", sender="2", key=KEY)).parts == ()


async def test_what_is_forgotten_while_an_answer_is_written_is_in_no_prompt_kept(
    tmp_path: Path,
) -> None:
    async with asked_by("1", tmp_path) as office:
        world = office.world
        elsewhere = world.person("1", chat="another")
        async with aclosing(world.bot.handle(world.owner.write("And the canary?"))) as items:
            assert isinstance(await anext(items), Draft)
            await elsewhere("/forget breakfast")
            assert any([isinstance(each, Reply) async for each in items])
        assert len(world.services.sent_prompts) == 0


def test_prompts_are_kept_for_an_hour_and_only_the_last() -> None:
    clock = FakeClock()
    kept = SentPrompts(clock)
    for n in range(KEPT + 2):
        kept.record(("test:1", str(n)), Prompt("", ()), (), ((), ()))
    assert kept.find("test:1", "1") is None
    assert kept.find("test:1", "2") is not None
    clock.forward(seconds=LONGEST.total_seconds())
    assert kept.find("test:1", "2") is None


def test_where_others_share_the_work_none_is_kept() -> None:
    """What is forgotten through another process could not be forgotten here."""
    kept = SentPrompts(FakeClock(), keep=False)
    kept.record(("test:1", KEY), Prompt("system", ()), (), ((), ()))
    assert kept.find("test:1", KEY) is None
