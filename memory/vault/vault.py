"""The owner's vault: plain Markdown that they read and edit in any editor, such as Obsidian.

Nothing is cached: what a person saves counts from the next turn on, and what multis adds is merged
into the file as it is then. Only the owner's private turns may read any of it.
"""

import glob
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct

from indexer.errors import UserError
from indexer.ingest.sources import SyncSource
from memory.chat import notes_file
from memory.chat.folders import encode_folder_name
from memory.messages import replace_surrogates
from memory.settings import VaultSettings
from memory.storage.files import make_folder, run_in_thread
from memory.storage.locks import Locks
from memory.vault.core_memory import CoreMemory
from memory.vault.daily import archive_old, list_days
from memory.vault.markdown_lists import (
    add_entry,
    collapse_whitespace,
    drop_empty_headings,
    has_heading,
    list_entries,
)

MEMORY = """\
# Memory

## Preferences and style

## Projects and status

## Patterns and conventions

## Operational notes
"""
# The heading under which /remember semantic and /review put a fact that names none.
FACTS = "Facts"  # not translated: found again in Memory.md
PROCEDURAL = "# Rules\n"
DAILY_LINES = 50  # of a day that a prompt may hold
EXTRACTED = "[extracted]"
BY_TOOL = "[tool]"
OF_SESSION = "[session]"
OF_FEEDBACK = "[feedback]"
FROM_TALK = (EXTRACTED, BY_TOOL, OF_SESSION, OF_FEEDBACK)  # lines that may hold a person's words

FeedbackKind = Literal["corrections", "rewards"]
Hide = Callable[[Path, str], str]  # of a file's text: what may be shown


def _show_all(_path: Path, text: str) -> str:
    return text


class VaultContext(Struct, frozen=True):
    """The parts of the vault for the owner's prompt, as Markdown; any may be empty."""

    core: str = ""
    procedural: str = ""
    memory: str = ""
    daily: str = ""


class Flag(Struct, frozen=True):
    """A question and an answer that the owner flagged as wrong or right, with their note."""

    asked: str
    answered: str
    note: str = ""


class Vault:
    """One per process. Times in its files are those of `zone`, by default this machine's own."""

    def __init__(
        self, folder: Path, settings: VaultSettings, locks: Locks, zone: tzinfo | None = None
    ) -> None:
        self.folder = folder
        self._settings = settings
        self._locks = locks
        self._zone = zone
        self.core = CoreMemory(folder / "Core.yaml", locks)

    @property
    def memory_file(self) -> Path:
        return self.folder / self._settings.working_memory_file

    @property
    def rules_file(self) -> Path:
        return self.folder / "Procedural.md"

    @property
    def sessions(self) -> Path:
        return self.folder / "sessions"

    @property
    def skills(self) -> Path:
        return self.folder / "skills"

    def feedback_file(self, kind: FeedbackKind) -> Path:
        return self.folder / f"{kind}.md"

    def daily_file(self, day: date) -> Path:
        return self.folder / "daily" / f"{day.isoformat()}.md"

    def list_written_folders(self) -> tuple[Path, ...]:
        """Return the folders that have files which multis writes."""
        below = ("daily", "archive/daily", "sessions", "feedback")
        return (self.folder, *(self.folder / each for each in below))

    def list_sources(self) -> tuple[SyncSource, ...]:
        """Return the files of the vault that are searched, for the owner only."""
        folder = glob.escape(str(self.folder))
        return (
            SyncSource(glob.escape(str(self.memory_file))),
            SyncSource(f"{folder}/skills/**/*.md"),
            SyncSource(f"{folder}/sessions/*.md", "course"),
        )

    async def create(self) -> None:
        """Create folders and templates, so that a person finds where to write; replaces nothing."""
        for path, text in ((self.memory_file, MEMORY), (self.rules_file, PROCEDURAL)):
            await self.edit(path, partial(_fill_if_empty, text=text))
        await run_in_thread(lambda: make_folder(self.skills))

    async def read_context(self, now: datetime, hide: Hide = _show_all) -> VaultContext:
        """Read everything for the prompt of an answer that the owner alone will read."""
        today = self.daily_file(self._get_day(now))
        paths = (self.rules_file, self.memory_file, today)
        rules, memory, day = await run_in_thread(
            lambda: [hide(path, notes_file.read(path)) for path in paths]
        )
        lines = list_entries(day)[-DAILY_LINES:]
        return VaultContext(
            core=await self._read_core(),
            procedural=drop_empty_headings(rules),
            memory=drop_empty_headings(memory),
            daily="\n".join(f"- {line}" for line in lines),
        )

    async def _read_core(self) -> str:
        try:
            return await self.core.read()
        except UserError:
            # A person's text still counts when it is not valid YAML.
            return await self.read(self.folder / "Core.yaml")

    async def add_memory(self, text: str) -> bool:
        """Add a fact to Memory.md; False if it is there already.

        "Projects: the boat is sold" goes under the heading of that name, if there is one.
        """
        return await self.edit(self.memory_file, partial(_add_fact, text=text))

    async def add_rule(self, text: str) -> bool:
        """Add a rule to Procedural.md; False if it is there already."""
        return await self.edit(self.rules_file, partial(_add_entry, text=text, heading=""))

    async def append_daily(self, now: datetime, event: str) -> None:
        """Add a line to the file of the day."""
        local = now.astimezone(self._zone)
        line = f"- {local:%H:%M} {replace_surrogates(collapse_whitespace(event))}"
        change = partial(_append, head=f"# {local:%Y-%m-%d}\n", text=line)
        await self.edit(self.daily_file(local.date()), change)

    async def append_extracted(self, now: datetime, facts: Sequence[str]) -> None:
        """Add facts extracted from a conversation to the file of the day, each once."""
        there = await self.read(self.daily_file(self._get_day(now)))
        known = {line.partition(f"{EXTRACTED} ")[2] for line in list_entries(there)}
        for fact in facts:
            if replace_surrogates(collapse_whitespace(fact)) not in known:
                await self.append_daily(now, f"{EXTRACTED} {fact}")

    async def append_session(self, chat: str, began: datetime, title: str, text: str) -> Path:
        """Add a part to the session file of a conversation, unless one has that title already."""
        local = began.astimezone(self._zone)
        path = self.sessions / f"{local:%Y-%m-%dT%H-%M-%S}-{encode_folder_name(chat)}.md"
        head = f"# Conversation in {chat}, {local:%Y-%m-%d %H:%M}\n"
        part = f"## {title}\n\n{replace_surrogates(text)}"
        if f"## {title}\n" not in await self.read(path):
            await self.edit(path, partial(_append, head=head, text=part))
        return path

    async def save_flag(self, kind: FeedbackKind, now: datetime, flagged: Flag) -> None:
        """Save an answer for the next review."""
        heading = f"## {now.astimezone(self._zone):%Y-%m-%d %H:%M}"
        fields = (("Asked", flagged.asked), ("Answered", flagged.answered), ("Note", flagged.note))
        lines = [
            f"- {name}: {replace_surrogates(collapse_whitespace(text))}"
            for name, text in fields
            if text.strip()
        ]
        change = partial(
            _append, head=f"# {kind.capitalize()}\n", text="\n".join([heading, "", *lines])
        )
        await self.edit(self.feedback_file(kind), change)

    async def list_extracted(self, hide: Hide = _show_all) -> list[str]:
        """Return the facts extracted from conversations in the days of the window."""
        files = await run_in_thread(partial(list_days, self.folder))
        texts = [hide(path, await self.read(path)) for _, path in files]
        lines = [line for text in texts for line in list_entries(text)]
        marked = (line.partition(f" {EXTRACTED} ") for line in lines)
        return [fact for _, mark, fact in marked if mark]

    async def archive_feedback(self, kind: FeedbackKind, reviewed: str, now: datetime) -> None:
        """Move reviewed feedback to a file of its own; what was flagged since then stays."""
        path = self.feedback_file(kind)
        stamp = f"{now.astimezone(self._zone):%Y-%m-%dT%H-%M-%S}"
        kept = self.folder / "feedback" / f"{stamp}-{kind}.md"
        await self.edit(kept, partial(_append, head="", text=reviewed))
        await self.edit(path, lambda text: text.removeprefix(reviewed.rstrip()).lstrip("\n"))

    async def archive_days(self, now: datetime) -> int:
        """Move the files of days that have left the window; returns how many."""
        before = self._get_day(now) - timedelta(days=self._settings.daily_window_days)
        async with self._hold():
            return await run_in_thread(partial(archive_old, self.folder, before))

    async def read(self, path: Path) -> str:
        return await run_in_thread(partial(notes_file.read, path))

    async def edit(self, path: Path, change: Callable[[str], str]) -> bool:
        """Write `change(text)`, redone if a person saves meanwhile; False if nothing changes."""
        async with self._hold():
            return await run_in_thread(partial(notes_file.edit, path, change))

    def _hold(self) -> AbstractAsyncContextManager[None]:
        return self._locks.hold(self.folder / ".lock")

    def _get_day(self, now: datetime) -> date:
        return now.astimezone(self._zone).date()


def _fill_if_empty(before: str, text: str) -> str:
    return before or text


def _add_fact(before: str, text: str) -> str:
    topic, _colon, fact = text.partition(":")
    known = has_heading(before, topic.strip()) and fact.strip()
    return _add_entry(before, fact if known else text, topic.strip() if known else FACTS)


def _add_entry(before: str, text: str, heading: str) -> str:
    return add_entry(before, replace_surrogates(text), heading)


def _append(before: str, head: str, text: str) -> str:
    above = before.rstrip("\n") or head.rstrip("\n")
    gap = "\n" if text.startswith("- ") and above.rpartition("\n")[2].startswith("- ") else "\n\n"
    return f"{above}{gap if above else ''}{text.strip()}\n"
