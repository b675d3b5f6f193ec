"""What the owner's flags become: proposals, reviewed and tidied, and nothing without a yes."""

from pathlib import Path

import pytest

from tests.bot.services.vault import press, read, write
from tests.conversation import World, a_world
from tests.fake_llm import Fails, FakeLlm, Says


@pytest.mark.spec("S2-8", "S2-14", "S2-40", "S2-42", "S2-45", "S2-46")
async def test_a_flagged_answer_becomes_a_rule_of_every_later_prompt(
    world: World, llm: FakeLlm
) -> None:
    vault = world.services.owner_memory.vault
    await world.owner("When does the ferry leave?")
    assert "/review" in (await world.owner("/w it was too short")).text
    assert "- Asked: When does the ferry leave?\n- Answered: Fine.\n- Note: it was too short" in (
        read(vault.feedback_file("corrections"))
    )
    assert (await vault.read_context(world.clock())).daily.endswith(
        " [feedback] an answer was flagged as wrong: it was too short"
    )
    llm.enqueue(Says("RULE: Give departure times with the pier. [1]"))
    offer = await world.owner("/review")
    assert "1. New rule: Give departure times with the pier." in offer.text
    assert read(vault.rules_file) == ""
    done = await press(world.owner, offer, "1. ")
    assert done.text == "Done. New rule: Give departure times with the pier."
    assert "- Give departure times with the pier." in read(vault.rules_file)
    assert read(vault.feedback_file("corrections")).strip() == ""
    assert len(list((vault.folder / "feedback").glob("*-corrections.md"))) == 1
    await world.owner("And the next one?")
    assert "Give departure times with the pier." in llm.calls[-1].text


@pytest.mark.spec("S2-41")
async def test_nothing_is_written_without_a_yes(world: World, llm: FakeLlm) -> None:
    vault = world.services.owner_memory.vault
    await world.owner("When?")
    await world.owner("/r")
    assert "Asked: When?" in read(vault.feedback_file("rewards"))
    assert read(vault.feedback_file("corrections")) == ""
    llm.enqueue(Says("RULE: Be exact. [1]\nRULE: Be kind. [1]"))
    offer = await world.owner("/review")
    assert (await press(world.owner, offer, "Discard")).text == "Nothing was changed."
    assert read(vault.rules_file) == ""
    again = await press(world.owner, offer, "Apply all")
    assert again.failed
    assert "already decided" in again.text


@pytest.mark.spec("S2-46")
@pytest.mark.parametrize("answer", ["Nothing.", "FACT: likes tea [1]\nRULE: Answer briefly. [2]"])
async def test_a_review_without_a_proposal_is_said_and_not_repeated(
    world: World, llm: FakeLlm, answer: str
) -> None:
    vault = world.services.owner_memory.vault
    await vault.add_rule("Answer briefly.")
    await world.owner("When?")
    await world.owner("/w")
    await vault.append_extracted(world.clock(), ["owns a boat"])
    llm.enqueue(Says(answer))
    reply = await world.owner("/review")
    assert reply.text.startswith("The model found nothing worth changing.")
    assert reply.choices == ()
    assert len(list((vault.folder / "feedback").glob("*-corrections.md"))) == 1
    assert "nothing to review" in (await world.owner("/review")).text


async def test_a_review_that_the_model_garbled_reviews_nothing(world: World, llm: FakeLlm) -> None:
    await world.owner("When?")
    await world.owner("/w")
    llm.enqueue(Says("I would suggest to be kinder."))
    reply = await world.owner("/review")
    assert reply.failed
    assert "could not be read" in reply.text
    llm.enqueue(Says("RULE: Be kind. [1]"))
    assert "1. New rule: Be kind." in (await world.owner("/review")).text


async def test_proposals_are_decided_one_by_one(world: World, llm: FakeLlm) -> None:
    await world.owner("When?")
    await world.owner("/r")
    llm.enqueue(Says("RULE: Be exact. [1]\nRULE: Be kind. [1]"))
    first = await press(world.owner, await world.owner("/review"), "2. ")
    assert [choice.label[:7] for choice in first.choices] == ["1. New ", "Discard"]
    assert (await press(world.owner, first, "1. ")).choices == ()
    assert read(world.services.owner_memory.vault.rules_file).splitlines() == [
        "- Be kind.",
        "- Be exact.",
    ]


@pytest.mark.parametrize("number", ["9" * 40, "9" * 5000, "²"])
async def test_a_number_that_no_offer_has_is_a_question_of_usage(world: World, number: str) -> None:
    for words in (f"/review apply {number}", f"/review apply 1 {number}"):
        assert (await world.owner(words)).text.startswith("Usage: /review")


async def test_flagging_without_an_answer_says_so(world: World) -> None:
    assert (await world.owner("/w")).text == "There is no answer to flag yet."


async def test_nothing_to_review_needs_no_model(world: World, llm: FakeLlm) -> None:
    assert "nothing to review" in (await world.owner("/review")).text
    assert llm.calls == []


async def test_a_model_that_is_away_is_said(world: World, llm: FakeLlm) -> None:
    await world.owner("When?")
    await world.owner("/w")
    llm.otherwise = lambda _: Fails(401, "no")
    reply = await world.owner("/review")
    assert reply.failed
    assert read(world.services.owner_memory.vault.feedback_file("corrections")) != ""


@pytest.mark.spec("S2-44")
async def test_doubled_entries_are_found_without_a_model(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        vault = world.services.owner_memory.vault
        await vault.edit(
            vault.memory_file, lambda _: "- likes tea\n- the tea likes\n- owns a boat\n"
        )
        offer = await world.owner("/tidy")
        assert "1. Remove “the tea likes”" in offer.text
        await press(world.owner, offer, "1. ")
        assert read(vault.memory_file) == "- likes tea\n- owns a boat\n"
        assert "tidy" in (await world.owner("/tidy")).text


async def test_tidy_leaves_alone_what_changed_meanwhile(world: World, llm: FakeLlm) -> None:
    vault = world.services.owner_memory.vault
    write(vault.memory_file, "- likes tea\n- owns a boat\n")
    llm.enqueue(Says("REMOVE [2]"))
    offer = await world.owner("/tidy")
    write(vault.memory_file, "- likes tea\n- owns a ship\n")
    assert (
        "Not applied, because Memory.md has changed" in (await press(world.owner, offer, "1.")).text
    )
    assert read(vault.memory_file) == "- likes tea\n- owns a ship\n"
