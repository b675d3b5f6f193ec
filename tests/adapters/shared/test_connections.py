"""Requests without files are sent over connections that are kept for the next ones."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from time import monotonic

import httpcore
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from adapters.shared.connections import KEPT_SECONDS, KeptConnections, Timeouts

LOOPBACK = ip_address("127.0.0.1")

LIMITS = Timeouts(connect=5, read=5, write=5, pool=5)
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n%s\r\nok"
LAST_ANSWER = ANSWER % b"Connection: close\r\n"
CHUNKED_ANSWER = (
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\no\r\n1\r\nk\r\n0\r\n\r\n"
)
EARLY_ANSWER = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + ANSWER % b""
PLACES = 8


class Server:
    """Answers each request with `answer`, or not at all while it is empty."""

    def __init__(self) -> None:
        self.answer = ANSWER % b""
        self.closes = False  # the connection after an answer, without having said so
        self.connections = 0
        self.bodies: list[bytes] = []
        self.url = ""
        self.open: dict[asyncio.Task[None] | None, asyncio.StreamWriter] = {}

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self.open[asyncio.current_task()] = writer
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
                self.bodies.append(await reader.readexactly(length))
                writer.write(self.answer)
                if self.closes:
                    break
        writer.close()

    async def stop(self) -> None:
        for writer in self.open.values():
            writer.close()
        await asyncio.gather(*(task for task in self.open if task))


@asynccontextmanager
async def _serving(
    clock: Callable[[], float] = monotonic, tls: SSLContext | None = None
) -> AsyncIterator[tuple[Server, KeptConnections]]:
    server, kept = Server(), KeptConnections(PLACES, clock)
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=tls)
    scheme, port = "https" if tls else "http", listener.sockets[0].getsockname()[1]
    server.url = f"{scheme}://127.0.0.1:{port}/send"
    try:
        yield server, kept
    finally:
        await kept.close()
        listener.close()
        await server.stop()


async def test_one_request_after_the_other_needs_one_connection() -> None:
    async with _serving() as (server, kept):
        for number in range(5):
            assert await kept.post(server.url, {}, b"%d" % number, LIMITS) == (200, b"ok")
        assert (server.connections, server.bodies) == (1, [b"0", b"1", b"2", b"3", b"4"])


async def test_requests_at_once_have_a_connection_each_up_to_the_limit() -> None:
    async with _serving() as (server, kept):
        await asyncio.gather(*(kept.post(server.url, {}, b"", LIMITS) for _ in range(3 * PLACES)))
        assert (server.connections, len(server.bodies)) == (PLACES, 3 * PLACES)
        await kept.post(server.url, {}, b"", LIMITS)
        assert server.connections == PLACES


@pytest.mark.parametrize(("answer", "closes"), [(LAST_ANSWER, False), (ANSWER % b"", True)])
async def test_a_connection_that_the_server_ends_is_not_used_again(
    answer: bytes, closes: bool
) -> None:
    async with _serving() as (server, kept):
        server.answer, server.closes = answer, closes
        for _ in range(3):
            assert await kept.post(server.url, {}, b"", LIMITS) == (200, b"ok")
            await asyncio.sleep(0.01)  # for the end of the connection to arrive
        assert server.connections == 3


async def test_an_answer_that_comes_too_late_is_not_given_to_the_next_request() -> None:
    async with _serving() as (server, kept):
        server.answer = b""
        with pytest.raises(httpcore.ReadTimeout):
            await kept.post(server.url, {}, b"first", LIMITS._replace(read=0.05))
        server.answer = ANSWER % b""
        assert await kept.post(server.url, {}, b"second", LIMITS) == (200, b"ok")
        assert server.connections == 2


@pytest.mark.parametrize("answer", [CHUNKED_ANSWER, EARLY_ANSWER])
async def test_an_answer_in_chunks_or_after_hints_is_read_and_the_connection_kept(
    answer: bytes,
) -> None:
    async with _serving() as (server, kept):
        server.answer = answer
        for _ in range(2):
            assert await kept.post(server.url, {}, b"", LIMITS) == (200, b"ok")
        assert server.connections == 1


@pytest.mark.parametrize("answer", [b"HTTP/1.1 200 OK\r\nContent-Le", b"what?\r\n\r\n", b""])
async def test_an_answer_that_is_cut_off_or_none_is_an_error(answer: bytes) -> None:
    async with _serving() as (server, kept):
        server.answer, server.closes = answer, True
        with pytest.raises(httpcore.RemoteProtocolError):
            await kept.post(server.url, {}, b"", LIMITS)


async def test_a_connection_that_was_unused_for_long_is_not_used_again() -> None:
    now = 0.0
    async with _serving(lambda: now) as (server, kept):
        await kept.post(server.url, {}, b"", LIMITS)
        now = KEPT_SECONDS
        await kept.post(server.url, {}, b"", LIMITS)
        assert server.connections == 2


async def test_a_server_is_trusted_by_its_certificate_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls, trusted = _make_certificate(tmp_path)
    async with _serving(tls=tls) as (server, kept):
        with pytest.raises(httpcore.ConnectError):
            await kept.post(server.url, {}, b"", LIMITS)
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        async with _closing(KeptConnections(PLACES)) as trusting:
            for _ in range(2):
                assert await trusting.post(server.url, {}, b"", LIMITS) == (200, b"ok")
        assert server.connections == 1


@asynccontextmanager
async def _closing(kept: KeptConnections) -> AsyncIterator[KeptConnections]:
    try:
        yield kept
    finally:
        await kept.close()


def _make_certificate(folder: Path) -> tuple[SSLContext, Path]:
    """Make a certificate for this machine that vouches for itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a server of the tests")])
    begins = datetime.now(UTC) - timedelta(days=1)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(LOOPBACK)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    trusted, both = folder / "trusted.pem", folder / "server.pem"
    trusted.write_bytes(certificate.public_bytes(Encoding.PEM))
    own = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    both.write_bytes(trusted.read_bytes() + own)
    tls = SSLContext(PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(both)
    return tls, trusted


async def test_cancelled_requests_leave_their_places_to_others() -> None:
    async with _serving() as (server, kept):
        server.answer = b""
        for _ in range(2 * PLACES):
            request = asyncio.create_task(kept.post(server.url, {}, b"", LIMITS))
            await asyncio.sleep(0.005)
            request.cancel()
            await asyncio.gather(request, return_exceptions=True)
        server.answer = ANSWER % b""
        assert await kept.post(server.url, {}, b"", LIMITS) == (200, b"ok")


async def test_no_server_and_no_place_are_errors_of_their_own() -> None:
    async with _serving() as (server, kept):
        pass
    with pytest.raises(httpcore.ConnectError):
        await kept.post(server.url, {}, b"", LIMITS)
    with pytest.raises(httpcore.PoolTimeout):
        await KeptConnections(0).post(server.url, {}, b"", LIMITS._replace(pool=0.01))
