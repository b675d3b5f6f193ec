"""Plan what one /forget erases before anything is touched. Pure functions.

Every step is idempotent and can be undone: notes change by whole sections, each given as it was
and as it will be.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from indexer.store.writer import MemoryChunk
from memory.capture.provenance import NoteSource
from memory.chat.notes import HEADING, Section, join_sections, parse_note, split_sections
from memory.conversations.recorder import RecordedTurns, get_key, is_answer
from memory.fact import Fact
from memory.facts.ledger import FactRecords
from memory.messages import Message
from memory.reminders.reminder import Reminder

NOTHING = FactRecords()
Matches = Callable[[str], bool]
TurnKey = tuple[str, str]  # a chat, and the key of a turn in it

LISTED = re.compile(r"[ \t]*(?:[-*+•]|\d+[.)])[ \t]")


class SectionChange(Struct, frozen=True):
    before: str  # a section of memory.md, stripped
    after: str  # empty if the whole section is erased


class Window(Struct, frozen=True):
    """Messages of one chat."""

    chat: str
    messages: tuple[Message, ...]


class Reduction(Struct, frozen=True):
    """Summaries before, and what is left of those that lose only some of their lines."""

    before: tuple[MemoryChunk, ...] = ()
    after: tuple[MemoryChunk, ...] = ()


class Erasure(Struct, frozen=True):
    notes: tuple[SectionChange, ...] = ()
    windows: tuple[Window, ...] = ()
    summaries: Reduction = Reduction()
    sources: tuple[NoteSource, ...] = ()
    facts: FactRecords = field(default=NOTHING, name="items")
    turns: tuple[RecordedTurns, ...] = ()  # that a search of conversations finds
    reminders: tuple[Reminder, ...] = ()
    member: str = ""  # of a group, whose own words alone this erases

    def __bool__(self) -> bool:
        texts = self.notes or self.windows or self.summaries.before
        derived = self.sources or self.facts.facts or self.facts.changes
        return bool(texts or derived or self.turns or self.reminders)

    @property
    def messages(self) -> int:
        """The number of erased messages; most of the window are turns as well."""
        recent = {(w.chat, f"{m.role}:{m.key}") for w in self.windows for m in w.messages if m.key}
        nameless = sum(not m.key for w in self.windows for m in w.messages)
        return nameless + len(
            recent | {(r.chat, t.message_id) for r in self.turns for t in r.turns}
        )

    @property
    def lines(self) -> int:
        """The number of erased lines of memory.md, without headings."""
        before = sum(_count_lines(change.before) for change in self.notes)
        return before - sum(_count_lines(change.after) for change in self.notes)

    def texts(self) -> Iterator[str]:
        """Yield the erased texts, each on one line; they may repeat."""
        yield from (parse_note(line) for change in self.notes for line in _list_removed(change))
        yield from (each.value.text for each in self.facts.facts if each.deleted_at is None)
        yield from (each.text for each in self.reminders)
        messages = (message for window in self.windows for message in window.messages)
        yield from (_join_lines(message.content) for message in messages)
        turns = (turn for recorded in self.turns for turn in recorded.turns)
        yield from (_join_lines(turn.text) for turn in turns)


def _join_lines(text: str) -> str:
    """Return a text on one line, without the marks of the lists in it."""
    return " ".join(" ".join(line.split()).removeprefix("- ") for line in text.splitlines())


class ScopeMemory(Struct, frozen=True):
    """Everything that a scope remembers."""

    notes: str
    windows: tuple[Window, ...]
    summaries: tuple[MemoryChunk, ...]
    sources: tuple[NoteSource, ...]
    facts: FactRecords = NOTHING
    turns: tuple[RecordedTurns, ...] = ()
    reminders: tuple[Reminder, ...] = ()

    @property
    def length(self) -> int:
        """The number of characters, at least roughly."""
        messages = (message for window in self.windows for message in window.messages)
        facts = (fact.value for fact in self.facts.facts)
        turns = (turn for recorded in self.turns for turn in recorded.turns)
        return (
            len(self.notes)
            + sum(len(each.content) + len(each.quote) for each in messages)
            + sum(len(each.chunk.text) for each in self.summaries)
            + sum(len(each.said) + len(each.note) for each in self.sources)
            + sum(len(each.content) + len(each.summary) for each in facts)
            + sum(len(each.text) for each in turns)
            + sum(len(each.text) for each in self.reminders)
        )

    @property
    def own_words(self) -> str:
        """The messages of people and the notes, without answers."""
        messages = (message for window in self.windows for message in window.messages)
        own = (message.content for message in messages if message.role != "assistant")
        return "\n".join((*own, self.notes))


def plan_everything(remembered: ScopeMemory) -> Erasure:
    return Erasure(
        tuple(
            SectionChange(text, "")
            for section in split_sections(remembered.notes)
            if (text := section.text.strip())
        ),
        tuple(window for window in remembered.windows if window.messages),
        Reduction(remembered.summaries),
        remembered.sources,
        remembered.facts,
        remembered.turns,
        remembered.reminders,
    )


def plan_matching(
    remembered: ScopeMemory, matches: Matches, may_go: Matches = lambda _: True
) -> Erasure:
    """Erase turns and notes that match, and notes derived from such turns.

    Of the notes and summaries only lines that `may_go` go.
    """
    windows = tuple(_match_turns(window, matches) for window in remembered.windows)
    recorded = tuple(filter(None, (_match_recorded(each, matches) for each in remembered.turns)))
    turns = _list_own_turns(windows, recorded)
    sources = _match_sources(remembered.sources, matches, turns)
    derived = frozenset(source.note for source in sources)

    def goes(line: str) -> bool:
        return may_go(line) and (parse_note(line) in derived or matches(line))

    return Erasure(
        tuple(_plan_changes(split_sections(remembered.notes), goes)),
        tuple(window for window in windows if window.messages),
        _reduce_summaries(remembered.summaries, goes),
        sources,
        _plan_facts(remembered.facts, matches, turns),
        recorded,
        _match_reminders(remembered.reminders, matches, turns),
    )


def _list_own_turns(
    windows: Iterable[Window], recorded: Iterable[RecordedTurns]
) -> frozenset[TurnKey]:
    """List the turns of people: notes and facts rest on these, and not on the answers."""
    said = ((w.chat, m.key) for w in windows for m in w.messages if m.role != "assistant")
    found = ((r.chat, get_key(t)) for r in recorded for t in r.turns if not is_answer(t))
    return frozenset((*said, *found))


def _match_sources(
    sources: Iterable[NoteSource], matches: Matches, turns: Collection[TurnKey]
) -> tuple[NoteSource, ...]:
    return tuple(
        source
        for source in sources
        if (source.chat, source.turn) in turns or matches(source.said) or matches(source.note)
    )


def _match_reminders(
    reminders: Iterable[Reminder], matches: Matches, turns: Collection[TurnKey]
) -> tuple[Reminder, ...]:
    return tuple(
        each
        for each in reminders
        if matches(each.text) or (each.place.chat, each.origin.turn_key) in turns
    )


def _match_recorded(recorded: RecordedTurns, matches: Matches) -> RecordedTurns | None:
    """Select turns that match, and the answers to those of a person; None if there are none."""
    found = [each for each in recorded.turns if matches(each.text)]
    keys = {get_key(each) for each in found if not is_answer(each)}
    gone = tuple(each for each in recorded.turns if each in found or get_key(each) in keys)
    return RecordedTurns(recorded.chat, gone) if gone else None


def _plan_facts(records: FactRecords, matches: Matches, turns: Collection[TurnKey]) -> FactRecords:
    """Select facts that match or come from an erased turn, and matching steps of history."""
    gone = tuple(
        fact
        for fact in records.facts
        if (fact.provenance.chat, fact.provenance.turn) in turns
        or any(map(matches, _list_texts(fact)))
    )
    ids = {fact.id for fact in gone}
    changes = tuple(
        change
        for change in records.changes
        if change.fact_id in ids
        or (change.before and any(map(matches, _list_texts(change.before))))
    )
    return FactRecords(gone, changes)


def _list_texts(fact: Fact) -> tuple[str, ...]:
    value = fact.value
    return (value.content, value.title, value.summary, fact.provenance.said, *value.tags)


def _match_turns(window: Window, matches: Matches) -> Window:
    """Select messages that match, and the answers to those of a person.

    A question stays whose answer alone matches: it does not hold the words.
    """
    found = [m for m in window.messages if matches(m.content) or matches(m.quote)]
    keys = {message.key for message in found if message.key and message.role != "assistant"}
    return Window(window.chat, tuple(m for m in window.messages if m.key in keys or m in found))


def _plan_changes(parts: Sequence[Section], goes: Matches) -> Iterator[SectionChange]:
    for section in parts:
        before, after = section.text.strip(), _reduce_section(section, goes)
        if after != before:
            yield SectionChange(before, after)


def _reduce_section(section: Section, goes: Matches) -> str:
    """Return what is left; a pinned section, or one with a matching heading, goes whole."""
    dated = section.pinned or section.captured
    if goes(section.body) if section.pinned else not dated and goes(section.heading):
        return ""
    left = _remove_units(section.body, goes)
    if left == section.body:
        return section.text.strip()
    return f"{section.heading}\n\n{left}".strip() if left else ""


def _reduce_summaries(summaries: Iterable[MemoryChunk], goes: Matches) -> Reduction:
    pairs = [(memory, _remove_units(memory.chunk.text, goes)) for memory in summaries]
    touched = [(memory, text) for memory, text in pairs if text != memory.chunk.text.strip()]
    left = (replace(m, chunk=replace(m.chunk, text=text)) for m, text in touched if text)
    return Reduction(tuple(memory for memory, _ in touched), tuple(left))


def _remove_units(text: str, goes: Matches) -> str:
    """Remove the paragraphs and list items that go; without any the text stays as it is."""
    units = list(_split_units(text))
    left = [unit for unit in units if not goes(unit)]
    return text.strip() if len(left) == len(units) else "".join(left).strip()


def _split_units(text: str) -> Iterator[str]:
    """Split into paragraphs and list items, which joined together are `text`."""
    unit: list[str] = []
    for line in text.splitlines(keepends=True):
        if unit and (LISTED.match(line) or not unit[-1].strip()):
            yield "".join(unit)
            unit = []
        unit.append(line)
    if unit:
        yield "".join(unit)


def _list_removed(change: SectionChange) -> list[str]:
    left = frozenset(change.after.splitlines())
    return [line for line in _list_lines(change.before) if line not in left]


def _count_lines(text: str) -> int:
    return len(_list_lines(text))


def _list_lines(text: str) -> list[str]:
    """List the lines of a section, without headings."""
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def apply_changes(notes: str, changes: Collection[SectionChange]) -> str:
    """Return `notes` after the changes; sections rewritten meanwhile stay as they are."""
    after = {change.before: change.after for change in changes}
    return join_sections(
        _replace_section(section, after) for section in split_sections(notes)
    ).lstrip("\n")


def revert_changes(notes: str, changes: Sequence[SectionChange]) -> str:
    """Return `notes` with the erased text: in its place if that is known, else at the top."""
    parts = split_sections(notes)
    present = {section.text.strip() for section in parts}
    opening = parts[0].text if parts and not parts[0].heading else ""
    missing = [
        c for c in changes if c.before not in present and not _is_in_opening(opening, c.before)
    ]
    before = {c.after: c.before for c in missing if c.after and c.after in present}
    back = [Section(c.before + "\n\n") for c in missing if c.after not in before]
    kept = [_replace_section(section, before) for section in parts]
    first = [Section(kept.pop(0).text.rstrip("\n") + "\n\n")] if opening and back else []
    return join_sections((*sorted((*back, *first), key=lambda part: bool(part.heading)), *kept))


def _is_in_opening(opening: str, text: str) -> bool:
    """Look for text without a heading in the opening, which has no heading to match."""
    return not HEADING.match(text) and text in opening


def _replace_section(section: Section, texts: dict[str, str]) -> Section:
    stripped = section.text.strip()
    if stripped not in texts:
        return section
    text = texts[stripped]
    return Section(section.text.replace(stripped, text) if text else "")
