"""What happens in a chat beside its messages: it moves, and people react."""

import pytest
from telegram import Update

from adapters.telegram.polling import KINDS
from adapters.telegram.translate import TelegramAccount, parse_update
from bot.messages import IncomingMessage
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.hosting import Clock
from tests.adapters.telegram.updates import BOB, ME, TEAM, World


@pytest.fixture
def world(fake: FakeBotApi, clock: Clock) -> World:
    return World(fake, clock)


def moved(kind: str, **content: object) -> IncomingMessage | None:
    chat = {"id": TEAM, "type": kind, "title": "Team"}
    message = {"message_id": 5, "chat": chat, "date": 1, "from": ME | {"id": 8, "is_bot": False}}
    raw = {"update_id": 3, "message": message | content}
    update = Update.de_json(raw, None)
    return parse_update(update, TelegramAccount(1, "multis_bot"))


@pytest.mark.parametrize(
    ("kind", "content", "told"),
    [
        ("group", {"migrate_to_chat_id": -1009}, ("-1009", "")),
        ("supergroup", {"migrate_from_chat_id": -9}, ("", "-9")),
    ],
)
def test_a_group_that_becomes_a_supergroup_is_announced(
    kind: str, content: Json, told: tuple[str, str]
) -> None:
    message = moved(kind, **content)
    assert message
    assert (message.moved_to, message.moved_from) == told
    assert (message.chat.id, message.text, message.addressed) == (str(TEAM), "", False)


@pytest.mark.parametrize("kind", ["group", "supergroup", "private", "channel"])
@pytest.mark.parametrize("said", ["migrate_to_chat_id: -1009", "/migrate_to_chat_id -1009"])
def test_what_a_person_writes_announces_nothing(kind: str, said: str) -> None:
    origin = {"type": "hidden_user", "sender_user_name": "x", "date": 1}
    for more in ({}, {"forward_origin": origin}):
        message = moved(kind, text=said, **more)
        assert message is None or not (message.moved_to or message.moved_from)
    forwarded = moved(kind, migrate_to_chat_id=-1009, forward_origin=origin)
    assert forwarded is None


@pytest.mark.parametrize(
    ("kind", "content"),
    [("supergroup", {"migrate_to_chat_id": -1009}), ("private", {"migrate_from_chat_id": -9})],
)
def test_a_chat_of_another_kind_announces_nothing(kind: str, content: Json) -> None:
    assert moved(kind, **content) is None


@pytest.mark.parametrize(
    ("before", "after", "reaction"),
    [
        ([], ["👍"], "good"),
        ([], ["👎"], "bad"),
        (["👍"], ["👎"], "bad"),
        (["👍"], [], ""),
        (["❤"], ["❤", "👍"], "good"),
    ],
)
async def test_a_thumb_is_an_opinion_of_one_message(
    world: World, before: list[str], after: list[str], reaction: str
) -> None:
    world.fake.wanted = KINDS
    world.fake.react(41, *after, before=before)
    message = await world.the_one()
    assert (message.reaction, message.reacts_to, message.text) == (reaction, "41", "")
    assert (message.sender.key, message.chat.private) == ("telegram:7", True)


async def test_other_reactions_say_nothing(world: World) -> None:
    world.fake.wanted = KINDS
    world.fake.react(41, "❤")
    world.fake.react(41, "❤", "👍", before=["👍"])
    assert await world.seen() == []


async def test_a_forged_reaction_is_nobodys(world: World) -> None:
    forged = {
        "chat": ALICE.described() | {"type": "private"},
        "message_id": 41,
        "date": 0,
        "user": BOB.described(),
        "old_reaction": [],
        "new_reaction": [{"type": "emoji", "emoji": "👍"}],
    }
    world.fake.updates.push({"message_reaction": forged})
    assert await world.seen() == []
