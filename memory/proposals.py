"""Changes to the vault that wait for the owner's yes. Pure, but for the table that keeps them."""

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal

from indexer.database import Database
from memory.entries import entries, with_entry, with_replaced, without_entry, without_repeats
from memory.vault import LEARNED

File = Literal["memory", "rules"]
Kind = Literal["review", "tidy"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """Put `text` (nothing, to remove) in the place of `entries` (none, to add) of a file."""

    file: File
    text: str = ""
    entries: tuple[str, ...] = ()

    def told(self) -> str:
        """For the owner, as Markdown."""
        if not self.entries:
            return f"{'New rule' if self.file == 'rules' else 'To remember'}: {self.text}"
        old = " / ".join(f"“{entry}”" for entry in self.entries)
        return f"Merge {old} into: {self.text}" if self.text else f"Remove {old}"

    def applied(self, before: str) -> str:
        """`before` with this done; unchanged where an entry is no longer as it was read."""
        if not self.entries:
            return with_entry(before, self.text, LEARNED if self.file == "memory" else "")
        there = entries(before)
        if any(entry not in there for entry in self.entries):
            return before
        first, *others = self.entries
        after = with_replaced(before, first, self.text) if self.text else _removed(before, first)
        for entry in others:
            after = without_entry(after, entry)
        return after


def _removed(text: str, entry: str) -> str:
    """Of several equal items the first stays: they were doubled, not wrong."""
    doubled = entries(text).count(entry) > 1
    return without_repeats(text, entry) if doubled else without_entry(text, entry)


@dataclass(frozen=True, slots=True)
class Basis:
    """What a review has read, so that the same feedback is not reviewed twice."""

    corrections: str = ""
    rewards: str = ""
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """Proposals that were made together; `open` are the numbers that wait for a decision."""

    id: int
    proposals: tuple[Proposal, ...]
    basis: Basis
    open: tuple[int, ...]
    reviewed: bool


class Proposals:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(
        self, kind: Kind, proposals: Sequence[Proposal], basis: Basis, now: datetime
    ) -> Offer:
        """Keep an offer; an earlier one of its kind can no longer be taken."""
        content = json.dumps([asdict(each) for each in proposals], ensure_ascii=False)
        told = json.dumps(asdict(basis), ensure_ascii=False)
        async with self._database.transaction() as db:
            await db.execute("UPDATE proposals SET content = '[]' WHERE kind = ?", (kind,))
            cursor = await db.execute(
                "INSERT INTO proposals (kind, made_at, content, basis) VALUES (?, ?, ?, ?)",
                (kind, int(now.timestamp()), content, told),
            )
        numbers = tuple(range(1, len(proposals) + 1))
        return Offer(cursor.lastrowid or 0, tuple(proposals), basis, numbers, reviewed=False)

    async def offer(self, kind: Kind, number: int) -> Offer | None:
        """The offer of that number, as long as it can be taken."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall(
                "SELECT * FROM proposals WHERE kind = ? AND id = ? AND content <> '[]'",
                (kind, number),
            )
        for row in rows:
            found = tuple(_proposal(each) for each in json.loads(row["content"]))
            done = frozenset(json.loads(row["done"]))
            left = tuple(n for n in range(1, len(found) + 1) if n not in done)
            return Offer(number, found, _basis(row["basis"]), left, bool(row["reviewed"]))
        return None

    async def decided(self, offer: Offer, numbers: Collection[int]) -> None:
        done = [n for n in range(1, len(offer.proposals) + 1) if n not in offer.open]
        told = json.dumps(sorted({*done, *numbers}))
        async with self._database.transaction() as db:
            await db.execute(
                "UPDATE proposals SET done = ?, reviewed = 1 WHERE id = ?", (told, offer.id)
            )

    async def reviewed_facts(self) -> frozenset[str]:
        """The facts of all reviews that the owner has decided on."""
        async with self._database.transaction() as db:
            rows = await db.execute_fetchall("SELECT basis FROM proposals WHERE reviewed = 1")
        return frozenset(fact for row in rows for fact in _basis(row["basis"]).facts)


def kept(proposals: Iterable[Proposal], texts: dict[File, str]) -> list[Proposal]:
    """Those that would change something, each once."""
    changing = (each for each in proposals if each.applied(texts[each.file]) != texts[each.file])
    return list(dict.fromkeys(changing))


def _proposal(item: dict[str, object]) -> Proposal:
    file: File = "rules" if item["file"] == "rules" else "memory"
    old = item["entries"]
    return Proposal(file, str(item["text"]), tuple(map(str, old)) if isinstance(old, list) else ())


def _basis(text: str) -> Basis:
    item = json.loads(text)
    return Basis(str(item["corrections"]), str(item["rewards"]), tuple(map(str, item["facts"])))
