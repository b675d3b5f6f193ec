"""Fetches one page or file from the web, within limits and from public addresses only.

The address that was checked is the one that is connected to, so a name that resolves to another one
a moment later (DNS rebinding) gains nothing; TLS still verifies the name. Every redirect is checked
like the first address.
"""

import asyncio
import mimetypes
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import httpx
from msgspec import Struct

from bot.ingest.own_networks import list_own_networks
from bot.ingest.public_addresses import (
    ListNetworks,
    Resolve,
    find_public_address,
    resolve_host,
)
from bot.messages import N_, UserError, _

SECONDS = 60.0  # for a whole page
SILENT_SECONDS = 15.0  # without a byte
REDIRECTS = 5
MIB = 1 << 20
PIECE = 1 << 16
PAGES = ("text/html", "application/xhtml+xml")
Unpack = Callable[[bytes], Iterable[bytes]]
HEADERS = {"User-Agent": "multis (a private assistant)", "Accept-Encoding": "gzip"}


class FetchedPage(Struct, frozen=True):
    """A fetched page or file, whose bytes are in the file that the caller named."""

    url: str  # after redirects
    content_type: str  # the server's, such as "text/html"; may be empty

    @property
    def file_name(self) -> str:
        """A name that shows the kind of text, since an address need not."""
        last = PurePosixPath(httpx.URL(self.url).path).name
        if self.content_type in PAGES:
            return self.url + ".webpage"
        suffix = mimetypes.guess_extension(self.content_type) or ""
        return last if PurePosixPath(last).suffix else (last or "page") + suffix


def normalize_url(url: str) -> str:
    """Return the address in the form that names a document; raise UserError for no address."""
    try:
        place = httpx.URL(url).copy_with(fragment=None)  # checks the length of what it encoded
        host = place.host
    except (httpx.InvalidURL, UnicodeError):  # UnicodeError: a name as no script has it
        place, host = httpx.URL(""), ""
    if place.scheme not in ("http", "https") or not host or place.userinfo:
        raise UserError(_("That is not an address I can fetch. Example: https://example.org/page"))
    return str(place)


class WebFetcher:
    """Fetches pages of at most `most_bytes`; tests replace the parts that look outside."""

    def __init__(
        self,
        most_bytes: int,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        resolve: Resolve = resolve_host,
        list_own: ListNetworks = list_own_networks,
        seconds: float = SECONDS,
    ) -> None:
        self._most_bytes = most_bytes
        self._transport = transport
        self._resolve = resolve
        self._list_own = list_own
        self._seconds = seconds

    async def fetch(self, url: str, path: Path) -> FetchedPage:
        """Write the page at `url` to `path`; raise UserError if that fails."""
        try:
            async with asyncio.timeout(self._seconds), self._open_client() as client:
                return await self._follow_redirects(client, url, path)
        except (TimeoutError, httpx.TimeoutException):
            raise UserError(_("{url} took too long to answer. Try again later.", url=url)) from None
        except (httpx.HTTPError, httpx.InvalidURL, zlib.error) as error:
            reason = type(error).__name__
            raise UserError(
                _("I could not fetch {url} ({reason}).", url=url, reason=reason)
            ) from None

    def _open_client(self) -> httpx.AsyncClient:
        # No proxy from the environment: it would resolve names itself.
        return httpx.AsyncClient(
            transport=self._transport,
            timeout=SILENT_SECONDS,
            trust_env=False,
            headers=HEADERS,
        )

    async def _follow_redirects(
        self, client: httpx.AsyncClient, url: str, path: Path
    ) -> FetchedPage:
        place = httpx.URL(url)
        for _attempt in range(REDIRECTS + 1):
            request = await self._build_request(client, place)
            response = await client.send(request, stream=True)
            try:
                if not response.has_redirect_location:
                    await self._save(response, url, path)
                    kind = response.headers.get("content-type", "").partition(";")[0]
                    return FetchedPage(str(place), kind.strip().lower())
                place = place.join(response.headers["location"])
            finally:
                await response.aclose()
        raise UserError(_("{url} redirects too often.", url=url))

    async def _build_request(self, client: httpx.AsyncClient, place: httpx.URL) -> httpx.Request:
        """Build a request to the address that was checked, with the headers for its host."""
        normalize_url(str(place))  # a redirect may lead to any scheme
        port = place.port or (443 if place.scheme == "https" else 80)
        address = await find_public_address(place.host, port, self._resolve, self._list_own)
        client.cookies.clear()
        return client.build_request(
            "GET",
            place.copy_with(host=address, fragment=None),
            headers={"Host": place.netloc.decode("ascii")},
            extensions={"sni_hostname": place.raw_host.decode("ascii")},
        )

    async def _save(self, response: httpx.Response, url: str, path: Path) -> None:
        if response.status_code != httpx.codes.OK:
            status = _describe_status(response.status_code)
            raise UserError(_("{url} answered {status}.", url=url, status=status))
        with suppress(ValueError):
            self._check_size(int(response.headers.get("content-length", "0")), url)
        unpack = _build_unpacking(response, url)
        with path.open("wb") as file:
            copy = partial(self._copy, unpack, file, url)
            async for piece in response.aiter_raw(PIECE):
                # A piece may unpack to a thousand times its size.
                await asyncio.to_thread(copy, piece)

    def _copy(self, unpack: Unpack, file: BinaryIO, url: str, piece: bytes) -> None:
        for unpacked in unpack(piece):
            self._check_size(file.tell() + len(unpacked), url)
            file.write(unpacked)

    def _check_size(self, size: int, url: str) -> None:
        if size > self._most_bytes:
            most = round(self._most_bytes / MIB)
            raise UserError(
                _("{url} is larger than {most} MB, the most I read.", url=url, most=most)
            )


def _describe_status(status: int) -> str:
    """Return a status with its usual name: the server's own may hold a link or an order."""
    name = httpx.codes.get_reason_phrase(status)
    return f"{status} {name}".strip()


def _build_unpacking(response: httpx.Response, url: str) -> Unpack:
    """Return what unpacks a piece of the body."""
    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing == "identity":
        return lambda piece: (piece,)
    if packing not in ("gzip", "x-gzip"):
        packing = "".join(each for each in packing if each.isalnum() or each in "-, ")[:40]
        sentence = N_("{url} uses a compression I do not support ({packing}).")
        raise UserError(sentence.fill(url=url, packing=packing))
    return partial(_unzip, zlib.decompressobj(wbits=31))


def _unzip(unzip: "zlib._Decompress", piece: bytes) -> Iterator[bytes]:
    """Yield pieces of bounded size, so that a bomb cannot fill memory."""
    while piece and not unzip.eof:
        yield unzip.decompress(piece, PIECE)
        piece = unzip.unconsumed_tail
