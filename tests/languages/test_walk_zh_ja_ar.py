"""What readers of Chinese, Japanese or Arabic stumble over, and others do not."""

import re
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from unicodedata import bidirectional
from zoneinfo import ZoneInfo

import pytest

from indexer.text.dates.repeats import Repeat
from memory.reminders.request import find_request
from tests.conversation import World, a_world
from tests.languages.english import find_english
from tests.languages.situations import WORDS

NOW = datetime(2026, 2, 11, 12, 0, tzinfo=ZoneInfo("Etc/UTC"))  # a Wednesday
MONDAYS, FRIDAYS = Repeat("week", weekdays=(1,)), Repeat("week", weekdays=(5,))
FIRST_MONDAYS = Repeat("month", weekdays=(1,), nth=1)
UNSPACED = ("ja", "zh_Hans")

REQUESTS = {
    "5月3日15:00提醒我交房租": ("2026-05-03T15:00", "交房租", None),
    "每月第一个星期一10:00提醒我开会": ("2026-03-02T10:00", "开会", FIRST_MONDAYS),
    "5月3日15:00に家賃を払うのをリマインドして": ("2026-05-03T15:00", "家賃を払う", None),
    "ذكّرني كل اثنين الساعة 10 بالاجتماع": ("2026-02-16T10:00", "بالاجتماع", MONDAYS),
    "ذكّرني كل يوم جمعة الساعة 9 أن أتصل بأمي": ("2026-02-13T09:00", "أتصل بأمي", FRIDAYS),
    "ذكّرني كل أول اثنين الساعة 10 بالاجتماع": ("2026-03-02T10:00", "بالاجتماع", FIRST_MONDAYS),
    "ذكّرني كل أول اثنين من الشهر الساعة 10 بالاجتماع": (
        "2026-03-02T10:00",
        "بالاجتماع",
        FIRST_MONDAYS,
    ),
    "ذكّرني كل اثنين وخميس الساعة 10 بالاجتماع": (
        "2026-02-12T10:00",
        "بالاجتماع",
        Repeat("week", weekdays=(1, 4)),
    ),
}
NO_REQUESTS = ("提醒我的闹钟坏了", "提醒我护照什么时候到期", "谢谢你提醒我开会", "你提醒我了")
GREETINGS = {
    "你好": "您好！",
    "早上好！": "您好！",
    "مرحبًا": "مرحبًا!",
    "السلام عليكم": "مرحبًا!",
    "こんにちは": "こんにちは！",
    "شكرا": "على الرحب",
    "Привет": "Здравствуйте",
    "Привіт": "Вітаю",
    "नमस्ते": "नमस्ते",
}


@pytest.mark.parametrize("said", REQUESTS)
def test_a_request_for_a_reminder_is_understood(said: str) -> None:
    found = find_request(said, NOW)
    assert found is not None
    assert found.at is not None
    at, text, repeat = REQUESTS[said]
    assert (f"{found.at:%Y-%m-%dT%H:%M}", found.text, found.repeat) == (at, text, repeat)


def test_in_chinese_too_a_request_without_a_time_is_one() -> None:
    found = find_request("提醒我给小周打电话", NOW)
    assert found is not None
    assert (found.text, found.at) == ("给小周打电话", None)


@pytest.mark.parametrize("said", NO_REQUESTS)
def test_what_merely_mentions_a_reminder_is_none(said: str) -> None:
    assert find_request(said, NOW) is None


@pytest.mark.parametrize("said", GREETINGS)
async def test_a_greeting_of_one_language_is_answered_in_it(said: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert (await world.owner(said)).text.startswith(GREETINGS[said])


@pytest.mark.parametrize("said", ["Ciao", "Hallo", "OK"])
async def test_a_greeting_that_many_languages_have_changes_nothing(
    said: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        text = (await world.owner(said)).text
    assert text.startswith(("Hello", "Goodbye", "All right"))


async def walk(world: World, language: str) -> AsyncIterator[str]:
    owner, words = world.owner, WORDS[language]
    await owner(f"/language {language}")
    await owner("kb", lease__md=words.document.encode())
    for said in (words.question, words.remember, "/memory", words.documents, words.search):
        yield (await owner(said)).text
    yield (await owner("/reminders")).text
    for said in ("/settings", "/mode", "/mode nothing", "/users", "/invite Anna", "/invite list"):
        yield (await owner(said)).text
    for said in ("/settings search.mode nothing", "/forget", "/status", "/usage"):
        yield (await owner(said)).text


@pytest.mark.parametrize("language", UNSPACED)
async def test_no_space_stands_beside_a_full_width_sign(language: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        texts = [each async for each in walk(world, language)]
    found = [match[0] for each in texts for match in re.finditer(r".? [（：].?|[。：）] \w", each)]
    assert found == []
    assert not any(re.search(r"[\u3040-\u9fff] ?\(", each) for each in texts)


async def test_in_chinese_a_space_stands_between_its_signs_and_latin_ones(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        texts = [each async for each in walk(world, "zh_Hans")]
    found = [
        match[0]
        for each in texts
        for match in re.finditer(r"[!-~][和或]|[和或][!-~]|\d(?:分钟|字节)", each)
    ]
    assert found == []


@pytest.mark.parametrize("language", ["ar", *UNSPACED])
async def test_what_a_setting_may_be_is_said_in_the_reader_s_language(
    language: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner(f"/language {language}")
        text = (await world.owner("/settings search.mode nothing")).text
    assert "bounded" in text
    assert " or " not in text
    assert find_english(text, language) == []


async def test_each_arabic_line_runs_from_right_to_left(tmp_path: Path) -> None:
    """An app takes the direction of a line from the first character that has one."""
    async with a_world(tmp_path) as world:
        texts = [each async for each in walk(world, "ar")]
    lines = [line for each in texts for line in each.splitlines() if re.search(r"[ء-ي]", line)]
    assert [each for each in lines if _find_direction(each) != "R"] == []


def _find_direction(line: str) -> str:
    strong = (bidirectional(each) for each in re.sub(r"[\u200e`*]", "", line))
    return next(each.replace("AL", "R") for each in strong if each in ("L", "R", "AL"))
