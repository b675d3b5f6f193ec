"""`multis memory list`, `stats` and `restore`: the facts themselves."""

import argparse
import json

from bot.cli.console import dump_json, sanitize
from bot.cli.identity import Identity
from bot.messages import UserError
from bot.services.services import Services
from indexer.i18n import N_, _, ngettext
from indexer.scopes import ADMIN
from memory.fact import Fact

LONGEST = 100  # characters of a fact in a list
STATS = {
    "active": N_("active: {count}"),
    "long_term": N_("long term: {count}"),
    "short_term": N_("short term: {count}"),
    "recycle_bin": N_("recycle bin: {count}"),
    "passages": N_("passages: {count}"),
}


async def list_facts(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    facts, visible, now = services.owner_memory.facts, who.visibility, services.clock()
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


async def count(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    visible = who.visibility
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


async def restore(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    who.require_owner()
    ids = [each.lstrip("#") for each in arguments.ids]
    memory = services.memories.get(who.chat.key, ADMIN)
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
