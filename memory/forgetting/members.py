"""Plan what a member of a group may have forgotten: what they said themselves. Pure functions.

Who may not write a thing can neither change nor delete it. Notes and summaries name the author of
each line; what a person wrote into memory.md by hand is nobody's word in the group.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from memory.chat.notes import join_sections, parse_note, split_sections
from memory.conversations.recorder import RecordedTurns, get_key, get_sender, is_answer
from memory.facts.ledger import FactRecords
from memory.forgetting.plan import Erasure, Matches, ScopeMemory, Window, plan_matching


def plan_own(remembered: ScopeMemory, author: str, matches: Matches | None) -> Erasure:
    """Erase what `author` said, or what of it matches."""
    own = _OwnLines.find(remembered, author)
    left = _select_own(remembered, author, own)
    return replace(plan_matching(left, matches or (lambda _: True), own.holds), member=author)


class _OwnLines(Struct, frozen=True):
    """Tells the notes of one author from those of others whose names begin alike."""

    author: str
    others: frozenset[str]

    @classmethod
    def find(cls, remembered: ScopeMemory, author: str) -> "_OwnLines":
        return cls(author, frozenset(_list_authors(remembered)) - {author})

    def holds(self, line: str) -> bool:
        note = parse_note(line)
        longer = (each for each in self.others if len(each) > len(self.author))
        return note.startswith(f"{self.author}: ") and not any(
            note.startswith(f"{each}: ") for each in longer
        )


def _list_authors(remembered: ScopeMemory) -> Iterator[str]:
    yield from (each.provenance.author for each in remembered.facts.facts)
    yield from (message.author for each in remembered.windows for message in each.messages)


def _select_own(remembered: ScopeMemory, author: str, own: _OwnLines) -> ScopeMemory:
    windows = tuple(_select_turns(each, author) for each in remembered.windows)
    turns = {(window.chat, each.key) for window in windows for each in window.messages}
    stamped = (each for each in split_sections(remembered.notes) if each.pinned or each.captured)
    return ScopeMemory(
        join_sections(stamped),
        windows,
        remembered.summaries,
        tuple(
            each
            for each in remembered.sources
            if (each.chat, each.turn) in turns or own.holds(each.note)
        ),
        _select_facts(remembered.facts, author),
        tuple(_select_recorded(each, author) for each in remembered.turns),
        tuple(each for each in remembered.reminders if each.origin.author == author),
    )


def _select_turns(window: Window, author: str) -> Window:
    """Select their messages, and the answers to those."""
    said = (each for each in window.messages if each.author == author and each.role != "assistant")
    keys = {each.key for each in said if each.key}
    return Window(window.chat, tuple(each for each in window.messages if each.key in keys))


def _select_recorded(recorded: RecordedTurns, author: str) -> RecordedTurns:
    said = (each for each in recorded.turns if get_sender(each) == author and not is_answer(each))
    keys = {get_key(each) for each in said}
    return RecordedTurns(recorded.chat, tuple(t for t in recorded.turns if get_key(t) in keys))


def _select_facts(records: FactRecords, author: str) -> FactRecords:
    facts = tuple(each for each in records.facts if each.provenance.author == author)
    ids = {each.id for each in facts}
    return FactRecords(facts, tuple(each for each in records.changes if each.fact_id in ids))
