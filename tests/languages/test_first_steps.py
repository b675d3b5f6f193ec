"""The page for newcomers says the same in each language, and its examples are understood."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.turns.plain_words import find_plain_command
from memory.reminders.request import find_request

DOCS = Path(__file__).parents[2] / "docs"
ENGLISH = DOCS / "first-steps.md"
PAGES = [ENGLISH, *sorted(DOCS.glob("first-steps.*.md"))]
NOW = datetime(2027, 6, 1, 9, tzinfo=UTC)


def read_codes(page: Path) -> list[str]:
    """The code of a page; the words that it shows for a value are translated."""
    found = re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8"))
    return [" ".join(each.split()[:3]) for each in found if re.match(r"/|multis|kb|admin", each)]


def read_values(page: Path) -> list[str]:
    return [re.sub(r"(/invite|create) .*", r"\1", each) for each in read_codes(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_translation_has_the_same_parts(page: Path) -> None:
    text, english = page.read_text(encoding="utf-8"), ENGLISH.read_text(encoding="utf-8")
    assert read_values(page) == read_values(ENGLISH)
    for part in ("\n## ", "\n```", "\n| ", "\n1. ", "](first-steps"):
        assert text.count(part) == english.count(part), part


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_it_says_to_write_is_understood(page: Path) -> None:
    rows = re.findall(r"^\| `([^`/]+)` \|", page.read_text(encoding="utf-8"), re.MULTILINE)
    commands = [found.name if (found := find_plain_command(row)) else "" for row in rows]
    assert commands == ["search", "remember", "forget", "", "docs"]
    reminder = find_request(rows[3], NOW)
    assert reminder is not None
    assert reminder.at is not None


def test_every_language_links_to_the_others() -> None:
    assert len(PAGES) >= 6
    for page in PAGES:
        links = set(re.findall(r"\]\((first-steps[^)]*)\)", page.read_text(encoding="utf-8")))
        assert links == {each.name for each in PAGES} - {page.name}
