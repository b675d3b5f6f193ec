"""The updates that people cause, as the Bot API words them."""

import re
from collections.abc import Sequence

from msgspec import Struct

from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.fake_bot_api.world import Chat, World

ENTITY = re.compile(r"(?<!\S)(?P<bot_command>/[A-Za-z0-9_]+(?:@\w+)?)|(?<!\w)(?P<mention>@\w+)")


class Person(Struct, frozen=True):
    id: int
    name: str = "Alice"
    username: str = ""

    def described(self) -> Json:
        told: Json = {"id": self.id, "is_bot": False, "first_name": self.name}
        return told | ({"username": self.username} if self.username else {})


ALICE = Person(7, "Alice", "alice")


def chat_of(world: World, person: Person, chat_id: int | None) -> Chat:
    """The chat, made if need be; private with that person unless `chat_id` names another."""
    wanted = person.id if chat_id is None else chat_id
    private = wanted > 0
    return world.chats.setdefault(wanted, Chat(wanted, private, person.name if private else "Team"))


def message(
    world: World, person: Person, chat: Chat, text: str = "", thread: int | None = None
) -> Json:
    """A message as it appears in an update, without content other than text."""
    message_id = world.next_message()
    chat.incoming.add(message_id)
    told: Json = {
        "message_id": message_id,
        "from": person.described(),
        "chat": chat.described(),
        "date": int(world.clock()),
    }
    if text:
        told |= {"text": text, "entities": entities(text)}
    if thread is not None:
        chat.threads.add(thread)
        told |= {"message_thread_id": thread, "is_topic_message": True}
    return told


def press(world: World, person: Person, chat: Chat, data: str, under: int | None) -> Json:
    """Someone presses a button under the bot's message `under`."""
    query = f"press{world.next_message()}"
    world.presses[query] = world.clock()
    below: Json = {"message_id": under or 1, "chat": chat.described(), "date": 0}
    if under in chat.messages:
        sent = chat.messages[under]
        below |= {"date": int(sent.at), "text": sent.text, "from": world.me()}
        if sent.thread is not None:
            below |= {"message_thread_id": sent.thread, "is_topic_message": True}
    asker: Json = {"id": query, "from": person.described(), "chat_instance": "1", "data": data}
    return asker | {"message": below}


def reaction(
    world: World,
    person: Person,
    chat: Chat,
    message_id: int,
    emoji: tuple[Sequence[str], Sequence[str]],
) -> Json:
    """Someone's reactions to a message change from the one to the other."""
    before, after = ([{"type": "emoji", "emoji": each} for each in some] for some in emoji)
    where: Json = {"chat": chat.described(), "message_id": message_id, "date": int(world.clock())}
    return where | {"user": person.described(), "old_reaction": before, "new_reaction": after}


def entities(text: str) -> list[Json]:
    """The commands and mentions that Telegram itself finds in a text."""
    found = ((match.lastgroup, match) for match in ENTITY.finditer(text))
    return [
        {"type": kind, "offset": _units(text[: m.start()]), "length": _units(m[0])}
        for kind, m in found
    ]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
