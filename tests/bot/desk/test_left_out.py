"""What a search found and an answer left out, with the reason, as far as the viewer may see it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.bot.desk.office import GUIDE, Office, an_office
from tests.conversation import answered_by
from tests.fake_llm import FakeLlm, Says

ASKED = "When is breakfast served?"
ROOMS = "\n\n".join(
    f"Breakfast is served in room {n}, with {' '.join(f'dish{n}x{k}' for k in range(150))}."
    for n in range(20)
)
HOUSE = f"# House\n\n{ROOMS}\n".encode()
SAME = b"# Copy\n\nBreakfast is served from half past seven to ten.\n"
FAR = b"# Bells\n\nThe bells of the church are rung by hand, and nobody is served before them.\n"


@asynccontextmanager
async def asked_with_model(folder: Path) -> AsyncIterator[Office]:
    async with FakeLlm(lambda _: Says("At ten.")) as llm, an_office(folder, answered_by(llm)) as it:
        yield it


def reasons(shown: Any) -> Mapping[str, set[str]]:
    """The files of what was left out, by reason."""
    found: dict[str, set[str]] = {}
    for each in shown.left_out:
        found.setdefault(each.left_out, set()).add(each.where.partition(",")[0])
    return found


async def test_each_passage_that_was_left_out_has_its_reason(office: Office) -> None:
    await office.world.owner("kb", guide__md=GUIDE, house__md=HOUSE, copy__md=SAME)
    shown = await office.look("search", q=ASKED, answer="1")
    assert reasons(shown)["repeated"] <= {"copy.md", "guide.md"}
    assert reasons(shown)["section"] == {"house.md"}
    kept, left_out = ({each.id for each in part} for part in (shown.found, shown.left_out))
    assert kept
    assert not kept & left_out
    assert {each.left_out for each in shown.found} == {""}


async def test_beyond_the_limit_others_are_better(office: Office) -> None:
    files = {
        f"note{n}__md": f"# Note {n}\n\nBreakfast {'x' * n} {n}.\n".encode() for n in range(1, 14)
    }
    await office.world.owner("kb", **files)
    shown = await office.look("search", q="breakfast", answer="1")
    assert len(shown.found) == 8
    assert set(reasons(shown)) == {"limit"}


async def test_what_is_far_less_relevant_is_no_use_to_a_model(tmp_path: Path) -> None:
    async with asked_with_model(tmp_path) as office:
        await office.world.owner("kb", guide__md=GUIDE, bells__md=FAR)
        shown = await office.look("search", q=ASKED, answer="1")
        assert reasons(shown)["weak"] == {"bells.md"}
        assert "bells" not in str(shown.found)
        plain = await office.look("search", q=ASKED)
        assert "bells" in str(plain.found)


async def test_the_owner_reads_that_others_documents_are_in_no_answer(office: Office) -> None:
    await office.world.let_in("test:2", "Ann Miller")
    await office.world.owner("kb", guide__md=GUIDE)
    await office.world.person("2")("", diary__md=b"# Diary\n\nMy breakfast is served in bed.\n")
    shown = await office.look("search", q=ASKED, answer="1")
    assert reasons(shown)["private"] == {"diary.md"}
    assert "diary.md" not in str(shown.found)


async def test_nothing_that_was_left_out_is_anothers(office: Office) -> None:
    world = office.world
    await world.let_in("test:2", "Ann Canary")
    await world.let_in("test:3", "Bob")
    await world.owner("kb", guide__md=GUIDE, house__md=HOUSE, copy__md=SAME)
    await world.owner("admin", safe__md=b"# Safe\n\nThe breakfast canary is served here.\n")
    await world.person("2")("", diary__md=b"# Diary\n\nThe breakfast canary is served in bed.\n")
    for arguments in ({}, {"answer": "1"}):
        shown = await office.look("search", sender="3", q=ASKED, **arguments)
        assert shown.left_out
        assert "canary" not in str(shown).casefold()
        seen = await office.look("search", q=ASKED, **arguments, **{"as": "test:3"})
        assert "canary" not in str(seen).casefold()


async def test_others_documents_change_nothing_of_what_a_guest_sees(office: Office) -> None:
    await office.world.let_in("test:2", "Ann")
    await office.world.owner("kb", guide__md=GUIDE, house__md=HOUSE, copy__md=SAME)
    before = await office.look("search", sender="2", q=ASKED, answer="1")
    await office.world.owner("admin", safe__md=b"# Safe\n\nBreakfast is served. Breakfast!\n")
    assert await office.look("search", sender="2", q=ASKED, answer="1") == before


async def test_the_prompt_names_the_passages_in_it(tmp_path: Path) -> None:
    async with asked_with_model(tmp_path) as office:
        await office.world.owner("kb", guide__md=GUIDE)
        message = office.world.owner.write(ASKED)
        await office.world.owner.send(message)
        (found, *_) = (await office.look("search", q=ASKED, answer="1")).found
        shown = await office.look("prompt", key=message.reference or message.key)
        assert found.id in shown.passages
