"""What commands may use, built once when multis opens."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.commands import Fetch
from bot.home import Home
from bot.inbox import Inbox
from bot.indexing import Indexing
from bot.people import People
from bot.roots import Roots
from indexer.pipeline import Pipeline
from indexer.store import Store
from indexer.writer import Writer


@dataclass(frozen=True, slots=True)
class Services:
    clock: Callable[[], datetime]
    home: Home
    store: Store
    writer: Writer
    pipeline: Pipeline
    people: People
    inbox: Inbox
    indexing: Indexing
    roots: Roots
    upload_scope: str
    fetch: Fetch
