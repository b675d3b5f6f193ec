"""What commands may use, built once when multis opens."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.audit import Audit
from bot.background import Background
from bot.commands import Fetch
from bot.home import Home
from bot.inbox import Inbox
from bot.indexing import Indexing
from bot.last_answers import LastAnswers
from bot.llm import LlmSettings, Model
from bot.own_memory import OwnMemory
from bot.pairing import Pairing
from bot.people import People
from bot.remembering import Remembering
from bot.roots import Roots
from bot.throttle import Throttle
from bot.usage import UsageLog
from indexer.engines import Engines
from indexer.pipeline import Pipeline
from indexer.store import Store
from indexer.writer import Writer


@dataclass(frozen=True, slots=True)
class Services:
    clock: Callable[[], datetime]
    home: Home
    engines: Engines
    store: Store
    writer: Writer
    pipeline: Pipeline
    people: People
    pairing: Pairing
    inbox: Inbox
    throttle: Throttle
    audit: Audit
    indexing: Indexing
    roots: Roots
    upload_scope: str
    fetch: Fetch
    background: Background
    model: Model | None  # None: answers are extracts
    llm: LlmSettings
    usage: UsageLog
    remembering: Remembering
    own: OwnMemory
    last_answers: LastAnswers
