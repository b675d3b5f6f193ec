"""The owner decides about what waits or was set aside, and nobody else hears of it."""

from pathlib import Path

import pytest

from bot.access.policy import Access, Mode
from bot.delivery.inbox import InboxEntry
from bot.delivery.outbox import ClaimLostError
from bot.messages import Attachment, Reply
from bot.operations.status import collect_status, format_status
from bot.turns.set_aside import build_set_aside_notices
from indexer.scopes import Visibility
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message


async def set_aside(world: World, text: str = "canary", sender: str = "2") -> int:
    inbox = world.services.inbox
    entry = await inbox.store(
        a_message(text, sender=sender, attachments=(Attachment("canary.pdf", 9, "r"),))
    )
    assert entry
    await inbox.set_aside([entry.id], ())
    return entry.id


async def test_the_owner_sees_who_sent_it_but_not_what(world: World) -> None:
    assert (await world.owner("/inbox")).text.startswith("No message is set aside")
    number = await set_aside(world)
    reply = await world.owner("/inbox")
    assert f"- {number}: from name of 2 (`test:2`) in test:2, 1 file and 6 characters" in reply.text
    assert "canary" not in reply.text


async def test_buttons_retry_and_drop(world: World) -> None:
    first, second = await set_aside(world), await set_aside(world)
    listed = await world.owner("/inbox")
    assert "once more" in (await world.owner.press(listed, f"Try {first} again")).text
    assert "is deleted" in (await world.owner.press(listed, f"Drop {second}")).text
    assert (await world.owner("/inbox")).text.startswith("No message is set aside")
    assert [each.id for each in await world.services.inbox.list_open(["test"])] == [first]
    assert (await world.owner.press(listed, f"Drop {second}")).failed


async def test_only_the_owner_in_private_may(world: World) -> None:
    number = await set_aside(world)
    for said in ("/inbox", f"/inbox drop {number}"):
        assert (await world.person("2")(said)).failed
        assert (await world.person(OWNER, chat="g", private=False)(said)).failed
    assert len(await world.services.inbox.list_set_aside()) == 1


async def test_nonsense_is_answered_with_the_usage(world: World) -> None:
    for said in ("/inbox eat 3", "/inbox drop", "/inbox drop x"):
        assert (await world.owner(said)).text == "Usage: /inbox, or /inbox retry|drop NUMBER"


async def test_the_status_counts_it(world: World) -> None:
    await set_aside(world)
    found = await collect_status(world.services, Visibility.unrestricted())
    assert any(line.startswith("1 message is set aside") for line in format_status(found))


async def notices(world: World, *messages: object) -> list[tuple[str, str]]:
    built = await build_set_aside_notices(world.services, dict(enumerate(messages)))  # type: ignore[arg-type]  # messages
    return [(each.chat.key, each.reply.text) for each in built]


async def test_the_sender_and_the_owner_are_told_without_the_words(world: World) -> None:
    told = await notices(world, a_message("canary", sender="2"), a_message("canary", sender="2"))
    assert [chat for chat, _text in told] == ["test:2", f"test:{OWNER}"]
    assert "2 messages of yours" in told[0][1]
    assert "from name of 2" in told[1][1]
    assert not any("canary" in text for _chat, text in told)


async def test_the_owner_is_told_once_about_their_own(world: World) -> None:
    ((chat, text),) = await notices(world, a_message("canary", sender=OWNER))
    assert (chat, "/inbox" in text) == (f"test:{OWNER}", True)


async def test_where_the_assistant_is_silent_only_the_owner_is_told(world: World) -> None:
    await world.services.modes.set("test:g", Mode.SILENT)
    silent = a_message("canary", sender="2", chat="g", private=False)
    unasked = a_message("lunch?", sender="2", chat="h", private=False, addressed=False)
    stranger = a_message("canary", sender="99")
    told = await notices(world, silent, unasked, stranger)
    assert {chat for chat, _text in told} == {f"test:{OWNER}"}


async def test_without_an_owner_the_sender_is_told(tmp_path: Path) -> None:
    async with a_world(tmp_path, access=Access(everybody=True)) as world:
        ((chat, _text),) = await notices(world, a_message("canary", sender="2"))
    assert chat == "test:2"


async def wait(world: World, text: str = "canary") -> InboxEntry:
    entry = await world.services.inbox.store(a_message(text, sender="2"))
    assert entry
    return entry


async def test_what_waits_is_listed_and_dropped_by_a_button(world: World) -> None:
    entry = await wait(world)
    listed = await world.owner("/inbox")
    assert "These messages wait for an answer:\n- " in listed.text
    assert f"- {entry.id}: from name of 2 (`test:2`) in test:2, 6 characters, since" in listed.text
    assert "canary" not in listed.text
    assert "is deleted" in (await world.owner.press(listed, f"Drop {entry.id}")).text
    assert (
        await world.owner("/inbox")
    ).text == "No message is set aside, and none waits for an answer."


async def test_an_answer_that_was_not_sent_is_dropped_with_its_message(world: World) -> None:
    entry = await wait(world)
    await world.services.inbox.store_reply(entry, Reply("canary"))
    listed = await world.owner("/inbox")
    assert "My answers to these messages wait to be sent:" in listed.text
    await world.owner.press(listed, f"Drop {entry.id}")
    assert await world.services.inbox.count_pending() == (0, 0)
    with pytest.raises(ClaimLostError):
        await world.services.inbox.create_receipt(entry).begin(0, 1)


async def test_whoever_has_a_dropped_message_cannot_begin_it(world: World) -> None:
    entry = await wait(world)
    await world.owner(f"/inbox drop {entry.id}")
    with pytest.raises(ClaimLostError):
        await world.services.inbox.begin(entry)


async def test_what_is_being_answered_is_not_dropped(world: World) -> None:
    begun, sent = await wait(world), await wait(world)
    await world.services.inbox.begin(begun)
    await world.services.inbox.store_reply(sent, Reply("hello"))
    await world.services.inbox.create_receipt(sent).begin(0, 2)
    for entry in (begun, sent):
        assert "being answered" in (await world.owner(f"/inbox drop {entry.id}")).text
    assert await world.services.inbox.load_reply(sent)
