"""Settings, a PIN, and what is deleted, as people meet them who read another language."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.access.pin import SecuritySettings, hash_pin
from bot.messages import Reply
from bot.settings.config import Settings
from tests.conversation import World, a_world
from tests.languages.english import find_english
from tests.languages.situations import LANGUAGES, WORDS

ASKED = (
    *("/settings", "/settings search", "/settings nothing", "/settings search.mode nothing"),
    *("/settings memory.context_budget x", "/settings llm.daily_budget 2", "/log", "/log abc"),
    *("/settings search.mode specification", "/settings search.mode default", "/voice"),
    *("/mode business test:2", "/mode business test:999", "/reminders zone Nowhere/Land"),
    *("/reminders zone Asia/Kolkata", "/users limit test:2 files x", "/users block test:5"),
    *("/docs lease.md", "/document", "/label nothing kb", "/backup", "/export", "/doctor"),
)
KINDS = ("search.mode", "memory.context_budget", "memory.enabled", "llm.daily_budget", "llm.model")
ENGLISH = re.compile(r"\b(?:or|and|from|to|number|text|list|true or false|at least)\b")


def find_unread(replies: Iterable[Reply], language: str) -> list[tuple[str, list[str]]]:
    seen = ("\n".join((each.text, *(one.label for one in each.choices))) for each in replies)
    return [(each, found) for each in seen if (found := find_english(each, language))]


async def enter_wrong_pins(world: World) -> list[Reply]:
    """Ask for what a PIN protects, and send wrong ones until no attempt is left."""
    owner = world.owner
    said = ["/backup", "1111", "/backup", "2222", "/backup", "3333", "/backup", "0000", "4444"]
    return [await owner(each) for each in said]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_settings_and_deeds_speak_the_reader_s_language(
    language: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner(f"/language {language}")
        await world.owner("kb", lease__md=WORDS[language].document.encode())
        replies = [await world.owner(each) for each in ASKED]
        (document,) = [each for each in replies if "lease.md" in each.text and each.choices]
        for choice in list(document.choices):
            replies.append(await world.owner.press(document, choice.label))
    assert find_unread(replies, language) == []


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_a_setting_may_be_is_said_in_it_too(language: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner(f"/language {language}")
        for key in KINDS:
            (allowed,) = (await world.owner(f"/settings {key}")).text.splitlines()[2:3]
            assert not ENGLISH.search(re.sub(r"`[^`]*`|\"[^\"]*\"|true|false", "", allowed)), key
        refused = (await world.owner("/settings search.mode nothing")).text
        assert "'bounded'" in refused
        assert " or " not in refused


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_wrong_pin_is_refused_in_it(language: str, tmp_path: Path) -> None:
    settings = Settings(security=SecuritySettings(pin=hash_pin("4711")))
    async with a_world(tmp_path, settings) as world:
        await world.owner(f"/language {language}")
        replies = await enter_wrong_pins(world)
    assert find_unread(replies, language) == []
