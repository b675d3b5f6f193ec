"""Who may no longer talk to multis: their session is void, and the page says so in a sentence."""

from pathlib import Path

import pytest

from bot.messages import Sender
from tests.adapters.web.browser import Browser, a_browser, events, words
from tests.adapters.web.launched import JO, a_mini_site, opened
from tests.adapters.web.site import BOB, Site, a_site

SAID = "You can no longer talk to this assistant"
CANARY = "quetzal-0815"
READING = (
    "/look/me",
    "/look/documents",
    "/look/conversations",
    "/events",
    "/history",
    "/passage?id=x",
    "/original?id=x",
    "/files/bob.00000000000000000000000000000000",
)


async def bar(site: Site, person: Sender, role: str) -> None:
    if role:
        await site.services.people.set_role(person.key, "blocked")
    else:
        await site.services.people.take_role(person.key, "approved")


async def assert_void(browser: Browser) -> None:
    """Nothing of what was said before is to be had, and each request is told why."""
    for path in READING:
        answer = await browser.get(path)
        assert (answer.status_code, SAID in answer.json()["error"]) == (401, True), path
    for path in ("/say", "/conversation", "/guest"):
        answer = await browser.post(path, {"key": "12345678", "text": "hello"})
        assert answer.status_code == 401, path


@pytest.mark.parametrize("role", ["blocked", ""])
async def test_who_is_blocked_or_revoked_sees_nothing_of_earlier_days(
    tmp_path: Path, role: str
) -> None:
    async with a_site(tmp_path) as site, site.at(BOB) as bob:
        assert "/cancel" in words((await bob.ask("/help"))["tree"])
        await bob.ask(f"/remember The diary says {CANARY}")
        await bar(site, BOB, role)
        await assert_void(bob)
        for path in ("/", "/locked"):
            page = await bob.get(path)
            assert (page.status_code, SAID in page.text) == (401, True)
            assert "multis web" not in page.text


async def test_an_open_page_ends_with_its_persons_access(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as bob:
        await bob.enter(await site.sessions.offer(BOB))
        heard = events(bob)
        await bob.say(f"/remember The diary says {CANARY}")
        async for event in heard:
            if event["event"] == "entry" and event["side"] == "told":
                break
        await bar(site, BOB, "blocked")
        await bob.post("/say", {"key": "12345678", "text": CANARY})
        more = [event async for event in heard]
        assert more == []


async def test_a_link_of_who_was_blocked_meanwhile_leads_to_that_sentence(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as bob:
        link = await site.sessions.offer(BOB)
        await bar(site, BOB, "blocked")
        await bob.enter(link)
        assert SAID in (await bob.get("/")).text
        await assert_void(bob)


async def test_who_is_let_in_anew_needs_the_new_link(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, site.at(BOB) as bob:
        await bob.ask("/help")
        assert (await owner.post("/guest", {"name": "bob"})).status_code == 200
        assert (await bob.get("/look/me")).status_code == 200  # nothing had been taken away
        await owner.ask(f"/users revoke {BOB.key}")
        answer = await owner.post("/guest", {"name": "bob"})
        assert "multis web" in (await bob.get("/")).text
        assert (await bob.get("/look/me")).status_code == 401
        async with a_browser(site.origin) as again:
            await again.enter(answer.json()["address"].partition("#")[2])
            assert (await again.look("me"))["name"] == "bob"


async def test_inside_telegram_it_is_said_too(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, opened(site) as jo:
        await jo.ask("/help")
        await bar(site, JO, "blocked")
        await assert_void(jo)
        locked = await jo.get("/mini/locked")
        assert (locked.status_code, SAID in locked.text) == (401, True)


async def test_the_owner_is_never_barred(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await bar(site, Sender("web", "owner"), "blocked")
        assert (await owner.look("me"))["owner"] is True
