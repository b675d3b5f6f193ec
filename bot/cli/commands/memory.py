"""Search, sync and maintain what is remembered."""

import argparse
import asyncio
import json
import math
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot.access import policy
from bot.cli import identity, session
from bot.cli.console import dump_json, parse_positive, sanitize
from bot.cli.identity import Identity
from bot.cli.parser import parse_name
from bot.messages import UserError
from bot.services.services import Services
from indexer.i18n import N_, _, format_number, ngettext
from indexer.ingest.sync import SyncReport
from indexer.scopes import ADMIN, Visibility
from memory.fact import Fact
from memory.facts import export
from memory.recall import RecallHit
from memory.storage.files import write_atomically

Action = Callable[[argparse.Namespace, Identity, Services], Awaitable[int]]
LONGEST = 100  # characters of a fact in a list
STATS = {
    "active": N_("active: {count}"),
    "long_term": N_("long term: {count}"),
    "short_term": N_("short term: {count}"),
    "recycle_bin": N_("recycle bin: {count}"),
    "passages": N_("passages: {count}"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(required=True, metavar="WHAT")
    found = _add_action(
        actions, "search", _("search notes, facts and recorded conversations"), _search
    )
    found.add_argument("query", metavar="QUERY", nargs="+")
    found.add_argument("--limit", type=parse_positive, default=5, metavar="N", help=_("default: 5"))
    listed = _add_action(actions, "list", _("list facts"), _list)
    listed.add_argument(
        "--deleted", action="store_true", help=_("list deleted facts that can be restored")
    )
    _add_action(actions, "stats", _("count what is remembered"), _stats)
    _add_action(actions, "sync", _("update the index from the vault and the sources"), _sync)
    cleans = _("delete expired facts, and erase deleted data from the database file")
    _add_action(actions, "clean", cleans, _clean)
    restored = _add_action(actions, "restore", _("restore deleted facts"), _restore)
    restored.add_argument(
        "ids", metavar="ID", nargs="+", help=_("as shown by `multis memory list --deleted`")
    )
    out = _add_action(actions, "export", _("write facts with their history as JSON lines"), _export)
    out.add_argument(
        "file",
        type=parse_name,
        metavar="FILE",
        nargs="?",
        default="-",
        help=_("default: -, which is standard output"),
    )
    taken = _add_action(actions, "import", _("read facts from JSON lines"), _import)
    taken.add_argument("file", type=parse_name, metavar="FILE", help=_("- is standard input"))


def _add_action(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    summary: str,
    work: Action,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=summary, description=summary)
    parser.add_argument("--json", action="store_true", help=_("print JSON"))
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
    found = await services.owner_memory.build_recall(services.store).search(
        _get_visibility(who), " ".join(arguments.query), limit=arguments.limit, now=services.clock()
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


async def _list(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    facts, visible, now = services.owner_memory.facts, _get_visibility(who), services.clock()
    found = (
        await facts.list_deleted(visible, now, limit=-1)
        if arguments.deleted
        else await facts.list_facts(visible, now=now, limit=-1)
    )
    if not found and not arguments.json:
        print(_("No facts."))
    for fact in found:
        print(_fact_to_json(fact) if arguments.json else sanitize(_format_fact(fact)))
    return 0


def _format_fact(fact: Fact) -> str:
    value = fact.value
    mark = "long " if value.retention == "long_term" else "short"
    return f"{mark} [{value.type}] {value.text[:LONGEST]} #{fact.id}"


def _fact_to_json(fact: Fact) -> str:
    value = fact.value
    return dump_json(
        {
            "id": fact.id,
            "scope": fact.scope.label,
            "content": value.content,
            "type": value.type,
            "retention": value.retention,
            "importance": value.importance,
        }
    )


async def _stats(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    visible = _get_visibility(who)
    facts = await services.owner_memory.facts.count(visible, services.clock())
    passages = await services.store.count_passages(visible)
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
        print(STATS[name].fill(count=number))
    return 0


async def _sync(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
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


async def _clean(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
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


async def _restore(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
    ids = [each.lstrip("#") for each in arguments.ids]
    memory = services.memories.get(who.message("").chat.key, ADMIN)
    restored = await services.facts.restore(memory, ids, services.clock())
    for fact in restored:
        print(_fact_to_json(fact) if arguments.json else _format_restored(fact))
    if len(restored) < len(ids):
        raise UserError(_format_not_restored(len(ids) - len(restored)))
    return 0


def _format_restored(fact: Fact) -> str:
    return sanitize(_("Restored: {fact}", fact=_format_fact(fact)))


def _format_not_restored(count: int) -> str:
    return ngettext(
        "{count} fact cannot be restored. `multis memory list --deleted` lists those that can.",
        "{count} facts cannot be restored. `multis memory list --deleted` lists those that can.",
        count,
    )


async def _export(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    lines = await export.export_facts(
        services.owner_memory.facts, _get_visibility(who), services.clock()
    )
    text = "".join(f"{line}\n" for line in lines)
    if arguments.file == "-":
        sys.stdout.write(text)
        return 0
    await asyncio.to_thread(_write_file, arguments.file, text)
    print(
        ngettext(
            "Wrote {count} fact to {file}.",
            "Wrote {count} facts to {file}.",
            len(lines),
            file=arguments.file,
        )
    )
    return 0


def _write_file(file: str, text: str) -> None:
    path = Path(file)
    try:
        is_special = path.exists() and not path.is_file()  # such as a pipe: nothing may replace it
        path.write_text(text, encoding="utf-8") if is_special else write_atomically(path, text)
    except OSError as error:
        raise UserError(
            _("Cannot write {file}: {reason}.", file=file, reason=str(error.strerror))
        ) from None


async def _import(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    _require_owner(who)
    text = await asyncio.to_thread(_read_file, arguments.file)
    # A text may have other ends of lines, which JSON leaves as they are.
    added = await export.import_facts(services.owner_memory.ledger, text.split("\n"))
    print(ngettext("Imported {count} fact.", "Imported {count} facts.", added))
    return 0


def _read_file(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(_("File not found: {path}", path=file)) from None
    except OSError as error:
        raise UserError(
            _("Cannot read {name}: {reason}.", name=file, reason=str(error.strerror))
        ) from None
    except UnicodeDecodeError:
        raise UserError(_("Cannot read {name}: it is not UTF-8 text.", name=file)) from None


def _require_owner(who: Identity) -> None:
    if not policy.is_private_owner(who.message(""), who.access):
        raise UserError(_("Only the owner can do that. Leave out --as."))
