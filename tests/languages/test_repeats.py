"""How often a reminder comes reads as people say it, also within brackets."""

import pytest

from bot.reminders.wording import format_repeat
from indexer.i18n import SHIPPED, use_language
from indexer.text.dates.repeats import Repeat

WEEKLY = {
    "en": "every Monday and every Thursday",
    "ar": "كل يوم اثنين وكل يوم خميس",
    "de": "jeden Montag und jeden Donnerstag",
    "es": "cada lunes y cada jueves",
    "fr": "chaque lundi et chaque jeudi",
    "hi": "हर सोमवार और हर गुरुवार",
    "it": "ogni lunedì e ogni giovedì",
    "ja": "毎週月曜日、毎週木曜日",
    "pt": "toda segunda-feira e toda quinta-feira",
    "ru": "каждый понедельник и каждый четверг",
    "tr": "her pazartesi ve her perşembe",
    "uk": "щопонеділка і щочетверга",
    "zh_Hans": "每周一和每周四",
}


@pytest.mark.parametrize("language", WEEKLY)
def test_each_day_of_the_week_is_named_as_people_do(language: str) -> None:
    with use_language(SHIPPED.load(language)):
        assert format_repeat(Repeat("week", weekdays=(1, 4))) == WEEKLY[language]


@pytest.mark.parametrize("language", WEEKLY)
def test_what_stands_in_brackets_has_none(language: str) -> None:
    with use_language(SHIPPED.load(language)):
        assert not set("()（）") & set(format_repeat(Repeat("week", 2, (1, 4))))
