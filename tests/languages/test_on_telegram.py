"""The commonest situations on Telegram, by a daemon of its own: each in the person's language."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.chaos.aside import count_messages
from bench.chaos.storage import open_file
from tests.adapters.fake_bot_api import ALICE, FakeBotApi
from tests.adapters.fake_bot_api.world import Message
from tests.daemon import a_daemon, until, write_config
from tests.languages.english import find_english
from tests.languages.situations import LANGUAGES, WORDS

PATIENCE = 90.0  # seconds for all answers in one language
COMMANDS = ("/start", "/help", "/docs", "/status", "/users", "/settings", "/hlep", "/doctor")


def list_said(language: str) -> Iterator[str]:
    words = WORDS[language]
    yield from (words.hello, words.question, words.unknown, words.remember, "/memory")
    yield from (words.forget, "/forget undo", words.remind, words.unclear, "/reminders")
    yield from (words.documents, words.search, words.thanks, "/cancel", "/new", *COMMANDS)


def read(message: Message) -> str:
    return "\n".join((message.text, *message.earlier, *message.buttons))


@pytest.mark.timeout(900)  # a hundred answers and more, one after the other
async def test_no_english_sentence_comes_through_on_telegram(tmp_path: Path) -> None:
    async with FakeBotApi() as fake:
        write_config(tmp_path, fake, rate_limit={"burst_per_minute": 0, "daily_per_sender": 0})
        async with a_daemon(tmp_path):
            english = {each: await converse(fake, tmp_path, each) for each in LANGUAGES}
    assert {language: found for language, found in english.items() if found} == {}


async def converse(fake: FakeBotApi, home: Path, language: str) -> dict[str, list[str]]:
    """Say everything in one language; return the English that came, by message."""
    before = len(fake.world.messages(ALICE.id))
    fake.say(f"/language {language}")
    await settle(fake, home, language)
    document = fake.document(f"lease-{language}.md", WORDS[language].document.encode())
    fake.say(document=document, caption="kb")
    for each in list_said(language):
        if each == "/cancel":
            await settle(fake, home, language)  # it overtakes, and there is nothing to stop then
        fake.say(each)
    await settle(fake, home, language)
    texts = map(read, fake.world.messages(ALICE.id)[before:])
    return {text: found for text in texts if (found := find_english(text, language))}


async def settle(fake: FakeBotApi, home: Path, language: str) -> None:
    """Wait until all that was said is answered."""
    said = len(fake.world.chats[ALICE.id].incoming)

    def has_all() -> bool:
        return not fake.updates.pending and count_messages(open_file(home))[0] == said

    await until(has_all, f"answers in {language}", PATIENCE)
