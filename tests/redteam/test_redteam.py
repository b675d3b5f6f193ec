"""Nothing comes of any attack; and the same acts by who may do them are seen to succeed."""

from pathlib import Path

import pytest

from tests.redteam.doors import DOORS
from tests.redteam.outcome import Door, list_failures


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
async def test_nothing_comes_of_an_attack(tmp_path: Path, door: Door) -> None:
    outcomes = [each async for each in door.attacks(tmp_path)]
    assert len(outcomes) >= 5
    assert "\n".join(list_failures(outcomes)) == ""


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
async def test_who_may_succeeds(tmp_path: Path, door: Door) -> None:
    """So an attack that succeeds is seen to."""
    outcomes = [each async for each in door.controls(tmp_path)]
    assert outcomes
    assert [each.attack for each in outcomes if not each.came] == []
