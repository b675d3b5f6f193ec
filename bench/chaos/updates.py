"""The updates of a chaos run: what people send, and how the reply to each is recognized."""

import random
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

PEOPLE = 20
WORDS = 30  # of an answer
NOTED = "Noted and pinned."
FIRST_REACTION = 60  # updates; Telegram brings reactions to those who have asked for them


class Kind(Enum):
    """What is sent; each but a reaction gets a reply."""

    COMMAND = auto()
    NOTE = auto()
    QUESTION = auto()
    FILE = auto()
    VOICE = auto()
    PICTURE = auto()
    ALBUM = auto()
    QUOTE = auto()
    REMINDER = auto()
    SOON = auto()  # a reminder that comes during the run
    REACTION = auto()


# The usual ones, and how often each is sent in a run with everything.
PLAIN = ((0.35, Kind.COMMAND), (0.6, Kind.NOTE), (0.85, Kind.QUESTION), (1.0, Kind.FILE))
EVERYTHING = {
    Kind.COMMAND: 0.14,
    Kind.NOTE: 0.14,
    Kind.QUESTION: 0.14,
    Kind.FILE: 0.06,
    Kind.VOICE: 0.12,
    Kind.PICTURE: 0.08,
    Kind.ALBUM: 0.06,
    Kind.QUOTE: 0.06,
    Kind.REMINDER: 0.06,
    Kind.SOON: 0.06,
    Kind.REACTION: 0.08,
}
IN_GROUPS = (Kind.COMMAND, Kind.QUESTION)


class Plan(Struct, frozen=True):
    """The size of a run."""

    updates: int = 1000
    kills: int = 30
    seed: int = 1
    files: bool = True
    power_cuts: bool = False
    everything: bool = False  # also what is spoken, shown, quoted, reminded of, and reacted to


class Update(Struct, frozen=True):
    """An update, and how to recognize its reply."""

    person: int
    chat: int  # negative for a group
    text: str
    reply: str  # beginning of the reply
    holds: str = ""  # stands in the reply
    note: str = ""
    file: str = ""
    kind: Kind = Kind.QUESTION
    number: int = 0
    aside: bool = False  # three kills came while it was in work, and it was released at the end

    @property
    def any_time(self) -> bool:
        """True if the chat went on without its reply."""
        return bool(self.file) or self.aside

    @property
    def wish(self) -> str:
        """The thing that a reminder is to remind of."""
        return f"do {self.number}"

    def is_reply(self, text: str) -> bool:
        if self.file:
            return _reports_on(text, self.file)
        return text.startswith(self.reply) and self.holds in text


def generate_updates(plan: Plan, luck: random.Random) -> list[Update]:
    """Generate updates; no two neighbours in a chat have the same reply, so repeats can be told."""
    generated, before = list[Update](), dict[int, tuple[str, str]]()
    for n in range(plan.updates):
        person = 1000 + luck.randrange(PEOPLE)
        each = build_update(n, person, _draw_kind(plan, n, luck))
        if not each.file and before.get(each.chat) == (each.reply, each.holds):
            each = build_update(n, person, Kind.COMMAND)
        if not each.file and each.kind is not Kind.REACTION:
            before[each.chat] = each.reply, each.holds
        generated.append(each)
    return generated


def _draw_kind(plan: Plan, n: int, luck: random.Random) -> Kind:
    if not plan.everything:
        draw = luck.random() * (1.0 if plan.files else 0.85)
        return next(kind for below, kind in PLAIN if draw < below)
    odds = EVERYTHING if plan.files else EVERYTHING | {Kind.FILE: 0.0}
    (kind,) = luck.choices(list(odds), list(odds.values()))
    return Kind.COMMAND if kind is Kind.REACTION and n < FIRST_REACTION else kind


def build_update(n: int, person: int, kind: Kind) -> Update:
    """Build update number `n`, in a group if the person's number is odd and the kind allows it."""
    chat = -person if person % 2 and kind in IN_GROUPS else person
    return replace(_word(n, person, chat, kind), kind=kind, number=n)


def _word(n: int, person: int, chat: int, kind: Kind) -> Update:
    asked, answer = f"what is {n}?", build_answer(n)
    match kind:
        case Kind.COMMAND:
            return Update(person, chat, f"/zq{n}zq", f"Unknown command /zq{n}zq.")
        case Kind.NOTE:
            return Update(person, chat, f"/remember the number {n}", NOTED, note=f"number {n}")
        case Kind.FILE:
            return Update(person, chat, "", "", file=f"file{n}.txt")
        case Kind.VOICE:
            return Update(person, chat, f"voice {n}:", f"You said: “{asked}”", f"end{n}.")
        case Kind.REMINDER | Kind.SOON:
            when = "in 2 minutes" if kind is Kind.SOON else "in 40 days"
            return Update(
                person, chat, f"/remind {when} to do {n}", "I'll remind you on", f"“do {n}”"
            )
        case Kind.REACTION:
            return Update(person, chat, "", "")
    return Update(person, chat, asked, answer)


def build_answer(n: int) -> str:
    return f"Answer {n}: {' '.join(f'word{word}' for word in range(WORDS))} end{n}."


def _reports_on(text: str, file: str) -> bool:
    # Unchanged if the kill came after the file was indexed and before the reply.
    read = text.startswith((f"Indexed {file}:", f"{file} has not changed since I read it:"))
    return read or reports_refusal(text, file)


def reports_refusal(text: str, file: str) -> bool:
    """Return whether the reply says that Telegram did not deliver the file."""
    refusal = f"Telegram did not deliver {file}."
    return text.startswith((refusal, f"{file} was not indexed: {refusal}"))


def select(sent: Sequence[Update], *kinds: Kind) -> list[Update]:
    return [each for each in sent if each.kind in kinds]


def split(sent: Sequence[Update], count: int) -> Iterator[Sequence[Update]]:
    """Split what is sent into so many shares."""
    edges = [len(sent) * n // count for n in range(count + 1)]
    yield from (sent[start:end] for start, end in pairwise(edges))
