"""What people think of an answer: the owner flags it, others are counted."""

import secrets
from datetime import UTC, datetime
from pathlib import Path

from adapters.web.page import DESK
from tests.adapters.contract.people import seen
from tests.adapters.web.browser import words
from tests.adapters.web.site import BOB, a_site


async def test_the_owners_opinion_flags_that_very_answer(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        kept = await owner.upload("house.txt", b"The stairs are swept on Mondays.")
        await owner.ask("kb", files=[kept])
        first = await owner.ask("When are the stairs swept?")
        await owner.ask("/status")
        told = await owner.ask(
            "", DESK + secrets.token_hex(8), reaction="good", reacts_to=str(first["id"])
        )
        assert words(told["tree"]).startswith("Flagged as right")
        assert not [entry for entry in owner.entries if entry.get("text") == ""]


async def test_a_guests_opinion_is_counted_once_and_only_in_their_own_chat(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, site.at(BOB) as bob:
        theirs, mine = await bob.ask("/help"), await owner.ask("/help")

        async def good() -> int:
            return (await site.services.reactions.sum_up(datetime.fromtimestamp(0, UTC))).good

        for entry in (mine, theirs, theirs):
            key = DESK + secrets.token_hex(8)
            await bob.say("", key, reaction="good", reacts_to=str(entry["id"]))

        async def counted() -> bool:
            return await good() == 1

        await seen(counted, "the opinion")
        await bob.ask("/help")
        assert await good() == 1


async def test_what_is_no_opinion_is_refused(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        for reaction in ("great", 1, None, ["good"]):
            said = {"key": "12345678", "text": "", "reaction": reaction, "reacts_to": "1"}
            assert (await owner.post("/say", said)).status_code == 400
