"""Proposed changes to the vault that wait for the owner's decision, and the table of them."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from indexer.i18n import _, format_list
from indexer.store.database import Database, hash_text
from indexer.store.engine.session import Row
from memory.vault.markdown_lists import (
    add_entry,
    list_entries,
    remove_entry,
    remove_repeats,
    replace_entry,
)
from memory.vault.vault import FACTS

File = Literal["memory", "rules"]
ProposalKind = Literal["review", "tidy", "answer"]  # "answer": the model proposed it with a tool


class Proposal(Struct, frozen=True):
    """Replace `entries` (none, to add) of a file by `text` (empty, to remove)."""

    file: File
    text: str = ""
    entries: tuple[str, ...] = ()

    def describe(self) -> str:
        """Describe the change to the owner; the texts in it are as they are."""
        if not self.entries:
            if self.file == "rules":
                return _("New rule: {text}", text=self.text)
            return _("New fact: {text}", text=self.text)
        old = format_list([_("“{entry}”", entry=entry) for entry in self.entries])
        if self.text:
            return _("Merge {entries} into: {text}", entries=old, text=self.text)
        return _("Remove {entries}", entries=old)

    def apply_to(self, before: str) -> str:
        """Return `before` with this change; unchanged if an entry is no longer as it was read."""
        if not self.entries:
            return add_entry(before, self.text, FACTS if self.file == "memory" else "")
        there = list_entries(before)
        if any(entry not in there for entry in self.entries):
            return before
        first, *others = self.entries
        after = (
            replace_entry(before, first, self.text) if self.text else _remove_once(before, first)
        )
        for entry in others:
            after = remove_entry(after, entry)
        return after


def _remove_once(text: str, entry: str) -> str:
    """Remove `entry`; of several equal ones the first stays, since they are mere duplicates."""
    doubled = list_entries(text).count(entry) > 1
    return remove_repeats(text, entry) if doubled else remove_entry(text, entry)


class Basis(Struct, frozen=True):
    """The material of a review, so that the same feedback is not reviewed twice.

    Empty once the owner has decided: the feedback is archived, and of the facts digests are kept.
    """

    corrections: str = ""
    rewards: str = ""
    facts: tuple[str, ...] = ()


class Offer(Struct, frozen=True):
    """Proposals made together; `open` are the numbers, from 1, that wait for a decision."""

    id: int
    proposals: tuple[Proposal, ...]
    basis: Basis
    open: tuple[int, ...]

    def list_texts(self) -> Iterator[str]:
        """Yield every text in it that may hold a person's words."""
        for each in self.proposals:
            yield from (each.text, *each.entries)
        yield from (self.basis.corrections, self.basis.rewards, *self.basis.facts)


class Proposals:
    """Lives as long as the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(
        self, kind: ProposalKind, proposals: Sequence[Proposal], basis: Basis, now: datetime
    ) -> Offer:
        """Store an offer; it replaces an earlier one of its kind."""
        content = json.dumps([asdict(each) for each in proposals], ensure_ascii=False)
        async with self._database.transaction() as db:
            await db.execute("DELETE FROM proposals WHERE kind = ?", (kind,))
            stored = await db.execute_fetchall(
                "INSERT INTO proposals (kind, made_at, content, basis) VALUES (?, ?, ?, ?)"
                " RETURNING id",
                (kind, int(now.timestamp()), content, _dump(basis)),
            )
        numbers = tuple(range(1, len(proposals) + 1))
        return Offer(int(next(iter(stored))["id"]), tuple(proposals), basis, numbers)

    async def find(self, kind: ProposalKind, number: int) -> Offer | None:
        """Return the offer of that number, None once it is replaced or closed."""
        rows = await self._database.fetch(
            "SELECT * FROM proposals WHERE kind = ? AND id = ? AND content <> '[]'",
            (kind, number),
        )
        return next(map(_parse_offer, rows), None)

    async def find_open(self, kind: ProposalKind, number: int) -> Offer | None:
        """Return the offer of that number; the command of a review also decides on answers'."""
        found = await self.find(kind, number)
        return found or (await self.find("answer", number) if kind == "review" else None)

    async def list_open(self) -> list[tuple[ProposalKind, Offer]]:
        """List the offers with proposals that wait for a decision, and of which kind each is."""
        rows = await self._database.fetch(
            "SELECT * FROM proposals WHERE content <> '[]' ORDER BY id"
        )
        found = [(row["kind"], _parse_offer(row)) for row in rows]
        return [(kind, offer) for kind, offer in found if offer.open]

    async def mark_decided(self, offer: Offer, numbers: Collection[int]) -> None:
        """Record that these proposals are decided; the basis counts as reviewed and is deleted."""
        async with self._database.transaction() as db:
            # Read again: another chat of the owner's may have decided on others meanwhile.
            rows = await db.execute_fetchall("SELECT done FROM proposals WHERE id = ?", (offer.id,))
            done = set(numbers).union(*(json.loads(row["done"]) for row in rows))
            await db.execute(
                "UPDATE proposals SET done = ?, basis = ? WHERE id = ?",
                (json.dumps(sorted(done)), _dump(Basis()), offer.id),
            )
            await db.executemany(
                "INSERT INTO reviewed_facts VALUES (?) ON CONFLICT DO NOTHING",
                [(hash_text(fact),) for fact in offer.basis.facts],
            )

    async def close(self, matches: Callable[[str], bool] | None) -> None:
        """Delete the offers with a text that `matches`, or, if it is None, all."""
        async with self._database.transaction() as db:
            offers = map(_parse_offer, await db.execute_fetchall("SELECT * FROM proposals"))
            gone = [each for each in offers if not matches or any(map(matches, each.list_texts()))]
            await db.executemany("DELETE FROM proposals WHERE id = ?", [(o.id,) for o in gone])

    async def filter_reviewed(self, facts: Sequence[str]) -> frozenset[str]:
        """Return those of `facts` that were in a review which the owner has decided on."""
        rows = await self._database.fetch("SELECT digest FROM reviewed_facts")
        reviewed = {row["digest"] for row in rows}
        return frozenset(fact for fact in facts if hash_text(fact) in reviewed)


def select_effective(proposals: Iterable[Proposal], texts: dict[File, str]) -> list[Proposal]:
    """Return the proposals that would change something, each once."""
    changing = (each for each in proposals if each.apply_to(texts[each.file]) != texts[each.file])
    return list(dict.fromkeys(changing))


def _parse_offer(row: Row) -> Offer:
    found = tuple(_parse_proposal(each) for each in json.loads(row["content"]))
    done = frozenset(json.loads(row["done"]))
    left = tuple(n for n in range(1, len(found) + 1) if n not in done)
    return Offer(row["id"], found, _parse_basis(row["basis"]), left)


def _parse_proposal(item: dict[str, object]) -> Proposal:
    file: File = "rules" if item["file"] == "rules" else "memory"
    old = item["entries"]
    return Proposal(file, str(item["text"]), tuple(map(str, old)) if isinstance(old, list) else ())


def _dump(basis: Basis) -> str:
    return json.dumps(asdict(basis), ensure_ascii=False)


def _parse_basis(text: str) -> Basis:
    item = json.loads(text)
    return Basis(str(item["corrections"]), str(item["rewards"]), tuple(map(str, item["facts"])))
