"""Facts said, said again, replaced and found, each in its own scope."""

from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from indexer.errors import StorageError, UserError
from indexer.scopes import ADMIN, Visibility
from memory.fact import Fact, FactValue, Provenance, parse_importance
from memory.facts.ledger import UpsertResult
from memory.facts.reader import FactCounts, FactFilter
from tests.memory.conversation import START
from tests.memory.facts.said import ANN, ANNS, EVE, Facts


async def test_what_was_said_is_found(facts: Facts) -> None:
    told = await facts.say("My sister Mia lives in Rome.", tags=("family",), title="Mia")
    assert told.kind == "added"
    assert await facts.found("where does mia live") == ["My sister Mia lives in Rome."]
    assert await facts.found("family") == ["My sister Mia lives in Rome."]
    assert await facts.reader.get(ANNS, told.fact.id, START) == told.fact


@pytest.mark.spec("S1-32")
async def test_chinese_is_found(facts: Facts) -> None:
    await facts.say("贵州茅台股票代码是600519")
    assert await facts.found("茅台") == ["贵州茅台股票代码是600519"]
    assert await facts.found("600519") == ["贵州茅台股票代码是600519"]


async def test_restating_changes_nothing(facts: Facts) -> None:
    first = await facts.say("My sister is called Mia.", type="fact", importance=8)
    again = await facts.say("Mia is my sister's name", day=3)
    assert again == UpsertResult("restated", first.fact)
    assert await facts.texts() == ["My sister is called Mia."]
    assert len(await facts.reader.list_history(ANNS, first.fact.id, START)) == 1


@pytest.mark.spec("S1-29")
async def test_a_newer_statement_takes_the_place_of_the_older(facts: Facts) -> None:
    first = await facts.say("The SSH port is 22.", importance=7, tags=("server",))
    second = await facts.say("The SSH port is now 49222.", day=1)
    assert (second.kind, second.was) == ("replaced", "The SSH port is 22.")
    assert second.fact.id == first.fact.id
    assert second.fact.created_at == first.fact.created_at
    assert second.fact.updated_at == first.fact.updated_at + 86_400
    assert (second.fact.value.importance, second.fact.value.tags) == (7, ("server",))
    assert await facts.texts() == ["The SSH port is now 49222."]
    assert await facts.found("SSH port 22") == ["The SSH port is now 49222."]
    changes = await facts.reader.list_history(ANNS, first.fact.id, START)
    assert [(c.action, c.before and c.before.value.content) for c in changes] == [
        ("changed", "The SSH port is 22."),
        ("added", None),
    ]


async def test_saying_more_extends_and_saying_less_does_not(facts: Facts) -> None:
    await facts.say("Mia is a nurse")
    assert (await facts.say("My sister Mia is a nurse in Rome")).kind == "extended"
    assert (await facts.say("Mia is a nurse")).kind == "restated"
    assert await facts.texts() == ["My sister Mia is a nurse in Rome"]


async def test_saying_less_takes_nothing_away(facts: Facts) -> None:
    long = FactValue("Anna lives in Berlin since 2019 with her two cats", summary="Anna: Berlin")
    ground = Provenance("capture", "telegram:1", "m1", long.content, "", 1)
    first = await facts.ledger.upsert(ANN, long, ground, START)
    again = await facts.say("Anna lives in Berlin", pinned=True, day=1)
    assert (again.kind, again.was, again.fact.id) == ("replaced", "", first.fact.id)
    assert again.fact.value == replace(long, pinned=True)
    assert again.fact.provenance == ground


async def test_what_stays_for_good_is_not_made_to_end_by_a_new_word(facts: Facts) -> None:
    await facts.say("The gate code is 22", pinned=True)
    await facts.say("likes tea")
    await facts.say("The gate code is 22", retention="short_term")
    await facts.say("The gate code is 33", retention="short_term")
    await facts.say("likes tea", expires_at=int(START.timestamp()) + 60)
    await facts.ledger.maintain(START + timedelta(days=365))
    best = await facts.reader.list_top(ANNS, "long_term", START + timedelta(days=365), 20)
    assert [each.value.content for each in best] == ["The gate code is 33", "likes tea"]


async def test_a_new_word_lets_nothing_end_sooner(facts: Facts) -> None:
    in_a_month = int((START + timedelta(days=30)).timestamp())
    await facts.say("call Bob", retention="short_term", expires_at=in_a_month)
    assert (await facts.say("call Bob", retention="short_term")).kind == "restated"
    assert await facts.texts(day=29) == ["call Bob"]
    await facts.say("call Bob", retention="short_term", day=29)
    assert await facts.texts(day=31) == ["call Bob"]
    await facts.say("call Bob", day=31)
    assert await facts.texts(day=365) == ["call Bob"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I do not eat meat", "I eat meat"),
        ("I like coffee", "I hate coffee"),
        ("My sister is a nurse", "My sister is a runner"),
        ("My sister is Mia", "My sister is Anna"),
        ("Room 5 is blue", "Room 6 is blue"),
        ("Ann owes Bob 10", "Bob owes Ann 20"),
        ("My sister is 30 years old", "My sister is 2 metres tall"),
        ("I like tea", "My wife likes tea"),
        ("My wife likes tea", "I like tea"),
        ("My phone number is 444", "Her phone number is 555"),
        ("TODO: Call 555123", "TODO: Pay 50 EUR"),
    ],
)
async def test_what_is_not_clearly_the_same_stays_two_facts(
    facts: Facts, old: str, new: str
) -> None:
    await facts.say(old)
    assert (await facts.say(new)).kind == "added"
    assert await facts.texts() == [old, new]


async def test_a_statement_that_turns_round_another_is_not_taken_for_it(facts: Facts) -> None:
    await facts.say("I eat meat")
    assert (await facts.say("I do not eat meat")).was == "I eat meat"


async def test_in_a_group_each_has_topics_of_their_own(facts: Facts) -> None:
    async def say(author: str, words: str) -> UpsertResult:
        ground = Provenance(author=author)
        return await facts.ledger.upsert(ANN, FactValue(f"{author}: {words}"), ground, START)

    desk = (await say("Bob Smith", "Desk number: 12")).fact
    assert (await say("Eve Smith", "Desk number: 14")).kind == "added"
    assert (await say("Bob Smith", "17")).kind == (await say("Bob Smith", "18")).kind == "added"
    assert (await say("Bob Smith", "My desk number is 13")).fact.id == desk.id
    await facts.ledger.edit(ANN, desk.id, "Desk number: 20", START)
    assert (await say("Bob Smith", "My desk number is 21")).fact.id == desk.id


async def test_two_keys_are_two_facts(facts: Facts) -> None:
    await facts.say("likes vim", key="editor")
    assert (await facts.say("likes vim", key="pager")).kind == "added"


async def test_a_fact_rests_on_its_newest_ground(facts: Facts) -> None:
    await facts.say("The SSH port is 22.")
    newer = Provenance("capture", "telegram:1", "m9", "The SSH port is now 49222.", "", 2)
    statement = FactValue("The SSH port is 49222.")
    outcome = await facts.ledger.upsert(ANN, statement, newer, START)
    assert (outcome.kind, outcome.fact.provenance) == ("replaced", newer)
    history = await facts.reader.list_history(ANNS, outcome.fact.id, START)
    assert history[0].before is not None
    assert history[0].before.provenance == Provenance(said_at=int(START.timestamp()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("My favourite player is Ronaldo.", "My favourite player is Messi now."),
        ("my wifi password: hunter2", "My wifi password is now swordfish9"),
        ("The meeting is on 3 May at 10:30", "The meeting is on 4 June at 9"),
        ("The project lead is Bob", "The project lead is Ann"),
        ("My sister's name is Mia", "My sister's name is Maria"),
        ("Mein Passwort ist abc1", "Mein Passwort ist xyz2"),
    ],
)
async def test_one_thing_has_one_value(facts: Facts, old: str, new: str) -> None:
    await facts.say(old)
    assert (await facts.say(new)).was == old
    assert await facts.texts() == [new]


@pytest.mark.spec("S1-29")
async def test_the_same_key_is_one_fact_per_scope(facts: Facts) -> None:
    ours = await facts.say("likes vim", key="editor")
    theirs = await facts.say("likes emacs", EVE, key="editor")
    assert theirs.kind == "added"
    changed = await facts.say("uses helix", key="editor", importance=9)
    assert (changed.fact.id, changed.was) == (ours.fact.id, "likes vim")
    assert await facts.texts() == ["uses helix"]
    assert await facts.texts(Visibility.only(EVE)) == ["likes emacs"]


async def test_nobody_sees_another_scopes_facts(facts: Facts) -> None:
    secret = await facts.say("canary in the coal mine", EVE)
    await facts.say("canary of the owner", ADMIN)
    for visibility in (ANNS, Visibility()):
        assert await facts.found("canary", visibility) == []
        assert await facts.texts(visibility) == []
        assert await facts.reader.get(visibility, secret.fact.id, START) is None
        assert await facts.reader.list_history(visibility, secret.fact.id, START) == []
        assert await facts.reader.list_top(visibility, "long_term", START, 20) == []
        assert await facts.reader.count(visibility, START) == FactCounts(0, 0, 0)


@pytest.mark.sqlite("tests/postgresql has the walls of a server")
async def test_no_table_of_facts_is_read_round_the_door(facts: Facts) -> None:
    for table in ("memory_items", "memory_changes", "memory_items_terms", "memory_items_fts"):
        with pytest.raises(StorageError, match=r"prohibited|constructor failed"):
            await facts.database.reader.execute_fetchall(f"SELECT * FROM {table}")  # noqa: S608 - ours


async def test_nobody_changes_another_scopes_facts(facts: Facts) -> None:
    theirs = (await facts.say("canary", EVE)).fact
    for work in (
        facts.ledger.edit(ANN, theirs.id, "mine now", START),
        facts.ledger.pin(ANN, theirs.id, True, START),
    ):
        with pytest.raises(UserError):
            await work
    assert await facts.ledger.delete(ANN, [theirs.id], START) == []
    assert await facts.ledger.undo(ANN, START) is None
    assert await facts.texts(Visibility.only(EVE)) == ["canary"]


@pytest.mark.spec("S1-49", "S1-50", "S1-51")
async def test_importance_and_recency_decide_among_equals(facts: Facts) -> None:
    await facts.say("tea at noon on tuesday", importance=2)
    await facts.say("tea at noon on friday", importance=9)
    assert (await facts.found("tea noon", day=30))[0] == "tea at noon on friday"
    await facts.say("tea at noon on sunday", importance=5, day=30)
    assert (await facts.found("tea noon", day=30))[0] == "tea at noon on sunday"
    assert (await facts.found("tea noon", day=60))[0] == "tea at noon on friday"


@pytest.mark.spec("S1-20")
async def test_filters_hold_before_the_limit(facts: Facts) -> None:
    for number in range(80):
        await facts.say(f"tea number{number}", tags=("drinks",))
    await facts.say("tea task", type="task", retention="short_term", tags=("work", "drinks"))

    async def count(**where: object) -> int:
        chosen = FactFilter(**where)  # type: ignore[arg-type]  # real fields
        hits = await facts.reader.search(ANNS, "tea", now=START, where=chosen, limit=99)
        return len(hits)

    assert await count(type="task") == 1
    assert await count(retention="short_term") == 1
    assert await count(tags=("work", "drinks")) == 1
    assert await count(tags=("wor",)) == 0
    assert await count(tags=('" OR "tea',)) == 0


async def test_pinned_facts_come_first_and_stay_pinned(facts: Facts) -> None:
    await facts.say("one")
    two = (await facts.say("The code is 2")).fact
    await facts.ledger.pin(ANN, two.id, True, START)
    await facts.say("The code is 3")
    assert await facts.texts() == ["The code is 3", "one"]
    best = await facts.reader.list_top(ANNS, "long_term", START, 20)
    assert best[0].value.content == "The code is 3"


async def test_the_best_of_all_scopes_make_the_brief(facts: Facts) -> None:
    for number in range(30):
        await facts.say(f"fact{number}", importance=1 + number % 10)
        await facts.say(f"owner{number}", ADMIN, importance=1 + number % 10)
    best = await facts.reader.list_top(Visibility.only(ANN, ADMIN), "long_term", START, 20)
    assert len(best) == 20
    assert {fact.value.importance for fact in best} == {10, 9, 8, 7}
    assert len(await facts.reader.list_top(ANNS, "long_term", START, 20)) == 20
    assert await facts.reader.list_top(ANNS, "short_term", START, 20) == []


@pytest.mark.parametrize("content", ["", "  ", "\n", "x" * 2001])
async def test_what_cannot_be_remembered_is_refused(facts: Facts, content: str) -> None:
    with pytest.raises(UserError):
        await facts.say(content)


@pytest.mark.spec("S1-13")
async def test_odd_values_are_put_right(facts: Facts) -> None:
    fact: Fact = (await facts.say("half \ud83d", importance=99, tags=("a", "a", " "))).fact
    assert fact.value == replace(fact.value, content="half ?", importance=10, tags=("a",))


@pytest.mark.spec("S1-13")
@pytest.mark.parametrize(
    ("given", "taken"), [(0.7, 7), (1, 1), (0, 1), (10, 10), (99, 10), (-3, 1), (0.01, 1), (5.4, 5)]
)
def test_importance_is_one_to_ten(given: float, taken: int) -> None:
    assert parse_importance(given) == taken


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(question=st.text(max_size=60), content=st.text(min_size=1, max_size=60))
async def test_nothing_a_person_types_raises(facts: Facts, question: str, content: str) -> None:
    if content.strip():
        await facts.say(content)
    await facts.found(question)
