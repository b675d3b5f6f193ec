"""The page inside Telegram: a session for whom Telegram vouches, apart from all others."""

from pathlib import Path

import pytest

from adapters.web import WebSettings
from bot.access.pin import hash_pin
from bot.desk.sessions import LAUNCHED_LIFE, MOST_LAUNCHED
from bot.messages import Sender, UserError
from tests.adapters.web.browser import a_browser, words
from tests.adapters.web.launched import JO, OWNER, SECOND, a_mini_site, launch, opened
from tests.adapters.web.site import a_site
from tests.bot.desk.launching import a_launch
from tests.fakes import FakeClock


async def test_whom_telegram_vouches_for_is_who_they_are_there(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, opened(site) as jo, opened(site, OWNER) as owner:
        assert (await jo.look("me"))["owner"] is False
        assert (await owner.look("me"))["owner"] is True
        assert (await owner.look("people"))["known"]
        assert (await jo.get("/look/people")).status_code == 400
        assert "/cancel" in words((await jo.ask("/help"))["tree"])


async def test_what_they_send_is_their_own_also_beside_a_guest_of_that_name(
    tmp_path: Path,
) -> None:
    async with a_mini_site(tmp_path) as site, opened(site) as jo:
        for name in ("7", "telegram", "telegram-7"):
            guest = Sender("web", name)
            await site.services.people.set_role(guest.key, "approved")
            async with opened(site, guest) as other:
                text = f"The canary of {name} sleeps in the attic."
                sent = await jo.upload(f"diary-{name}.txt", text.encode())
                stolen = {"key": "12345678", "text": "", "files": [sent]}
                assert (await other.post("/say", stolen)).status_code == 400
                assert (await other.get(f"/files/{sent['reference']}")).status_code == 400
                key = f"same-key-{name}"
                assert "Indexed" in words((await jo.ask("", key, files=[sent]))["tree"])
                assert "/cancel" in words((await other.ask("/help", key))["tree"])
                told = str(await other.ask("Where does the canary sleep?")) + str(other.entries)
                assert "attic" not in told
                assert "diary" not in str(await other.look("documents"))
        assert "attic" in str(await jo.ask("Where does the canary sleep?"))


async def test_a_launch_serves_once_and_soon(tmp_path: Path) -> None:
    clock = FakeClock()
    async with a_mini_site(tmp_path, clock) as site, a_browser(site.origin) as browser:
        raw = a_launch(clock())
        assert (await launch(browser, raw)).status_code == 200
        again = await launch(browser, raw)
        assert (again.status_code, "already used" in again.json()["error"]) == (403, True)
        mixed = "&".join(sorted(raw.split("&")))
        assert (await launch(browser, mixed)).status_code == 403
        late = a_launch(clock(), query_id="other")
        clock.forward(minutes=5)
        assert (await launch(browser, late)).status_code == 403


async def test_of_many_launches_the_last_ones_stay_open(tmp_path: Path) -> None:
    clock = FakeClock()
    async with (
        a_mini_site(tmp_path, clock) as site,
        a_browser(site.origin) as first,
        a_browser(site.origin) as last,
    ):
        history = f"{site.origin}/history"
        await launch(first, a_launch(clock(), query_id="first"))
        assert (await first.client.get(history)).status_code == 200
        clock.forward(seconds=1)
        for n in range(MOST_LAUNCHED):
            await launch(last, a_launch(clock(), query_id=str(n)))
        assert (await last.client.get(history)).status_code == 200
        assert (await first.client.get(history)).status_code == 401


@pytest.mark.parametrize("raw", [None, 7, ["x"], "", "hash=x", {"data": "x"}])
async def test_what_telegram_did_not_sign_is_refused(tmp_path: Path, raw: object) -> None:
    async with a_mini_site(tmp_path) as site, a_browser(site.origin) as browser:
        answer = await browser.post("/mini/enter", {"data": raw})
        assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


async def test_a_stranger_is_told_so_and_gets_no_session(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, a_browser(site.origin) as browser:
        answer = await launch(browser, a_launch(site.services.clock(), 99))
        assert answer.status_code == 403
        assert "private assistant" in answer.json()["error"]
        assert "set-cookie" not in answer.headers


async def test_who_is_blocked_sees_nothing_any_more(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, opened(site) as jo:
        await site.services.people.set_role(JO.key, "blocked")
        assert (await jo.get("/look/documents")).status_code == 401


async def test_a_pin_keeps_the_owners_desk_to_this_machine(tmp_path: Path) -> None:
    async with (
        a_mini_site(tmp_path, pin=hash_pin("4711")) as site,
        a_browser(site.origin) as browser,
    ):
        answer = await launch(browser, a_launch(site.services.clock(), 1))
        assert "a PIN is set" in answer.json()["error"]
        async with opened(site) as jo:
            assert (await jo.look("me"))["owner"] is False


async def test_a_session_there_lasts_a_day_and_ends_with_all_others(tmp_path: Path) -> None:
    clock = FakeClock()
    async with a_mini_site(tmp_path, clock) as site, opened(site) as jo:
        clock.now += LAUNCHED_LIFE - SECOND
        assert (await jo.get("/look/me")).status_code == 200
        clock.now += SECOND
        assert (await jo.get("/look/me")).status_code == 401
        async with opened(site) as later:
            assert await site.sessions.end_all() == 2
            assert (await later.get("/look/me")).status_code == 401


async def test_leaving_there_ends_that_session_alone(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, opened(site) as jo, opened(site, OWNER) as owner:
        answer = await jo.post("/leave")
        assert "multis-mini=; HttpOnly; Max-Age=0" in str(answer.headers.multi_items())
        assert (await jo.get("/look/me")).status_code == 401
        assert (await owner.get("/look/me")).status_code == 200


async def test_its_cookie_goes_into_a_frame_and_nowhere_else(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, a_browser(site.origin) as browser:
        cookie = (await launch(browser, a_launch(site.services.clock()))).headers["set-cookie"]
        for part in ("HttpOnly", "Secure", "SameSite=None", "Partitioned", "Path=/"):
            assert part in cookie.split("; ")


async def test_telegram_alone_may_frame_it_and_only_these_pages(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, opened(site) as jo:
        for path in ("/mini", "/mini/locked"):
            headers = (await jo.get(path)).headers
            assert "frame-ancestors https://web.telegram.org;" in headers["content-security-policy"]
            assert "x-frame-options" not in headers
        for path in ("/", "/enter", "/locked", "/static/main.js", "/look/me", "/mini/", "/mini/x"):
            headers = (await jo.get(path)).headers
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-frame-options"] == "DENY"


async def test_where_it_is_off_there_is_no_such_page(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as browser:
        for path in ("/mini", "/mini/locked"):
            answer = await browser.get(path)
            assert answer.status_code == 404
            assert answer.headers["x-frame-options"] == "DENY"
        assert (await browser.post("/mini/enter", {"data": "x"})).status_code == 404


async def test_too_many_attempts_have_to_wait(tmp_path: Path) -> None:
    async with a_mini_site(tmp_path) as site, a_browser(site.origin) as browser:
        codes = [(await browser.post("/mini/enter", {"data": "x"})).status_code for _n in range(70)]
        assert codes[0] == 403
        assert codes[-1] == 429
        async with opened(site) as jo:  # whom no forgery keeps out
            assert (await jo.look("me"))["name"] == JO.id


@pytest.mark.parametrize("origin", ["", "http://multis.example"])
def test_it_takes_https(origin: str) -> None:
    with pytest.raises(UserError, match="mini_app needs an address with https"):
        WebSettings.of({"port": 1, "origin": origin, "mini_app": True})
