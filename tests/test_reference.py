"""The pages of settings and commands say what the code says, and leave nothing out."""

import pytest

from bot.settings.config import Settings
from bot.settings.reference import Key, list_keys
from tests.reference import COMMANDS, SETTINGS, render_commands, render_settings

KEYS = list(list_keys(Settings))


def test_the_pages_are_those_that_the_code_makes() -> None:
    assert SETTINGS.read_text(encoding="utf-8") == render_settings()
    assert COMMANDS.read_text(encoding="utf-8") == render_commands()


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.path)
def test_every_setting_says_what_it_means(key: Key) -> None:
    assert key.meaning.strip(), "a comment beside the field says it"


def test_no_help_of_a_command_is_empty() -> None:
    assert "### multis say" in render_commands()
    assert "|  |" not in render_commands()
