"""What is to come ends nothing before its day; a plan that is dropped ends nothing at all."""

from datetime import timedelta

import pytest

from indexer.scopes import Visibility
from memory.fact import Fact, FactValue, Provenance, Validity
from memory.facts.current_state import Asker, list_current_states
from memory.facts.ledger import FactRecords
from tests.memory.conversation import START
from tests.memory.facts.said import ANNS, EVE, Facts

SOON = (START + timedelta(days=20)).date().isoformat()
BEFORE = (START + timedelta(days=19)).date().isoformat()
LATER = (START + timedelta(days=40)).date().isoformat()
BY_THEN = 21  # days
EVES = Visibility.only(EVE)


async def find_home(facts: Facts, day: float) -> list[str]:
    asker = Asker(ANNS, START + timedelta(days=day))
    found = await list_current_states(facts.reader, asker, ["where do I live?"])
    return [each.value.content for each in found]


@pytest.fixture
async def moving(facts: Facts) -> Facts:
    await facts.say("I live in Ely")
    await facts.say("I'm moving to York", day=1, validity=Validity(occurs=SOON))
    return facts


async def test_a_home_holds_until_the_day_of_the_move(moving: Facts) -> None:
    assert await find_home(moving, day=2) == ["I live in Ely", "I'm moving to York"]
    assert await find_home(moving, day=BY_THEN) == ["I'm moving to York"]


async def test_who_moves_later_lives_there_for_longer(moving: Facts) -> None:
    await moving.say("I'm moving to Hull", day=3, validity=Validity(occurs=LATER))
    assert "I live in Ely" in await find_home(moving, day=BY_THEN)
    assert "I live in Ely" not in await find_home(moving, day=41)


async def test_who_stays_after_all_lives_there_for_good(moving: Facts) -> None:
    await moving.say("I'm not moving to York after all", day=3)
    assert await find_home(moving, day=BY_THEN) == ["I live in Ely"]


async def find_end_of_ely(facts: Facts) -> str:
    held = {each.value.text: each.value.validity.until for each in await facts.load(day=4)}
    return held["I live in Ely"]


async def find_plan(facts: Facts) -> Fact:
    return next(each for each in await facts.load() if "York" in each.value.content)


async def test_a_plan_that_is_deleted_ends_nothing(moving: Facts) -> None:
    plan = await find_plan(moving)
    await moving.ledger.delete(plan.scope, [plan.id], START + timedelta(days=2))
    assert await find_home(moving, day=BY_THEN) == ["I live in Ely"]


async def test_undoing_a_plan_ends_nothing(moving: Facts) -> None:
    plan = await find_plan(moving)
    await moving.ledger.undo(plan.scope, START + timedelta(days=2))
    assert await find_home(moving, day=BY_THEN) == ["I live in Ely"]


async def test_a_price_holds_until_the_new_one(facts: Facts) -> None:
    await facts.say("the rent is 800")
    await facts.say("the rent goes up to 850", day=1, validity=Validity(since=SOON))
    held = {each.value.text: each.value.validity.until for each in await facts.load(day=2)}
    assert held == {"the rent is 800": BEFORE, "the rent goes up to 850": ""}


async def test_an_appointment_moves_at_once(facts: Facts) -> None:
    await facts.say("my dentist is on Tuesday", validity=Validity(occurs=SOON))
    await facts.say("my dentist is on Friday now", day=1, validity=Validity(occurs=LATER))
    assert await facts.texts(day=2) == ["my dentist is on Friday now"]


async def test_what_is_so_by_now_takes_its_place_at_once(facts: Facts) -> None:
    await facts.say("I live in Ely")
    today = START.date().isoformat()
    await facts.say("I moved to York", day=1, validity=Validity(occurs=today))
    assert await facts.texts(day=2) == ["I moved to York"]


async def test_a_plan_of_another_scope_changes_nothing(moving: Facts) -> None:
    await moving.say("I live in Canary Wharf", EVE)
    await moving.say("I'm moving to Bath", EVE, day=1, validity=Validity(occurs=SOON))
    await moving.say("I'm not moving to Bath after all", EVE, day=3)
    assert await find_home(moving, day=BY_THEN) == ["I'm moving to York"]
    assert "Canary" not in " ".join(await moving.texts(day=2))


async def test_a_plan_that_is_forgotten_ends_nothing(moving: Facts) -> None:
    plan = await find_plan(moving)
    await moving.ledger.remove(plan.scope, FactRecords((plan,)), START + timedelta(days=2))
    assert await find_home(moving, day=BY_THEN) == ["I live in Ely"]


async def test_what_moves_from_a_day_on_stays_where_it_was_until_then(facts: Facts) -> None:
    await facts.say("choir is on Thursdays")
    await facts.say("choir is on Fridays now", day=1, validity=Validity(since=SOON))
    held = {each.value.text: each.value.validity.until for each in await facts.load(day=2)}
    assert held == {"choir is on Thursdays": BEFORE, "choir is on Fridays now": ""}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("my dentist is Dr Wu", "my dentist is now Dr Lee, the appointment is on 11 December"),
        ("I live in Leeds", "I live in York now, the housewarming is on 11 December"),
    ],
)
async def test_the_day_of_something_else_delays_no_change(facts: Facts, old: str, new: str) -> None:
    await facts.say(old)
    await facts.say(new, day=1, validity=Validity(occurs=SOON))
    assert await facts.texts(day=2) == [new]


async def test_a_plan_told_again_without_its_day_is_still_one(moving: Facts) -> None:
    await moving.say("I'm moving to York", day=2)
    assert await find_home(moving, day=BY_THEN) == ["I'm moving to York"]


async def test_who_moves_elsewhere_at_once_is_not_back_home(moving: Facts) -> None:
    await moving.say("I live in Leeds now", day=3)
    assert await find_home(moving, day=4) == ["I live in Leeds now"]
    assert await find_end_of_ely(moving) == (START + timedelta(days=3)).date().isoformat()


async def test_what_was_said_to_end_can_end_sooner(facts: Facts) -> None:
    await facts.say("I work at Acme until June", validity=Validity(until=LATER))
    await facts.say("I quit Acme", day=1)
    assert await facts.texts(day=2) == ["I quit Acme"]


async def test_undoing_twice_leaves_no_end_behind(moving: Facts) -> None:
    plan = await find_plan(moving)
    for day in (2, 3):
        await moving.ledger.undo(plan.scope, START + timedelta(days=day))
    assert "I live in Ely" not in await moving.texts(day=4)


async def test_a_plan_that_is_restored_ends_it_again(moving: Facts) -> None:
    plan = await find_plan(moving)
    await moving.ledger.delete(plan.scope, [plan.id], START + timedelta(days=2))
    await moving.ledger.restore(plan.scope, [plan.id], START + timedelta(days=3))
    assert await find_end_of_ely(moving) == SOON


async def test_a_plan_that_is_forgotten_and_put_back_ends_it_again(moving: Facts) -> None:
    plan, now = await find_plan(moving), START + timedelta(days=2)
    await moving.ledger.remove(plan.scope, FactRecords((plan,)), now)
    await moving.ledger.put_back(FactRecords((plan,)), now)
    assert await find_end_of_ely(moving) == SOON


async def test_what_ends_on_the_same_day_by_itself_still_does(moving: Facts) -> None:
    await moving.say("I work at Acme", validity=Validity(until=SOON))
    await moving.say("I'm not moving to York after all", day=3)
    held = {each.value.text: each.value.validity.until for each in await moving.load(day=4)}
    assert (held["I work at Acme"], held["I live in Ely"]) == (SOON, "")


async def test_a_plan_of_another_author_changes_nothing(facts: Facts) -> None:
    for author, said, occurs in (
        ("Bob", "I live in Ely", ""),
        ("Ann", "I live in Bath", ""),
        ("Bob", "I'm moving to York", SOON),
        ("Ann", "I'm moving to Hull", SOON),
        ("Ann", "I'm not moving to Hull after all", ""),
    ):
        value = FactValue(f"{author}: {said}", validity=Validity(occurs=occurs))
        await facts.ledger.upsert(EVE, value, Provenance(author=author), START)
    held = {each.value.content: each.value.validity.until for each in await facts.load(EVES)}
    assert (held["Bob: I live in Ely"], held["Ann: I live in Bath"]) == (SOON, "")


@pytest.mark.parametrize(
    ("occurs", "since", "until"),
    [("2026-12", "", "2026-12-31"), ("2027", "", "2027-12-31"), ("", "2027-02", "2027-01-31")],
)
async def test_it_holds_until_the_end_of_the_month_or_the_day_before(
    facts: Facts, occurs: str, since: str, until: str
) -> None:
    await facts.say("I live in Ely")
    await facts.say("I'm moving to York", day=1, validity=Validity(since=since, occurs=occurs))
    held = {each.value.text: each.value.validity.until for each in await facts.load(day=2)}
    assert held["I live in Ely"] == until
