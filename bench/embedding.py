"""Measures the local model: `python -m bench.embedding MODEL [--data DIR] [--sets ...]`.

MODEL is a folder with all-MiniLM-L6-v2. Speed is that of the product's own process, as its caller
sees it, and per second of CPU time, which a busy machine disturbs less. Quality is that of the
vectors alone, in each installed engine, over whole collections; "of 300" is the share of the true
nearest 15 that the bit index finds.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read once, when numpy is imported

import numpy as np

from bench.retrieval.collections import Collection, load_collections
from bench.retrieval.measures import measure
from indexer.embedding.minilm.client import LocalEmbedder, open_local_embedder
from indexer.embedding.minilm.encoder import Encoder, choose_engine, load_encoder
from indexer.embedding.minilm.files import VOCABULARY
from indexer.embedding.minilm.safetensors import FloatArray
from indexer.embedding.minilm.wordpiece import WordPiece
from indexer.embedding.vector_index import BitIndex

PIECES = 240
SETS = ("cranfield", "locomo-26", "xquad-en")
DEPTH = 15
TIMEOUT = 60.0
Row = dict[str, str | float]


def main() -> None:
    options = _parse_options()
    collections = list(load_collections(options.data, options.sets))
    texts = [entry.text for collection in collections for entry in collection.entries]
    questions = [question.text for each in collections for question in each.questions][:100]
    chunks = build_chunks(" ".join(texts), options.model, options.chunks)
    rows = asyncio.run(measure_speed(options.model, chunks, questions))
    engines = ["numpy", *(["onnxruntime"] if find_spec("onnxruntime") else [])]
    for engine in engines:
        encoder = load_encoder(options.model, engine)
        rows.append({"engine": engine, "chunks/processor s": measure_rate(encoder, chunks)})
        rows += [measure_quality(engine, each, encoder) for each in collections]
    for row in rows:
        print(json.dumps(row) if options.json else "  ".join(f"{k} {v}" for k, v in row.items()))


def build_chunks(text: str, model: Path, count: int) -> list[str]:
    """Build texts of PIECES word pieces, or a few less where a word has several."""
    pieces = WordPiece((model / VOCABULARY).read_text(encoding="utf-8").splitlines())
    words, chunks = iter(text.split()), list[str]()
    while len(chunks) < count:
        chunk = [next(words)]
        room = PIECES - len(pieces.encode(chunk[0]))
        while room > 0:
            chunk.append(next(words))
            room -= len(pieces.encode(chunk[-1])) - 2  # the marks of beginning and end
        chunks.append(" ".join(chunk))
    return chunks


async def measure_speed(model: Path, chunks: list[str], questions: list[str]) -> list[Row]:
    async with open_local_embedder(model, TIMEOUT) as embedder:
        started = await _measure_seconds(embedder, questions[:1])
        alone = await _measure_latencies(embedder, questions)
        took = await _measure_seconds(embedder, chunks)
        documents = asyncio.create_task(embedder.embed(chunks))
        meanwhile = await _measure_latencies(embedder, questions, pause=0.01)
        documents.cancel()
    engine = choose_engine()
    return [
        {"engine": engine, "start": f"{started:.2f} s", "chunks/s": round(len(chunks) / took, 1)},
        {"engine": engine, "question": "alone", **_format_spread(alone)},
        {"engine": engine, "question": "with chunks", **_format_spread(meanwhile)},
    ]


async def _measure_seconds(embedder: LocalEmbedder, texts: list[str]) -> float:
    began = time.perf_counter()
    await embedder.embed(texts)
    return time.perf_counter() - began


async def _measure_latencies(
    embedder: LocalEmbedder, questions: list[str], pause: float = 0.0
) -> list[float]:
    found = []
    for question in questions:
        await asyncio.sleep(pause)
        began = time.perf_counter()
        await embedder.embed([question], urgent=True)
        found.append(time.perf_counter() - began)
    return found


def _format_spread(seconds: Sequence[float]) -> Row:
    at = np.percentile(seconds, (50, 95, 100)) * 1000
    return {name: f"{value:.1f} ms" for name, value in zip(("p50", "p95", "max"), at, strict=True)}


def measure_rate(encoder: Encoder, chunks: list[str]) -> float:
    began = time.thread_time()
    for chunk in chunks:
        encoder.encode(chunk)
    return round(len(chunks) / (time.thread_time() - began), 1)


def measure_quality(engine: str, collection: Collection, encoder: Encoder) -> Row:
    entries = [f"{each.title} {each.text}".strip() for each in collection.entries]
    matrix = np.array([encoder.encode(text) for text in entries])
    queries = np.array([encoder.encode(each.text) for each in collection.questions])
    index = BitIndex()
    index.add((row, vector.tobytes()) for row, vector in enumerate(matrix))
    orders = [np.argsort(-(matrix @ query))[:DEPTH].tolist() for query in queries]
    rankings = [[collection.entries[row].id for row in order] for order in orders]
    found = measure(rankings, [each.relevant for each in collection.questions])
    return {
        "engine": engine,
        "set": collection.name,
        "queries": found.queries,
        "recall@10": round(found.recall10, 4),
        "ndcg@10": round(found.ndcg10, 4),
        "of 300": round(_compute_bit_recall(index, queries, orders), 4),
    }


def _compute_bit_recall(index: BitIndex, queries: FloatArray, orders: list[list[int]]) -> float:
    shares = [
        len(set(index.find_nearest(query.tobytes())).intersection(order)) / DEPTH
        for query, order in zip(queries, orders, strict=True)
    ]
    return sum(shares) / len(shares)


def _parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=sys.modules[__name__].__doc__)
    parser.add_argument("model", type=Path, help="folder with all-MiniLM-L6-v2")
    default = Path(os.environ.get("MULTIS_DATA", "data")) / "retrieval"
    parser.add_argument("--data", type=Path, default=default, help="folder of collections")
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    parser.add_argument("--chunks", type=int, default=60)
    parser.add_argument("--json", action="store_true", help="one object per line")
    return parser.parse_args()


if __name__ == "__main__":
    main()
