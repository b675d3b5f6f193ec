import pytest

from indexer.errors import UserError
from indexer.scopes import ADMIN, Scope, Visibility
from memory.chat.notes import split_sections
from memory.fact import Provenance
from memory.settings import MemorySettings
from tests.memory.conftest import ANN, World
from tests.memory.conversation import START, turn

DAY = 24 * 60  # turns
ANNS = Visibility.only(Scope.of_chat(ANN))


async def test_a_captured_note_is_a_fact_that_knows_where_it_comes_from(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- Fact3 is in drawer3 [7] {fact: Fact3}\n- Fact4 [9] {colour}"
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    three, four = await world.fact_reader.list_facts(ANNS, now=world.clock())
    assert (three.value.content, three.value.type) == ("Fact3 is in drawer3", "fact")
    assert three.value.key == "fact3"
    assert three.provenance == Provenance(
        "capture", ANN, "m3", "Fact3 is in drawer3.", said_at=int(START.timestamp()) + 180
    )
    assert (four.value.type, four.value.key) == ("note", "")


async def test_a_newer_note_on_a_topic_replaces_the_older_and_marks_it(world: World) -> None:
    chat = world.chat()
    answers = iter(
        ("- Mia lives in Rome [1] {fact: Mia lives}", "- Mia moved to Oslo [6] {fact: Mia}")
    )
    world.model.answer = lambda _: next(answers)
    await chat.record(turn(0, "Mia lives in Rome"))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    answers = iter(("- Mia lives in Oslo [6] {fact: lives Mia}",))
    await chat.record(turn(DAY, "Mia lives in Oslo"))
    await world.talk(chat, DAY + 1, DAY + 8)
    world.clock.forward(days=3)
    await world.captures.run(chat)
    assert await world.known() == ["Mia lives in Oslo"]
    old, new = await world.summaries()
    assert (old, new) == ("- Mia lives in Rome (until 2026-11-22)", "- Mia lives in Oslo")
    assert [section.body for section in split_sections(await chat.read_notes())] == [old, new]
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    changes = await world.fact_reader.list_history(ANNS, fact.id, world.clock())
    assert changes[0].before is not None
    assert changes[0].before.value.content == "Mia lives in Rome"


async def test_a_note_pinned_in_a_group_names_its_author(world: World) -> None:
    chat, bob = world.chat(), Provenance(author="Bob")
    assert (await world.facts.remember(chat, "meet at nine", bob, world.clock())).new
    assert [section.body for section in split_sections(await chat.read_notes())] == [
        "Bob: meet at nine"
    ]
    assert not (await world.facts.remember(chat, "meet at nine", bob, world.clock())).new


async def test_a_topic_the_person_did_not_name_replaces_nothing(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, "The PIN is 1234", Provenance(), world.clock())
    world.model.answer = lambda _: "- Fact1 is in drawer1 [3] {fact: PIN #number}"
    await world.talk(chat, 0, 10)
    await world.captures.run(chat)
    assert await world.known() == ["The PIN is 1234", "Fact1 is in drawer1"]


async def test_a_marked_note_is_forgotten_with_its_turn(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- lives in Rome [1] {fact: lives}"
    await chat.record(turn(0, "Mia lives in Rome"))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    await world.facts.remember(chat, "lives in Oslo", Provenance(), world.clock())
    assert "- lives in Rome (until 2026-11-21)" in await chat.read_notes()
    await world.forgetting.forget(chat, world.clock(), "Mia")
    assert "Rome" not in await chat.read_notes()


async def test_remembering_pins_a_note_and_knows_a_fact(world: World) -> None:
    chat = world.chat()
    told = await world.facts.remember(chat, "tea, no milk", Provenance(), world.clock())
    assert (told.new, told.was) == (True, "")
    again = await world.facts.remember(chat, "tea, no milk", Provenance(), world.clock())
    assert (again.new, again.was) == (False, "")
    assert (await chat.read_notes()).count("tea, no milk") == 1
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    assert (fact.value.pinned, fact.provenance.origin) == (True, "manual")


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("I can't remember names.", "I can't remember names."),
        ("Ich wohne immer noch in Kassel.", "Ich wohne immer noch in Kassel."),
        ("Actually no, the boat is in Hull.", "The boat is in Hull."),
        ("dass Jo grünen Tee mag", "Jo grünen Tee mag"),
        ("dass meine Miete jetzt 700 Euro ist", "Meine Miete jetzt 700 Euro ist"),
        ("dat Jo van thee houdt", "Jo van thee houdt"),
        ("dat huis is van mij", "dat huis is van mij"),
        ("que Jo aime le thé", "Jo aime le thé"),
        ("que mi tren sale a las ocho", "Mi tren sale a las ocho"),
        ("that the rent is 700", "The rent is 700"),
        ("that red car is Ann's", "that red car is Ann's"),
    ],
)
async def test_what_is_remembered_are_the_persons_own_words(
    world: World, text: str, stored: str
) -> None:
    await world.facts.remember(world.chat(), text, Provenance(chat=ANN), START)
    assert await world.known() == [stored]


async def test_remembering_something_newer_takes_the_old_pin_off(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, "The SSH port is 22.", Provenance(), world.clock())
    told = await world.facts.remember(chat, "The SSH port is 49222.", Provenance(), world.clock())
    assert told.was == "The SSH port is 22."
    (section,) = split_sections(await chat.read_notes())
    assert section.body == "The SSH port is 49222."
    assert section.pinned


async def test_remembering_marks_what_a_capture_had_noted(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- The SSH port is 22. [1]"
    await chat.record(turn(0, "The SSH port is 22."))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    await world.facts.remember(chat, "The SSH port is 49222.", Provenance(), world.clock())
    assert await world.summaries() == ["- The SSH port is 22. (until 2026-11-21)"]
    assert "- The SSH port is 22. (until 2026-11-21)\n" in await chat.read_notes()


async def test_taking_a_deletion_back_takes_its_mark_off_notes_and_summaries(world: World) -> None:
    chat = world.chat()
    world.model.answer = lambda _: "- The SSH port is 22. [1]\n- Fact1 is in drawer1. [3]"
    await chat.record(turn(0, "The SSH port is 22."))
    await world.talk(chat, 1, 10)
    await world.captures.run(chat)
    port = (await world.fact_reader.list_facts(ANNS, now=world.clock()))[0]
    before = await chat.read_notes()
    world.clock.forward(days=1)
    await world.facts.delete(chat, [port.id], world.clock())
    marked = "- The SSH port is 22. (until 2026-11-22)"
    assert await world.summaries() == [f"{marked}\n- Fact1 is in drawer1."]
    assert f"{marked}\n" in await chat.read_notes()
    assert await world.facts.undo(chat, world.clock())
    assert await world.summaries() == ["- The SSH port is 22.\n- Fact1 is in drawer1."]
    assert await chat.read_notes() == before


ADDRESS = "My address:\nElm Street 5\n1234 Springfield"


async def test_a_pin_of_several_lines_goes_with_its_fact_and_comes_back(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, ADDRESS, Provenance(), world.clock())
    before = await chat.read_notes()
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await world.facts.delete(chat, [fact.id], world.clock())
    assert await chat.read_notes() == ""
    await world.facts.undo(chat, world.clock())
    assert await chat.read_notes() == before


async def test_a_pin_of_several_lines_says_what_its_fact_was_corrected_to(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, ADDRESS, Provenance(), world.clock())
    (fact,) = await world.fact_reader.list_facts(ANNS, now=world.clock())
    await world.facts.edit(chat, fact.id, "I live at Oak Road 9", world.clock())
    (section,) = split_sections(await chat.read_notes())
    assert section.body == "I live at Oak Road 9"


async def test_a_group_remembers_who_said_it(world: World) -> None:
    group = world.chat("telegram:-5")
    ground = Provenance(chat="telegram:-5", author="Bob")
    await world.facts.remember(group, "meet at nine", ground, world.clock())
    assert await world.known(group.folder.scope) == ["Bob: meet at nine"]
    assert await world.known(ADMIN) == await world.known() == []


async def test_what_is_too_long_is_not_half_remembered(world: World) -> None:
    chat = world.chat()
    with pytest.raises(UserError, match="too long"):
        await world.facts.remember(chat, "x" * 3000, Provenance(), world.clock())
    assert await chat.read_notes() == ""


class TestSwitchedOff:
    @pytest.fixture
    def settings(self) -> MemorySettings:
        return MemorySettings(enabled=False)

    async def test_nothing_is_remembered(self, world: World) -> None:
        with pytest.raises(UserError, match="Memory is off"):
            await world.facts.remember(world.chat(), "tea", Provenance(), world.clock())
        assert await world.known() == []


async def test_what_was_said_beside_what_changes_is_kept(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, "Ich heiße Ruth und wohne in Fulda.", Provenance(), START)
    moved = await world.facts.remember(
        chat, "Ich bin nach Kassel gezogen.", Provenance(), world.clock()
    )
    assert moved.was == "Ich wohne in Fulda."
    known = ["Ich heiße Ruth.", "Ich bin nach Kassel gezogen."]
    assert sorted(await world.known()) == sorted(known)
    assert [section.body for section in split_sections(await chat.read_notes())] == known
    await world.facts.undo(chat, world.clock())
    await world.facts.undo(chat, world.clock())
    assert await world.known() == ["Ich heiße Ruth und wohne in Fulda."]


async def test_in_a_group_what_is_kept_of_a_statement_keeps_its_author(world: World) -> None:
    chat, bob = world.chat(), Provenance(author="Bob")
    await world.facts.remember(chat, "My name is Bob and I live in Leeds.", bob, START)
    await world.facts.remember(chat, "I moved to York.", bob, world.clock())
    assert sorted(await world.known()) == ["Bob: I moved to York.", "Bob: My name is Bob."]


async def test_a_correction_is_noted_without_how_it_begins(world: World) -> None:
    chat = world.chat()
    await world.facts.remember(chat, "The boat is in Hull.", Provenance(), START)
    for said in ("Actually no, the boat is in Whitby.", "I meant the boat is in Scarborough."):
        await world.facts.remember(chat, said, Provenance(said=said), world.clock())
    assert await world.known() == ["The boat is in Scarborough."]
