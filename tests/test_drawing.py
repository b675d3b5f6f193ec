"""The page about the architecture shows the house as it is."""

import re

from tests.architecture import ROOT, load_rooms
from tests.drawing import PAGE, PICTURE, render_rooms, renew
from tests.floor_plan import draw_house

TEXT = PAGE.read_text(encoding="utf-8")
ROOMS = tuple(load_rooms().values())


def test_every_module_that_it_names_exists() -> None:
    named = re.findall(r"`((?:adapters|bot|memory|indexer)/[\w/]+\.py)`", TEXT)
    assert len(named) > 30
    assert not [name for name in named if not (ROOT / name).is_file()]


def test_its_table_and_its_picture_are_those_of_the_rooms() -> None:
    assert renew(TEXT, render_rooms(ROOMS)) == TEXT
    assert PICTURE.read_text(encoding="utf-8") == draw_house(ROOMS)


def test_each_story_has_fifteen_stops() -> None:
    assert len(re.findall(r"^\| \d+ \| ", TEXT, re.MULTILINE)) == 30
