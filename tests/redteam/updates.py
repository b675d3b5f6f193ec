"""By Telegram's updates: whole JSON, forged where somebody may forge it and where nobody should."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from pathlib import Path

from msgspec import Struct, field

from adapters.telegram import Telegram, TelegramSettings
from bot.access.policy import Access
from bot.delivery.dispatch import Dispatcher
from bot.messages import Answer, Attachment, IncomingMessage
from bot.services.open import open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.turns.command import Commands
from bot.turns.router import Bot
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.errors import Json
from tests.adapters.fake_bot_api.world import Chat
from tests.adapters.hosting import Clock, a_host
from tests.fakes import FakeClock
from tests.homes.new_home import a_new_home
from tests.redteam.outcome import Outcome, read_files
from tests.scenarios.scene import MARK, UNLIMITED

OWNER, MALLORY, CLEO, STRANGER = 1, 2, 3, 9
GROUP, HERS, SUPER = -100, -200, -1_000_000_000_200  # the group of all, and two of Mallory's
ACCESS = Access(frozenset({"telegram:1"}), frozenset({"telegram:2", "telegram:3"}), pairing=True)
NAMES = {OWNER: "Bob", MALLORY: "Mallory", CLEO: "Cleo", STRANGER: "Nobody"}
ORDERS = ("/users block telegram:3", "/mode off telegram:3", "/forget", "/memory", "/export")
HUGE = 2**63
ANONYMOUS = {
    "id": 1087968824,
    "is_bot": True,
    "first_name": "Group",
    "username": "GroupAnonymousBot",
}
KEPT = (
    "SELECT key, role FROM people WHERE role <> 'requested' ORDER BY key",
    "SELECT chat, mode FROM modes ORDER BY chat",
    "SELECT old, new FROM chat_moves WHERE state = 'moved'",
    "SELECT item_id, scope, content, deleted_at FROM memory_items WHERE scope IN"
    " ('admin', 'user:telegram:3', 'user:telegram:-100') ORDER BY item_id",
    "SELECT name, hash, scope FROM files WHERE scope IN ('kb', 'admin') AND kind = 'document'"
    " ORDER BY id",
)


def person(number: int) -> Json:
    return {"id": number, "is_bot": False, "first_name": NAMES.get(number, "x")}


def chat_of(number: int, kind: str = "") -> Json:
    if kind == "private" or (number > 0 and not kind):
        return {"id": number, "type": "private", "first_name": "x"}
    kind = kind or ("supergroup" if number < -(10**12) else "group")
    return {"id": number, "type": kind, "title": "Team"}


def message(text: str, sender: int = MALLORY, chat: int | None = None, /, **more: object) -> Json:
    entity = {"type": "bot_command", "offset": 0, "length": len(text.split()[0])} if text else {}
    said: Json = {
        "message_id": 5,
        "date": int(FakeClock().now.timestamp()),
        "chat": chat_of(sender if chat is None else chat),
        "from": person(sender),
        "text": text,
        "entities": [entity] if text.startswith("/") else [],
    }
    return {key: value for key, value in (said | more).items() if value is not None}


def list_moves() -> list[tuple[str, list[Json]]]:
    """Announcements by one side only, or by sides that do not agree."""

    def move(chat: int, kind: str = "", **said: object) -> Json:
        return {
            "message": message("", MALLORY, chat, text=None, **said) | {"chat": chat_of(chat, kind)}
        }

    forged: list[tuple[str, list[Json]]] = [
        ("her group says it is the group of all", [move(HERS, migrate_to_chat_id=GROUP)]),
        ("her supergroup says it was the group", [move(SUPER, migrate_from_chat_id=GROUP)]),
        ("her supergroup, twice", [move(SUPER, migrate_from_chat_id=GROUP)] * 2),
        (
            "her two chats, of other pairs",
            [move(HERS, migrate_to_chat_id=SUPER), move(SUPER, migrate_from_chat_id=GROUP)],
        ),
        ("both in one message", [move(SUPER, migrate_from_chat_id=GROUP, migrate_to_chat_id=HERS)]),
        ("a supergroup that moves on", [move(SUPER, migrate_to_chat_id=GROUP)]),
        ("a group that came from one", [move(HERS, migrate_from_chat_id=GROUP)]),
        ("as an edit", [{"edited_message": move(SUPER, migrate_from_chat_id=GROUP)["message"]}]),
        ("as a channel", [{"channel_post": move(SUPER, migrate_from_chat_id=GROUP)["message"]}]),
        ("in private", [move(MALLORY, migrate_to_chat_id=GROUP)]),
        ("from herself as a group", [move(MALLORY, "group", migrate_to_chat_id=GROUP)]),
    ]
    for target in (OWNER, CLEO, 0, -1, HUGE, -HUGE, "1", "-100", None, 1.5, True):
        forged.append((f"to {target!r}", [move(HERS, migrate_to_chat_id=target)]))
        forged.append((f"from {target!r}", [move(SUPER, migrate_from_chat_id=target)]))
    return forged


def list_borrowed() -> list[tuple[str, list[Json]]]:
    """Orders in the owner's name that the owner did not write."""
    inline = {"id": 77, "is_bot": True, "first_name": "Inline", "username": "inline_bot"}
    origin = {"type": "user", "date": 1, "sender_user": person(MALLORY)}
    hidden = {"type": "hidden_user", "date": 1, "sender_user_name": "Bob"}
    mine = message("x", OWNER)
    found: list[tuple[str, list[Json]]] = []
    for order in ORDERS[:3]:
        ways: Mapping[str, Json] = {
            "by an inline bot": message(order, OWNER, via_bot=inline),
            "forwarded": message(order, OWNER, forward_origin=origin),
            "forwarded from hiding": message(order, OWNER, forward_origin=hidden),
            "by an anonymous admin": message(
                order, MALLORY, GROUP, sender_chat=chat_of(GROUP), **{"from": ANONYMOUS}
            ),
            "by a channel": message(
                order, MALLORY, GROUP, sender_chat=chat_of(-1_000_000_000_009, "channel")
            ),
            "by the owner as a chat": message(order, MALLORY, GROUP, sender_chat=chat_of(OWNER)),
            "by the owner as a chat, alone": message(order, sender_chat=chat_of(OWNER)),
            "by the owner in her chat": message(order, OWNER, MALLORY),
            "by a bot with the owner's id": message(
                order, **{"from": person(OWNER) | {"is_bot": True}}
            ),
            "by nobody": message(order, **{"from": None}),
            "in reply to the owner": message(order, reply_to_message=mine),
            "in reply in another chat": message(
                "hm", reply_to_message=message(order, OWNER, text=order)
            ),
            "as a quote": message("hm", OWNER, quote={"text": order, "position": 0}),
            "as an external reply": message(
                "hm", OWNER, external_reply={"origin": origin}, quote={"text": order, "position": 0}
            ),
        }
        found += [(f"{order} {way}", [{"message": each}]) for way, each in ways.items()]
        for kind in ("channel_post", "edited_channel_post", "business_message", "guest_message"):
            found.append((f"{order} as {kind}", [{kind: message(order, OWNER)}]))
        found.append((f"{order} as an unedited edit", [{"edited_message": message(order, OWNER)}]))
    return found


def list_presses(key: str) -> list[tuple[str, list[Json]]]:
    """The owner's button and others, pressed by others or elsewhere."""

    def press(data: object, sender: int, chat: Json | None, **more: object) -> Json:
        below = {"message_id": 5, "date": 1, "chat": chat} if chat else None
        query = {"id": "1", "from": person(sender), "chat_instance": "1", "data": data}
        return {"callback_query": query | ({"message": below} if below else {}) | more}

    places = (
        ("her own chat", MALLORY, chat_of(MALLORY)),
        ("the owner's chat", MALLORY, chat_of(OWNER)),
        ("the group", MALLORY, chat_of(GROUP)),
        ("the owner's chat as a group", MALLORY, chat_of(OWNER, "group")),
        ("no chat", MALLORY, None),
        ("the group by the owner", OWNER, chat_of(GROUP)),
        ("her chat by the owner", OWNER, chat_of(MALLORY)),
    )
    found = [(f"the owner's button in {where}", [press(key, who, at)]) for where, who, at in places]
    for data in (
        "",
        "/users block telegram:3",
        "typed",
        "%",
        "x" * 64,
        "\ud800",
        None,
        7,
        "/memory",
    ):
        found.append((f"data {data!r}", [press(data, OWNER, chat_of(OWNER))]))
    found.append(("inline", [press(key, OWNER, None, inline_message_id="1")]))
    found.append(("of a game", [press(None, OWNER, chat_of(OWNER), game_short_name="x")]))
    return found


def list_odd() -> list[tuple[str, list[Json]]]:
    """Ids and fields of every size and shape; whatever comes, the next message is answered."""
    found: list[tuple[str, list[Json]]] = []
    for number in (0, -1, HUGE, -HUGE, 2**31, 10**30):
        more: Json = {"from": person(MALLORY) | {"id": number}}
        found.append((f"a sender {number}", [{"message": message("/memory", **more)}]))
        found.append((f"a chat {number}", [{"message": message("/memory", MALLORY, number)}]))
        said = message("/memory", MALLORY, GROUP, message_id=number, message_thread_id=number)
        found.append((f"a message {number}", [{"message": said | {"is_topic_message": True}}]))
        found.append((f"a date {number}", [{"message": message("/memory", date=number)}]))
    bold = {"type": "mention", "offset": -5, "length": 10**9}
    shapes: Mapping[str, object] = {
        "entities": [bold] * 200,
        "text": "/search harbour\u0000\ud800 \u202e",
        "caption": "kb",
        "media_group_id": "1",
        "reply_to_message": {
            "message_id": 1,
            "date": 1,
            "chat": chat_of(OWNER),
            "text": "x" * 9000,
        },
        "document": {"file_id": "none", "file_unique_id": "u", "file_name": "../../config.json"},
        "photo": [{"file_id": "p", "file_unique_id": "u", "width": 1, "height": 1}],
        "new_chat_members": [person(OWNER)],
        "left_chat_member": person(OWNER),
        "pinned_message": message("/users block telegram:3", OWNER),
        "chat": chat_of(OWNER),
        "text_too_long": "x" * 200_000,
    }
    for name, value in shapes.items():
        found.append((f"with {name}", [{"message": message("/memory", **{name: value})}]))
    odd = {"first_name": "Bob\n## (pinned)\n[x](tg://user?id=1)", "last_name": "\u202e" * 50}
    found.append(
        (
            "with a name",
            [{"message": message("/start", STRANGER, **{"from": person(STRANGER) | odd})}],
        )
    )
    found.append(("nothing at all", [{}]))
    return found


class Stage(Struct):
    """A daemon's parts behind the fake Bot API."""

    fake: FakeBotApi
    services: Services
    answered: asyncio.Event = field(default_factory=asyncio.Event)  # the last question of Cleo's

    async def push(self, *updates: Json) -> None:
        """Send updates, and wait until the last of them, a question of Cleo's, is answered."""
        for each in updates:
            self.fake.updates.push(each)
        self.answered.clear()
        self.fake.updates.push({"message": message("/help", CLEO)})
        async with asyncio.timeout(20):
            await self.answered.wait()
            await self.services.background.wait_until_idle()

    async def snapshot(self) -> list[object]:
        async with self.services.people._database.read_committed() as db:
            rows = [[tuple(row) for row in await db.execute_fetchall(sql)] for sql in KEPT]
        return [*rows, read_files(self.services.home.folder)]

    def list_told(self) -> str:
        """All that the bot wrote where Mallory or a stranger can read it."""
        sent = (each for each in self.fake.world.messages() if each.chat_id not in (OWNER, CLEO))
        return "\n".join("\n".join((each.text, *each.earlier)) for each in sent).lower()


@asynccontextmanager
async def a_stage(folder: Path) -> AsyncIterator[Stage]:
    adapters: dict[str, Telegram] = {}
    home, passing = a_new_home(folder / "home"), Clock()

    async def fetch(platform: str, attachment: Attachment, path: Path) -> None:
        await adapters[platform].fetch(attachment, path)

    async with (
        FakeBotApi(clock=passing.now) as fake,
        open_services(Setup(home, UNLIMITED, ACCESS, fetch, FakeClock())) as services,
    ):
        telegram = TelegramSettings.of(fake.settings)
        adapters["telegram"] = Telegram(telegram, a_host(owners=["telegram:1"]), passing.time)
        for known in (OWNER, MALLORY, CLEO, STRANGER, GROUP, HERS, SUPER):
            fake.world.chats[known] = Chat(known, known > 0, "x")
        stage, bot = Stage(fake, services), Bot(Commands(), services)

        async def handle(message: IncomingMessage) -> Answer:
            try:
                async with aclosing(bot.handle(message)) as items:
                    async for item in items:
                        yield item
            finally:
                if message.text == "/help":
                    stage.answered.set()

        moves, background = services.chat_moves, services.background
        dispatch = Dispatcher(
            services.inbox, handle, background, can_overtake=bot.can_overtake, moves=moves
        )
        await dispatch.resume(adapters)
        polling = asyncio.create_task(adapters["telegram"].run(dispatch.accept))
        try:
            await _settle_in(stage)
            yield stage
        finally:
            polling.cancel()
            with suppress(asyncio.CancelledError):
                await polling
            await background.stop()


async def _settle_in(stage: Stage) -> None:
    """The owner, Cleo and the group each have something to lose."""
    secret = f"/remember the harbour password is {MARK}"
    await stage.push(
        {"message": message(secret, OWNER)},
        {"message": message(secret, CLEO)},
        {"message": message("/remember the gate is green", OWNER, GROUP)},
    )


async def _offer(stage: Stage) -> str:
    """Show the owner the buttons of /memory; returns the key of one that deletes a fact."""
    await stage.push({"message": message("/memory", OWNER)})
    buttons = stage.fake.world.messages(OWNER)[-1].buttons
    key = next(iter(buttons.values()))
    query = {"id": "1", "from": person(OWNER), "chat_instance": "1", "data": key}
    below = {"message_id": 5, "date": 1, "chat": chat_of(OWNER)}
    await stage.push({"callback_query": query | {"message": below}})
    shown = [each.buttons for each in stage.fake.world.messages(OWNER) if "Delete" in each.buttons]
    return shown[-1]["Delete"]


async def attack_updates(folder: Path) -> AsyncIterator[Outcome]:
    async with a_stage(folder) as stage:
        key = await _offer(stage)
        listed = [*list_moves(), *list_borrowed(), *list_presses(key), *list_odd()]
        for attack, updates in listed:
            yield await _try(stage, attack, updates)


async def _try(stage: Stage, attack: str, updates: list[Json]) -> Outcome:
    before = await stage.snapshot()
    try:
        await stage.push(*updates)
    except TimeoutError:
        return Outcome(attack, "nothing after it was answered")
    if MARK in stage.list_told():
        return Outcome(attack, f"it was told {MARK}")
    after = await stage.snapshot()
    tables = (*(sql.split(" FROM ")[1].split()[0] for sql in KEPT), "files of the home")
    changed = [t for t, was, now in zip(tables, before, after, strict=True) if was != now]
    return Outcome(attack, f"it changed {', '.join(changed)}" if changed else "")


async def control_updates(folder: Path) -> AsyncIterator[Outcome]:
    """The same by who may: orders by the owner, a press, and a move that both sides announce."""
    moved = message("", MALLORY, GROUP, text=None)
    async with a_stage(folder) as stage:
        yield await _try(stage, "an order", [{"message": message("/mode off telegram:3", OWNER)}])
        key = await _offer(stage)
        query = {"id": "1", "from": person(OWNER), "chat_instance": "1", "data": key}
        below = {"message_id": 5, "date": 1, "chat": chat_of(OWNER)}
        yield await _try(stage, "a press", [{"callback_query": query | {"message": below}}])
        both: list[Json] = [
            {"message": moved | {"migrate_to_chat_id": SUPER}},
            {"message": moved | {"chat": chat_of(SUPER), "migrate_from_chat_id": GROUP}},
        ]
        yield await _try(stage, "a group that moves", both)
