"""Measures the page of a large home: `python -m bench.page`.

Ten guests ask at once, of a model that answers at once: when has each of them its first words? Then
each view of the owner's desk, over 20,000 documents, 50,000 facts and 10,000 entries of the page;
and in Chromium, where it is installed, how long a task takes while those entries are scrolled.
CPU time says more than wall time where the machine has other work.
"""

import asyncio
import json
import sqlite3
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import asdict

from bot.desk.sessions import parse_guest
from bot.operations.log_book import KEPT, MOST_BYTES, LogLine
from bot.settings.config import Settings
from tests.adapters.web.browser import Browser
from tests.adapters.web.site import Site, a_site
from tests.adapters.web.talking import GUIDE
from tests.adapters.web.test_e2e import missing, play
from tests.scenarios.scene import FREE

GUESTS = 10
DOCUMENTS, FACTS, ENTRIES, CONVERSATIONS = 20_000, 50_000, 10_000, 500
TRIES = 3
SLOWEST = 0.5  # seconds that a view may take
LATEST = 2.0  # seconds until first words
LONG_TASK = 100  # milliseconds; the scenario has the same
SCROLLING = "thousands of entries"
QUESTION = "When is check-out on Sundays?"
VIEWS: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("me", {}),
    ("documents", {}),
    ("documents", {"q": "paper-19"}),
    ("documents", {"order": "size", "descending": "1", "offset": "19000"}),
    ("document", {"document": "{document}"}),
    ("passage", {"id": "{passage}"}),
    ("facts", {}),
    ("facts", {"order": "importance", "offset": "49000"}),
    ("facts", {"state": "ended"}),
    ("conversations", {}),
    ("conversations", {"q": "talk 77"}),
    ("search", {"q": QUESTION}),
    ("people", {}),
    ("usage", {}),
    ("pulse", {}),
    ("inbox", {}),
    ("log", {}),
    ("log", {"q": "of no such line"}),
    ("settings", {}),
)
# Columns that are not what every other column of their type is: empty, or 0.
FILES = {
    "path": "'/data/' || i || '.md'",
    "name": "'paper-' || i || '.md'",
    "hash": "'hash-' || i",
    "scope": "iif(i % 3, 'kb', 'admin')",
    "document_type": "'md'",
    "kind": "'document'",
    "size": "1000 + i",
    "created_at": "1700000000 + i",
    "updated_at": "1700000000 + i",
}
ITEMS = {
    "item_id": "'item-' || i",
    "scope": "'admin'",
    "retention": "'long_term'",
    "type": "'fact'",
    "content": "'Fact ' || i || ' tells of boats and of herring'",
    "tags": "'[]'",
    "importance": "1 + i % 10",
    "origin": "'manual'",
    "created_at": "1700000000 + i",
    "updated_at": "1700000000 + i",
}
TALKS = {
    "id": "'talk-' || i",
    "chat": "'web:owner'",
    "title": "'Talk ' || i",
    "used_at": "1700000000 + i",
}
SAID = {
    "id": "i",
    "chat": "'web:owner'",
    "key": "'key-' || i",
    "side": "'asked'",
    "content": '\'{"text": "x", "files": []}\'',
    "written_at": "1700000000 + i",
    "conversation": f"'talk-' || (1 + i % {CONVERSATIONS})",
}


def put_rows(path: Path, table: str, count: int, known: Mapping[str, str]) -> None:
    """Add rows to a table: `known` are expressions of `i`, which counts them."""
    with sqlite3.connect(path) as db:
        columns = dict(_list_columns(db, table, known))
        db.execute(
            f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})"  # noqa: S608  # our own texts
            f" INSERT INTO {table} ({', '.join(columns)})"
            f" SELECT {', '.join(columns.values())} FROM n"
        )


def _list_columns(
    db: sqlite3.Connection, table: str, known: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for _at, name, kind, needed, default, key in db.execute(f"PRAGMA table_info({table})"):
        if name in known:
            yield name, known[name]
        elif needed and default is None and not key:
            yield name, "''" if kind == "TEXT" else "0"


def fill(site: Site) -> None:
    home = site.services.home
    put_rows(home.database, "files", DOCUMENTS, FILES)
    put_rows(home.database, "memory_items", FACTS, ITEMS)
    page = home.platform_folder("web") / "page.db"
    put_rows(page, "conversations", CONVERSATIONS, TALKS)
    put_rows(page, "entries", ENTRIES, SAID)
    fill_log(home.log)


def fill_log(path: Path) -> None:
    """Write as many lines as are ever kept."""
    path.parent.mkdir(exist_ok=True)
    line = LogLine(1_700_000_000_000_000, "warning", "bot.turns", "telegram: it rains " * 5)
    text = json.dumps(asdict(line)) + "\n"
    for name in ("", *(f".{n}" for n in range(1, KEPT + 1))):
        path.with_name(path.name + name).write_text(text * (MOST_BYTES // len(text)))


async def ask(site: Site, name: str, ready: asyncio.Barrier) -> float:
    """Return after how many seconds a guest has the first words of an answer."""
    guest = parse_guest(name)
    await site.services.people.set_role(guest.key, "approved")
    async with site.at(guest) as browser:
        await ready.wait()
        started = time.perf_counter()
        key = await browser.say(QUESTION)
        while not _has_words(browser, key):  # noqa: ASYNC110  # its line fills a list, and sets no event
            await asyncio.sleep(0.005)
        return time.perf_counter() - started


def _has_words(browser: Browser, key: str) -> bool:
    grown = any(each["key"] == key and each["tree"] for each in browser.drafts)
    return grown or any(each["key"] == key for each in browser.told)


async def measure_guests(site: Site) -> bool:
    ready, cpu = asyncio.Barrier(GUESTS), time.process_time()
    took = await asyncio.gather(*(ask(site, f"guest-{n}", ready) for n in range(GUESTS)))
    spent = time.process_time() - cpu
    print(
        f"{GUESTS} guests at once: first words after {min(took):.2f} to {max(took):.2f} s,"
        f" {spent:.2f} s CPU for all of them together"
    )
    return max(took) < LATEST


async def measure_views(browser: Browser) -> bool:
    found = (await browser.look("search", q=QUESTION))["found"]
    document = (await browser.look("documents", q="guide.md"))["rows"][0]["id"]
    known = {"{document}": document, "{passage}": found[0]["id"]}
    slow = False
    for name, arguments in VIEWS:
        asked = {key: known.get(value, value) for key, value in arguments.items()}
        spent, took = min([await _measure(browser, name, asked) for _ in range(TRIES)])
        slow = slow or spent > SLOWEST
        shown = ", ".join(arguments.values())
        print(f"{name:14} {shown:30} {spent * 1000:5.0f} ms CPU {took * 1000:5.0f} ms")
    spent, took = min([await _measure_original(browser, found[0]["id"]) for _ in range(TRIES)])
    print(f"{'a cited file':45} {spent * 1000:5.0f} ms CPU {took * 1000:5.0f} ms")
    return not slow and spent < SLOWEST


async def _measure_original(browser: Browser, passage: str) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    answer = await browser.get(f"/original?id={passage}")
    assert answer.content == GUIDE, answer.text
    return time.process_time() - cpu, time.perf_counter() - wall


async def _measure(browser: Browser, name: str, asked: Mapping[str, str]) -> tuple[float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    await browser.look(name, **asked)
    return time.process_time() - cpu, time.perf_counter() - wall


async def measure_scrolling(folder: Path) -> bool:
    """Print how long the page is busy at once while all entries are scrolled through."""
    if reason := missing():
        print(f"scrolling is not measured: {reason}")
        return True
    told = next(iter(await play(folder, only=SCROLLING, entries=ENTRIES)))
    if not (found := told["figures"]):
        print(told["wrong"])
        return False
    clock, loop = found["longestByClock"], found["loop"]
    print(
        f"{found['entries']:,} entries scrolled through, {found['shown']} of them in the page: "
        f"longest task {found['longest']['cpu']:.0f} ms CPU, {clock:.0f} ms by the clock, which is "
        f"{clock / loop:.1f} times a loop of {loop:.0f} ms; above {LONG_TASK} ms: {found['slow']} "
        f"by CPU time, {found['slowByClock']} by the clock"
    )
    return not told["wrong"]


async def measure(folder: Path) -> bool:
    settings = Settings(rate_limit=FREE)
    async with a_site(folder, settings=settings) as site, site.at() as owner:
        await owner.ask("kb", files=[await owner.upload("guide.md", GUIDE)])
        fill(site)
        quick = await measure_guests(site)
        quick = await measure_views(owner) and quick
    (folder / "browser").mkdir()
    return await measure_scrolling(folder / "browser") and quick


def main() -> int:
    """Return 1 if somebody waits too long."""
    with TemporaryDirectory() as folder:
        return 0 if asyncio.run(measure(Path(folder))) else 1


if __name__ == "__main__":
    raise SystemExit(main())
