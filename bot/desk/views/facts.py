"""The ledger of facts, page by page, and the notes of this chat, as /memory shows them."""

from collections.abc import Sequence
from datetime import date
from typing import cast, get_args

from msgspec import Struct

from bot.desk.views import Arguments, View, ViewContext, parse_number
from bot.rendering.fact_times import describe_times
from indexer.i18n import format_date
from memory.chat.notes import Section, split_sections, unescape_headings
from memory.fact import Fact, FactType
from memory.facts.reader import FactFilter, FactListing, FactOrder, FactState

LIMIT = 50  # facts of a page
FOUND = 100  # of a search
DELETED = 100


class FactView(Struct, frozen=True):
    id: str
    text: str
    type: str
    importance: int  # 1 to 10
    pinned: bool
    scope: str
    origin: str  # how it was recorded: manual, capture, tool, import
    said: str  # the words that it is based on
    author: str
    since: int  # epoch seconds
    changed: int
    times: str  # when it holds or was noted, as people read it
    ended: bool


class ProposalView(Struct, frozen=True):
    """A change to the owner's files that waits for a decision."""

    command: str  # that decides
    offer: int
    number: int  # within the offer
    text: str


class NoteView(Struct, frozen=True):
    """A section of the notes."""

    heading: str  # its day, or what a person wrote above it; empty where there is none
    pinned: bool
    lines: tuple[str, ...]  # without bullets


class Ledger(Struct, frozen=True):
    facts: tuple[FactView, ...]
    total: int  # of those that match
    offset: int  # of the first of these facts
    limit: int
    deleted: tuple[FactView, ...]  # those that can still be restored
    proposals: tuple[ProposalView, ...]
    notes: tuple[NoteView, ...]


async def show(context: ViewContext, arguments: Arguments) -> Ledger:
    """Return the facts that the arguments choose: a search for `q`, or a page of a list."""
    turn = context.turn
    offset = parse_number(arguments.get("offset", ""), 0)
    found, total = await _find(context, arguments, offset)
    deleted = await turn.services.owner_memory.facts.list_deleted(turn.recall, turn.now, DELETED)
    return Ledger(
        tuple(build_fact(each, context) for each in found),
        total,
        offset,
        LIMIT,
        tuple(build_fact(each, context) for each in deleted),
        await _list_proposals(context),
        tuple(map(_build_note, split_sections(await turn.memory.read_notes()))),
    )


async def _find(
    context: ViewContext, arguments: Arguments, offset: int
) -> tuple[Sequence[Fact], int]:
    turn, facts = context.turn, context.turn.services.owner_memory.facts
    kind = _choose(arguments.get("type", ""), get_args(FactType), None)
    if words := arguments.get("q", "").strip():
        where = FactFilter(type=cast("FactType | None", kind))
        hits = await facts.search(turn.recall, words, now=turn.now, limit=FOUND, where=where)
        return [each.fact for each in hits[offset : offset + LIMIT]], len(hits)
    listing = FactListing(
        cast("FactType | None", kind),
        cast("FactState", _choose(arguments.get("state", ""), get_args(FactState), "all")),
        cast("FactOrder", _choose(arguments.get("order", ""), get_args(FactOrder), "added")),
    )
    return await facts.load_page(turn.recall, listing, turn.now, limit=LIMIT, offset=offset)


def _choose(text: str, known: Sequence[str], default: str | None) -> str | None:
    return text if text in known else default


async def _list_proposals(context: ViewContext) -> tuple[ProposalView, ...]:
    if not context.turn.private_owner:
        return ()
    offers = await context.turn.services.owner_memory.proposals.list_open()
    return tuple(
        ProposalView(
            "tidy" if kind == "tidy" else "review",
            offer.id,
            number,
            offer.proposals[number - 1].describe(),
        )
        for kind, offer in offers
        for number in offer.open
    )


def _build_note(section: Section) -> NoteView:
    lines = (each.strip() for each in unescape_headings(section.body).splitlines())
    written = tuple(each.removeprefix("- ") for each in lines if each)
    return NoteView(_format_heading(section), section.pinned, written)


def _format_heading(section: Section) -> str:
    if not (section.pinned or section.captured):
        return section.heading.lstrip("# ")
    return format_date(date.fromisoformat(section.heading[3:13]))


def build_fact(fact: Fact, context: ViewContext) -> FactView:
    value, provenance = fact.value, fact.provenance
    return FactView(
        id=fact.id,
        text=value.text,
        type=value.type,
        importance=value.importance,
        pinned=value.pinned,
        scope=fact.scope.label,
        origin=provenance.origin,
        said=provenance.said,
        author=provenance.author,
        since=fact.created_at,
        changed=fact.updated_at,
        times=describe_times(fact),
        ended=value.validity.is_over(context.turn.now),
    )


view = View("facts", show)
