"""/fact ID shows, pins, edits or deletes a fact: sent by the buttons of /memory."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from bot.messages import N_, Answer, Choice, IncomingMessage, Reply, UserError, _, pgettext
from bot.messages.marked_text import escape_markup
from bot.rendering.fact_times import describe_times
from bot.turns.command import Command, Turn
from indexer.i18n import format_date, format_list
from memory.fact import Fact, FactChange, Validity
from memory.text.grounding import prefix_author

MOST_MERGED = 20  # facts at once
ACTIONS_THAT_SHOW = ("", "history", "source")
TYPES = {
    "fact": N_("fact"),
    "preference": N_("preference"),
    "project": N_("project"),
    "task": N_("task"),
    "note": N_("note"),
}
ORIGINS = {
    "manual": N_("You told me to remember it on {date}."),
    "capture": N_("I noted it from our conversation on {date}."),
    "tool": N_("I noted it at your request on {date}."),
    "import": N_("It was imported on {date}."),
}
CHANGES = {
    "added": N_("{date}: added"),
    "changed": N_("{date}: changed"),
    "deleted": N_("{date}: deleted"),
    "restored": N_("{date}: restored"),
}


async def handle_fact(turn: Turn, argument: str) -> Answer:
    """Run an action; `argument` is the id, and then one of `ACTIONS` or nothing."""
    name, action, words = _split(argument)
    if action == "restore":
        yield await _restore(turn, [name, *words.split()][:MOST_MERGED])
        return
    fact = await turn.services.owner_memory.facts.get(turn.recall, name, turn.now)
    if fact is None:
        raise UserError(_("That fact no longer exists. /memory lists all facts."))
    if action not in ACTIONS:
        actions = format_list([each for each in ACTIONS if each], "or")
        raise UserError(_("I cannot do that with a fact. Choose {actions}.", actions=actions))
    if action not in ACTIONS_THAT_SHOW:
        turn.check_approved()
        _check_own(turn, fact)
    yield await ACTIONS[action](turn, fact, words)


def _check_own(turn: Turn, fact: Fact) -> None:
    if not fact.is_of(turn.only_of):
        raise UserError(_("In a group you can only change what you said yourself."))


def _split(argument: str) -> tuple[str, str, str]:
    """Return the id, the action and the words of `ID ACTION WORDS`."""
    name, _space, rest = argument.partition(" ")
    action, _space, words = rest.strip().partition(" ")
    return name, action, words


async def _show(turn: Turn, fact: Fact, words: str) -> Reply:
    value = fact.value
    details = _(
        "({type}, importance {importance}, {times})",
        type=TYPES[value.type],
        importance=value.importance,
        times=describe_times(fact),
    )
    edit = _("To correct it, send: /fact {id} edit NEW TEXT", id=fact.id)
    return Reply("\n".join([value.text, details, edit]), _build_choices(fact))


def _build_choices(fact: Fact) -> tuple[Choice, ...]:
    pin = (
        Choice(_("Unpin"), f"/fact {fact.id} unpin")
        if fact.value.pinned
        else Choice(_("Pin"), f"/fact {fact.id} pin")
    )
    return (
        pin,
        Choice(pgettext("button", "Delete"), f"/fact {fact.id} delete"),
        Choice(_("History"), f"/fact {fact.id} history"),
        Choice(_("Source"), f"/fact {fact.id} source"),
    )


async def _pin(turn: Turn, fact: Fact, words: str) -> Reply:
    await turn.services.owner_memory.ledger.pin(turn.memory_scope, fact.id, True, turn.now)
    return _confirm(_("Pinned: {text}", text=fact.value.text))


async def _unpin(turn: Turn, fact: Fact, words: str) -> Reply:
    await turn.services.owner_memory.ledger.pin(turn.memory_scope, fact.id, False, turn.now)
    return _confirm(_("Unpinned: {text}", text=fact.value.text))


async def _delete(turn: Turn, fact: Fact, words: str) -> Reply:
    await turn.services.facts.delete(turn.memory, [fact.id], turn.now)
    return _confirm(_("Deleted: {text}", text=fact.value.text))


async def _restore(turn: Turn, ids: Sequence[str]) -> Reply:
    """Restore a fact, or those that were deleted together."""
    turn.check_approved()
    back = await turn.services.facts.restore(turn.memory, ids, turn.now, turn.only_of)
    if not back:
        raise UserError(_("That fact can no longer be restored, or a newer one is in its place."))
    lines = [_("Restored: {text}", text=each.value.text) for each in back]
    return _confirm(lines[0]) if len(ids) == 1 else Reply("\n".join(lines))


async def _end(turn: Turn, fact: Fact, words: str) -> Reply:
    """Note that it held until a day, such as 2026-05-01, or until now."""
    until = words.strip() or f"{turn.now.astimezone():%Y-%m-%dT%H:%M}"
    try:
        Validity(until=until)
    except ValueError:
        raise UserError(_("Usage: /fact {id} end [2026-05-01]", id=fact.id)) from None
    ended = await turn.services.facts.end(turn.memory, fact.id, until, turn.now)
    times = describe_times(ended)
    return _confirm(_("{text} ({times})", text=ended.value.text, times=times))


async def _merge(turn: Turn, fact: Fact, words: str) -> Reply:
    """Keep this fact in place of others, which say the same."""
    others = [each for each in dict.fromkeys(words.split()) if each != fact.id][:MOST_MERGED]
    facts = turn.services.owner_memory.facts
    found = [await facts.get(turn.recall, each, turn.now) for each in others]
    if not found or None in found:
        raise UserError(_("Usage: /fact {id} merge OTHER-FACT …", id=fact.id))
    for each in found:
        _check_own(turn, each or fact)
    await turn.services.facts.delete(turn.memory, others, turn.now, turn.only_of)
    kept = _("Kept: {text}", text=fact.value.text)
    gone = [_("Deleted: {text}", text=each.value.text) for each in found if each]
    back = " ".join(["/fact", others[0], "restore", *others[1:]])
    return Reply("\n".join([kept, *gone]), (Choice(_("Undo"), back),))


async def _edit(turn: Turn, fact: Fact, words: str) -> Reply:
    if not words.strip():
        raise UserError(_("Usage: /fact {id} edit NEW TEXT", id=fact.id))
    if turn.only_of:  # nobody speaks as somebody else
        words = prefix_author(turn.only_of, words.removeprefix(f"{turn.only_of}: "))
    changed = await turn.services.facts.edit(turn.memory, fact.id, words, turn.now)
    before = _("(was: {text})", text=fact.value.text)
    return _confirm(f"{changed.value.text}\n{before}")


def _confirm(text: str) -> Reply:
    return Reply(text, (Choice(_("Undo"), "/undo"),))


async def _show_history(turn: Turn, fact: Fact, words: str) -> Reply:
    changes = await turn.services.owner_memory.facts.list_history(turn.recall, fact.id, turn.now)
    lines = [_("Now: {text}", text=fact.value.text), *map(_format_change, changes)]
    return Reply("\n".join(lines))


async def _show_source(turn: Turn, fact: Fact, words: str) -> Reply:
    ground, date = fact.provenance, _format_day(fact.said_at)
    if ground.said:
        return Reply(f"{_head_said(turn, ground.author, date)}\n> {ground.said}")
    return Reply(str(ORIGINS[ground.origin].fill(date=date)))


def _head_said(turn: Turn, author: str, date: str) -> str:
    """Say who said it: in a group, mostly somebody else than whoever asks."""
    if author in ("", turn.author):
        return _("You said on {date}:", date=date)
    return _("{name} said on {date}:", name=escape_markup(author), date=date)


def _format_change(change: FactChange) -> str:
    text = str(CHANGES[change.action].fill(date=_format_day(change.changed_at)))
    if change.before is None:
        return text
    return _("{change}, was: {text}", change=text, text=change.before.value.text)


def _format_day(seconds: int) -> str:
    return format_date(datetime.fromtimestamp(seconds).astimezone())


ACTIONS: Mapping[str, Callable[[Turn, Fact, str], Awaitable[Reply]]] = {
    "": _show,
    "pin": _pin,
    "unpin": _unpin,
    "delete": _delete,
    "edit": _edit,
    "end": _end,
    "merge": _merge,
    "history": _show_history,
    "source": _show_source,
}


def _needs_pin(message: IncomingMessage, argument: str) -> bool:
    """Return whether it deletes, as /forget does."""
    return message.chat.private and _split(argument)[1] in ("delete", "merge")


command = Command(
    "fact",
    N_("FACT [edit NEW TEXT]"),
    N_("Show or change one fact"),
    handle_fact,
    guards=_needs_pin,
    listed=False,
)
