"""`multis memory search`: notes, facts and recorded conversations."""

import argparse

from bot.cli.console import dump_json, sanitize
from bot.cli.identity import Identity
from bot.services.services import Services
from indexer.i18n import _, format_number
from memory.recall import RecallHit


async def search(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    found = await services.owner_memory.build_recall(services.store).search(
        who.visibility, " ".join(arguments.query), limit=arguments.limit, now=services.clock()
    )
    if not found and not arguments.json:
        print(_("No relevant memories found."))
    for n, each in enumerate(found, 1):
        print(_recalled_to_json(each) if arguments.json else sanitize(_format_recalled(n, each)))
    return 0


def _format_recalled(n: int, each: RecallHit) -> str:
    source = f"{each.source}, {each.said_at}" if each.said_at else each.source
    score = format_number(each.relevance, 2)
    head = _("[{number}] {source} (Score: {score})", number=str(n), source=source, score=score)
    return f"{head}\n{each.text}\n"


def _recalled_to_json(each: RecallHit) -> str:
    return dump_json(
        {
            "source": each.source,
            "text": each.text,
            "score": each.relevance,
            "said_at": each.said_at,
            "ids": list(each.ids),
        }
    )
