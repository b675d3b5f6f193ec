"""What docs/memory.md promises of changing, forgetting and what goes by itself, tried."""

from pathlib import Path

import pytest

from bot.operations.jobs import build_jobs
from tests.conversation import Conversation, World, a_world
from tests.scenarios.memory.documented import promises


async def remember(person: Conversation, *facts: str) -> None:
    for each in facts:
        await person(f"/remember {each}")
        person.clock.forward(minutes=3)


async def facts(person: Conversation) -> str:
    return (await person("/memory")).text


def read(path: str) -> bytes:
    return Path(path).read_bytes()


async def maintain(world: World, days: int) -> None:
    """Let days pass, with the jobs of each."""
    for _each in range(days):
        world.clock.forward(days=1)
        for job in build_jobs(world.services):
            await job.run()
        await world.services.background.wait_until_idle()


async def test_a_newer_word_replaces_the_older_which_stays_in_its_history(world: World) -> None:
    promises("| “The port is now 49222” | “the port is 22” |")
    await remember(world.owner, "The port is 22", "The port is now 49222")
    assert "22\n" not in await facts(world.owner)
    shown = await world.owner.press(await world.owner("/memory"), "1")
    assert "49222" in shown.text
    promises("press a number for source and history")
    history = await world.owner.press(shown, "History")
    assert "The port is 22" in history.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Lisbon", "I live in Porto now"),
        ("The concert is on 3 May.", "The concert is cancelled."),
        ("The concert is on 3 May.", "The concert has been postponed to 9 May."),
        ("The concert is on 3 May.", "Actually no, the concert is on 4 May."),
    ],
)
async def test_without_a_model_too_what_changed_has_one_value(
    world: World, old: str, new: str
) -> None:
    promises("A newer word replaces the older**, with a model or without.")
    await remember(world.owner, old, new)
    found = await facts(world.owner)
    assert old not in found
    assert "2. " not in found


async def test_only_what_a_sentence_is_about_ends(world: World) -> None:
    promises("| that you live in Leeds | the name in “My name is Ruth and I live in Leeds” |")
    await remember(world.owner, "My name is Ruth and I live in Leeds.", "I moved to York.")
    found = await facts(world.owner)
    assert "My name is Ruth" in found
    assert "I moved to York." in found
    assert "Leeds" not in found


async def test_said_again_it_changes_nothing_and_more_is_added(world: World) -> None:
    promises("**Saying the same again**, or less of it, changes nothing; saying more adds")
    more = "My sister Ann lives in Bath with two cats."
    await remember(world.owner, "My sister Ann lives in Bath.", more, "My sister Ann lives in Bath")
    found = await facts(world.owner)
    assert more in found
    assert "2. " not in found


async def test_what_is_said_of_somebody_else_is_a_fact_of_its_own(world: World) -> None:
    promises("What ends nothing**: what is said of somebody else (“my wife likes tea”")
    await remember(world.owner, "I like tea", "My wife likes tea")
    found = await facts(world.owner)
    assert "I like tea" in found
    assert "My wife likes tea" in found


async def test_where_one_lives_is_what_was_said_last_whatever_verb_said_it(world: World) -> None:
    promises("**“Where do I live?”** is answered by what you said last, whatever verb said it")
    await remember(world.owner, "I live in Leeds", "We have moved to York")
    answer = (await world.owner("Where do I live?")).text
    assert "We have moved to York" in answer
    assert "Leeds" not in answer


async def test_somebody_with_a_name_is_known_by_it(world: World) -> None:
    promises("| “Ann has moved to Bristol” | where “my sister Ann” lives |")
    await remember(world.owner, "My sister Ann lives in Bath.", "Ann has moved to Bristol.")
    for question in ("Where does my sister live?", "Where does Ann live?"):
        answer = (await world.owner(question)).text
        assert "Bristol" in answer
        assert "Bath" not in answer


async def test_a_fact_is_dropped_and_comes_back(world: World) -> None:
    promises("press its number, then Delete")
    promises("take the last change of a fact back")
    await remember(world.owner, "The key is in Hull.")
    shown = await world.owner.press(await world.owner("/memory"), "1")
    await world.owner.press(shown, "Delete")
    assert "Hull" not in await facts(world.owner)
    await world.owner("/undo")
    assert "Hull" in await facts(world.owner)


async def test_words_are_forgotten_wherever_they_stand_and_come_back(world: World) -> None:
    promises("Words like “the” alone are refused")
    promises("What was forgotten is in no search, prompt or export while it can still be brought")
    await remember(world.owner, "The key is in Hull.", "The lamp is in York.")
    assert "too common" in (await world.owner("/forget the")).text
    assert "The key is in Hull." in (await world.owner("/forget Hull")).text
    for command in ("/memory", "/memory key", "Where is the key?", "/export"):
        reply = await world.owner(command)
        written = b"".join(read(each.path) for each in reply.files)
        assert "Hull" not in reply.text
        assert b"Hull" not in written
    assert "York" in await facts(world.owner)
    await world.owner("/forget undo")
    assert "Hull" in await facts(world.owner)


async def test_plain_words_show_what_would_be_forgotten_and_forget_nothing(world: World) -> None:
    promises("which shows what it found and takes a button")
    await remember(world.owner, "I lived in Leeds")
    reply = await world.owner("Forget that I lived in Leeds")
    assert "I lived in Leeds" in reply.text
    assert reply.choices
    assert "I lived in Leeds" in await facts(world.owner)
    await world.owner.press(reply, reply.choices[0].label)
    assert "I lived in Leeds" not in await facts(world.owner)


async def test_all_private_chats_are_forgotten_and_the_vault_stays(world: World) -> None:
    promises("for you, that is all your private chats, on every platform; vault and documents stay")
    elsewhere = world.person("1", chat="77")
    await remember(world.owner, "The key is in Hull.")
    await remember(elsewhere, "The lamp is in York.")
    await world.owner("/remember semantic I am an engineer.")
    said = (await world.owner("/forget")).text
    assert "vault" in said.lower()
    found = await facts(elsewhere)
    assert "Hull" not in found
    assert "York" not in found
    memory = world.services.home.folder / "vault" / "Memory.md"
    assert "I am an engineer." in memory.read_text(encoding="utf-8")


@pytest.mark.parametrize(("days", "back"), [(29, True), (31, False)])
async def test_for_thirty_days_what_was_forgotten_can_come_back(
    world: World, days: int, back: bool
) -> None:
    promises("`/forget undo`, for 30 days")
    await remember(world.owner, "The key is in Hull.")
    await world.owner("/forget Hull")
    await maintain(world, days)
    await world.owner("/forget undo")
    assert ("Hull" in await facts(world.owner)) is back


async def test_in_a_group_everybody_changes_their_own_alone(world: World) -> None:
    promises("members see what is noted there, but change, undo and forget only what they said")
    bob = world.person("2", chat="-100", private=False)
    eve = world.person("3", chat="-100", private=False)
    await remember(bob, "The hall key is in Hull.")
    assert "Hull" in await facts(eve)
    await eve("/forget Hull")
    assert "Hull" in await facts(bob)
    await bob("/forget Hull")
    assert "Hull" not in await facts(eve)


@pytest.mark.spec("S4-131")
async def test_the_log_of_a_day_goes_after_thirty(world: World) -> None:
    promises("| log files | after 30 days |")
    await world.owner("The boat is green.")
    log = world.services.home.folder / "memory" / "chats" / "test_1" / "log"
    assert [each.stem for each in log.iterdir()] == ["2026-02-11"]
    await maintain(world, 30)
    assert list(log.iterdir())
    await maintain(world, 1)
    assert not list(log.iterdir())


@pytest.mark.spec("S4-129")
@pytest.mark.parametrize(("days", "found"), [(90, True), (91, False)])
async def test_turns_of_others_go_after_ninety_days(world: World, days: int, found: bool) -> None:
    promises("| summaries and turns of others' chats, of yours | after 90 days, after 365 |")
    bob = world.person("2")
    await bob("The boat was painted green.")
    world.clock.forward(days=days - 1)
    await maintain(world, 1)
    assert ("painted green" in (await bob("What did we say about the boat?")).text) is found


@pytest.mark.spec("S4-130")
@pytest.mark.parametrize(("days", "found"), [(365, True), (366, False)])
async def test_turns_of_the_owner_go_after_a_year(world: World, days: int, found: bool) -> None:
    """The file of the conversation stays in the vault, and answers as a document by then."""
    promises("| summaries and turns of others' chats, of yours | after 90 days, after 365 |")
    await world.owner("The boat was painted green.")
    world.clock.forward(days=days - 1)
    await maintain(world, 1)
    sql = "SELECT 1 FROM transcripts WHERE content LIKE '%painted green%'"
    async with world.services.people._database.snapshot() as db:
        assert bool(list(await db.execute_fetchall(sql))) is found


async def test_long_term_facts_and_pins_do_not_go(world: World) -> None:
    promises("Long-term facts, pins, your vault and your documents do not go by themselves.")
    await remember(world.owner, "The key is in Hull.")
    world.clock.forward(days=4000)
    await maintain(world, 1)
    assert "Hull" in await facts(world.owner)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("Remind me on Friday at nine to call Jo", "9:00"),
        ("Erinnere mich in einer halben Stunde an die Wäsche", "12:30"),
        ("提醒我明天下午三点开会", "15:00"),
        ("Remind me on Friday to call Jo", "9:00"),
        ("Remind me every first Monday at 8 to pay", "8:00"),
    ],
)
async def test_a_reminder_is_understood_and_named(world: World, asked: str, said: str) -> None:
    promises("The reply names the date, the time and the time zone that were understood")
    promises("Without a time, nine in the morning is meant.")
    reply = await world.owner(asked)
    assert said in reply.text
    assert reply.choices
    assert (await world.owner("/reminders")).choices or "1." in (
        await world.owner("/reminders")
    ).text


async def test_a_date_that_countries_read_differently_is_asked_about(world: World) -> None:
    promises("A date such as 3/4 is asked about again: countries read it differently.")
    reply = await world.owner("Remind me on 3/4 at nine to call Jo")
    assert "I don't understand when." in reply.text
    assert "1." not in (await world.owner("/reminders")).text


async def test_an_older_assistants_memory_is_taken_over_once(tmp_path: Path) -> None:
    promises("Lay its `MEMORY.md` and daily notes (`2026-02-10.md`) into `memory/`")
    folder = tmp_path / "home" / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("# Old\n\n- likes dark mode\n", encoding="utf-8")
    (folder / "2026-02-10.md").write_text("- bought paint\n", encoding="utf-8")
    for _each in range(2):
        async with a_world(tmp_path) as world:
            found = await facts(world.owner)
            assert found.count("likes dark mode") == 1
            assert found.count("bought paint") == 1
    assert (folder / "MEMORY.md").exists()


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("The meeting is on Tuesday.", "Is the meeting on Wednesday now?"),
        ("I live in Leeds.", "I live on the moon now, just kidding."),
    ],
)
async def test_questions_and_jokes_end_nothing(world: World, known: str, said: str) -> None:
    promises("a question, a joke, what you laugh at")
    await remember(world.owner, known, said)
    assert known in await facts(world.owner)


@pytest.mark.parametrize(
    ("sentence", "said"),
    [
        ("and what happened a year or more before", "Ten years ago I moved to York."),
        ("and what happened a year or more before", "As a child I moved to York."),
        ("“my landlord says I live in Hull now”", "My landlord says I live in Hull now."),
    ],
)
async def test_the_past_and_hearsay_end_nothing(world: World, sentence: str, said: str) -> None:
    promises(sentence)
    await remember(world.owner, "I live in Leeds.", said)
    assert "I live in Leeds." in await facts(world.owner)
