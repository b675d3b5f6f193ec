"""Measures the quality of search: `python -m bench.retrieval [--data DIR] [--sets NAME...]`.

Every collection goes through the product's own writer and store, by words alone and with the model
in the folder MULTIS_MODEL; for comparison through the specification's recipe and, where they are
installed, bm25s and tantivy. Conversations are also averaged together.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from bench.record import format_table, record
from bench.retrieval import systems
from bench.retrieval.collections import Collection, load_collections
from bench.retrieval.measures import Measures, measure, recall
from indexer.embedding.minilm.client import open_local_embedder
from indexer.search.ranking import RankingSettings

SYSTEMS = ("specification", "lexical", "hybrid", "bm25s", "tantivy")
NOTE = "`conversations` are five of LoCoMo, together; `specification` is the SQL of that document."
SECONDS = 60.0  # timeout of the model for a text, generous for a busy machine


class Result(Struct, frozen=True):
    """The measures of one system on one set."""

    name: str
    system: str
    measures: Measures


def main() -> None:
    options = _parse_options()
    together: dict[str, list[tuple[Collection, systems.Rankings]]] = {}
    found: list[Result] = []
    for collection in load_collections(options.data, options.sets):
        for system in options.systems:
            started = time.perf_counter()
            rankings = _rank(system, collection, options.model)
            if rankings is None:
                continue
            took = (time.perf_counter() - started) * 1000 / len(rankings)
            print(f"{collection.name}, {system}: {took:.0f} ms a question", file=sys.stderr)
            found.append(Result(collection.name, system, measure_runs([(collection, rankings)])))
            _print(found[-1], options.json)
            if collection.is_conversation:
                together.setdefault(system, []).append((collection, rankings))
    for system, runs in together.items():
        if len(runs) > 1:
            found.append(Result("conversations", system, measure_runs(runs)))
            _print(found[-1], options.json)
    if options.write:
        parts = {each.name for runs in together.values() if len(runs) > 1 for each, _ranked in runs}
        whole = [each for each in found if each.name not in parts]  # "conversations" has them all
        record(
            "Quality of search",
            "python -m bench.retrieval --write",
            [NOTE, "", *_format_table(whole)],
        )


def _format_table(found: Sequence[Result]) -> list[str]:
    head = ("set", "system", "questions", "recall@5", "recall@10", "nDCG@10", "MRR@10", "session@5")
    return format_table(
        head, [(each.name, each.system, *_format_numbers(each.measures)) for each in found]
    )


def _format_numbers(found: Measures) -> list[str]:
    values = (found.recall5, found.recall10, found.ndcg10, found.mrr10)
    session = f"{found.session5:.3f}" if found.session5 else ""
    return [str(found.queries), *(f"{value:.3f}" for value in values), session]


def _rank(system: str, collection: Collection, model: Path | None) -> systems.Rankings | None:
    if system == "specification":
        return systems.rank_with_specification(collection)
    if system == "lexical":
        return asyncio.run(systems.rank_with_ours(collection, RankingSettings()))
    if reason := _explain_missing(system, model):
        print(f"{collection.name:<14} {system:<14} skipped: {reason}", file=sys.stderr)
        return None
    if model and system == "hybrid":
        return asyncio.run(_rank_hybrid(collection, model))
    return (
        systems.rank_with_bm25s(collection)
        if system == "bm25s"
        else systems.rank_with_tantivy(collection)
    )


def _explain_missing(system: str, model: Path | None) -> str:
    """Explain why a system cannot run here; empty if it can."""
    if system == "hybrid":
        return "" if model else "no folder with a model is named by --model or MULTIS_MODEL"
    return systems.explain_missing(system)


async def _rank_hybrid(collection: Collection, model: Path) -> systems.Rankings:
    async with open_local_embedder(model, SECONDS) as embedder:
        return await systems.rank_with_ours(collection, RankingSettings(), embedder)


def measure_runs(runs: list[tuple[Collection, systems.Rankings]]) -> Measures:
    """Compute the measures over all questions of several collections."""
    rankings = [ranking for _, ranked in runs for ranking in ranked]
    relevant = [question.relevant for collection, _ in runs for question in collection.questions]
    sessions = [
        value
        for collection, ranked in runs
        for value in _compute_session_recall(collection, ranked)
    ]
    mean = sum(sessions) / len(sessions) if sessions else 0.0
    return replace(measure(rankings, relevant), session5=mean)


def _compute_session_recall(collection: Collection, rankings: systems.Rankings) -> Iterator[float]:
    """Compute the recall of sessions among the first five of each ranking."""
    if not collection.is_conversation:
        return
    session = {entry.id: entry.session for entry in collection.entries}
    for question, ranking in zip(collection.questions, rankings, strict=True):
        named = list(dict.fromkeys(session[each] for each in ranking))
        yield recall(named, {session[each] for each in question.relevant}, 5)


def _print(found: Result, as_json: bool) -> None:
    if not as_json:
        names = ("n", "r5", "r10", "ndcg10", "mrr10", "session5")
        pairs = zip(names, _format_numbers(found.measures), strict=True)
        line = "  ".join(f"{name} {number}" for name, number in pairs if number)
        print(f"{found.name:<14} {found.system:<14} {line}", flush=True)
        return
    measures = found.measures
    fields = {"set": found.name, "system": found.system, "queries": measures.queries}
    fields |= {"recall@5": measures.recall5, "recall@10": measures.recall10}
    fields |= {"ndcg@10": measures.ndcg10, "mrr@10": measures.mrr10}
    print(json.dumps(fields), flush=True)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    home = Path(os.environ.get("MULTIS_DATA", "../shared/data"))
    parser.add_argument("--data", type=Path, default=home / "retrieval")
    named = os.environ.get("MULTIS_MODEL")
    parser.add_argument("--model", type=Path, default=Path(named) if named else None)
    parser.add_argument("--sets", nargs="*", default=None)
    parser.add_argument("--systems", nargs="*", default=list(SYSTEMS), choices=SYSTEMS)
    parser.add_argument("--json", action="store_true", help="one line per set and system")
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
