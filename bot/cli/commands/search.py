"""Search the documents."""

import argparse
import asyncio
import sys
from collections.abc import Sequence

from bot.cli import identity, session
from bot.cli.console import dump_json, parse_positive, sanitize
from bot.rendering.format import shorten
from bot.rendering.passages import format_location
from bot.services.services import Services
from indexer.documents import Hit
from indexer.i18n import _, format_number
from indexer.scopes import Visibility

EXCERPT = 300  # characters


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "query",
        metavar="QUERY",
        nargs="+",
        help=_("words to find; - reads one query per line of standard input"),
    )
    parser.add_argument(
        "--limit", type=parse_positive, default=5, metavar="N", help=_("default: 5")
    )
    parser.add_argument(
        "--no-record", action="store_true", help=_("do not let this search influence the ranking")
    )
    parser.add_argument("--explain", action="store_true", help=_("show what each score is made of"))
    parser.add_argument(
        "--json", action="store_true", help=_("print one JSON object; always done for -")
    )
    identity.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    arguments.query = " ".join(arguments.query)
    asyncio.run(_search(arguments))
    return 0


async def _search(arguments: argparse.Namespace) -> None:
    many = arguments.query == "-"
    async with session.open_as_reader(arguments, lasting=many) as (who, services):
        visible = who.visibility
        if many:
            await services.engines.wait_until_loaded()
            while line := await asyncio.to_thread(sys.stdin.readline):
                query = line.rstrip("\r\n")
                hits = await _find_hits(services, visible, query, arguments.limit)
                result = to_json(query, hits, explain=arguments.explain)
                print(dump_json(result), flush=True)
            return
        hits = await _find_hits(services, visible, arguments.query, arguments.limit)
        if hits and not arguments.no_record:
            await services.store.record_access(visible, hits, arguments.query, services.clock())
        _print(arguments, hits)


async def _find_hits(services: Services, visible: Visibility, query: str, limit: int) -> list[Hit]:
    return await services.store.search(visible, query, limit=limit, now=services.clock())


def _print(arguments: argparse.Namespace, hits: Sequence[Hit]) -> None:
    if arguments.json:
        result = to_json(arguments.query, hits, explain=arguments.explain)
        print(dump_json(result))
        return
    if not hits:
        print(_("Nothing found."))
    for n, hit in enumerate(hits, 1):
        print(f"{n}. {sanitize(_format_hit(hit))}")
        if arguments.explain:
            print(f"   {format_scores(hit)}")
        print(f"   {sanitize(shorten(hit.chunk.text, EXCERPT))}\n")


def _format_hit(hit: Hit) -> str:
    return _(
        "{place} ({scope}, score {score})",
        place=format_location(hit),
        scope=hit.scope.label,
        score=format_number(hit.score, 3),
    )


def format_scores(hit: Hit) -> str:
    """Format the scores of words and of meaning, then the parts of the ranking score."""
    cosine = "none" if hit.cosine is None else f"{hit.cosine:.3f}"
    parts = " + ".join(f"{name} {worth:.3f}" for name, worth in hit.explain.items())

    return f"{hit.ranker}: bm25 {hit.bm25:.3f}, cosine {cosine}; {parts}"  # not translated: names


def to_json(query: str, hits: Sequence[Hit], *, explain: bool = False) -> dict[str, object]:
    found = [_hit_to_json(hit) | (_scores_to_json(hit) if explain else {}) for hit in hits]
    return {"query": query, "hits": found}


def _scores_to_json(hit: Hit) -> dict[str, object]:
    scores = {"ranker": hit.ranker, "bm25": hit.bm25, "cosine": hit.cosine}
    return {"explain": scores | {"parts": dict(hit.explain)}}


def _hit_to_json(hit: Hit) -> dict[str, object]:
    first, last = hit.chunk.pages or (None, None)
    return {
        "chunk_id": hit.chunk.chunk_id,
        "file": hit.file,
        "name": hit.chunk.name,
        "section_path": list(hit.chunk.path),
        "page_start": first,
        "page_end": last,
        "scope": hit.scope.label,
        "document_type": hit.document_type,
        "score": hit.score,
        "text": hit.chunk.text,
    }
