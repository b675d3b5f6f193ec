"""Chains of messages that change a fact, or add one: what is known at the end?

`labels/memory/changes/open.jsonl` and `aside.jsonl`: each message has the note that a good model
makes of it. At the end some current fact must hold each text of `stands`, none a text of `ended`,
and exactly one a text of `once`. Each chain runs three times, a day between its messages:

- without a model: each message is remembered as it was said;
- with a model that decides well: it names the topic, and the known fact that a change ends;
- with a model that decides badly: a change comes with a false note, which must not be stored as
  worded; an addition as the update of the first fact that the model is shown, which must not end.

`labels/memory/chats` and `labels/memory/strangers` are sets of sentences as people type them, with
some that sound like a change and are none: another person's, another thing's, a second one's,
planned, supposed, past, asked, quoted, joked. The strangers were written without knowing the rules.
`labels/memory/tellers` are of people who write fragments, and several facts a message.
`labels/memory/callers` are mostly about what somebody has one of at a time (a dentist, a boss, a
car), and of corrections that name nothing: `no, on the 14th, not the 12th`.
`labels/memory/travellers` are 60 of ten languages, written without running anything.
`labels/memory/newcomers` are 40 more, written before they were run.
`labels/memory/natives` are 60 changes and 36 additions, as people of ten languages tell them.
`labels/memory/additions` and `companions` are 210 pairs of which the second ends nothing.
`labels/memory/residents` are 40 changes and 40 that change nothing, unseen by the rules.
`labels/memory/compounds` are 53 changes and 47 that change nothing, mostly of facts that tell
several things in one sentence; written before they were run.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from msgspec import Struct

from bench.halves import load_records
from bench.memory.decisions import ScriptedNote, decide
from memory.capture.capture import Captures, Summarize
from memory.capture.state import CaptureStore
from memory.chat.memory import ChatMemory
from memory.fact import Provenance
from memory.facts.ledger import FactLedger
from memory.messages import Exchange
from memory.settings import MemorySettings
from tests.fakes import FakeClock
from tests.memory.conftest import World, open_world
from tests.memory.conversation import START

Mode = Literal["without", "good", "bad"]
MODES: tuple[Mode, ...] = ("without", "good", "bad")
AT_ONCE = MemorySettings(capture_threshold=2)  # after every exchange
ADDED = "added"
NEAR_MISSES = (  # the kinds of chains that change nothing
    ADDED,
    "another_person",
    "another_thing",
    "hypothetical",
    "joke",
    "past",
    "plan",
    "question",
    "quotation",
    "second",
)
SETS = (
    "changes",
    "chats",
    "strangers",
    "visitors",
    "tellers",
    "callers",
    "neighbours",
    "travellers",
    "newcomers",
    "additions",
    "companions",
    "natives",
    "residents",
    "compounds",
)  # folders of `labels/memory`


class Step(Struct, frozen=True):
    """A message, and the note of a good model; `topical` if it is about the chain's topic."""

    text: str
    note: str
    topical: bool


class Chain(Struct, frozen=True):
    kind: str
    language: str
    topic: str
    messages: tuple[Step, ...]
    stands: tuple[str, ...]
    ended: tuple[str, ...]
    once: tuple[str, ...]
    false_note: str

    @property
    def is_change(self) -> bool:
        return self.kind not in NEAR_MISSES

    def script(self, mode: Mode) -> dict[str, ScriptedNote]:
        """Return what the model notes of each message."""
        notes = {
            step.text: ScriptedNote(step.note, self._name_topic(step)) for step in self.messages
        }
        last = self.messages[-1]
        replaces = self.ended if mode == "good" or self.is_change else ("",)
        note = (self.false_note or last.note) if mode == "bad" else last.note
        topic = self.topic if mode == "bad" else self._name_topic(last)
        ends = self.is_change and not (self.stands or self.once)
        notes[last.text] = ScriptedNote(note, topic, replaces, ends)
        return notes

    def _name_topic(self, step: Step) -> str:
        if not self.is_change and step != self.messages[0]:
            return ""
        return self.topic if step.topical else ""


class EndState(Struct, frozen=True):
    """What is known after a chain, and was known before its last message.

    Those of `known` that have a last day are `ending`: what is only to come takes their place then.
    """

    chain: Chain
    mode: Mode
    known: tuple[str, ...]
    before: tuple[str, ...] = ()
    ending: tuple[str, ...] = ()

    @property
    def right(self) -> bool:
        if self.mode == "bad":
            return not (self.lost or self.believed)
        return self._stands() and self._has_ended()

    @property
    def lost(self) -> bool:
        """Return True if an addition has ended an older fact."""
        return not self.chain.is_change and self.ended_true

    @property
    def ended_true(self) -> bool:
        """Return True if a fact that still holds was known before the last message, and is not."""
        return any(
            _count(text, self.before) and not _count(text, self.known) for text in self.chain.stands
        )

    @property
    def kept_old(self) -> bool:
        """Return True if a fact that holds no more still stands beside the newer one."""
        lasting = [each for each in self.known if each not in self.ending]
        return any(_count(text, lasting) for text in self.chain.ended)

    @property
    def believed(self) -> bool:
        """Return True if the false note was stored as worded."""
        return _fold(self.chain.false_note) in map(_fold, self.known)

    def _stands(self) -> bool:
        return all(_count(text, self.known) for text in self.chain.stands)

    def _has_ended(self) -> bool:
        return not self.kept_old and all(_count(text, self.known) == 1 for text in self.chain.once)


def load_chains(half: str, folder: str = "changes") -> list[Chain]:
    return [_parse_chain(**each) for each in load_records(f"memory/{folder}", half)]  # type: ignore[arg-type]  # the fields of a line


def _parse_chain(messages: list[dict[str, str]], **rest: object) -> Chain:
    steps = tuple(Step(m["text"], m["note"], bool(m["topical"])) for m in messages)
    fields = {name: tuple(v) if isinstance(v, list) else v for name, v in rest.items()}
    return Chain(messages=steps, **fields)  # type: ignore[arg-type]  # the fields of a line


async def run_set(folder: Path, half: str, name: str) -> dict[Mode, list[EndState]]:
    """Run the chains of a set in each mode."""
    chains = load_chains(half, name)
    return {mode: await run_chains(folder / name, chains, mode) for mode in MODES}


async def run_chains(folder: Path, chains: Sequence[Chain], mode: Mode) -> list[EndState]:
    """Run each chain in a chat of its own."""
    async with open_world(folder / mode, AT_ONCE, FakeClock(START)) as world:
        states = []
        for number, chain in enumerate(chains, 1):
            world.model.answer = partial(decide, notes=chain.script(mode))
            captures = None if mode == "without" else world.captures
            chat = world.chat(f"telegram:{number}")
            states.append(await _run_chain(world, chat, chain, mode, captures))
        return states


async def run_chains_with_model(
    folder: Path, chains: Sequence[Chain], summarize: Summarize
) -> list[EndState]:
    """Run each chain with a model that is not scripted."""
    async with open_world(folder / "model", AT_ONCE, FakeClock(START)) as world:
        store = CaptureStore(world.database)
        near = FactLedger(world.database).find_near
        captures = Captures(store, world.writer, summarize, AT_ONCE, world.clock, near)
        captures.add_follower(world.facts.record_captured)
        chats = [world.chat(f"telegram:{number}") for number in range(1, len(chains) + 1)]
        return [
            await _run_chain(world, chat, chain, "good", captures)
            for chat, chain in zip(chats, chains, strict=True)
        ]


async def _run_chain(
    world: World, chat: ChatMemory, chain: Chain, mode: Mode, captures: Captures | None
) -> EndState:
    before: list[str] = []
    for step in chain.messages:
        before = await world.known(chat.folder.scope)
        world.clock.forward(days=1)
        if captures is None:
            await _remember(world, chat, step.text)
        else:
            await chat.record(_build_exchange(world, step.text))
            await captures.run(chat)
    known = await world.load(chat.folder.scope)
    texts = [each.value.content for each in known]
    ending = (each.value.content for each in known if each.value.validity.until)
    return EndState(chain, mode, tuple(texts), tuple(before), tuple(ending))


async def _remember(world: World, chat: ChatMemory, text: str) -> None:
    provenance = Provenance("manual", chat.folder.chat, f"m{world.clock():%Y%m%d}", text)
    await world.facts.remember(chat, text, provenance, world.clock())


def _build_exchange(world: World, text: str) -> Exchange:
    now = world.clock()
    return Exchange(f"m{now:%Y%m%d}", text, "I see.", now, now)


def _count(text: str, known: Sequence[str]) -> int:
    return sum(text.casefold() in each.casefold() for each in known)


def _fold(text: str) -> str:
    return text.casefold().rstrip(".。")
