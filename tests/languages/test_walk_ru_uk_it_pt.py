"""What else a person meets in Russian, Ukrainian, Italian and Portuguese: one language throughout.

One form of address, too: Italian says tu, and Portuguese is that of Brazil with você.
"""

import re
from io import BytesIO
from pathlib import Path

import openpyxl  # type: ignore[import-untyped]  # it ships no type information
import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.access.pin import SecuritySettings, hash_pin
from bot.messages import Reply
from bot.settings.config import Settings
from indexer.i18n.language import DOMAIN, LOCALES
from indexer.text.question_words import load_question_words
from memory.reminders.request import find_request
from tests.catalog.translations import read
from tests.conversation import World, a_world
from tests.factories import NOON, a_message
from tests.languages.english import find_english
from tests.languages.situations import WORDS

PIN = "2468"


class More(Struct, frozen=True):
    repeated: str  # a reminder
    about_me: str
    told: str  # how the answer to that begins
    foreign: str  # a pattern of another form of address, or of another country


MORE = {
    "ru": More(
        "Напоминай каждый первый понедельник в 10 платить за квартиру",
        "Что ты обо мне знаешь?",
        "Вы мне сказали:",
        r"\b(ты|тебе|тебя|твои|твой)\b",
    ),
    "uk": More(
        "Нагадуй кожного першого понеділка о 10 платити за квартиру",
        "Що ти про мене знаєш?",
        "Ви мені сказали:",
        r"\b(ти|тобі|тебе|твої|твій)\b",
    ),
    "it": More(
        "Ricordami ogni primo lunedì alle 10 di pagare l’affitto",
        "Cosa sai di me?",
        "Mi hai detto:",
        r"\b(Lei|intende|mi invii|mi dica|suoi documenti)\b",
    ),
    "pt": More(
        "Lembre-me toda primeira segunda-feira às 10 de pagar o aluguel",
        "O que você sabe sobre mim?",
        "Você me disse:",
        r"\b(ficheiro|ecrã|palavra-passe|sobre si|estou a \w+r|[Dd]isse-me|telemóvel)\b",
    ),
}


def build_sheet() -> bytes:
    book, file = openpyxl.Workbook(), BytesIO()
    book.active.append(["a", 1])
    book.save(file)
    return file.getvalue()


async def walk(world: World, language: str) -> list[str]:
    """Return everything that was shown, drafts too."""
    owner, words, more = world.owner, WORDS[language], MORE[language]
    replies = [await owner(f"/language {language}")]
    replies.append(await owner("kb", rent__xlsx=build_sheet()))
    replies.append(await owner("kb", lease__md=words.document.encode()))
    said = (words.remember, more.repeated, "/reminders", "/reminders move 1 xx", "/why")
    typed = ("/settings nope", "/settings documents.upload_scope x", "/docs lease.md delete")
    guarded = ("/forget", "13", "0000", PIN, "/forget undo", "/cancel")
    for each in (*said, *typed, *guarded):
        replies.append(await owner(each))
    for text in ("/start", "/docs", "/settings", words.hello):
        for sender in ("2", "99"):
            message = replace(a_message(text, sender=sender), language=language)
            replies += [i async for i in world.bot.handle(message) if isinstance(i, Reply)]
    shown = ["\n".join((each.text, *(c.label for c in each.choices))) for each in replies]
    return [*shown, *owner.drafts]


@pytest.mark.parametrize("language", MORE)
async def test_no_english_comes_through_on_the_way(language: str, tmp_path: Path) -> None:
    settings = Settings(security=SecuritySettings(pin=hash_pin(PIN)))
    async with a_world(tmp_path, settings) as world:
        seen = await walk(world, language)
    assert [(text, found) for text in seen if (found := find_english(text, language))] == []
    assert [text for text in seen if re.search(r" or |\bsheets\b", text)] == []


@pytest.mark.parametrize("language", MORE)
async def test_what_is_told_comes_back(language: str, tmp_path: Path) -> None:
    words, more = WORDS[language], MORE[language]
    async with a_world(tmp_path) as world:
        await world.owner(f"/language {language}")
        await world.owner(words.remember)
        assert (await world.owner(more.about_me)).text.startswith(more.told)


@pytest.mark.parametrize("language", MORE)
def test_a_reminder_that_repeats_is_understood(language: str) -> None:
    request = find_request(MORE[language].repeated, NOON)
    assert request is not None
    assert request.repeat is not None
    assert (request.repeat.unit, request.repeat.nth) == ("month", 1)


@pytest.mark.parametrize("language", MORE)
def test_everybody_is_addressed_in_one_way(language: str) -> None:
    forms = list[str]()
    for message in read(LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"):
        forms += [message.string] if isinstance(message.string, str) else message.string or ()
    forms += map(str, load_question_words(language).lists["replies"].values())
    assert [each for each in forms if re.search(MORE[language].foreign, each)] == []
