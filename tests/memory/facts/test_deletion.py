"""Facts that end, are deleted and come back."""

from datetime import timedelta

import pytest

from indexer.scopes import Visibility
from indexer.store.segments.keeper import SegmentKeeper
from memory.facts.reader import FactCounts
from memory.facts.schema import FACTS_CORPUS
from tests.memory.conversation import START
from tests.memory.facts.said import ANN, ANNS, EVE, Facts


@pytest.mark.spec("S1-16", "S1-22", "S1-55", "S1-57")
async def test_short_term_facts_end_by_themselves(facts: Facts) -> None:
    await facts.say("call Bob", retention="short_term", expires_at=int(START.timestamp()) + 3600)
    await facts.say("call Ann", retention="short_term")
    assert await facts.texts() == ["call Bob", "call Ann"]
    assert await facts.texts(day=1) == ["call Ann"]
    assert await facts.found("call Bob", day=1) == ["call Ann"]
    counts = await facts.reader.count(ANNS, START + timedelta(days=1))
    assert counts == FactCounts(long_term=0, short_term=1, deleted=1)
    assert await facts.ledger.expire(START + timedelta(days=1)) == 1
    assert await facts.ledger.expire(START + timedelta(days=4)) == 1
    counts = await facts.reader.count(ANNS, START + timedelta(days=4))
    assert counts == FactCounts(long_term=0, short_term=0, deleted=0)
    async with facts.database.transaction() as db:
        for table in ("memory_items", "memory_changes", "memory_items_terms"):
            assert not list(await db.execute_fetchall(f"SELECT * FROM {table}"))  # noqa: S608 - ours


@pytest.mark.spec("S1-21")
async def test_long_term_facts_stay_for_good(facts: Facts) -> None:
    await facts.say("likes tea")
    await facts.ledger.maintain(START + timedelta(days=3650))
    assert await facts.texts(day=3650) == await facts.found("tea", day=3650) == ["likes tea"]


@pytest.mark.sqlite("it looks into FTS5")
@pytest.mark.spec("S1-17", "S1-35", "S1-54", "S1-56")
async def test_deleted_facts_can_be_restored_for_thirty_days(facts: Facts) -> None:
    fact = (await facts.say("likes tea")).fact
    await facts.ledger.delete(ANN, [fact.id], START)
    assert await facts.texts() == await facts.found("tea") == []
    assert [each.id for each in await facts.reader.list_deleted(ANNS, START)] == [fact.id]
    async with facts.database.transaction() as db:  # nor does it take the place of another
        assert not list(await db.execute_fetchall("SELECT * FROM memory_items_terms"))
    assert await facts.ledger.purge(START + timedelta(days=29)) == 0
    assert len(await facts.ledger.restore(ANN, [fact.id], START)) == 1
    assert await facts.found("tea") == ["likes tea"]
    await facts.ledger.delete(ANN, [fact.id], START)
    assert await facts.ledger.purge(START + timedelta(days=31)) == 1
    assert await facts.ledger.restore(ANN, [fact.id], START) == []
    async with facts.database.transaction() as db:
        for table in ("memory_items", "memory_changes", "memory_items_terms"):
            assert not list(await db.execute_fetchall(f"SELECT * FROM {table}"))  # noqa: S608 - ours
        found = "SELECT rowid FROM memory_items_fts WHERE memory_items_fts MATCH 'tea'"
        assert not list(await db.execute_fetchall(found))
        check = (
            "INSERT INTO memory_items_fts (memory_items_fts, rank) VALUES ('integrity-check', 1)"
        )
        await db.execute(check)


@pytest.fixture
async def live(facts: Facts) -> Facts:
    """Four facts in a stored segment."""
    for content in ("likes tea", "keeps bees", "plays chess", "sails boats"):
        await facts.say(content)
    await SegmentKeeper(facts.database, FACTS_CORPUS).settle(1)
    return facts


@pytest.mark.spec("S1-35")
@pytest.mark.parametrize("followed", [True, False])
async def test_a_restored_fact_is_found_at_once(live: Facts, followed: bool) -> None:
    for word in ("tea", "chess", "boats", "bees"):
        (fact,) = [hit.fact for hit in await live.reader.search(ANNS, word, now=START)]
        await live.ledger.delete(ANN, [fact.id], START)
        if followed:
            assert await live.found(word) == []
        assert len(await live.ledger.restore(ANN, [fact.id], START)) == 1
        assert await live.found(word) == [fact.value.content]


@pytest.mark.spec("S1-35")
async def test_a_fact_is_found_at_once_after_the_deletion_is_undone(live: Facts) -> None:
    (fact,) = [hit.fact for hit in await live.reader.search(ANNS, "tea", now=START)]
    await live.ledger.delete(ANN, [fact.id], START)
    assert await live.found("tea") == []
    await live.ledger.undo(ANN, START)
    assert await live.found("tea") == ["likes tea"]


async def test_facts_that_were_put_back_are_found_at_once(live: Facts) -> None:
    gone = await live.ledger.load_all(ANN)
    await live.ledger.remove(ANN, gone, START)
    assert await live.found("tea") == []
    await live.ledger.put_back(gone, START)
    assert await live.found("tea") == ["likes tea"]


async def test_a_deleted_fact_does_not_push_out_a_newer_one(facts: Facts) -> None:
    old = (await facts.say("The SSH port is 22.")).fact
    await facts.ledger.delete(ANN, [old.id], START)
    await facts.say("The SSH port is 49222.")
    assert await facts.ledger.restore(ANN, [old.id], START) == []
    assert await facts.texts() == ["The SSH port is 49222."]


async def test_undo_takes_back_the_last_change_whatever_it_was(facts: Facts) -> None:
    fact = (await facts.say("The SSH port is 22.")).fact
    await facts.say("The SSH port is 49222.")
    await facts.ledger.pin(ANN, fact.id, True, START)
    await facts.ledger.edit(ANN, fact.id, "The SSH port is a secret", START)
    await facts.ledger.delete(ANN, [fact.id], START)
    seen = []
    for _ in range(4):
        await facts.ledger.undo(ANN, START)
        now = await facts.reader.get(ANNS, fact.id, START)
        assert now is not None
        seen.append((now.value.content, now.value.pinned))
    assert seen == [
        ("The SSH port is a secret", True),
        ("The SSH port is 49222.", True),
        ("The SSH port is 49222.", False),
        ("The SSH port is 22.", False),
    ]
    await facts.ledger.undo(ANN, START)
    assert await facts.texts() == []
    assert await facts.ledger.undo(ANN, START) is None


async def test_what_ended_by_itself_is_not_brought_back(facts: Facts) -> None:
    soon, later = START + timedelta(minutes=1), START + timedelta(minutes=2)
    tea = (await facts.say("likes tea")).fact
    call = (await facts.say("call Bob", expires_at=int(soon.timestamp()))).fact
    await facts.ledger.pin(ANN, call.id, True, START)
    mail = (await facts.say("write to Ann", expires_at=int(soon.timestamp()))).fact
    await facts.ledger.delete(ANN, [mail.id], START)
    await facts.ledger.delete(ANN, [tea.id], START)
    await facts.ledger.maintain(later)
    assert await facts.ledger.restore(ANN, [call.id, mail.id], later) == []
    undone = await facts.ledger.undo(ANN, later)
    assert undone is not None
    assert (undone.action, undone.fact.id) == ("deleted", tea.id)
    undone = await facts.ledger.undo(ANN, later)
    assert undone is not None
    assert (undone.action, undone.fact.id) == ("added", tea.id)
    assert await facts.ledger.undo(ANN, later) is None


async def test_what_is_listed_as_deleted_is_what_can_be_brought_back(facts: Facts) -> None:
    soon, later = int((START + timedelta(minutes=1)).timestamp()), START + timedelta(minutes=2)
    await facts.say("call Bob", expires_at=soon)
    mail = (await facts.say("write to Ann", expires_at=soon)).fact
    port = (await facts.say("The SSH port is 22.")).fact
    tea = (await facts.say("likes tea")).fact
    await facts.ledger.delete(ANN, [mail.id, port.id, tea.id], START)
    await facts.say("The SSH port is 49222.")
    await facts.ledger.maintain(later)
    listed = [fact.id for fact in await facts.reader.list_deleted(ANNS, later)]
    assert listed == [tea.id]
    assert await facts.reader.count(ANNS, later) == FactCounts(1, 0, 2)  # the port is kept too
    back = await facts.ledger.restore(ANN, [mail.id, port.id, tea.id], later)
    assert [fact.id for fact in back] == listed


async def test_what_stands_in_another_scope_takes_no_topic_of_what_was_deleted(
    facts: Facts,
) -> None:
    port = (await facts.say("The SSH port is 22.")).fact
    await facts.ledger.delete(ANN, [port.id], START)
    await facts.say("The SSH port is 49222.", scope=EVE)
    assert [fact.id for fact in await facts.reader.list_deleted(ANNS, START)] == [port.id]
    assert await facts.reader.list_deleted(Visibility.only(EVE), START) == []


async def test_a_fact_that_was_edited_leaves_its_topic(facts: Facts) -> None:
    fact = (await facts.say("The SSH port is 22.")).fact
    await facts.ledger.edit(ANN, fact.id, "Mia is a nurse", START)
    await facts.say("The SSH port is 49222.")
    assert await facts.texts() == ["Mia is a nurse", "The SSH port is 49222."]


async def test_two_facts_never_fight_for_a_topic(facts: Facts) -> None:
    fact = (await facts.say("The SSH port is 22.")).fact
    await facts.ledger.edit(ANN, fact.id, "Mia is a nurse", START)
    await facts.say("The SSH port is 49222.")
    await facts.ledger.edit(ANN, fact.id, "The SSH port is 23", START)
    assert await facts.texts() == ["The SSH port is 23", "The SSH port is 49222."]
    for _ in range(4):
        await facts.ledger.undo(ANN, START)
    assert await facts.texts() == []
