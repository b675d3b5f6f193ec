"""Every view of the desk over the real bot: the same as the commands tell."""

import json
from pathlib import Path

import pytest
from msgspec import to_builtins

from bot.desk.sessions import parse_guest
from bot.desk.views import Views
from bot.llm import LlmSettings, TokenUsage
from bot.llm.feature import Feature
from bot.messages import Asker, UserError
from bot.settings.config import Settings
from bot.settings.reference import list_keys
from indexer.i18n import SHIPPED, format_date, use_language
from memory.vault.proposals import Basis, Proposal
from tests.bot.desk.office import GUIDE, Office, an_office
from tests.bot.operations.logging_to import logging_to
from tests.factories import a_message


async def test_the_ledger_shows_facts_their_ground_and_what_was_deleted(office: Office) -> None:
    owner = office.world.owner
    await owner("/remember The boiler code is 4711")
    (fact,) = (await office.look("facts")).facts
    assert (fact.text, fact.pinned, fact.origin) == ("The boiler code is 4711", True, "manual")
    assert fact.said == "The boiler code is 4711"
    await owner(f"/fact {fact.id} edit The boiler code is 4712")
    steps = (await office.look("history", id=fact.id)).steps
    assert [(step.action, step.was) for step in steps] == [
        ("changed", "The boiler code is 4711"),
        ("added", ""),
    ]
    await owner(f"/fact {fact.id} delete")
    ledger = await office.look("facts")
    assert (ledger.facts, [each.id for each in ledger.deleted]) == ((), [fact.id])
    await owner("/undo")
    assert [each.text for each in (await office.look("facts")).facts] == ["The boiler code is 4712"]


async def test_people_are_those_that_users_lists(office: Office) -> None:
    await office.world.services.people.set_role("telegram:9", "approved")
    shown = await office.look("people")
    assert [(each.key, each.role) for each in shown.known] == [
        ("test:1", "owner"),
        ("telegram:9", "approved"),
    ]
    assert (shown.asking, shown.open) == ((), False)


async def test_usage_is_the_owners_of_all_chats_and_a_guests_own(office: Office) -> None:
    log, today = office.world.services.usage, office.world.clock.now.date()
    await log.record(Asker("test:1", "test:1"), TokenUsage(10, 20, "m"), today)
    await log.record(Asker("test:2", "test:2"), TokenUsage(1, 2, "m"), today)
    assert [(day.chat, day.read) for day in (await office.look("usage")).days] == [
        ("test:1", 10),
        ("test:2", 1),
    ]
    await log.record(Asker("test:1", "test:1"), TokenUsage(5, 5, "dear"), today)
    assert [(each.model, each.read) for each in (await office.look("usage")).models] == [
        ("m", 11),
        ("dear", 5),
    ]
    (theirs,) = (await office.look("usage", sender="2")).features
    assert (theirs.feature, theirs.read) == ("answer", 1)
    async with log.open_meter(Asker("test:1", "test:1"), today, Feature.CAPTURE) as meter:
        meter.add(TokenUsage(100, 1, "m"))
    assert [(each.feature, each.read) for each in (await office.look("usage")).features] == [
        ("capture", 100),
        ("answer", 16),
    ]
    (model,) = (await office.look("usage", sender="2")).models
    assert (model.model, model.read, model.answers) == ("m", 1, 1)
    (theirs,) = (await office.look("usage", sender="2")).days
    assert (theirs.chat, theirs.answers, theirs.broken, theirs.estimated) == ("test:2", 1, 0, 0)


async def test_usage_by_person_counts_the_members_of_a_group_who_asked(office: Office) -> None:
    world = office.world
    log, today = world.services.usage, world.clock.now.date()
    await world.let_in("test:2", "Ann Miller")
    asked = [("test:2", "test:2", 10), ("test:-7", "test:2", 20), ("test:-7", "test:3", 40)]
    for chat, person, tokens in asked:
        await log.record(Asker(chat, person), TokenUsage(tokens, 1, "m"), today)
    await log.record(Asker("notes"), TokenUsage(5, 1, "m"), today)
    assert [(each.keys, each.name, each.read) for each in (await office.look("usage")).people] == [
        (("test:3",), "", 40),
        (("test:2",), "Ann Miller", 30),
        (("notes",), "", 5),
    ]
    assert (await office.look("usage", sender="2")).people == ()


async def test_the_pulse_tells_the_status_and_the_gauges(office: Office) -> None:
    await office.desk.record_sample()
    shown = await office.look("pulse", hours="9999")
    assert shown.lines[0].startswith("multis ")
    assert (shown.hours, len(shown.samples), shown.timings) == (14 * 24, 1, ())
    assert (await office.look("pulse", hours="nonsense")).hours == 24


async def test_health_is_what_doctor_finds(office: Office) -> None:
    lines = (await office.look("health")).lines
    assert ("OK", "database") in [(each.level, each.about) for each in lines]
    assert "platforms" not in [each.about for each in lines], "the page is one"


async def test_who_looks_is_told_what_they_may_do(office: Office) -> None:
    owner, guest = await office.look("me"), await office.look("me", sender="2")
    assert (owner.owner, guest.owner) == (True, False)
    mine, theirs = ({each.name for each in who.commands} for who in (owner, guest))
    assert "users" in mine - theirs
    assert "ask" in theirs


async def test_every_view_is_plain_values_that_json_can_hold(office: Office) -> None:
    await office.world.owner("kb", guide__md=GUIDE)
    (found, *_) = (await office.look("search", q="breakfast")).found
    (guide,) = (await office.look("documents")).rows
    for name in Views():
        shown = await office.look(name, q="breakfast", id=found.id, document=guide.id)
        json.dumps(to_builtins(shown))


@pytest.mark.parametrize("name", list(Views()))
async def test_no_view_is_for_a_stranger(office: Office, name: str) -> None:
    with pytest.raises(UserError, match="private assistant"):
        await office.look(name, sender="99")


async def test_a_view_that_does_not_exist_is_a_sentence(office: Office) -> None:
    for name in ("", "nothing", "__init__", "../me"):
        with pytest.raises(UserError, match="no such page"):
            await office.look(name)


async def test_facts_are_filtered_sorted_searched_and_turned_page_by_page(office: Office) -> None:
    owner = office.world.owner
    for text in ("The boiler code is 4711", "Jo likes tea", "The ferry leaves at nine"):
        await owner(f"/remember {text}")
    boiler, tea, ferry = (await office.look("facts")).facts
    await owner(f"/fact {boiler.id} end 2020-05-01")
    await owner(f"/fact {tea.id} unpin")

    async def texts(**arguments: str) -> list[str]:
        return [each.text for each in (await office.look("facts", **arguments)).facts]

    assert await texts(state="ended") == [boiler.text]
    assert await texts(state="holds") == [ferry.text, tea.text]
    assert await texts(state="pinned") == [ferry.text]
    assert await texts(type="task") == []
    assert (await texts(q="tea"))[0] == tea.text
    assert await texts(offset="2") == [tea.text]
    assert len(await texts(state="x", order="x", type="x")) == 3
    shown = await office.look("facts", state="ended")
    assert (shown.total, shown.facts[0].ended) == (1, True)
    assert shown.facts[0].times == "until 1 May 2020"


async def test_what_is_proposed_waits_on_the_desk_of_the_owner_alone(office: Office) -> None:
    proposals = office.world.services.owner_memory.proposals
    offered = (Proposal("memory", "The canary sings"), Proposal("rules", "Answer briefly"))
    offer = await proposals.make("answer", offered, Basis(), office.world.clock())
    await proposals.mark_decided(offer, [2])
    (waiting,) = (await office.look("facts")).proposals
    assert (waiting.command, waiting.offer, waiting.number) == ("review", offer.id, 1)
    assert "The canary sings" in waiting.text
    assert (await office.look("facts", sender="2")).proposals == ()


async def test_the_owner_sees_documents_as_somebody_else_does_and_nothing_of_their_memory(
    office: Office,
) -> None:
    await office.world.let_in("test:2", "Ann Miller")
    ann, bob = office.world.person("2"), office.world.person("3")
    await office.world.owner("kb", guide__md=GUIDE)
    await office.world.owner("admin", safe__md=b"# Safe\n\nThe owner canary hides here.\n")
    await ann("", diary__md=b"# Diary\n\nThe page of Ann.\n")
    await bob("", secret__md=b"# Secret\n\nThe bob canary hides here.\n")
    shown = await office.look("documents", **{"as": "test:2"})
    assert [each.name for each in shown.rows] == ["diary.md", "guide.md"]
    assert [each.whose for each in shown.rows] == ["", ""]
    found = await office.look("search", q="canary hides", **{"as": "test:2"})
    assert "canary" not in str(found.found)
    for view in ("facts", "conversations", "history", "usage", "people"):
        with pytest.raises(UserError, match="for the owner"):
            await office.look(view, **{"as": "test:2"})


@pytest.mark.parametrize("person", ["test:99", "test:1", "test:", "nobody", "kb"])
async def test_nobody_is_looked_through_who_is_not_let_in(office: Office, person: str) -> None:
    with pytest.raises(UserError, match=r"may not talk|platform:id"):
        await office.look("documents", **{"as": person})


async def test_a_guest_looks_through_nobodys_eyes(office: Office) -> None:
    await office.world.owner("admin", safe__md=b"# Safe\n\nThe canary hides here.\n")
    for person in ("test:1", "test:3"):
        with pytest.raises(UserError, match="for the owner"):
            await office.look("documents", sender="2", **{"as": person})


async def test_people_are_shown_with_their_limits_and_who_is_invited(office: Office) -> None:
    await office.world.let_in("test:2", "Ann Miller")
    await office.world.owner("/invite Kim")
    await office.world.owner("/users limit test:8 files 3")
    shown = await office.look("people")
    assert [(each.key, each.role) for each in shown.known] == [
        ("test:1", "owner"),
        ("test:2", "approved"),
        ("test:8", "stranger"),
    ]
    assert "3 files" in shown.known[2].quota
    assert [each.name for each in shown.invited] == ["Kim"]


async def test_a_guest_of_the_page_is_let_in_by_the_owner_alone(office: Office) -> None:
    mine, theirs = a_message("", sender="1"), a_message("", sender="2")
    secret = await office.desk.invite_guest(mine, "anna")
    cookie, key = await office.desk.sessions.enter(secret)
    person = await office.desk.sessions.find_person(cookie, key)
    assert person == parse_guest("anna")
    assert "web:anna" in [each.key for each in (await office.look("people")).known]
    with pytest.raises(UserError, match="for the owner"):
        await office.desk.invite_guest(theirs, "eve")
    for name in ("", "owner", "Not A Name"):
        with pytest.raises(UserError):
            await office.desk.invite_guest(mine, name)
    await office.world.owner("/users block web:anna")
    with pytest.raises(UserError, match="is blocked"):
        await office.desk.invite_guest(mine, "anna")


async def test_settings_say_what_may_be_changed_here_and_when_it_counts(tmp_path: Path) -> None:
    async with an_office(tmp_path, Settings()) as office:
        changed = office.world.services.live_settings.change
        await changed("memory.context_budget", "2900")  # at once
        await changed("search.mode", "specification")  # after a restart
        rows = {each.key: each for each in (await office.look("settings")).rows}
        budget, mode = rows["memory.context_budget"], rows["search.mode"]
        assert (budget.value, budget.next, budget.at_once, budget.origin) == (
            "2900",
            "",
            True,
            "file",
        )
        assert (mode.next, mode.at_once) == ('"specification"', False)
        assert mode.value != mode.next
        assert "specification" in mode.options
        for closed in ("security.pin", "llm.api_key", "platforms.web.origin", "replica.url"):
            assert not rows[closed].changeable


async def test_settings_show_their_meaning_and_origin_and_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    llm = LlmSettings(model="openai:fake", base_url="http://127.0.0.1:9/v1", api_key="canary-4711")
    async with an_office(tmp_path, Settings(llm=llm)) as office:
        raw = {"llm": {"model": "openai:fake", "api_key": "canary-4711"}}
        office.world.services.home.config.write_text(json.dumps(raw))
        monkeypatch.setenv("MULTIS_METRICS__PORT", "0")
        shown = await office.look("settings")
        assert "canary" not in str(shown)
        rows = {each.key: each for each in shown.rows}
        key, model, port = rows["llm.api_key"], rows["llm.model"], rows["metrics.port"]
        assert (key.secret, key.set, key.value, key.origin) == (True, True, "", "file")
        assert (model.value, model.origin) == ('"openai:fake"', "file")
        assert (port.origin, port.variable) == ("environment", "MULTIS_METRICS__PORT")
        assert rows["access.policy"].origin == "default"
        assert all(each.meaning for each in shown.rows)


async def test_settings_are_explained_in_the_reader_s_language(office: Office) -> None:
    with use_language(SHIPPED.load("de")):  # as the page does for its reader
        rows = {each.key: each for each in (await office.look("settings")).rows}
    english = {each.path: each for each in list_keys(Settings)}
    assert not [key for key, row in rows.items() if row.meaning == english[key].meaning]
    assert rows["documents.upload_scope"].kind == "`kb` oder `admin`"


async def test_what_was_set_aside_waits_on_the_desk_without_its_text(office: Office) -> None:
    inbox = office.world.services.inbox
    await inbox.store(a_message("The canary sings", sender="2"))
    shown = await office.look("inbox")
    assert (shown.waiting, shown.unsent, shown.set_aside) == (1, 0, ())
    assert "canary" not in str(shown)


async def test_the_log_is_the_owners_filtered_and_read_on_to_older_lines(office: Office) -> None:
    assert (await office.look("log")).lines == ()
    with logging_to(office.world.services.home.log) as log:
        for n in range(30):
            log.error("failed to answer a message (reference r%02d)", n)
            log.info("serving %d", n)
    first = await office.look("log", level="error", most="5")
    assert [each.text[-4:-1] for each in first.lines] == [f"r{n}" for n in (29, 28, 27, 26, 25)]
    assert first.more
    rest = await office.look("log", level="error", most="99", before=str(first.lines[-1].number))
    assert ([each.text[-4:-1] for each in rest.lines][-1], rest.more) == ("r00", False)
    (found,) = (await office.look("log", q="R07")).lines
    assert found.level == "error"
    assert len((await office.look("log", level="loud", most="x", before="²")).lines) == 10
    with pytest.raises(UserError, match="for the owner"):
        await office.look("log", sender="2")


async def test_notes_are_shown_by_day_and_without_their_notation(office: Office) -> None:
    await office.world.owner("/remember The boiler code is 4711")
    (note,) = (await office.look("facts")).notes
    assert note.heading == format_date(office.world.clock.now.date())
    assert (note.pinned, note.lines) == (True, ("The boiler code is 4711",))
