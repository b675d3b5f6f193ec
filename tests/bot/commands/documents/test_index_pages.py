"""`/index https://…`, as the owner sees it."""

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from bot.ingest.web_fetch import MIB, WebFetcher
from tests.conversation import World, a_world

PAGE = b"""<!doctype html><html><head><title>Ferry</title></head><body>
<nav><a href="/">Home</a><a href="/b">Boats</a></nav>
<main><p>The ferry sails at noon, and the harbour opens in May.</p></main>
<footer>Imprint and cookies</footer></body></html>"""


class Site:
    """A server on the internet; `pages` by their address."""

    def __init__(self) -> None:
        self.pages = {"/ferry.md": ("text/html", PAGE), "/a.txt": ("text/plain", b"Tides at six.")}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        kind, body = self.pages[request.url.path]

        async def pieces() -> AsyncIterator[bytes]:
            yield body

        return httpx.Response(200, content=pieces(), headers={"content-type": kind})


async def resolve(host: str, _: int) -> Sequence[str]:
    return ["93.184.216.34" if host == "example.org" else "127.0.0.1"]


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
async def world(tmp_path: Path, site: Site) -> AsyncIterator[World]:
    async with a_world(tmp_path) as world:
        transport = httpx.MockTransport(site)
        # A part that was made already: the edge of the world is the only thing that differs.
        vars(world.services)["web_fetcher"] = WebFetcher(MIB, transport=transport, resolve=resolve)
        yield world


async def test_a_page_is_indexed_by_its_main_text_and_named_by_its_address(world: World) -> None:
    owner = world.owner
    reply = await owner("/index https://example.org/ferry.md kb")
    assert reply.text.startswith("Indexed https://example.org/ferry.md: 1 passage, readable by")
    assert "Fetching https://example.org/ferry.md …" in owner.drafts
    assert "https://example.org/ferry.md" in (await owner("/search harbour")).text
    assert "Nothing found" in (await owner("/search imprint boats")).text
    assert list(world.services.home.tmp.iterdir()) == []


async def test_the_same_address_replaces_what_it_said(world: World, site: Site) -> None:
    await world.owner("/index https://example.org/ferry.md kb")
    again = await world.owner("/index https://example.org/ferry.md kb")
    assert "has not changed" in again.text
    site.pages["/ferry.md"] = ("text/html", PAGE.replace(b"noon", b"midnight"))
    assert "Indexed" in (await world.owner("/index https://example.org/ferry.md kb")).text
    found = (await world.owner("/search ferry")).text
    assert "midnight" in found
    assert "noon" not in found


async def test_without_a_label_it_is_asked_who_may_read_it(world: World) -> None:
    owner = world.owner
    reply = await owner("/index https://example.org/a.txt")
    assert "Who may read https://example.org/a.txt?" in reply.text
    assert "you alone" in (await owner.press(reply, "admin")).text
    assert "Nothing found" in (await world.person("2")("/search tides")).text


async def test_the_owner_who_sends_nothing_but_a_link_is_asked_the_same(world: World) -> None:
    asked = await world.owner("/index https://example.org/ferry.md")
    assert await world.owner("https://example.org/ferry.md") == asked
    assert (await world.owner("HTTPS://example.org/ferry.md")).text == asked.text
    assert "Indexed" in (await world.owner.press(asked, "kb")).text


@pytest.mark.parametrize(
    "said",
    [
        "https://example.org/ferry.md这个网页讲了什么？",
        "https://example.org/ferry.mdを要約して",
        "https://example.org/ferry.md,https://example.org/a.txt",
        "https://example.org/ferry.mdhttps://example.org/a.txt",
    ],
)
async def test_a_link_with_words_or_another_one_behind_it_is_a_question(
    world: World, said: str
) -> None:
    assert (await world.owner(said)).choices == ()


async def test_a_link_in_a_link_is_one(world: World) -> None:
    for link in ("https://example.org/web/https://a.org/", "https://example.org/?to=http://a.org"):
        assert [choice.label for choice in (await world.owner(link)).choices] == ["kb", "admin"]


async def test_a_link_of_somebody_else_is_not_offered(world: World) -> None:
    link = "https://example.org/ferry.md"
    forwarded = replace(world.owner.write(link), forwarded=True)
    group = world.person("1", chat="g", private=False)
    for reply in (await world.owner.send(forwarded), await group(link)):
        assert reply.choices == ()
    assert (await world.person("2")(link)).choices == ()
    assert (await world.owner(f"What is {link} about?")).choices == ()


async def test_only_the_owner_in_private_has_pages_fetched(world: World) -> None:
    said = "/index https://example.org/a.txt kb"
    assert "Only the owner" in (await world.person("2")(said)).text
    group = world.person("1", chat="-5", private=False)
    assert "Only the owner" in (await group(said)).text
    assert "Nothing found" in (await world.owner("/search tides")).text


async def test_a_private_place_is_refused_with_a_sentence(world: World) -> None:
    for url in ("http://127.0.0.1/", "http://inside.example/ferry.md", "http://[::1]:8080/x"):
        reply = await world.owner(f"/index {url} kb")
        assert reply.failed
        assert "private network" in reply.text


async def test_the_same_page_elsewhere_is_recognised(world: World, site: Site) -> None:
    await world.owner("/index https://example.org/ferry.md kb")
    site.pages["/copy"] = site.pages["/ferry.md"]
    reply = await world.owner("/index https://example.org/copy kb")
    assert reply.text.startswith(
        "https://example.org/copy is the same as https://example.org/ferry.md, which I"
    )
