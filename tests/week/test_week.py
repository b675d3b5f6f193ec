"""The week of an owner and three guests: everything is answered once, and nobody reads too much."""

from pathlib import Path

import pytest

from indexer.parsing.ocr.process import find_tesseract
from tests.week.keeping import restore
from tests.week.story import FIRST_HALF, SECOND_HALF, SECRETS
from tests.week.town import PEOPLE, Town, a_town
from tests.week.transcript import build_page, list_entries

pytestmark = [
    pytest.mark.timeout(900),  # eleven daemons, one after the other
    pytest.mark.skipif(not find_tesseract(), reason="tesseract is not installed"),
]


async def test_a_week(tmp_path: Path) -> None:
    async with a_town(tmp_path / "home") as town:
        for day in (*FIRST_HALF, *SECOND_HALF):
            await day(town)
        check_secrets(town)
        for person in PEOPLE:
            assert build_page(person.name, list_entries(town, person)).count("bubble'>") > 8


async def test_a_week_with_an_upgrade_on_wednesday_night(tmp_path: Path) -> None:
    async with a_town(tmp_path / "home") as town:
        restore(town)
        for day in SECOND_HALF:
            await day(town)
        check_secrets(town)


def check_secrets(town: Town) -> None:
    """What is one person's came to nobody else, in no message and no button."""
    for person in PEOPLE:
        for message in town.fake.world.messages(person.id):
            shown = "\n".join([message.text, *message.earlier, *message.buttons])
            leaked = [each for each in SECRETS[person.id] if each in shown]
            assert not leaked, (person.name, leaked, message.text)
