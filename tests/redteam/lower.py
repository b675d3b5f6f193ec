"""Below the chat: SQL, addresses to fetch, and a parser that a file has taken over."""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from pathlib import Path

import httpx

from bot.ingest.public_addresses import resolve_host
from bot.ingest.web_fetch import MIB, WebFetcher
from bot.messages import UserError
from bot.services.tables import SCHEMAS
from indexer.confinement.process import Order, start_process
from indexer.confinement.walls import Walls
from indexer.parsing.errors import ParseError
from indexer.parsing.protocol import LONGEST, Decoder
from indexer.scopes import ADMIN, KB, Visibility
from indexer.search.ranking import RankingSettings
from indexer.search.store import Store
from indexer.store.corpus import PASSAGES
from indexer.store.database import open_database
from indexer.store.door import match, select
from indexer.store.rows import FILE_ROWS
from indexer.store.writer import Writer
from tests.indexer.confinement.standing import has_walls
from tests.indexer.factories import Index
from tests.redteam.outcome import Outcome, shorten
from tests.redteam.statements import BEHIND, DIRECT, MATCHES

SEEN = Visibility.only(KB)


def _tell_section(title: str, lines: Sequence[Sequence[int]] = ()) -> str:
    place = {"level": 1, "pages": None, "turns": [], "line": None, "lines": lines}
    told = {"section": title, "text": "x", "path": [title], **place, "type": "section"}
    return json.dumps(told)


def _tell_sentences(depth: int) -> object:
    """Return sentences in each other, of which each has the next ten times."""
    return ["{a}" * 10, {"a": _tell_sentences(depth - 1)}] if depth else ["x", {}]


TOLD = {
    "a notice of a million letters": json.dumps({"notice": [_tell_sentences(6)]}),
    "a failure of a million letters": json.dumps(
        {"failed": "damaged", "because": _tell_sentences(6), "detail": ""}
    ),
    "a title of 60,000 letters": _tell_section("t" * 60_000),
    "a million lines of one word": _tell_section("t", [[0, 1]] * 1_000_000),
}
PARSER = "tests.indexer.confinement.attacks"
ADDRESSES = [
    "127.0.0.1",
    "[::1]",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.1",
    "0",
    "0.0.0.0",  # noqa: S104 - to connect to, not to listen on
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:ffff:7f00:0001]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fe80::1%25lo]",
    "[fec0::1]",
    "[fd00::1]",
    "169.254.169.254",
    "[fd00:ec2::254]",
    "100.100.100.200",
    "10.0.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "user:password@127.0.0.1",
    "example.org@127.0.0.1",
    "127.0.0.1#@example.org",
    "127.0.0.1?@example.org",
    "127.0.0.1\\@example.org",
    "\uff11\uff12\uff17.0.0.1",
    "127\u30020\u30020\u30021",
    "\u2460\u2461\u2466.0.0.1",
]
REDIRECTS = [
    "http://127.0.0.1/",
    "//127.0.0.1/",
    "http://[::1]:631/",
    "https://2130706433/",
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "data:text/plain,hello",
    "http:/\\127.0.0.1/",
]
PUBLIC = "93.184.216.34"


async def attack_sql(folder: Path) -> AsyncIterator[Outcome]:
    path = folder / "multis.db"
    async with open_database(path, *SCHEMAS) as database:
        index = Index(database, Store(database, RankingSettings()), Writer(database))
        await index.add("admin.txt", "goldfinch of the owner", scope=ADMIN)
        for kind, statements in (("direct", DIRECT), ("behind", BEHIND), ("match", MATCHES)):
            for statement in statements:
                text = statement.format(path=path, fts=PASSAGES.fts)
                yield Outcome(shorten(f"{kind}: {statement}"), await execute(index, kind, text))


async def execute(index: Index, kind: str, sql: str) -> str:
    try:
        if kind == "direct":
            rows = await index.database.reader.run(lambda db: db.execute(sql).fetchall())
        elif kind == "behind":
            rows = await index.database.reader.run(
                lambda db: list(select(db, SEEN, FILE_ROWS, f" {sql}"))
            )
        else:
            rows = await index.database.reader.run(lambda db: list(match(db, PASSAGES, sql)))
    except sqlite3.DatabaseError:
        return ""
    return f"it was answered: {len(rows)} rows"


async def control_sql(folder: Path) -> AsyncIterator[Outcome]:
    async with open_database(folder / "multis.db", *SCHEMAS) as database:
        index = Index(database, Store(database, RankingSettings()), Writer(database))
        came = await execute(index, "behind", "SELECT name FROM visible")
        yield Outcome("what the door is for", came)


async def attack_addresses(folder: Path) -> AsyncIterator[Outcome]:
    for address in ADDRESSES:
        for url in (f"http://{address}/", f"https://{address}:8443/x"):
            yield Outcome(shorten(url), await fetch(url, folder))
    for target in REDIRECTS:
        yield Outcome(shorten(f"redirect to {target}"), await fetch("http://a/", folder, target))


async def fetch(url: str, folder: Path, target: str = "") -> str:
    """Fetch it, and tell of any connection to somewhere that is not public."""
    reached: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        reached.append(request.url.host)
        headers = {"location": target} if target and len(reached) == 1 else {}
        return httpx.Response(302 if headers else 200, headers=headers, content=stream())

    async def stream() -> AsyncIterator[bytes]:
        yield b"hello"

    async def resolve(host: str, port: int) -> list[str]:
        return [PUBLIC] if host in ("a", "example.org") else await resolve_host(host, port)

    fetcher = WebFetcher(MIB, transport=httpx.MockTransport(answer), resolve=resolve, seconds=5)
    with suppress(UserError):
        await fetcher.fetch(url, folder / "page")
    private = [each for each in reached if each != PUBLIC]
    return f"it connected to {private}" if private else ""


async def control_addresses(folder: Path) -> AsyncIterator[Outcome]:
    url = "http://1.1.1.1/"
    yield Outcome(url, await fetch(url, folder))


async def attack_parser(folder: Path) -> AsyncIterator[Outcome]:
    """From inside a parser's process, with the walls that this kernel has."""
    if not has_walls():
        return
    secret, tests = prepare(folder), str(Path(__file__).parents[1])
    arguments = [str(secret), str(secret.parent), shutil.which("true") or ""]
    process = await start_process(Order(PARSER, Walls(readable=[tests]), arguments))
    told, _ = await process.communicate()
    await process.wait()
    for attack, succeeded in json.loads(told).items():
        yield Outcome(attack, "it was not refused" if succeeded else "")
    for attack, line in TOLD.items():
        yield Outcome(f"tell {attack}", _decode(line))


def _decode(line: str) -> str:
    """Return what the program believes of a line that a parser told, in place of an error."""
    decoder = Decoder("a.md")
    decoder.decode(b'{"type": "md"}')
    try:
        found = repr(decoder.decode(line.encode()))
    except ParseError as error:
        found = str(error)
        return f"{len(found)} characters are shown" if len(found) > LONGEST else ""
    return f"it was believed: {len(found)} characters"


async def control_parser(folder: Path) -> AsyncIterator[Outcome]:
    """Without walls, such as may be tried anywhere; and what an honest parser tells."""
    secret = prepare(folder)
    yield Outcome("read config.json", secret.read_text())
    yield Outcome("tell a notice", _decode('{"notice": [["{a}", {"a": ["two", {}]}]]}'))
    yield Outcome("tell a section", _decode(_tell_section("t" * 200, [[0, 1]] * 10_000)))


def prepare(folder: Path) -> Path:
    secret = folder / "home" / "config.json"
    secret.parent.mkdir()
    secret.write_text('{"bot_token": "123:SECRET"}')
    return secret
