"""A question in a caption is answered from the file that it came with."""

from pathlib import Path

import pytest

from indexer.scopes import KB, Visibility
from tests.conversation import a_world, answered_by
from tests.factories import NOON
from tests.fake_llm import FakeLlm, Says

OLD = b"# Invoice 17\n\nThe total is 310 euros. The invoice is due on 3 March.\n"
NEW = b"# Invoice 18\n\nThe total is 95 euros. The invoice is due on 9 May.\n"


@pytest.mark.parametrize("caption", ["what is the total?", "when is the invoice due?"])
async def test_another_file_that_says_as_much_is_not_quoted(caption: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Old__md=OLD)
        said = (await world.owner(caption, New__md=NEW)).text
    assert "95 euros" in said or "9 May" in said
    assert "Invoice 17" not in said


MANY = "".join(f"# Bill {n}\n\nThe total amount due is {n} dollars.\n\n" for n in range(1, 231))


async def test_a_file_with_hundreds_of_passages_about_it_is_not_quoted(tmp_path: Path) -> None:
    """However many passages of other files are better, those of this file are looked at."""
    bill = b"# Bill\n\nFor the plumber. Of the amount, the total due is 95 euros, he says.\n"
    async with a_world(tmp_path) as world:
        await world.owner("", Old__md=MANY.encode())
        said = (await world.owner("what is the total amount due?", New__md=bill)).text
    assert "95 euros" in said
    assert "dollars" not in said


async def test_a_document_is_searched_by_those_alone_who_may_see_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", Vault__md=b"# Vault\n\nThe total is canary-4711 euros.\n")
        await world.owner("", Old__md=OLD)
        store = world.services.store
        everything = Visibility(everything=True)
        ids = {each.name: each.id for each in await store.list_documents(everything)}

        async def search(seen: Visibility, name: str) -> str:
            hits = await store.search_document(seen, ids[name], "total", limit=5, now=NOON)
            return " ".join(each.chunk.text for each in hits)

        stranger = Visibility.only(KB)
        assert "canary" in await search(everything, "Vault.md")
        assert await search(stranger, "Vault.md") == ""
        assert await search(Visibility(), "Vault.md") == ""
        assert "310 euros" in await search(stranger, "Old.md")


async def test_what_was_asked_before_is_another_topic(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Garden__md=b"# Garden\n\nThe tomatoes cost 4 euros.\n")
        await world.owner("what do the tomatoes cost?")
        assert "95 euros" in (await world.owner("and what is the total?", New__md=NEW)).text


async def test_what_the_file_says_nothing_of_is_looked_up_in_the_others(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Garden__md=b"# Garden\n\nThe tomatoes cost 4 euros.\n")
        assert "4 euros" in (await world.owner("what do the tomatoes cost?", New__md=NEW)).text


async def test_what_the_file_only_may_answer_is_looked_up_in_the_others(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("kb", Letter__md=b"# Letter\n\nThe dentist appointment is on 4 May.\n")
        moved = b"# Moved\n\nThe dentist is nice.\n"
        said = (await world.owner("when is the dentist appointment?", Moved__md=moved)).text
    assert "4 May" in said
    assert "may be what you mean" not in said


async def test_what_somebody_may_not_see_answers_no_caption_of_theirs(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", Vault__md=b"# Vault\n\nThe total is canary-4711 euros.\n")
        said = (await world.person("2")("what is the total?", New__md=NEW)).text
    assert "95 euros" in said
    assert "canary" not in said


async def test_a_model_gets_the_passages_of_the_file_first(tmp_path: Path) -> None:
    async with FakeLlm() as llm, a_world(tmp_path, answered_by(llm)) as world:
        await world.owner("", Old__md=OLD)
        llm.enqueue(Says("The total is 95 euros [1]."))
        await world.owner("what is the total?", New__md=NEW)
        prompt = llm.calls[0].text
    assert prompt.index("The total is 95 euros") < prompt.index("The total is 310 euros")
