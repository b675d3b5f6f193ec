"""What the machine does not take is refused with the reason, and can be sent again."""

from pathlib import Path

from bot.access.policy import PAGE_OWNER
from tests.adapters.web.browser import a_browser
from tests.adapters.web.site import a_site
from tests.small_disk import full_after


async def test_a_message_that_the_database_does_not_take_is_refused_with_the_reason(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        message = {"key": "abcdefgh-1", "text": "where is the plan?"}
        with full_after(0):
            answer = await owner.post("/say", message)
        assert answer.status_code == 503
        assert "disk" in answer.json()["error"]
        assert (await owner.post("/say", message)).status_code == 200


async def test_a_link_that_the_database_does_not_take_signs_in_afterwards(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as browser:
        secret = await site.sessions.offer(PAGE_OWNER)
        with full_after(0):
            answer = await browser.enter(secret)
        assert answer.status_code == 503
        assert "disk" in answer.json()["error"]
        assert (await browser.enter(secret)).status_code == 200
