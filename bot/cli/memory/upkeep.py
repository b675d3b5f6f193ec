"""`multis memory sync` and `clean`: the index follows the files, and what is deleted goes."""

import argparse
import json
import math
import sys

from bot.cli.console import dump_json, sanitize
from bot.cli.identity import Identity
from bot.services.services import Services
from indexer.i18n import _
from indexer.ingest.sync import SyncReport


async def sync(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    who.require_owner()
    report = await services.owner_memory.run_sync()
    for problem in report.problems:
        print(f"multis: {sanitize(problem)}", file=sys.stderr)
    print(_report_to_json(report) if arguments.json else _format_report(report))
    return 1 if report.problems else 0


def _format_report(report: SyncReport) -> str:
    return _(
        "{indexed} indexed, {unchanged} unchanged, {removed} removed, {failed} failed.",
        indexed=report.indexed,
        unchanged=report.unchanged,
        removed=report.removed,
        failed=len(report.problems),
    )


def _report_to_json(report: SyncReport) -> str:
    counts = {"indexed": report.indexed, "unchanged": report.unchanged, "removed": report.removed}
    return dump_json({**counts, "problems": list(report.problems)})


async def clean(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    who.require_owner()
    now, ledger = services.clock(), services.owner_memory.ledger
    expired, purged = await ledger.expire(now), await ledger.purge(now)
    emptied = await services.upkeep.scrub(largest=math.inf)
    if arguments.json:
        print(json.dumps({"expired": expired, "purged": purged, "log_emptied": emptied}))
        return 0
    print(_("{expired} expired, {purged} deleted for good.", expired=expired, purged=purged))
    if not emptied:
        print(
            _(
                "Another program is reading the database, so the log beside it still has some of "
                "what was deleted. Run this again in a minute."
            )
        )
    return 0
