"""Chooses the language in which a chat is answered, and stores what is known of it.

That is the language chosen with /language; else the one that people write in there, once a message
makes it clear; else that of the person's platform; else the system's. A group has one language for
all its members. In a private chat, a message that is clearly in another language is answered in
that one at once, and so are unclear words behind it that look like it; what comes unasked follows
after two in a row.
"""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import astuple, replace

from bot.messages import SHIPPED, IncomingMessage, Language, Languages, current_language
from indexer.store.database import Database, Schema

IN_OWN_WORDS = frozenset(("ask", "remember", "remind"))  # commands
LONGEST = 2000  # characters of a message that are looked at
LEARNED = ("written", "rival", "platform")  # columns

CHAT_LANGUAGES = Schema(
    "chat_languages",
    (
        """
        CREATE TABLE chat_languages (
            chat TEXT PRIMARY KEY,
            chosen TEXT NOT NULL,    -- with /language; '' for none
            written TEXT NOT NULL,   -- that people write in
            rival TEXT NOT NULL,     -- another one, of the last message that was in a clear one
            platform TEXT NOT NULL   -- as the platform last had it
        ) WITHOUT ROWID;
        """,
    ),
    records=frozenset({"chat_languages"}),
)


class KnownLanguages(Struct, frozen=True):
    """The known languages of a chat; each is a code such as "de", or empty."""

    chosen: str = ""
    written: str = ""
    rival: str = ""
    platform: str = ""

    def learn(self, message: IncomingMessage) -> "KnownLanguages":
        """Add what `message` shows.

        The first clear message decides; after that it takes two in a row to change it: one may be
        a word to somebody else, or in the language of a document.
        """
        known = replace(self, platform=message.language or self.platform)
        seen = _detect_language(message)
        if not seen or seen == self.written:
            return replace(known, rival="" if seen else self.rival)
        if not self.written or seen == self.rival:
            return replace(known, written=seen, rival="")
        return replace(known, rival=seen)

    def list_wanted(self) -> list[str]:
        return [self.chosen, self.written, self.platform]

    def list_wanted_by(self, message: IncomingMessage) -> list[str]:
        """List the languages for an answer to `message`, the best first."""
        of_message = ""
        if message.chat.private:
            of_message = _detect_language(message) or self._find_likely(message)
        return [self.chosen, of_message, self.written, self.platform]

    def _find_likely(self, message: IncomingMessage) -> str:
        """Return the language of the last clear message, if this one looks like it; else ""."""
        others = message.forwarded or message.attachments  # their words, or a title
        if not self.rival or others or message.text.startswith("/"):
            return ""
        from indexer.text.question_words import detect_question_language  # seldom needed

        likely = detect_question_language(message.text[:LONGEST])
        return likely if likely == self.rival else ""


class ChatLanguages:
    """Lives as long as its database."""

    def __init__(self, database: Database, usual: Language, languages: Languages = SHIPPED) -> None:
        self._database = database
        self._usual = usual
        self.shipped = languages

    async def choose(self, message: IncomingMessage) -> Language:
        """Return the language in which `message` is answered.

        Where nothing is known that is the current language. Nothing is stored: the message has no
        place in its chat's order yet, and the next one must not overtake it meanwhile.
        """
        learned = (await self.load(message.chat.key)).learn(message)
        return self.shipped.choose(learned.list_wanted_by(message), current_language())

    async def learn(self, message: IncomingMessage) -> None:
        """Store what `message` shows of the languages of its chat, once it has its place there."""
        known = await self.load(message.chat.key)
        if (learned := known.learn(message)) != known:
            await self._save(message.chat.key, learned, LEARNED)

    async def find(self, chat: str) -> Language:
        """Return the language for a message to `chat` that answers none."""
        return self.shipped.choose((await self.load(chat)).list_wanted(), self._usual)

    async def list_spoken(self) -> list[Language]:
        """List the languages that people write in, and the usual one."""
        rows = await self._database.records.execute_fetchall(
            "SELECT DISTINCT written FROM chat_languages"
        )
        chosen = (self.shipped.choose([code], self._usual) for (code,) in rows)
        return list(dict.fromkeys((self._usual, *chosen)))

    async def load(self, chat: str) -> KnownLanguages:
        rows = await self._database.records.execute_fetchall(
            "SELECT chosen, written, rival, platform FROM chat_languages WHERE chat = ?", (chat,)
        )
        return next((KnownLanguages(*row) for row in rows), KnownLanguages())

    async def set(self, chat: str, code: str) -> None:
        """Set the language that was chosen; "" to follow what people write in."""
        await self._save(chat, KnownLanguages(chosen=code), ("chosen",))

    async def _save(self, chat: str, known: KnownLanguages, columns: Sequence[str]) -> None:
        """Save these columns: what is known and what was chosen may be written at the same time."""
        changes = ", ".join(f"{each} = excluded.{each}" for each in columns)  # not translated: SQL
        async with self._database.transaction() as db:
            await db.execute(
                "INSERT INTO chat_languages (chat, chosen, written, rival, platform)"  # noqa: S608 - our names
                f" VALUES (?, ?, ?, ?, ?) ON CONFLICT (chat) DO UPDATE SET {changes}",
                (chat, *astuple(known)),
            )


def _strip_command(text: str) -> str:
    """Return what stands behind `/remember` and the like; "" for any other command."""
    if not text.startswith("/"):
        return text
    name, _space, rest = text[1:].partition(" ")
    return rest.strip() if name.partition("@")[0].lower() in IN_OWN_WORDS else ""


def _detect_language(message: IncomingMessage) -> str:
    """Return the language that the sender clearly writes in; "" for others' words.

    Of commands only those have the sender's own sentences behind them that take such; the caption
    of a file may be its title, unless it asks for something.
    """
    text = _strip_command(message.text[:LONGEST].strip())
    if not text or message.forwarded:
        return ""
    # Their word lists are not for every command.
    from bot.access.courtesy_language import detect_courtesy_language
    from indexer.text.question_words import detect_clear_language

    clear = detect_clear_language(text)
    if message.attachments:
        return clear if _asks(text, clear) else ""
    return clear or detect_courtesy_language(text)


def _asks(caption: str, language: str) -> bool:
    from indexer.text.question_words import load_question_words
    from indexer.text.sentence_kind import asks_for_something

    lists = load_question_words(language)
    return asks_for_something(caption) or bool(lists.find_phrase(caption, "requests", "asking"))
