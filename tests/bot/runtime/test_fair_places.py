"""Places are given in order, fairly, and given back whatever happens."""

import asyncio
from contextlib import ExitStack

from bot.runtime.fair_places import AnswerPlace, FairPlaces


def test_one_person_holds_at_most_half() -> None:
    places = FairPlaces(4)
    with ExitStack() as stack:
        ann = [stack.enter_context(places.request("ann")) for _ in range(5)]
        bob = stack.enter_context(places.request("bob"))
        assert [each.ready for each in ann] == [True, True, False, False, False]
        assert bob.ready


def test_a_free_place_goes_to_whoever_holds_fewest() -> None:
    places = FairPlaces(2)
    first, stack = ExitStack(), ExitStack()
    first.enter_context(places.request("ann"))
    stack.enter_context(places.request("bob"))
    ann = stack.enter_context(places.request("ann"))
    carl = stack.enter_context(places.request("carl"))
    dora = stack.enter_context(places.request("dora"))
    assert [each.ready for each in (ann, carl, dora)] == [False, False, False]
    first.close()
    assert [each.ready for each in (ann, carl, dora)] == [True, False, False]
    stack.close()


def test_a_single_place_is_shared_by_all() -> None:
    places = FairPlaces(1)
    with places.request("ann") as ann:
        with places.request("ann") as second:
            assert (ann.ready, second.ready) == (True, False)
        with places.request("bob") as bob:
            assert not bob.ready
    with places.request("bob") as bob:
        assert bob.ready


async def test_who_stops_waiting_takes_no_place() -> None:
    places = FairPlaces(1)

    async def wait(held: AnswerPlace) -> None:
        with places.request("bob") as place:
            assert held.ready
            await place.wait()

    with places.request("ann") as ann:
        task = asyncio.create_task(wait(ann))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    with places.request("carl") as carl:
        assert carl.ready
