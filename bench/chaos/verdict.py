"""Judges a chaos run by the fake's own record, the notes on disk and the database."""

import json
import re
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from msgspec import Struct, field

from adapters.shared.marks import INTERRUPTED
from adapters.telegram.lost import REPLACED
from bench.chaos.confirmations import REPEATED, Confirmations, Kill
from bench.chaos.storage import Query
from bench.chaos.updates import NOTED, Kind, Update, reports_refusal, select
from bot.answering.extracts.phrases import format_phrase
from bot.delivery.set_aside import LAST_WORD
from bot.views.documents import NOTHING_INDEXED
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.world import Call, Message

# Messages that only grow: progress, half an answer, the word on a stop.
GROWING = re.compile(
    r"(?:Downloading|Reading) .*|…|Listening …|Looking at the picture …"
    r"|Answer(?: ([0-9]+):(?!.* end\1\.).*|)"
    r"|You said: “what is ([0-9]+)\?”(?!.* end\2\.).*"
    rf"|{re.escape(str(REPLACED))}|.*{re.escape(str(INTERRUPTED))}",
    re.DOTALL,
)
RIVAL = "rival"  # parameter that marks the polls of the other program with the same token
TOLD = 400  # characters of a strange message
CRASHED = "I crashed three times while working on"
HAVE = "I already have that."
REMINDER = "⏰ Reminder: "
# A variant and the usual reply: the note was written before a kill, or no file is indexed yet.
ALIKE = ((HAVE, NOTED), (str(NOTHING_INDEXED), format_phrase("nothing", "en")))


class ChaosReport(Struct):
    updates: int
    kills: int
    seconds: float = 0.0
    lost: int = 0  # updates that never got a reply
    out_of_order: int = 0
    twice: int = 0  # notes, turns or files that were written more than once
    missing: int = 0  # notes or files that were not written
    set_aside: int = 0  # messages that were in work at three kills
    refused: int = 0  # files that Telegram did not deliver, as the reply said
    repeats: int = 0  # messages that repeated a delivered one
    unexplained_repeats: int = 0  # of these, those whose first delivery was confirmed
    unmarked_repeats: int = 0  # of these, those without the mark
    frozen: int = 0  # messages that stopped growing
    marks_on_unseen: int = 0  # messages marked as repeated that Telegram was never given before
    in_flight: int = 0  # such messages whose sending had begun when a kill came
    cuts: int = 0  # replies whose confirmation the fake did not deliver, by its own record
    conflicts: int = 0  # our polls that a rival's poll ended
    faults: dict[str, int] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)  # unexpected messages

    @property
    def clean(self) -> bool:
        return not (
            self.lost
            or self.out_of_order
            or self.twice
            or self.missing
            or self.unexplained_repeats
            or self.unmarked_repeats
            or self.frozen
            or self.marks_on_unseen
        )


class Kept(Struct, frozen=True):
    """What a run has left: the files of its home, and its database."""

    home: Path
    query: Query


def judge(
    fake: FakeBotApi, kept: Kept, sent: Sequence[Update], kills: Sequence[Kill], begun: float
) -> ChaosReport:
    report = ChaosReport(len(sent), len(kills), round(time.time() - begun, 1))
    report.set_aside = sum(each.aside for each in sent)
    confirmations = Confirmations(fake.world.calls, kills)
    for chat in {each.chat for each in sent}:
        mine = [each for each in sent if each.chat == chat and each.kind is not Kind.REACTION]
        _check_chat(report, mine, fake.world.messages(chat), confirmations)
    _check_notes(report, kept.home, sent)
    _check_stored(report, kept, sent)
    _count_outcomes(report, fake.world.calls)
    return report


def _check_chat(
    report: ChaosReport,
    sent: Sequence[Update],
    messages: Sequence[Message],
    confirmations: Confirmations,
) -> None:
    """Check all messages of one chat against what was sent in it."""
    frozen = [each for each in messages if _is_frozen(each.text)]
    report.frozen += len(frozen)
    report.strange += [f"{each.chat_id}: frozen {each.id} {each.text[:50]!r}" for each in frozen]
    whole = [each for each in messages if not _is_beside(each.text)]
    told = [each for each in whole if is_reminder(each.text)]
    check_replies(report, sent, [each for each in whole if each not in told], confirmations)
    check_reminders(report, select(sent, Kind.SOON), told, confirmations)
    _check_marks(report, whole, confirmations)


def _count_outcomes(report: ChaosReport, calls: Sequence[Call]) -> None:
    """Count how the fake's API answered."""
    report.faults = dict(Counter(_shorten_outcome(call.outcome) for call in calls))
    report.cuts = sum(call.outcome == "cut" and call.message_id is not None for call in calls)
    report.conflicts = sum(
        call.outcome.startswith("Conflict") and RIVAL not in call.parameters for call in calls
    )


def check_replies(
    report: ChaosReport,
    sent: Sequence[Update],
    messages: Sequence[Message],
    confirmations: Confirmations,
) -> None:
    """Compare the replies of one chat with what was sent in it, in order.

    A file is read while the chat goes on, and so does the chat when a message is set aside: these
    replies may come at any time. A message may repeat
    the previous one if its confirmation was lost, and so on: one repeat for each loss.
    """
    expected = deque(each for each in sent if not each.any_time)
    waiting = [each for each in sent if each.any_time]
    shown: dict[Update, Message] = {}
    last = Update(0, 0, "", "nothing yet")
    for message in messages:
        text = _normalize(message.text)
        again = _find_repeated(text, last, shown)
        # A note's reply reads like that to a later note: what may be a repeat skips nothing.
        report.lost += 0 if again else _skip_lost(expected, text)
        explained = again and _is_explained(shown[again], message, confirmations)
        if not explained and (first := _take_answered(text, expected, waiting)):
            shown[first] = message
            last = last if first.any_time else first
            report.refused += bool(first.file) and reports_refusal(text, first.file)
        elif again:
            _count_repeat(report, shown[again], message, confirmations)
            shown[again] = message
        else:
            _count_stray(report, message, expected[0].text if expected else "nothing")
    report.lost += len(expected) + len(waiting)


def _take_answered(text: str, expected: deque[Update], waiting: list[Update]) -> Update | None:
    """Take what a reply is for out of what waits for one; None if nothing waits for such a one."""
    if expected and expected[0].is_reply(text):
        return expected.popleft()
    first = next((each for each in waiting if each.is_reply(text)), None)
    if first:
        waiting.remove(first)
    return first


def _count_stray(report: ChaosReport, message: Message, wanted: str) -> None:
    report.out_of_order += 1
    place = f"{message.chat_id}: {message.id} at {message.at:.2f}"
    report.strange.append(f"{place}: {message.text[:TOLD]!r}, not {wanted!r}")


def is_reminder(text: str) -> bool:
    return text.removeprefix(REPEATED).startswith(REMINDER)


def check_reminders(
    report: ChaosReport,
    sent: Sequence[Update],
    messages: Sequence[Message],
    confirmations: Confirmations,
) -> None:
    """Count the reminders of one chat that did not come, and those that came again."""
    for each in sent:
        first = f"{REMINDER}{each.wish}"
        told = [m for m in messages if m.text.removeprefix(REPEATED).split("\n")[0] == first]
        report.lost += not told
        for one, other in pairwise(told):
            _count_repeat(report, one, other, confirmations)


def _is_explained(first: Message, second: Message, confirmations: Confirmations) -> bool:
    """Return whether `second` is marked, and `first` was not confirmed: it repeats that one.

    What reads the same may also be the reply to another note, which is not marked.
    """
    return second.text.startswith(REPEATED) and confirmations.is_unconfirmed(first)


def _count_repeat(
    report: ChaosReport, first: Message, second: Message, confirmations: Confirmations
) -> None:
    report.repeats += 1
    report.unexplained_repeats += not confirmations.is_unconfirmed(first)
    report.unmarked_repeats += not second.text.startswith(REPEATED)
    if not _is_explained(first, second, confirmations):
        pair = " and ".join(f"{each.id} at {each.at:.2f}" for each in (first, second))
        told = f"{first.text[:TOLD]!r}, again: {second.text[:TOLD]!r}"
        report.strange.append(f"{first.chat_id}: repeated {pair}: {told}")


def _skip_lost(expected: deque[Update], text: str) -> int:
    """Drop what is expected before the one update that `text` answers; return how many those are.

    Otherwise a single reply that does not come would count as many as are in its chat.
    """
    places = [n for n, each in enumerate(expected) if each.is_reply(text)]
    if len(places) != 1:
        return 0
    for _each in range(places[0]):
        expected.popleft()
    return places[0]


def _check_marks(
    report: ChaosReport, messages: Sequence[Message], confirmations: Confirmations
) -> None:
    """Count the marks on what nobody can have seen before."""
    for message in messages:
        if message.text.startswith(REPEATED) and not confirmations.may_have_been_seen(message):
            known = confirmations.was_in_flight(message)
            report.in_flight += known
            report.marks_on_unseen += not known
            unseen = f"{message.chat_id}: marked {message.id} {message.text[:50]!r}"
            report.strange += [] if known else [unseen]


def _is_beside(text: str) -> bool:
    """Return whether a message is not a reply: it grew, or says that one was set aside."""
    crashed = text.removeprefix(REPEATED).startswith(CRASHED)
    return crashed or _is_closed(text) or bool(GROWING.fullmatch(text))


def _is_frozen(text: str) -> bool:
    return bool(GROWING.fullmatch(text)) and not _is_closed(text)


def _is_closed(text: str) -> bool:
    """Return whether a message grew until what it answered was set aside, and says so."""
    return text.endswith(str(LAST_WORD))


def _normalize(text: str) -> str:
    for variant, usual in ALIKE:
        text = text.replace(str(variant), str(usual))
    return text.removeprefix(REPEATED)


def _find_repeated(text: str, last: Update, shown: Mapping[Update, Message]) -> Update | None:
    """Return what the reply before was for, or what may be answered at any time."""
    candidates = (each for each in shown if each is last or each.any_time)
    return next((each for each in candidates if each.is_reply(text)), None)


def _check_notes(report: ChaosReport, home: Path, sent: Sequence[Update]) -> None:
    written = Counter(
        line.strip()
        for path in home.glob("memory/chats/*/memory.md")
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    for note in (f"the {each.note}" for each in sent if each.note):
        found = sum(count for line, count in written.items() if line.endswith(note))
        report.missing += found == 0
        report.twice += found > 1


def _check_stored(report: ChaosReport, kept: Kept, sent: Sequence[Update]) -> None:
    """Compare the files and reminders that are stored, and the turns, with what was sent."""
    found = Counter(name for (name,) in kept.query("SELECT name FROM files"))
    reminded = Counter(text for (text,) in kept.query("SELECT text FROM reminders"))
    for each in select(sent, Kind.REMINDER):
        report.missing += reminded[each.wish] == 0
        report.twice += reminded[each.wish] > 1
    turns = Counter(
        key for path in kept.home.glob("memory/chats/*/recent.json") for key in _list_keys(path)
    )
    report.missing += sum(not found[each.file] for each in sent if each.file) - report.refused
    report.twice += sum(found[each.file] > 1 for each in sent if each.file)
    report.twice += sum(count > 2 for count in turns.values())  # a question and an answer each


def _list_keys(path: Path) -> Iterator[str]:
    for message in json.loads(path.read_text(encoding="utf-8")):
        yield message["key"]


def _shorten_outcome(outcome: str) -> str:
    return outcome if outcome in ("ok", "cut", "dropped") else outcome.split(":")[0]
