"""The Bot API's methods, as strict as the real ones where it matters to a bot that sends text."""

import json
import re
from collections.abc import Callable, Mapping
from typing import cast

from tests.adapters.fake_bot_api.errors import ApiError, Json, bad
from tests.adapters.fake_bot_api.rates import Meter
from tests.adapters.fake_bot_api.text import RawEntity, text_fault
from tests.adapters.fake_bot_api.world import Chat, File, Message, World

DOWNLOAD_LIMIT = 20 << 20  # bytes
QUERY_SECONDS = 15  # a callback query may be answered for; the real figure is not published
ROW, BUTTONS, RESULTS = 8, 100, 50
GENERAL = 1  # the topic that must not be named
SAME = "specified new message content and reply markup are exactly the same as a current content"
OLD = "query is too old and response timeout expired or query ID is invalid"
ACTIONS = ("typing", "upload_document", "upload_photo", "record_voice", "find_location")

Parameters = Mapping[str, str]
Method = Callable[[Parameters], object]


class Methods:
    """Each takes the request's parameters and returns the result, or raises ApiError."""

    def __init__(self, world: World, meter: Meter) -> None:
        self._world = world
        self._meter = meter
        own = (name for name in vars(Methods) if not name.startswith("_"))
        self._by_name: dict[str, Method] = {
            name.replace("_", ""): cast("Method", getattr(self, name)) for name in own
        }

    def __getitem__(self, name: str) -> Method:
        """A method by its name in any case."""
        if name.lower() not in self._by_name:
            raise ApiError(404, "Not Found: method not found")
        return self._by_name[name.lower()]

    def get_me(self, given: Parameters) -> Json:
        return self._world.me()

    def set_webhook(self, given: Parameters) -> bool:
        url, secret = given.get("url", ""), given.get("secret_token", "")
        if url and not url.startswith("https://"):
            raise bad("bad webhook: An HTTPS URL must be provided for webhook")
        if not re.fullmatch(r"[A-Za-z0-9_-]{0,256}", secret):
            raise bad("secret token contains unallowed characters")
        self._world.webhook, self._world.webhook_secret = url, secret
        return True

    def delete_webhook(self, given: Parameters) -> bool:
        self._world.webhook = self._world.webhook_secret = ""
        return True

    def get_webhook_info(self, given: Parameters) -> Json:
        world = self._world
        error = {"last_error_message": world.webhook_error} if world.webhook_error else {}
        info = {"has_custom_certificate": False, "pending_update_count": world.webhook_waiting}
        return {"url": world.webhook, **info, **error}

    def send_message(self, given: Parameters) -> Json:
        chat = self._chat(given)
        text, entities = _text(given)
        thread, reply_to = self._thread(chat, given), self._reply_target(chat, given)
        keyboard = _keyboard(given)
        self._meter.check(chat.id, self._world.clock())
        sent = Message(
            self._world.next_message(), chat.id, text, entities, keyboard, thread, reply_to,
            self._world.clock(),
        )  # fmt: skip
        chat.messages[sent.id] = sent
        return self._described(sent)

    def send_document(self, given: Parameters) -> Json:
        return self._send_file(given, "document")

    def send_voice(self, given: Parameters) -> Json:
        """As the document that it becomes if it is no Ogg file: only that is shown as a voice."""
        if self._chat(given).id in self._world.without_voice:
            raise bad("VOICE_MESSAGES_FORBIDDEN")
        return self._send_file(given, "voice")

    def _send_file(self, given: Parameters, kind: str) -> Json:
        chat = self._chat(given)
        file = json.loads(given[kind])
        content = file["content"].encode("latin-1")
        if not content:
            raise bad("file must be non-empty")
        thread, reply_to = self._thread(chat, given), self._reply_target(chat, given)
        self._meter.check(chat.id, self._world.clock())
        number, caption = self._world.next_message(), given.get("caption", "")
        at = self._world.clock()
        sent = Message(number, chat.id, caption, [], [], thread, reply_to, at)
        sent.file = (file["name"], content)
        sent.voice = kind == "voice" and content.startswith(b"OggS")
        chat.messages[sent.id] = sent
        return self._described(sent)

    def edit_message_text(self, given: Parameters) -> Json:
        chat = self._chat(given)
        sent = self._own(chat, given)
        text, entities = _text(given)
        keyboard = _keyboard(given)
        if (sent.text, list(sent.entities), sent.keyboard) == (text, list(entities), keyboard):
            raise bad(f"message is not modified: {SAME}")
        self._meter.check(chat.id, self._world.clock())
        sent.earlier.append(sent.text)
        sent.text, sent.entities, sent.keyboard = text, entities, keyboard
        return self._described(sent) | {"edit_date": int(self._world.clock())}

    def edit_message_reply_markup(self, given: Parameters) -> Json:
        sent = self._own(self._chat(given), given)
        if sent.keyboard == _keyboard(given):
            raise bad(f"message is not modified: {SAME}")
        sent.keyboard = _keyboard(given)
        return self._described(sent)

    def delete_message(self, given: Parameters) -> bool:
        chat = self._chat(given)
        message_id = int(given["message_id"])
        if message_id not in chat.messages and message_id not in chat.incoming:
            raise bad("message to delete not found")
        chat.messages.pop(message_id, None)
        chat.incoming.discard(message_id)
        return True

    def send_message_draft(self, given: Parameters) -> bool:
        chat = self._chat(given)
        if not chat.private:
            raise bad("drafts can be sent only to private chats")
        if int(given.get("draft_id", 0)) == 0:
            raise bad("DRAFT_ID_INVALID")
        self._thread(chat, given)
        text, _ = _text(given, empty=True)
        self._meter.check(chat.id, self._world.clock())
        draft: Json = {"chat_id": chat.id, "draft_id": int(given["draft_id"]), "text": text}
        self._world.drafts.append(draft | {"at": self._world.clock()})
        return True

    def send_chat_action(self, given: Parameters) -> bool:
        self._thread(self._chat(given), given)
        if given.get("action") not in ACTIONS:
            raise bad("wrong parameter action in request")
        return True

    def set_my_commands(self, given: Parameters) -> bool:
        commands = cast("list[dict[str, str]]", json.loads(given.get("commands", "[]")))
        if not 1 <= len(commands) <= 100:
            raise bad("BOT_COMMANDS_TOO_MUCH")
        for command in commands:
            if not re.fullmatch(r"[a-z0-9_]{1,32}", command["command"]):
                raise bad("BOT_COMMAND_INVALID")
            if not 1 <= len(command["description"]) <= 256:
                raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
        language = given.get("language_code", "")
        if not re.fullmatch(r"([a-z]{2})?", language):
            raise bad("BOT_LANGCODE_INVALID")
        place = f"{self._scope(given)} {language}".strip()
        self._world.commands[place] = [dict(command) for command in commands]
        return True

    def get_my_commands(self, given: Parameters) -> list[Json]:
        return self._world.commands.get(self._scope(given), [])

    def delete_my_commands(self, given: Parameters) -> bool:
        self._world.commands.pop(self._scope(given), None)
        return True

    def answer_callback_query(self, given: Parameters) -> bool:
        pressed = self._world.presses.pop(given.get("callback_query_id", ""), None)
        if pressed is None or self._world.clock() - pressed > QUERY_SECONDS:
            raise bad(OLD)
        if len(given.get("text", "")) > 200:
            raise bad("MESSAGE_TOO_LONG")
        return True

    def answer_inline_query(self, given: Parameters) -> bool:
        asked = self._world.queries.pop(given.get("inline_query_id", ""), None)
        if asked is None or self._world.clock() - asked > QUERY_SECONDS:
            raise bad(OLD)
        results = json.loads(given["results"])
        names = [str(each["id"]) for each in results]
        if len(results) > RESULTS or len({*names}) < len(names):
            raise bad("RESULT_ID_DUPLICATE" if len(results) <= RESULTS else "RESULTS_TOO_MUCH")
        if not all(0 < len(name.encode()) <= 64 for name in names):
            raise bad("RESULT_ID_INVALID")
        for each in results:
            if each["type"] != "article" or not each["title"]:
                raise bad("ARTICLE_TITLE_EMPTY")
            if fault := text_fault(each["input_message_content"]["message_text"], []):
                raise bad(fault)
        return True

    def get_file(self, given: Parameters) -> Json:
        file = self._world.files.get(given.get("file_id", ""))
        if file is None:
            raise bad("wrong file_id or the file is temporarily unavailable")
        if file.size > DOWNLOAD_LIMIT:
            raise bad("file is too big")
        return _file(file) | {"file_path": self._link(file)}

    def _link(self, file: File) -> str:
        path = f"documents/file_{len(self._world.links)}"
        self._world.links[path] = (file.id, self._world.clock())
        return path

    def _chat(self, given: Parameters) -> Chat:
        chat = self._world.chats.get(int(given.get("chat_id", 0)))
        if chat is None:
            raise bad("chat not found")
        if chat.blocked:
            who = "blocked by the user" if chat.private else "kicked from the supergroup chat"
            raise ApiError(403, f"Forbidden: bot was {who}")
        return chat

    def _thread(self, chat: Chat, given: Parameters) -> int | None:
        if "message_thread_id" not in given:
            return None
        thread = int(given["message_thread_id"])
        if thread == GENERAL or thread not in chat.threads:
            raise bad("message thread not found")
        return thread

    def _reply_target(self, chat: Chat, given: Parameters) -> int | None:
        if "reply_parameters" not in given:
            return None
        wanted = cast("Json", json.loads(given["reply_parameters"]))
        target = int(str(wanted["message_id"]))
        if target in chat.incoming or target in chat.messages:
            return target
        if not wanted.get("allow_sending_without_reply"):
            raise bad("message to be replied not found")
        return None

    def _own(self, chat: Chat, given: Parameters) -> Message:
        message_id = int(given.get("message_id", 0))
        if message_id in chat.incoming:
            raise bad("message can't be edited")
        if message_id not in chat.messages:
            raise bad("message to edit not found")
        return chat.messages[message_id]

    def _scope(self, given: Parameters) -> str:
        scope = cast("Json", json.loads(given.get("scope", '{"type": "default"}')))
        if scope["type"] == "chat" and int(str(scope["chat_id"])) not in self._world.chats:
            raise bad("chat not found")
        return ":".join(str(scope[key]) for key in ("type", "chat_id") if key in scope)

    def _described(self, sent: Message) -> Json:
        told: Json = {
            "message_id": sent.id,
            "from": self._world.me(),
            "chat": self._world.chats[sent.chat_id].described(),
            "date": int(sent.at),
            "text": sent.text,
            "entities": list(sent.entities),
        }
        return told | (
            {"reply_markup": {"inline_keyboard": sent.keyboard}} if sent.keyboard else {}
        )


def _text(given: Parameters, empty: bool = False) -> tuple[str, list[RawEntity]]:
    if "parse_mode" in given:
        raise bad("can't parse entities: this server takes entities only")
    text = given.get("text", "")
    entities = cast("list[RawEntity]", json.loads(given.get("entities", "[]")))
    if fault := text_fault(text, entities, empty):
        raise bad(fault)
    return text, entities


def _keyboard(given: Parameters) -> list[list[Json]]:
    if "reply_markup" not in given:
        return []
    markup = cast("dict[str, list[list[Json]]]", json.loads(given["reply_markup"]))
    rows = markup.get("inline_keyboard", [])
    buttons = [button for row in rows for button in row]
    if len(buttons) > BUTTONS or any(len(row) > ROW for row in rows):
        raise bad("reply markup is too long")
    for button in buttons:
        if not str(button.get("text", "")).strip():
            raise bad("can't parse inline keyboard button: text must be non-empty")
        if not 1 <= len(str(button.get("callback_data", "")).encode()) <= 64:
            raise bad("BUTTON_DATA_INVALID")
    return rows


def _file(file: File) -> Json:
    return {"file_id": file.id, "file_unique_id": f"u{file.id}", "file_size": file.size}
