"""/forget, /forget WORDS, /forget undo

Asked for in plain words (`forget that I lived in Leeds`, `/olvida pizza`), it only offers to: what
somebody says in a sentence may be meant otherwise, so nothing is forgotten before they press a
button.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import partial

from bot.access.policy import PAGE_OWNER
from bot.messages import (
    N_,
    Answer,
    Choice,
    IncomingMessage,
    Reply,
    _,
    ngettext,
    pgettext,
    run_aside,
)
from bot.rendering.format import shorten
from bot.turns.command import Command, Turn
from indexer.i18n import format_date, format_list, join_sentences
from memory.fact import Fact
from memory.forgetting.matching import Words
from memory.forgetting.service import ForgetResult
from memory.forgetting.vault_erasure import VaultErasure

NOTHING = VaultErasure()
TYPED = re.compile(r"/forget(?:@\w+)?(?!\S)", re.IGNORECASE)
QUOTED, LONGEST = 3, 80  # lines of what was forgotten, and characters of each


async def forget(turn: Turn, words: str) -> Answer:
    turn.check_approved()
    if words.lower() == "undo":
        yield await _undo(turn)
    elif _is_in_plain_words(turn.message):
        yield await _offer(turn, words)
    else:
        yield await _forget(turn, words)


async def _undo(turn: Turn) -> Reply:
    restored = await _restore(turn)
    if not restored:
        return Reply(_("There was nothing to restore."))
    return Reply(_("Restored: {things}.", things=restored))


async def _forget(turn: Turn, words: str) -> Reply:
    now = await _load_start(turn)
    gone = await turn.services.forgetting.forget(turn.memory, now, words, turn.key, turn.only_of)
    turn.services.sent_prompts.clear()
    await _close_buttons(turn, words)
    left = await _forget_traces(turn, words, now)
    if not _count(gone, left):
        return Reply(
            _("I remember nothing like that.") if words else _("I remember nothing from this chat.")
        )
    quoted = await _quote((*gone.lines, *left.texts), words) if words else ()
    said = "\n".join(_describe(turn, gone, left, quoted, everything=not words))
    return Reply(said, (Choice(_("Undo"), "/forget undo"),))


def _is_in_plain_words(message: IncomingMessage) -> bool:
    return not TYPED.match(message.text.lstrip())


async def _offer(turn: Turn, words: str) -> Reply:
    """Offer to forget what holds all the words; where no fact does, the facts that come near."""
    facts = turn.services.owner_memory.facts
    hits = await facts.search(turn.recall, words, now=turn.now)
    found = [hit.fact for hit in hits if hit.fact.is_of(turn.only_of)]
    everything = Choice(_("Forget it"), f"/forget {words}")
    meant = [each for each in found if Words(words).matches(each.value.text)]
    nothing_yet = _("Nothing is forgotten until you press a button.")
    if meant or not found:
        head = _("I can forget every message, note and fact that holds “{words}”.", words=words)
        return Reply("\n".join([join_sentences(head, nothing_yet), *_list(meant)]), (everything,))
    near = found[:QUOTED]
    head = _("No fact holds all of these words: “{words}”. Did you mean one of these?", words=words)
    buttons = (
        Choice(pgettext("button", "Delete {number}", number=n), f"/fact {each.id} delete")
        for n, each in enumerate(near, 1)
    )
    numbered = (f"{n}. {each.value.text}" for n, each in enumerate(near, 1))
    return Reply("\n".join([join_sentences(head, nothing_yet), *numbered]), (*buttons, everything))


def _list(facts: Sequence[Fact]) -> Iterator[str]:
    return (f"- {shorten(each.value.text, LONGEST)}" for each in facts[:QUOTED])


async def _load_start(turn: Turn) -> datetime:
    """Return the time of the first attempt, so that a redelivered message reports the same."""
    first = turn.services.owner_memory.idempotency.record_once
    started = await first(turn.key + " forget", turn.now.isoformat(), turn.now)
    return datetime.fromisoformat(started)


async def _restore(turn: Turn) -> str:
    """Undo the last /forget: of notes, of what conversations left in the vault, or of both.

    Returns what came back, counted; empty if nothing did.
    """
    if not turn.private_owner:
        return _count(await _restore_notes(turn), NOTHING)
    own = turn.services.owner_memory
    last, noted = await own.eraser.find_last(), await own.eraser.find_last_of_notes()
    there = await own.eraser.load_erasure(last)
    chosen = json.dumps([last, noted, there.lines, there.turns])
    decided = await own.idempotency.record_once(turn.key + " undo", chosen, turn.now)
    left, noted, *taken = json.loads(decided)
    if left and left >= noted and left == last:
        await own.restore()
    back = VaultErasure(*taken) if left >= noted else NOTHING
    return _count(None if left > noted else await _restore_notes(turn), back)


async def _restore_notes(turn: Turn) -> ForgetResult:
    return await turn.services.forgetting.restore(turn.memory, turn.now, turn.key, turn.only_of)


async def _close_buttons(turn: Turn, words: str) -> None:
    """Close buttons that would send again what is forgotten."""
    chats = await turn.services.forgetting.list_chats(turn.memory)
    names = [each.folder.chat for each in chats]
    own = None if turn.only_of is None else turn.message.sender.key
    await turn.services.speech.unheard.forget(names, own)
    await turn.services.inbox.close_buttons(names, Words(words).matches if words else None, own)


async def _forget_traces(turn: Turn, words: str, now: datetime) -> VaultErasure:
    """Forget what conversations left in the owner's vault, and proposals for it."""
    if not turn.private_owner:
        return VaultErasure()
    matches = Words(words).matches if words else None
    await turn.services.owner_memory.proposals.close(matches)
    await turn.services.owner_memory.program_writes.close(matches)
    return await turn.services.owner_memory.forget(matches, now)


def _describe(
    turn: Turn, gone: ForgetResult, left: VaultErasure, quoted: Iterable[str], *, everything: bool
) -> Iterator[str]:
    days = turn.services.settings.memory.undo_days
    yield join_sentences(
        _("Forgotten: {things}.", things=_count(gone, left)),
        ngettext(
            "For {count} day, /forget undo brings it back.",
            "For {count} days, /forget undo brings it back.",
            days,
        ),
    )
    yield from quoted
    yield from _list_what_stays(turn, gone, everything=everything)


def _list_what_stays(turn: Turn, gone: ForgetResult, *, everything: bool) -> Iterator[str]:
    """Yield a sentence about each place that still holds what was forgotten."""
    if gone.log_until:
        yield _(
            "The log files, which I never read, hold it until {date}.",
            date=format_date(gone.log_until),
        )
    if turn.message.chat.platform == PAGE_OWNER.platform:
        yield _("What was said stays on this page until you delete the conversation in its list.")
    if turn.private_owner and everything:
        yield _("This covered all your private chats, but not indexed files: /docs lists those.")
    if turn.private_owner:
        yield _(
            "What you keep in your vault is unchanged: Memory.md, Procedural.md, Core.yaml and "
            "what you flagged."
        )


async def _quote(texts: Sequence[str], words: str) -> Sequence[str]:
    """Quote the first of what went, for a person to see that it is what they meant."""
    shown = await run_aside(partial(_sort_texts, texts, words), sum(map(len, texts)))
    quoted = [f"- {shorten(text, LONGEST)}" for text in shown[:QUOTED]]
    return [*quoted, "- …"] if len(shown) > QUOTED else quoted


def _sort_texts(texts: Iterable[str], words: str) -> list[str]:
    """Put what holds the words themselves before the answers that went with it."""
    holds = Words(words).matches
    each_once = dict.fromkeys(" ".join(text.split()) for text in texts)
    return sorted(each_once, key=lambda each: not holds(each))


def _count(gone: ForgetResult | None, left: VaultErasure) -> str:
    """Count what went, or came back, in words; empty if nothing did."""
    notes = _count_notes(gone) if gone else ()
    return format_list([*notes, *_count_traces(left)])


def _count_notes(gone: ForgetResult) -> Iterator[str]:
    if gone.notes:
        yield ngettext("{count} line of notes", "{count} lines of notes", gone.notes)
    if gone.summaries:
        yield ngettext("{count} summary", "{count} summaries", gone.summaries)
    if gone.facts:
        yield ngettext("{count} fact", "{count} facts", gone.facts)
    if gone.reminders:
        yield ngettext("{count} reminder", "{count} reminders", gone.reminders)
    if gone.messages:
        yield ngettext("{count} recent message", "{count} recent messages", gone.messages)


def _count_traces(left: VaultErasure) -> Iterator[str]:
    if left.lines:
        yield ngettext(
            "{count} line about conversations", "{count} lines about conversations", left.lines
        )
    if left.turns:
        yield ngettext(
            "{count} turn of a recorded conversation",
            "{count} turns of recorded conversations",
            left.turns,
        )


def _needs_pin(message: IncomingMessage, words: str) -> bool:
    asked = message.chat.private and words.lower() != "undo"
    return asked and not _is_in_plain_words(message)


command = Command(
    "forget",
    N_("[WORDS | undo]"),
    N_("Forget this chat (all private chats, for an owner), or what contains certain words"),
    forget,
    guards=_needs_pin,
)
