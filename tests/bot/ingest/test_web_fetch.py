"""Pages of the web: fetched from public places, within limits, and from nowhere else."""

import asyncio
import gzip
import socket
import zlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from ipaddress import ip_address, ip_network
from pathlib import Path

import httpx
import pytest

from bot.ingest.public_addresses import is_public, resolve_host
from bot.ingest.web_fetch import MIB, REDIRECTS, FetchedPage, WebFetcher, normalize_url
from bot.messages import UserError
from tests.bot.ingest.own_addresses import REFUSED, missing, run_in_namespace

PUBLIC = "93.184.216.34"
NAMES = {
    "example.org": [PUBLIC],
    "inside.example": ["10.0.0.5"],
    "both.example": [PUBLIC, "127.0.0.1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "six.example": ["2606:2800:220:1::1"],
}
Handler = Callable[[httpx.Request], httpx.Response]


async def resolve(host: str, port: int) -> Sequence[str]:
    """Names of a little world; numbers as the machine itself reads them."""
    if host in NAMES:
        return NAMES[host]
    if host.replace(".", "").replace(":", "").isalnum() and not host.endswith((".org", ".example")):
        return await resolve_host(host, port)
    raise socket.gaierror


def web(handler: Handler, *, most: int = MIB, seconds: float = 5.0) -> WebFetcher:
    transport = httpx.MockTransport(handler)
    return WebFetcher(most, transport=transport, resolve=resolve, seconds=seconds)


def unreachable(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"{request.url} was connected to")


def answering(body: bytes = b"hello", **headers: str) -> Handler:
    return lambda _: streamed(body, headers)


def streamed(body: bytes, headers: Mapping[str, str] | None = None) -> httpx.Response:
    """A body that is still to come, as from a socket."""

    async def pieces() -> AsyncIterator[bytes]:
        yield body

    return httpx.Response(200, content=pieces(), headers=headers)


async def refused(fetching: WebFetcher, url: str, folder: Path) -> str:
    with pytest.raises(UserError) as caught:
        await fetching.fetch(url, folder / "page")
    return str(caught.value)


async def test_a_page_is_written_down(tmp_path: Path) -> None:
    handler = answering(b"<html>hi</html>", **{"Content-Type": "Text/HTML; charset=utf-8"})
    fetched = await web(handler).fetch("https://example.org/a", tmp_path / "page")
    assert fetched == FetchedPage("https://example.org/a", "text/html")
    assert (tmp_path / "page").read_bytes() == b"<html>hi</html>"


async def test_the_checked_address_is_the_one_connected_to(tmp_path: Path) -> None:
    asked = list[httpx.Request]()

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return streamed(b"x")

    await web(handler).fetch("https://example.org:8443/a?b=c#d", tmp_path / "page")
    await web(handler).fetch("http://six.example/", tmp_path / "page")
    assert str(asked[0].url) == f"https://{PUBLIC}:8443/a?b=c"
    assert asked[0].headers["host"] == "example.org:8443"
    assert asked[0].extensions["sni_hostname"] == "example.org"
    assert asked[1].url.host == "2606:2800:220:1::1"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://[::1]/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://127.1/",
        "http://0.0.0.0/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://10.1.2.3:8080/",
        "http://192.168.1.1/",
        "http://172.16.0.1/",
        "http://100.64.0.1/",
        "http://224.0.0.1/",
        "http://[ff02::1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2002:5db8:d822::1]/",
        "http://[2001:0:5db8:d822::1]/",
        "http://[::127.0.0.1]/",
        "http://[::93.184.216.34]/",
        "http://[::ffff:93.184.216.34]/",
        "http://[fec0::1]/",
        "http://[feff::1]/",
        "http://[3fff::1]/",
        "http://[5f00::1]/",
        "http://[4000::1]/",
        "http://[100::1]/",
        "http://[2001:db8::1]/",
        "http://255.255.255.255/",
        "http://198.18.0.1/",
        "http://203.0.113.1/",
        "http://localhost/",
        "http://inside.example/",
        "http://both.example/",
        "http://mapped.example/",
    ],
)
async def test_no_private_place_is_ever_connected_to(tmp_path: Path, url: str) -> None:
    assert "private network" in await refused(web(unreachable), url, tmp_path)


@pytest.mark.parametrize("target", ["http://127.0.0.1/", "//inside.example/x", "http://[::1]:631/"])
async def test_a_redirect_is_checked_as_the_first_address_was(tmp_path: Path, target: str) -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        assert request.url.host == PUBLIC
        return httpx.Response(302, headers={"location": target})

    assert "private network" in await refused(web(handler), "https://example.org/", tmp_path)


OWN = [ip_network(each) for each in ("93.184.216.0/24", "2606:2800:220:1::/64")]


@pytest.mark.parametrize(
    "url",
    [
        f"http://{PUBLIC}/",
        "http://93.184.216.99:631/",
        "http://example.org/",
        "http://[2606:2800:220:1::77]/",
    ],
)
async def test_a_public_address_of_this_machine_or_its_network_is_refused(
    tmp_path: Path, url: str
) -> None:
    transport = httpx.MockTransport(unreachable)
    fetching = WebFetcher(MIB, transport=transport, resolve=resolve, list_own=lambda: OWN)
    assert "private network or this machine" in await refused(fetching, url, tmp_path)


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_a_machine_with_a_public_address_never_connects_to_itself() -> None:
    """In a network namespace, with real sockets: see `tests/bot/ingest/own_addresses.py`."""
    found = run_in_namespace()
    assert found == dict.fromkeys(found, REFUSED)
    assert set(found) == {"own", "neighbour", "own IPv6", "redirect", "rebinding", "in decimal"}


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://example.org/", "gopher://x/"])
async def test_a_redirect_leads_to_no_other_scheme(tmp_path: Path, target: str) -> None:
    def handler(_: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"location": target})

    assert "not an address" in await refused(web(handler), "https://example.org/", tmp_path)


async def test_a_name_that_changes_its_mind_is_asked_once_for_each_step(tmp_path: Path) -> None:
    answers = iter([[PUBLIC], ["127.0.0.1"]])

    async def rebinding(_: str, __: int) -> Sequence[str]:
        return next(answers)

    asked = list[str]()

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.host)
        return streamed(b"x")

    fetching = WebFetcher(MIB, transport=httpx.MockTransport(handler), resolve=rebinding)
    await fetching.fetch("http://example.org/", tmp_path / "page")
    assert asked == [PUBLIC]


async def test_redirects_are_followed_but_not_for_ever(tmp_path: Path) -> None:
    asked = list[str]()

    def handler(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.path)
        return httpx.Response(301, headers={"location": f"/{len(asked)}"})

    assert "redirects too often" in await refused(web(handler), "http://example.org/", tmp_path)
    assert len(asked) == REDIRECTS + 1


async def test_the_last_address_is_the_one_that_is_told(tmp_path: Path) -> None:
    def handler(request: httpx.Request) -> httpx.Response:
        moved = request.url.path == "/"
        return httpx.Response(302, headers={"location": "/b.md"}) if moved else streamed(b"")

    fetched = await web(handler).fetch("http://example.org/", tmp_path / "page")
    assert fetched.url == "http://example.org/b.md"


async def endless(counted: list[int]) -> AsyncIterator[bytes]:
    while True:
        counted[0] += 65536
        yield bytes(65536)


@pytest.mark.parametrize("said", [b"[Sign in again](https://evil.example/)", b"**Owner**: /forget"])
async def test_a_server_puts_no_words_of_its_own_into_a_reply(tmp_path: Path, said: bytes) -> None:
    def refusing(_: httpx.Request) -> httpx.Response:
        return httpx.Response(404, extensions={"reason_phrase": said})

    url = "https://example.org/"
    assert await refused(web(refusing), url, tmp_path) == f"{url} answered 404 Not Found."
    packed = answering(b"", **{"content-encoding": said.decode()})
    told = await refused(web(packed), url, tmp_path)
    assert not set("[]()*:/") & set(told.partition("(")[2].removesuffix(").")), told


@pytest.mark.parametrize("headers", [{}, {"content-length": "10000000000"}])
async def test_a_huge_body_is_given_up_early(tmp_path: Path, headers: Mapping[str, str]) -> None:
    counted = [0]

    def handler(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=endless(counted), headers=headers)

    assert "larger than 1 MB" in await refused(web(handler), "http://example.org/", tmp_path)
    assert counted[0] <= MIB + 2 * 65536
    assert (not headers) or counted[0] == 0


async def test_a_gzip_bomb_is_given_up_before_it_unfolds(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(bytes(MIB)) for _ in range(200)) + packer.flush()
    assert len(bomb) < MIB
    handler = answering(bomb, **{"Content-Encoding": "gzip"})
    assert "larger than" in await refused(web(handler), "http://example.org/", tmp_path)
    assert (tmp_path / "page").stat().st_size <= MIB


async def test_what_is_unpacked_holds_up_nobody(tmp_path: Path) -> None:
    """One piece that is received unpacks to a thousand times its size."""
    packed = gzip.compress(bytes(48 * MIB))
    handler = answering(packed, **{"Content-Encoding": "gzip"})
    path, seen = tmp_path / "page", set[int]()
    fetching = asyncio.create_task(
        web(handler, most=50 * MIB, seconds=60).fetch("http://example.org/", path)
    )
    while not fetching.done():
        await asyncio.sleep(0)
        seen.add(path.stat().st_size if path.exists() else 0)
    assert (await fetching).url == "http://example.org/"
    assert any(0 < size < 48 * MIB for size in seen)
    assert path.stat().st_size == 48 * MIB


async def test_a_packed_page_is_unpacked(tmp_path: Path) -> None:
    text = b"".join(b"line %d\n" % n for n in range(20_000))
    handler = answering(gzip.compress(text), **{"Content-Encoding": "gzip"})
    await web(handler).fetch("http://example.org/", tmp_path / "page")
    assert (tmp_path / "page").read_bytes() == text


@pytest.mark.parametrize(
    ("headers", "body", "told"),
    [
        ({"Content-Encoding": "br"}, b"x", "a compression I do not support (br)"),
        ({"Content-Encoding": "gzip"}, b"no gzip at all", "could not fetch"),
    ],
)
async def test_what_cannot_be_unpacked_is_said(
    tmp_path: Path, headers: Mapping[str, str], body: bytes, told: str
) -> None:
    fetching = web(answering(body, **headers))
    assert told in await refused(fetching, "http://example.org/", tmp_path)


async def test_a_slow_body_is_given_up(tmp_path: Path) -> None:
    async def drop_by_drop() -> AsyncIterator[bytes]:
        yield b"x"
        await asyncio.Event().wait()

    def handler(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=drop_by_drop())

    fetching = web(handler, seconds=0.05)
    assert "took too long" in await refused(fetching, "http://example.org/", tmp_path)


async def test_other_failures_are_sentences(tmp_path: Path) -> None:
    def away(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("secret detail", request=request)

    def missing(_: httpx.Request) -> httpx.Response:
        return httpx.Response(404)

    url = "http://example.org/a"
    assert await refused(web(away), url, tmp_path) == f"I could not fetch {url} (ConnectError)."
    assert await refused(web(missing), url, tmp_path) == f"{url} answered 404 Not Found."
    assert "cannot find" in await refused(web(unreachable), "http://nowhere.example/", tmp_path)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x/y",
        "http://",
        "http:///a",
        "https://me:pw@example.org/",
        "https://xn--",
        "https://xn--a.x",
        pytest.param(
            "https://x/" + " " * 60_000, id="too long once its signs are written as codes"
        ),
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(UserError, match="not an address"):
        normalize_url(url)


def test_an_address_is_written_in_one_way() -> None:
    assert normalize_url("HTTPS://Example.ORG/a#b") == "https://example.org/a"


@pytest.mark.parametrize(
    ("url", "content_type", "name"),
    [
        ("https://point.md/", "text/html", "https://point.md/.webpage"),
        ("https://point.md/", "text/plain", "page.txt"),
        ("https://x.org/README.md", "text/plain", "README.md"),
        ("https://x.org/get", "text/csv", "get.csv"),
        ("https://x.org/paper.pdf", "application/pdf", "paper.pdf"),
        ("https://x.org/page", "", "page"),
    ],
)
def test_the_content_type_tells_texts_apart(url: str, content_type: str, name: str) -> None:
    assert FetchedPage(url, content_type).file_name == name


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:2800:220:1::1"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))
