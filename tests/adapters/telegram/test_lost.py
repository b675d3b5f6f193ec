"""Which ids may be that of a growing message whose own id never arrived."""

from adapters.telegram.lost import FURTHEST, REMEMBERED, LostMessage, MessageIds
from bot.messages import Draft, Reply
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.faults import Cut
from tests.adapters.hosting import Clock, Ledger
from tests.adapters.telegram.conftest import PRIVATE, Inbox, running, saying

GROUP, PERSON, OTHER = -(10**12) - 5, 7, 8


def test_after_a_backlog_it_is_found_behind_hundreds_of_messages_of_other_chats() -> None:
    ids = MessageIds()
    ids.note(PERSON, 100)  # an old message, which was delivered after a start
    for number in range(101, 700):
        ids.note(OTHER, number)
    known = ids.list_known(PERSON).union({"701"})
    lost = LostMessage(PERSON, "?100", before=703, known=known)
    assert lost.list_candidates() == [700, 702]


def test_no_more_than_so_many_are_tried() -> None:
    lost = LostMessage(PERSON, "?1", before=10**9, known=frozenset())
    assert lost.list_candidates() == list(range(2, FURTHEST + 2))


def test_a_supergroup_numbers_its_own_and_only_the_latest_are_remembered() -> None:
    ids = MessageIds()
    for number in range(REMEMBERED + 9):
        ids.note(PERSON, number)
    ids.note(GROUP, 5)
    assert (len(ids.list_known(OTHER)), ids.list_known(GROUP)) == (REMEMBERED, frozenset())
    assert (ids.get_highest(GROUP), ids.get_highest(OTHER)) == (5, REMEMBERED + 8)


async def test_after_a_restart_an_earlier_reply_is_not_taken_for_a_lost_message(
    fake: FakeBotApi, inbox: Inbox, clock: Clock
) -> None:
    fake.say("/start")
    async with running(fake, inbox, clock) as adapter:
        await inbox.wait()
        inbox.broken += [OSError("disk full")] * 1000
        fake.say("comes again after the restart")
        await adapter.deliver(PRIVATE, saying(Reply("an answer")), earlier := Ledger())
    inbox.broken.clear()
    ledger = Ledger()
    ledger.newest = [(PRIVATE.key, reference) for _part, reference in earlier.confirmed]
    async with running(fake, inbox, clock) as adapter:
        await inbox.wait(2)
        fake.weather.plan("sendmessage", Cut())
        pages = [Draft(f"page {n}", lasting=True) for n in range(5)]
        await adapter.deliver(PRIVATE, saying(*pages, Reply("Indexed")), ledger)
    assert fake.world.texts() == ["an answer", "Indexed"]
