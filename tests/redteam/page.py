"""By the page: cookies, keys, origins, hosts, paths and other people's files over real HTTP."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

import httpx
from msgspec import Struct

from adapters.web import WebSettings
from bot.access.policy import PAGE_OWNER
from bot.settings.config import PlatformSettings, Settings, TelegramSettings
from bot.settings.config import WebSettings as PageSettings
from tests.adapters.web.browser import KEY, Browser, a_browser, words
from tests.adapters.web.site import BOB, Site, a_site
from tests.bot.desk.launching import TOKEN, a_launch
from tests.redteam.outcome import Outcome, shorten
from tests.scenarios.scene import FREE, MARK
from tests.serving import free_port

MINI = "https://multis.example"

PATHS = [
    "/look/me",
    "/look/documents",
    "/look/search?q=harbour",
    "/look/facts",
    "/look/people",
    "/look/pulse",
    "/look/health",
    "/look/passage?id={chunk}",
    "/passage?id={chunk}",
    "/original?id={chunk}",
    "/events",
    "/files/{file}",
]
TRAVERSALS = [
    "/../config.json",
    "/static/../../config.json",
    "/static/%2e%2e/%2e%2e/config.json",
    "/static/..%2f..%2fconfig.json",
    "/static/..%5c..%5cconfig.json",
    "/static//etc/passwd",
    "/files/../config.json",
    "/files/%2e%2e%2fconfig.json",
    "/files/owner.%00",
    "/files/{file}/../{file}",
    "/files/bob.{hex}",
    "/look/../look/people",
    "/look/__class__",
    "/look/passage?id={chunk}&id={chunk}",
    "/look/passage?id=%25",
    "/passage?id={chunk}&as=web:owner",
    "/original?id={chunk}&as=web:owner",
    "/original?id=../config.json",
    "/original?id={file}",
    "/look/documents?scope=admin&everything=1",
    "/look/search?q=harbour&scope=admin",
    "/look/search?q=scope:admin%20harbour",
    "/look/people?as=owner",
    "/events?after=0",
    "/events?after=-1&person=owner",
    "/events?after=owner",
]
FORGED = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "{origin}.evil.example"},
    {"Origin": "{origin}/"},
    {"Origin": "https://127.0.0.1"},
    {"Host": "evil.example"},
    {"Host": "127.0.0.1.evil.example"},
    {"Host": "localhost:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]
# Headers by which somebody says who they are.
CLAIMS = [
    {"Cookie": "multis=owner"},
    {"Cookie": "multis=' OR 1=1 --"},
    {"Cookie": "multis=; multis=x"},
    {"Cookie": "multis=" + "x" * 4000},
    {KEY: "x", "Cookie": "multis=x"},
    {"Authorization": "Bearer owner"},
    {"X-Forwarded-For": "127.0.0.1", "X-Real-IP": "127.0.0.1"},
    {"X-Forwarded-User": "owner", "Remote-User": "owner"},
    {"X-Original-URL": "/look/people"},
    {"X-HTTP-Method-Override": "GET"},
]
SAID = [
    "/search harbour",
    "/docs",
    "/users",
    "/status",
    "/label 1 kb",
    "/users block web:eve",
    "/show {chunk}",
]


class Visit(Struct):
    site: Site
    owner: Browser
    bob: Browser
    known: dict[str, str]

    def fill(self, text: str) -> str:
        for name, value in self.known.items():
            text = text.replace(f"{{{name}}}", value)
        return text


@asynccontextmanager
async def a_visit(folder: Path) -> AsyncIterator[Visit]:
    """The owner has a private file and a note with the mark; Bob is a guest."""
    settings = Settings(rate_limit=FREE)
    async with a_site(folder, settings=settings) as site, site.at() as owner, site.at(BOB) as bob:
        file = await owner.upload("plan.txt", f"The harbour password is {MARK}.".encode())
        told = await owner.ask("admin", files=[file])
        assert "Indexed" in words(told["tree"])
        await owner.ask(f"/remember the harbour password is {MARK}")
        found = (await owner.look("search", q="harbour"))["found"]
        path = str(file.get("reference") or file.get("ref") or next(iter(file.values())))
        known = {"chunk": found[0]["id"], "file": path, "origin": site.origin, "hex": "0" * 32}
        yield Visit(site, owner, bob, known)


async def get(visit: Visit, browser: Browser, path: str, **headers: str) -> str:
    """Return what is sent within a moment: a line of events stays open."""
    sent = {name: visit.fill(value) for name, value in headers.items()}
    told = b""
    try:
        url = httpx.URL(browser.origin).copy_with(raw_path=visit.fill(path).encode())
        async with browser.client.stream("GET", url, headers=sent, timeout=0.2) as answer:
            async for piece in answer.aiter_raw():
                told += piece
    except httpx.HTTPError:
        pass
    return told.decode(errors="replace")


async def say(visit: Visit, browser: Browser, text: str, **headers: str) -> str:
    sent = {name: visit.fill(value) for name, value in headers.items()}
    body = {"key": "12345678" + str(abs(hash((text, str(headers))))), "text": text}
    answer = await browser.post("/say", body, **sent)
    return "" if answer.status_code >= 400 else f"it was let in: {answer.status_code}"


def find(told: str) -> str:
    return f"it was told {MARK}" if MARK in told or "root:" in told else ""


async def attack_launch(folder: Path) -> AsyncIterator[Outcome]:
    """The page in Telegram: launches that are forged, old, another bot's, or used before."""
    platforms = PlatformSettings(
        telegram=TelegramSettings(bot_token=TOKEN), web=PageSettings(mini_app=True)
    )
    settings, web = Settings(platforms=platforms), WebSettings(free_port(), MINI, mini_app=True)
    async with a_site(folder, settings=settings, web=web) as site, a_browser() as stranger:
        stranger.origin = f"http://127.0.0.1:{web.port}"
        await site.services.people.set_role("telegram:7", "approved")
        at = site.services.clock()
        whole = a_launch(at)
        used = await stranger.post("/mini/enter", {"data": whole})
        tries = {
            "that was used": whole,
            "that was used, in another order": "&".join(reversed(whole.split("&"))),
            "that is old": a_launch(at - timedelta(minutes=6)),
            "that is of tomorrow": a_launch(at + timedelta(days=1)),
            "of another bot": a_launch(at, token="1:another"),  # of no bot
            "signed without a token": a_launch(at, token=""),
            "of a stranger": a_launch(at, 99),
            "changed to the owner's": a_launch(at).replace("%3A7%2C", "%3A1%2C"),
            "with a second person": f"{a_launch(at, query_id='two')}&user=%7B%22id%22%3A1%7D",
            "without a signature": a_launch(at).partition("&hash=")[0],
            "of nothing": "",
        }
        yield Outcome("a true launch", "" if used.is_success else f"refused: {used.text}")
        for name, raw in tries.items():
            answer = await stranger.post("/mini/enter", {"data": raw})
            yield Outcome(f"a launch {name}", "let in" if answer.is_success else "")
        elsewhere = await stranger.post("/mini/enter", {"data": a_launch(at)}, Origin="null")
        yield Outcome("a launch from another origin", "let in" if elsewhere.is_success else "")


async def attack_page(folder: Path) -> AsyncIterator[Outcome]:
    async for outcome in attack_launch(folder / "launch"):
        yield outcome
    async with a_visit(folder) as visit, a_browser(visit.site.origin) as stranger:
        for path in (*PATHS, *TRAVERSALS):
            yield Outcome(shorten(f"guest: {path}"), find(await get(visit, visit.bob, path)))
            yield Outcome(shorten(f"stranger: {path}"), find(await get(visit, stranger, path)))
        for claim in CLAIMS:
            for path in PATHS[:3]:
                told = await get(visit, stranger, path, **claim)
                yield Outcome(shorten(f"stranger, {claim}: {path}"), find(told))
        async for outcome in attack_session(visit, stranger):
            yield outcome
        async for outcome in attack_by_words(visit):
            yield outcome
        async for outcome in attack_room(visit, stranger):
            yield outcome


async def attack_by_words(visit: Visit) -> AsyncIterator[Outcome]:
    for text in SAID:
        told = str(await visit.bob.ask(visit.fill(text)))
        yield Outcome(f"guest says {text}", find(told))
    for text in SAID[:3]:
        forged = await visit.bob.post(
            "/say",
            {
                "key": "forged" + "0" * 10,
                "text": text,
                "chat": "owner",
                "sender": "owner",
                "person": "owner",
                "forwarded": False,
            },
        )
        told = forged.text + str(visit.bob.entries)
        yield Outcome(f"guest says {text} as the owner", find(told))
    people = str(await visit.owner.look("people"))
    yield Outcome("all of it together", "" if "bob" in people else "the guest is gone")


async def attack_session(visit: Visit, stranger: Browser) -> AsyncIterator[Outcome]:
    for forged in FORGED:
        came = await say(visit, visit.owner, "/docs", **forged)
        yield Outcome(shorten(f"in the owner's browser, {forged}"), came)
    neighbour = httpx.Cookies(visit.owner.client.cookies)
    stranger.client.cookies = neighbour
    for key in ("", "x", visit.bob.client.headers[KEY], visit.owner.client.cookies["multis"]):
        for path in PATHS[:3]:
            told = await get(visit, stranger, path, **{KEY: key})
            yield Outcome(shorten(f"the cookie with key {key[:3]!r}: {path}"), find(told))
        yield Outcome(
            f"the cookie with key {key[:3]!r} says",
            await say(visit, stranger, "/docs", **{KEY: key}),
        )
    stranger.client.cookies.clear()
    for link in ("", "owner", "' OR 1=1 --", "x" * 4000):
        answer = await stranger.post("/enter", {"link": link})
        yield Outcome(shorten(f"enter {link}"), "let in" if answer.is_success else "")
    used = await visit.site.sessions.offer(PAGE_OWNER)
    async with a_browser(visit.site.origin) as first:
        await first.enter(used)
    answer = await stranger.post("/enter", {"link": used})
    yield Outcome("a link that was used", "let in" if answer.is_success else "")


async def attack_room(visit: Visit, stranger: Browser) -> AsyncIterator[Outcome]:
    """Guesses that would keep others out, and files of somebody who was blocked since."""
    for _ in range(40):
        await stranger.post("/enter", {"link": "guess"})
    async with a_browser(visit.site.origin) as late:
        answer = await late.enter(await visit.site.sessions.offer(BOB))
        yield Outcome("guess until nobody gets in", "" if answer.is_success else "a guest is out")
    await visit.site.services.people.set_role(BOB.key, "blocked")
    sent = {"Origin": visit.site.origin}
    came = await visit.bob.client.post(f"{visit.site.origin}/files", content=b"x", headers=sent)
    yield Outcome("who is blocked brings a file", "it was taken" if came.is_success else "")
    for path in PATHS[:10]:
        told = await visit.bob.get(visit.fill(path))
        yield Outcome(f"who is blocked: {path}", "it was told" if told.is_success else "")


async def control_page(folder: Path) -> AsyncIterator[Outcome]:
    async with a_visit(folder) as visit:
        for path in (
            "/look/search?q=harbour",
            "/look/passage?id={chunk}",
            "/look/facts",
            "/events",
        ):
            yield Outcome(path, find(await get(visit, visit.owner, path)))
        yield Outcome("say", await say(visit, visit.owner, "/docs"))
        yield Outcome("ask", find(str(await visit.owner.ask("/search harbour"))))
