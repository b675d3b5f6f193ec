"""Search, sync and look after what is remembered."""

import argparse
import asyncio
import json
import math
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.access import policy
from bot.cli import identity, session
from bot.cli.console import sanitize
from bot.cli.identity import Identity
from bot.messages import UserError
from bot.rendering.format import counted
from bot.services.services import Services
from indexer.ingest.sync import SyncReport
from indexer.scopes import ADMIN, Visibility
from memory.fact import Fact
from memory.facts import export
from memory.recall import RecallHit
from memory.storage.files import write_atomically

Action = Callable[[argparse.Namespace, Identity, Services], Awaitable[int]]
LONGEST = 100  # characters of an item in a list


def add_arguments(parser: argparse.ArgumentParser) -> None:
    offered = parser.add_subparsers(required=True, metavar="WHAT")
    found = _add_action(
        offered, "search", "search notes, facts and recorded conversations", _search
    )
    found.add_argument("query", metavar="QUERY")
    found.add_argument("--limit", type=_positive, default=5, metavar="N", help="default: 5")
    listed = _add_action(offered, "list", "list single facts", _list)
    listed.add_argument("--deleted", action="store_true", help="those that can be restored")
    _add_action(offered, "stats", "count what is remembered", _stats)
    _add_action(offered, "sync", "bring the index up to date with vault and sources", _sync)
    cleans = "delete facts whose time is over, and wipe what was deleted out of the database"
    _add_action(offered, "clean", cleans, _clean)
    restored = _add_action(offered, "restore", "bring deleted facts back", _restore)
    restored.add_argument("ids", metavar="ID", nargs="+", help="as `multis memory list` shows them")
    out = _add_action(offered, "export", "write facts with their history as JSON lines", _export)
    out.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="default: -, which is standard output"
    )
    taken = _add_action(offered, "import", "read facts from JSON lines", _import)
    taken.add_argument("file", metavar="FILE", help="- is standard input")


def _add_action(
    offered: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    summary: str,
    work: Action,
) -> argparse.ArgumentParser:
    parser = offered.add_parser(name, help=summary, description=summary)
    parser.add_argument("--json", action="store_true", help="print JSON")
    identity.add_arguments(parser)
    parser.set_defaults(work=work)
    return parser


def run(arguments: argparse.Namespace) -> int:
    return asyncio.run(_run_action(arguments))


async def _run_action(arguments: argparse.Namespace) -> int:
    async with session.open_as_reader(arguments) as (who, services):
        code: int = await arguments.work(arguments, who, services)
        return code


def _get_visibility(who: Identity) -> Visibility:
    return policy.decide_visibility(who.message(""), who.access)


async def _search(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    found = await services.owner_memory.recall(services.store).search(
        _get_visibility(who), arguments.query, limit=arguments.limit, now=services.clock()
    )
    if not found and not arguments.json:
        print("No relevant memories found.")
    for n, each in enumerate(found, 1):
        print(_recalled_to_json(each) if arguments.json else sanitize(_format_recalled(n, each)))
    return 0


def _format_recalled(n: int, each: RecallHit) -> str:
    when = f", {each.said_at}" if each.said_at else ""
    head = f"[{n}] {each.source}{when} (Score: {each.relevance:.2f})"
    return f"{head}\n{each.text}\n"


def _recalled_to_json(each: RecallHit) -> str:
    return json.dumps(
        {
            "source": each.source,
            "text": each.text,
            "score": each.relevance,
            "said_at": each.said_at,
            "ids": list(each.ids),
        },
        ensure_ascii=False,
    )


async def _list(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    items, seen, now = services.owner_memory.facts, _get_visibility(who), services.clock()
    found = (
        await items.list_deleted(seen, now, limit=-1)
        if arguments.deleted
        else await items.list_facts(seen, now=now, limit=-1)
    )
    if not found and not arguments.json:
        print("There are no such facts.")
    for item in found:
        print(_fact_to_json(item) if arguments.json else sanitize(_format_fact(item)))
    return 0


def _format_fact(item: Fact) -> str:
    says = item.value
    mark = "long " if says.retention == "long_term" else "short"
    return f"{mark} [{says.type}] {says.text[:LONGEST]} #{item.id}"


def _fact_to_json(item: Fact) -> str:
    says = item.value
    told = {"id": item.id, "scope": item.scope.label, "content": says.content, "type": says.type}
    told |= {"retention": says.retention}
    return json.dumps({**told, "importance": says.importance}, ensure_ascii=False)


async def _stats(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    seen = _get_visibility(who)
    facts = await services.owner_memory.facts.count(seen, services.clock())
    passages = await services.store.count_passages(seen)
    counts = {
        "active": facts.long_term + facts.short_term,
        "long_term": facts.long_term,
        "short_term": facts.short_term,
        "recycle_bin": facts.deleted,
        "passages": sum(passages.values()),
    }
    if arguments.json:
        print(json.dumps(counts))
        return 0
    for name, number in counts.items():
        print(f"{name.replace('_', ' ')}: {number}")
    return 0


async def _sync(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
    report = await services.owner_memory.run_sync()
    for problem in report.problems:
        print(f"multis: {sanitize(problem)}", file=sys.stderr)
    print(_report_to_json(report) if arguments.json else _format_report(report))
    return 1 if report.problems else 0


def _format_report(report: SyncReport) -> str:
    return (
        f"{report.indexed} indexed, {report.unchanged} unchanged, {report.removed} removed, "
        f"{len(report.problems)} failed."
    )


def _report_to_json(report: SyncReport) -> str:
    told = {"indexed": report.indexed, "unchanged": report.unchanged, "removed": report.removed}
    return json.dumps({**told, "problems": list(report.problems)}, ensure_ascii=False)


async def _clean(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
    now, ledger = services.clock(), services.owner_memory.ledger
    expired, purged = await ledger.expire(now), await ledger.purge(now)
    await services.scrub(largest=math.inf)
    if arguments.json:
        print(json.dumps({"expired": expired, "purged": purged}))
    else:
        print(f"{expired} expired, {purged} deleted for good.")
    return 0


async def _restore(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
    ids = [each.lstrip("#") for each in arguments.ids]
    memory = services.memories.get(who.message("").chat.key, ADMIN)
    back = await services.facts.restore(memory, ids, services.clock())
    for item in back:
        print(
            _fact_to_json(item) if arguments.json else sanitize(f"Back again: {_format_fact(item)}")
        )
    if len(back) < len(ids):
        raise UserError(
            f"{len(ids) - len(back)} of these cannot be restored. "
            "`multis memory list --deleted` shows which can."
        )
    return 0


async def _export(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    lines = await export.export_facts(
        services.owner_memory.facts, _get_visibility(who), services.clock()
    )
    text = "".join(f"{line}\n" for line in lines)
    if arguments.file == "-":
        sys.stdout.write(text)
        return 0
    await asyncio.to_thread(write_atomically, Path(arguments.file), text)
    print(f"{counted(len(lines), 'fact')} written to {arguments.file}.")
    return 0


async def _import(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
    text = await asyncio.to_thread(_read_file, arguments.file)
    added = await export.import_facts(services.owner_memory.ledger, text.splitlines())
    print(f"{counted(added, 'fact')} imported.")
    return 0


def _read_file(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(f"There is no file {file}.") from None
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise UserError(f"{file} cannot be read: it is no UTF-8 text.") from None


def _require_owner(who: Identity) -> None:
    if not policy.is_private_owner(who.message(""), who.access):
        raise UserError("That is for the owner: leave --as out.")


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("a number from 1 up is needed")
    return int(text)
