"""Fetches one page or file of the web, within limits and from public places only.

The address that was checked is the one that is connected to, so that a name which stands for
something else a moment later leads nowhere; TLS still verifies the name. Every redirect is checked
as the first address was.
"""

import asyncio
import mimetypes
import zlib
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO

import httpx

from bot.ingest.public_addresses import Resolve, find_public_address, resolve_host
from bot.messages import UserError

SECONDS = 60.0  # for a whole page
SILENT_SECONDS = 15.0  # without a byte
REDIRECTS = 5
MIB = 1 << 20
PIECE = 1 << 16
PAGES = ("text/html", "application/xhtml+xml")
HEADERS = {"User-Agent": "multis (a private assistant)", "Accept-Encoding": "gzip"}


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """What came: its bytes are in the file that was named."""

    url: str  # where it was in the end
    content_type: str  # as the server says, such as "text/html"; may be empty

    @property
    def file_name(self) -> str:
        """What tells kinds of text apart where the bytes do not; an address ends as it likes."""
        last = PurePosixPath(httpx.URL(self.url).path).name
        if self.content_type in PAGES:
            return self.url + ".webpage"
        suffix = mimetypes.guess_extension(self.content_type) or ""
        return last if PurePosixPath(last).suffix else (last or "page") + suffix


def normalize_url(url: str) -> str:
    """An address as a document is named by it; a `UserError` if it is none."""
    try:
        place = httpx.URL(url)
    except httpx.InvalidURL:
        place = httpx.URL("")
    if place.scheme not in ("http", "https") or not place.host or place.userinfo:
        raise UserError("That is no address that I can fetch, such as https://example.org/page.")
    return str(place.copy_with(fragment=None))


class WebFetcher:
    """Made once; `transport` and `resolve` are the edge of the world."""

    def __init__(
        self,
        most_bytes: int,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        resolve: Resolve = resolve_host,
        seconds: float = SECONDS,
    ) -> None:
        self._most_bytes = most_bytes
        self._transport = transport
        self._resolve = resolve
        self._seconds = seconds

    async def fetch(self, url: str, path: Path) -> FetchedPage:
        """Write what `url` names to `path`; a `UserError` says why that cannot be."""
        try:
            async with asyncio.timeout(self._seconds), self._client() as client:
                return await self._follow(client, url, path)
        except (TimeoutError, httpx.TimeoutException):
            raise UserError(f"{url} took too long to answer. Try again later.") from None
        except (httpx.HTTPError, httpx.InvalidURL, zlib.error) as error:
            raise UserError(f"{url} cannot be fetched ({type(error).__name__}).") from None

    def _client(self) -> httpx.AsyncClient:
        # No proxy from the environment: it would look names up by itself.
        return httpx.AsyncClient(
            transport=self._transport,
            timeout=SILENT_SECONDS,
            trust_env=False,
            headers=HEADERS,
        )

    async def _follow(self, client: httpx.AsyncClient, url: str, path: Path) -> FetchedPage:
        place = httpx.URL(url)
        for _ in range(REDIRECTS + 1):
            request = await self._request(client, place)
            response = await client.send(request, stream=True)
            try:
                if not response.has_redirect_location:
                    await self._save(response, url, path)
                    kind = response.headers.get("content-type", "").partition(";")[0]
                    return FetchedPage(str(place), kind.strip().lower())
                place = place.join(response.headers["location"])
            finally:
                await response.aclose()
        raise UserError(f"{url} leads from one address to the next without end.")

    async def _request(self, client: httpx.AsyncClient, place: httpx.URL) -> httpx.Request:
        """For the address itself, in the name of its host."""
        normalize_url(str(place))  # a redirect may lead to any scheme
        port = place.port or (443 if place.scheme == "https" else 80)
        address = await find_public_address(place.host, port, self._resolve)
        client.cookies.clear()
        return client.build_request(
            "GET",
            place.copy_with(host=address, fragment=None),
            headers={"Host": place.netloc.decode("ascii")},
            extensions={"sni_hostname": place.raw_host.decode("ascii")},
        )

    async def _save(self, response: httpx.Response, url: str, path: Path) -> None:
        if response.status_code != httpx.codes.OK:
            raise UserError(f"{url} answers {response.status_code} {response.reason_phrase}.")
        with suppress(ValueError):
            self._check_size(int(response.headers.get("content-length", "0")), url)
        with path.open("wb") as file:
            await self._copy(_decompress(response, url), file, url)

    async def _copy(self, pieces: AsyncIterator[bytes], file: BinaryIO, url: str) -> None:
        size = 0
        async for piece in pieces:
            size += len(piece)
            self._check_size(size, url)
            file.write(piece)

    def _check_size(self, size: int, url: str) -> None:
        if size > self._most_bytes:
            raise UserError(
                f"{url} is larger than the {self._most_bytes / MIB:.0f} MB that I read."
            )


async def _decompress(response: httpx.Response, url: str) -> AsyncIterator[bytes]:
    """The body in pieces of bounded size, however small what they were packed into."""
    packing = response.headers.get("content-encoding", "identity").strip().lower()
    if packing == "identity":
        async for piece in response.aiter_raw(PIECE):
            yield piece
        return
    if packing not in ("gzip", "x-gzip"):
        raise UserError(f"{url} comes packed in a way that I cannot read ({packing}).")
    unzip = zlib.decompressobj(wbits=31)
    async for piece in response.aiter_raw(PIECE):
        while piece and not unzip.eof:
            yield unzip.decompress(piece, PIECE)
            piece = unzip.unconsumed_tail
    yield unzip.flush()
