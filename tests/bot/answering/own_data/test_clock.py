"""Date and time are told by the chat's own clock, where nothing else is asked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conversation import World, a_world

NOON = "Wednesday, 11 February 2026, 12:00 (Europe/London)"
DINNER = b"# Weekend\n\nDinner at The Sun Inn is at 19:00 on Saturday. The train leaves at 13:49.\n"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as opened:
        await opened.owner("/reminders zone London")
        yield opened


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what time is it?", NOON),
        ("Hi, what's today's date?", NOON),
        ("Wie spät ist es?", "Mittwoch, 11. Februar 2026, 12:00 (Europe/London)"),
        ("Quelle heure est-il ?", "mercredi 11 février 2026, 12:00 (Europe/London)"),
        ("¿Qué día es hoy?", "miércoles, 11 de febrero de 2026, 12:00 (Europe/London)"),
        ("Che ore sono?", "mercoledì 11 febbraio 2026, 12:00 (Europe/London)"),
        ("Que horas são?", "quarta-feira, 11 de fevereiro de 2026, 12:00 (Europe/London)"),
        ("Который час?", "среда, 11 февраля 2026, 12:00 (Europe/London)"),
        ("Яке сьогодні число?", "середа, 11 лютого 2026, 12:00 (Europe/London)"),
        ("今天星期几？", "2026年2月11日星期三, 12:00 (Europe/London)"),
        ("今日は何日ですか？", "2026年2月11日水曜日, 12:00 (Europe/London)"),
        ("Saat kaç?", "11 Şubat 2026 Çarşamba, 12:00 (Europe/London)"),
    ],
)
async def test_date_and_time_are_told_in_the_language_of_the_question(
    world: World, asked: str, told: str
) -> None:
    await world.owner("kb", weekend__md=DINNER)
    assert (await world.owner(asked)).text == told


async def test_a_zone_of_the_chat_counts(world: World) -> None:
    await world.owner("/reminders zone Tokyo")
    expected = "Wednesday, 11 February 2026, 21:00 (Asia/Tokyo)"
    assert (await world.owner("what time is it?")).text == expected


@pytest.mark.parametrize(
    "asked", ["what time is dinner?", "what time is the train?", "What time is it on Saturday?"]
)
async def test_what_asks_for_another_time_is_answered_from_the_documents(
    world: World, asked: str
) -> None:
    await world.owner("kb", weekend__md=DINNER)
    assert "London" not in (await world.owner(asked)).text


async def test_whatever_was_spoken_of_the_time_is_that_of_the_clock(world: World) -> None:
    await world.owner("kb", weekend__md=DINNER)
    await world.owner("when is the dinner?")
    assert (await world.owner("what time is it?")).text == NOON
    assert "London" not in (await world.owner("what day is it?")).text


async def test_who_asks_what_multis_is_hears_what_it_does(world: World) -> None:
    for asked in ("are you ChatGPT?", "What's your name?"):
        assert "I answer questions from your documents" in (await world.owner(asked)).text
