"""Loads retrieval collections in BEIR's format from a folder of folders."""

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import Struct


class Entry(Struct, frozen=True):
    """One text of a collection; the turn fields are empty for documents."""

    id: str
    title: str
    text: str
    speaker: str = ""
    date: str = ""
    session: str = ""
    position: int = 0


class Question(Struct, frozen=True):
    """A query with the ids of the texts that answer it."""

    text: str
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Collection:
    name: str
    entries: list[Entry] = field(repr=False)
    questions: list[Question] = field(repr=False)

    @property
    def is_conversation(self) -> bool:
        return any(entry.speaker and entry.session for entry in self.entries)


def load_collections(folder: Path, names: list[str] | None = None) -> Iterator[Collection]:
    """Load the collections below `folder` in order of name, or only those in `names`."""
    for path in sorted(folder.iterdir()):
        if (path / "corpus.jsonl").is_file() and (not names or path.name in names):
            yield load_collection(path)


def load_collection(folder: Path) -> Collection:
    entries = [_parse_entry(line) for line in _read_lines(folder / "corpus.jsonl")]
    relevant = _load_relevant(folder / "qrels.tsv", {entry.id for entry in entries})
    questions = [
        Question(str(line["text"]), relevant[str(line["_id"])])
        for line in _read_lines(folder / "queries.jsonl")
        if str(line["_id"]) in relevant
    ]
    return Collection(folder.name, entries, questions)


def _read_lines(path: Path) -> Iterator[dict[str, object]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def _parse_entry(line: dict[str, object]) -> Entry:
    metadata = line.get("metadata")
    fields = metadata if isinstance(metadata, dict) else {}
    return Entry(
        id=str(line["_id"]),
        title=str(line.get("title") or ""),
        text=str(line["text"]),
        speaker=str(fields.get("speaker", "")),
        date=str(fields.get("date", "")),
        session=str(fields.get("session", "")),
        position=int(fields.get("pos", 0)),
    )


def _load_relevant(path: Path, known: set[str]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            if float(row["score"]) > 0 and row["corpus-id"] in known:
                found.setdefault(row["query-id"], set()).add(row["corpus-id"])
    return {query: frozenset(ids) for query, ids in found.items()}
