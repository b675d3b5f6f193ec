"""Whole conversations: people tell, things change, they ask: `python -m bench.memory.talks`.

`labels/memory/talks/open.jsonl` has 170 conversations of three to eight lines in nine languages,
written without knowing the rules; so are those of `aside.jsonl`. A line may end something (`ends`),
add something that ends nothing, or tell of another's life. At the end some current fact must hold
each text of `stands`, and none a text of `ended`; each answer `shows` every text of a question,
`hides` others.

They run twice: remembered as they were said, and noted by a scripted model that decides well. The
questions are asked of the whole bot, which has no model.
"""

import argparse
import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from msgspec import Struct, convert

from bench.halves import add_half_options, load_records, may_print_errors
from bench.memory.changes import AT_ONCE
from bench.memory.decisions import ScriptedNote, decide
from bench.record import format_table, record_rows
from indexer.scopes import Visibility
from memory.messages import Exchange
from tests.conversation import a_world
from tests.fakes import FakeClock
from tests.memory.conftest import World, open_world
from tests.memory.conversation import START


class Line(Struct, frozen=True):
    """What the person says; `ends` are texts of the facts that it ends."""

    text: str
    ends: tuple[str, ...] = ()


class Asked(Struct, frozen=True):
    question: str
    shows: tuple[str, ...] = ()
    hides: tuple[str, ...] = ()

    def is_right(self, answer: str) -> bool:
        return all(each in answer.casefold() for each in self.shows) and not self.is_stale(answer)

    def is_stale(self, answer: str) -> bool:
        """Return True if the answer shows what has ended."""
        return any(each in answer.casefold() for each in self.hides)


class Talk(Struct, frozen=True):
    language: str
    lines: tuple[Line, ...]
    stands: tuple[str, ...]
    ended: tuple[str, ...]
    asked: tuple[Asked, ...]

    def script(self) -> dict[str, ScriptedNote]:
        return {each.text: ScriptedNote(each.text, replaces=each.ends) for each in self.lines}


class Outcome(Struct, frozen=True):
    """The facts after a conversation: all of them, and those without a last day."""

    talk: Talk
    known: tuple[str, ...]
    lasting: tuple[str, ...]
    answers: tuple[str, ...] = ()

    @property
    def lost(self) -> list[str]:
        return [each for each in self.talk.stands if not _is_held(each, self.known)]

    @property
    def kept(self) -> list[str]:
        return [each for each in self.talk.ended if _is_held(each, self.lasting)]

    @property
    def is_right(self) -> bool:
        return not (self.lost or self.kept)

    def pair_answers(self) -> list[tuple[Asked, str]]:
        return list(zip(self.talk.asked, self.answers, strict=False))


def load_talks(half: str) -> list[Talk]:
    return [convert(each, Talk) for each in load_records("memory/talks", half)]


async def remember_all(folder: Path, talk: Talk) -> Outcome:
    """Tell the whole bot a conversation, an hour between its lines, and ask the next day."""
    async with a_world(folder) as world:
        for line in talk.lines:
            world.clock.forward(hours=1)
            await world.owner(f"/remember {line.text}")
        facts = world.services.owner_memory.facts
        found = await facts.list_facts(Visibility.unrestricted(), now=world.clock(), limit=999)
        holding = [each.value for each in found if not each.value.validity.is_over(world.clock())]
        world.clock.forward(days=1)
        answers = [(await world.owner(each.question)).text for each in talk.asked]
        known = tuple(each.content for each in holding)
        lasting = tuple(each.content for each in holding if not each.validity.until)
        return Outcome(talk, known, lasting, tuple(answers))


async def note_all(folder: Path, talks: Sequence[Talk]) -> list[Outcome]:
    """Run the conversations with a model that notes each line as said and ends what it ends."""
    async with open_world(folder, AT_ONCE, FakeClock(START)) as world:
        return [await _note(world, talk, f"telegram:{n}") for n, talk in enumerate(talks, 1)]


async def _note(world: World, talk: Talk, key: str) -> Outcome:
    chat = world.chat(key)
    world.model.answer = partial(decide, notes=talk.script())
    for number, line in enumerate(talk.lines):
        world.clock.forward(hours=1)
        now = world.clock()
        await chat.record(Exchange(f"{key}-{number}", line.text, "I see.", now, now))
        await world.captures.run(chat)
    holding = [each.value for each in await world.load(chat.folder.scope)]
    known = tuple(each.content for each in holding)
    return Outcome(talk, known, tuple(each.content for each in holding if not each.validity.until))


def format_figures(remembered: Sequence[Outcome], noted: Sequence[Outcome]) -> list[str]:
    """Format the counts as a Markdown table."""
    return format_table(["conversations", "figure", "of"], list_figures(remembered, noted))


def list_figures(remembered: Sequence[Outcome], noted: Sequence[Outcome]) -> list[list[str]]:
    """List what was counted, how often, and of how many."""
    pairs = [each for outcome in remembered for each in outcome.pair_answers()]
    return [
        *_count("remembered as said", remembered),
        *_count("noted well", noted),
        ["answers right", str(sum(a.is_right(t) for a, t in pairs)), str(len(pairs))],
        ["answers that show what has ended", str(sum(a.is_stale(t) for a, t in pairs)), ""],
    ]


def _count(how: str, outcomes: Sequence[Outcome]) -> Iterator[list[str]]:
    stands = sum(len(each.talk.stands) for each in outcomes)
    ended = sum(len(each.talk.ended) for each in outcomes)
    right = sum(each.is_right for each in outcomes)
    kept = sum(len(each.kept) for each in outcomes)
    yield [f"{how}: right state", str(right), str(len(outcomes))]
    yield [f"{how}: true facts lost", str(sum(len(e.lost) for e in outcomes)), str(stands)]
    yield [
        f"{how}: old facts that still stand",
        str(kept),
        str(ended),
    ]


def format_errors(outcomes: Sequence[Outcome]) -> Iterator[str]:
    for each in outcomes:
        if not each.is_right:
            said = " | ".join(line.text for line in each.talk.lines)
            yield f"lost {each.lost}, kept {each.kept}: {said}"
        for asked, answer in each.pair_answers():
            if not asked.is_right(answer):
                wanted = f"shows {asked.shows}, hides {asked.hides}"
                yield f"asked: {asked.question} ({wanted}) => {answer!r}"


def _is_held(text: str, known: Sequence[str]) -> bool:
    return any(text in each.casefold() for each in known)


async def measure(half: str, folder: Path) -> tuple[list[Outcome], list[Outcome]]:
    talks = load_talks(half)
    remembered = [await remember_all(folder / str(n), talk) for n, talk in enumerate(talks)]
    return remembered, await note_all(folder / "noted", talks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_half_options(parser)
    parser.add_argument("--write", action="store_true", help="also into docs/benchmarks.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        remembered, noted = asyncio.run(measure(options.half, Path(folder)))
    print("\n".join(format_figures(remembered, noted)))
    if may_print_errors(options):
        print("\n".join([*format_errors(remembered), "noted:", *format_errors(noted)]))
    if options.write:
        record_rows(
            "Conversations",
            "python -m bench.memory.talks --half open|aside --write",
            ("what", "half", "figure", "of"),
            ((what, options.half, *cells) for what, *cells in list_figures(remembered, noted)),
        )


if __name__ == "__main__":
    main()
