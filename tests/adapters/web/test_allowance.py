"""What a guest posts takes no more room in a day than some messages of the longest kind."""

from pathlib import Path

import pytest

from adapters.web.allowance import DAY, LEAST, TextAllowance
from bot.messages import Answer, IncomingMessage, Reply, UserError
from tests.adapters.web.site import BOB, a_site


async def keep_silent(_: IncomingMessage) -> Answer:
    silence: tuple[Reply, ...] = ()
    for reply in silence:
        yield reply


def test_each_person_has_room_for_a_day() -> None:
    allowance = TextAllowance(room=4 * LEAST)
    for _ in range(4):
        allowance.spend("bob", "a", 0.0)
    with pytest.raises(UserError):
        allowance.spend("bob", "a", 1.0)
    with pytest.raises(UserError):
        allowance.spend("eve", "ж" * 3 * LEAST, 1.0)
    allowance.spend("eve", "a", 1.0)
    allowance.spend("bob", "a", DAY + 1)


async def test_what_names_a_button_or_an_entry_is_short(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at(BOB) as bob:
        for name in ("pressed", "reacts_to"):
            posted = await bob.post("/say", {"key": "long-0001", "text": "", name: "x" * 200_000})
            assert posted.status_code == 400, name


async def test_the_page_takes_no_more_text_than_there_is_room_for(tmp_path: Path) -> None:
    async with a_site(tmp_path, handle=keep_silent) as site, site.at(BOB) as bob:
        answers = [
            await bob.post("/say", {"key": f"flood-{number:04}", "text": "€" * 32_000})
            for number in range(90)
        ]
        assert answers[0].is_success
        assert answers[-1].status_code == 400
        assert "come back tomorrow" in answers[-1].text
