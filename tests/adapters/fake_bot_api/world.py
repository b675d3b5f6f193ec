"""The state of the fake servers: chats, messages, files, and every call that was made."""

from collections.abc import Callable, Sequence

from msgspec import Struct, field

from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.fake_bot_api.text import RawEntity

LINK_SECONDS = 3600  # a download link is good for


class Message(Struct):
    """A message that the bot sent, as it stands now."""

    id: int
    chat_id: int
    text: str
    entities: Sequence[RawEntity]
    keyboard: list[list[Json]]
    thread: int | None
    reply_to: int | None
    at: float
    earlier: list[str] = field(default_factory=list)  # its texts before each edit
    file: tuple[str, bytes] | None = None  # the document it carries: name and content
    voice: bool = False  # its file is played in the chat

    @property
    def buttons(self) -> dict[str, str]:
        """Label to callback data."""
        return {str(b["text"]): str(b["callback_data"]) for row in self.keyboard for b in row}


class Chat(Struct):
    id: int
    private: bool
    title: str
    threads: set[int] = field(default_factory=set)
    blocked: bool = False
    incoming: set[int] = field(default_factory=set)  # ids of messages people sent
    messages: dict[int, Message] = field(default_factory=dict)  # sent by the bot

    def described(self) -> Json:
        if self.private:
            return {"id": self.id, "type": "private", "first_name": self.title}
        return {"id": self.id, "type": "supergroup", "title": self.title}


class File(Struct, frozen=True):
    id: str
    name: str
    content: bytes
    size: int  # as Telegram says; may be more than there is content


class Call(Struct, frozen=True):
    """One request. `outcome`: "ok", "cut" (done, the answer never sent), or the refusal."""

    method: str
    parameters: Json
    outcome: str
    at: float
    message_id: int | None = None  # the message that it sent or changed


class World(Struct):
    token: str
    clock: Callable[[], float]
    username: str = "multis_bot"
    bot_id: int = 1
    chats: dict[int, Chat] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    links: dict[str, tuple[str, float]] = field(default_factory=dict)  # path: (file id, made at)
    presses: dict[str, float] = field(default_factory=dict)  # open callback queries: pressed at
    queries: dict[str, float] = field(default_factory=dict)  # open inline queries: made at
    commands: dict[str, list[Json]] = field(default_factory=dict)  # by scope
    without_voice: set[int] = field(default_factory=set)  # chats that refuse voice messages
    drafts: list[Json] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    webhook: str = ""
    webhook_secret: str = ""
    webhook_error: str = ""  # of the last push that failed; it stays after one that did not
    webhook_waiting: int = 0  # updates
    last_message: int = 100

    def next_message(self) -> int:
        self.last_message += 1
        return self.last_message

    def me(self) -> Json:
        return {
            "id": self.bot_id,
            "is_bot": True,
            "first_name": "multis",
            "username": self.username,
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }

    def messages(self, chat_id: int | None = None) -> list[Message]:
        """Return the bot's messages as they are now, oldest first; of all chats or of one."""
        sent = (m for chat in self.chats.values() for m in chat.messages.values())
        found = (m for m in sent if chat_id is None or m.chat_id == chat_id)
        return sorted(found, key=lambda message: message.id)

    def texts(self, chat_id: int | None = None) -> list[str]:
        return [message.text for message in self.messages(chat_id)]

    def called(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method.lower()]
