"""The page of two workers: whichever a browser reaches, and whichever of them answers."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from msgspec import Struct

from bot.access.policy import PAGE_OWNER
from bot.desk.sessions import Sessions, parse_guest
from bot.desk.tables import open_page
from bot.desk.views import Views
from bot.home import Home
from bot.messages import Sender
from bot.services.resources import utc_now
from indexer.store.engine.server import DatabaseSettings
from tests.adapters.contract.people import seen
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.web.browser import Browser, a_browser, listening, words
from tests.daemon import Daemon, a_daemon, until, write_config
from tests.fake_llm import Call, FakeLlm, Says
from tests.postgresql.databases import WHOLE, Databases

pytestmark = pytest.mark.timeout(600)  # two daemons, on whatever machine
PATIENCE = 120.0  # seconds
BOB = parse_guest("bob")
ADDRESS = re.compile(r"http://127\.0\.0\.1:[0-9]+")
CANARY = "the canary Zerafina sleeps in the quartzlocker"
PACE = 0.3  # seconds for each word of an answer


def think(_call: Call) -> Says:
    return Says("That is in no document that I know of, and I looked for it twice.")


class Site(Struct):
    """The pages of two workers; the first worker that had a chat has it."""

    sessions: Sessions
    daemons: list[Daemon]
    stack: AsyncExitStack

    async def open(self, person: Sender) -> list[Browser]:
        """Open the page of a person at each worker, signed in once."""
        opened = [await self._open(each) for each in self.daemons]
        answer = await opened[0].enter(await self.sessions.offer(person))
        assert answer.status_code == 200, answer.text
        for each in opened[1:]:
            each.signed_in_as(opened[0])
        for each in opened:
            await self.stack.enter_async_context(listening(each))
        return opened

    async def _open(self, daemon: Daemon) -> Browser:
        found = ADDRESS.search(daemon.log)
        assert found
        return await self.stack.enter_async_context(a_browser(found[0]))


@pytest.fixture
async def site(tmp_path: Path, databases: Databases) -> AsyncIterator[Site]:
    async with (
        databases.open_server(WHOLE) as server,
        FakeBotApi() as fake,
        FakeLlm(think, PACE) as model,
        AsyncExitStack() as stack,
    ):
        home, page = tmp_path / "home", {"enabled": True, "port": 0}
        database = {"url": server.owner, "reader": server.reader, "workers": True}
        write_config(
            home,
            fake,
            platforms={"web": page},
            access={"policy": "open"},
            llm={"model": "openai:fake", "api_key": "x", "base_url": f"{model.address}/v1"},
            database=database,
        )
        daemons = [await stack.enter_async_context(at_work(home, name)) for name in ("one", "two")]
        settings = DatabaseSettings(server.owner, server.reader)
        tables = await stack.enter_async_context(open_page(Home(home), settings=settings))
        yield Site(Sessions(tables, utc_now), daemons, stack)


@asynccontextmanager
async def at_work(home: Path, name: str) -> AsyncIterator[Daemon]:
    async with a_daemon(home, start=False, name=name) as daemon:
        await daemon.ready(PATIENCE)
        await until(lambda: bool(ADDRESS.search(daemon.log)) or daemon.ended, "its page", PATIENCE)
        assert not daemon.ended, daemon.log
        yield daemon


def read(browser: Browser) -> list[str]:
    return [words(each["tree"]) for each in browser.told]


async def shows(browser: Browser, text: str) -> None:
    async def there() -> bool:
        return any(text in each for each in read(browser))

    await seen(there, f"{text} in {read(browser)}")


async def grows(browser: Browser) -> None:
    async def there() -> bool:
        return any("document" in str(each) for each in browser.drafts)

    await seen(there, "an answer that grows")


async def test_what_is_asked_at_one_worker_grows_and_is_answered_at_both(site: Site) -> None:
    one, two = await site.open(PAGE_OWNER)
    await two.say("Where is the ferry's timetable kept?")
    for each in (one, two):
        await grows(each)
    for each in (one, two):
        await shows(each, "in no document that I know of")
    await one.say("/reminders")
    await shows(two, "You have no reminders")


async def test_cancel_stops_an_answer_from_either(site: Site) -> None:
    one, two = await site.open(PAGE_OWNER)
    await one.say("Where is the ferry's timetable kept?")
    await grows(two)
    await two.say("/cancel")
    await shows(one, "Stopping.")


async def test_who_signs_out_at_one_is_out_at_both(site: Site) -> None:
    one, two = await site.open(PAGE_OWNER)
    await one.ask("/reminders")
    assert (await one.post("/leave")).status_code == 200
    assert (await two.get("/look/me")).status_code == 401


async def test_no_worker_shows_a_guest_what_is_the_owners(site: Site) -> None:
    owner, guest = await site.open(PAGE_OWNER), await site.open(BOB)
    await owner[0].ask(f"/remember {CANARY}")
    await owner[1].ask("Where does Zerafina sleep?")
    await guest[1].ask("Where does Zerafina sleep?")
    await guest[0].ask("/search quartzlocker")
    told = str([each.entries + each.drafts for each in guest])
    for each in guest:
        told += str([event async for event in _read_again(each)])
        for view in Views():
            told += (await each.get(f"/look/{view}?q=Zerafina&words=quartzlocker")).text
        told += (await each.get("/history")).text
    assert "canary" not in told
    assert "sleeps" not in told
    assert "canary" in str([each.entries for each in owner])


async def _read_again(browser: Browser) -> AsyncIterator[object]:
    """What a page that is opened anew gets."""
    async with a_browser(browser.origin) as again:
        again.signed_in_as(browser)
        async with listening(again):
            await seen(lambda: _has_entries(again), "its entries")
        for each in again.entries + again.drafts:
            yield each


async def _has_entries(browser: Browser) -> bool:
    return bool(browser.entries)
