"""What a chaos run came to, from the fake's own record, the notes on disk and the database."""

import json
import sqlite3
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from bench.confirmations import REPEATED, Confirmations, Kill
from bot.answering.extractive import NOTHING_FOUND
from bot.views.documents import NOTHING_INDEXED
from tests.adapters.fake_bot_api import FakeBotApi
from tests.adapters.fake_bot_api.world import Message

NOT_A_REPLY = ("Downloading ", "Reading ")  # progress that a killed process left standing
RIVAL = "rival"  # a parameter that marks the polls of the other program with our token
NOTED, HAVE = "Noted and pinned.", "I already have that."
# The same, said where a note was written before the kill, or no file has been read yet.
ALIKE = ((HAVE, NOTED), (NOTHING_INDEXED, NOTHING_FOUND))


@dataclass(frozen=True, slots=True)
class Update:
    """One update, and how its reply can be told from all others."""

    person: int
    text: str
    reply: str  # what the reply begins with
    note: str = ""
    file: str = ""


@dataclass
class ChaosReport:
    updates: int
    kills: int
    seconds: float = 0.0
    lost: int = 0  # updates that never got a reply
    out_of_order: int = 0
    twice: int = 0  # notes, turns or files that were written more than once
    missing: int = 0  # notes or files that were not written
    refused: int = 0  # files that Telegram did not hand over, which the person was told
    repeats: int = 0  # messages that said again what had arrived
    unexplained_repeats: int = 0  # of these, where the one before was not cut off from us
    cuts: int = 0  # replies whose confirmation the fake cut off, by its own record
    conflicts: int = 0  # polls of ours that a rival's poll ended
    faults: dict[str, int] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)  # what stood where something else should

    @property
    def clean(self) -> bool:
        return not (
            self.lost or self.out_of_order or self.twice or self.missing or self.unexplained_repeats
        )


def judge(
    fake: FakeBotApi, home: Path, said: Sequence[Update], kills: Sequence[Kill], begun: float
) -> ChaosReport:
    report = ChaosReport(len(said), len(kills), round(time.time() - begun, 1))
    calls = fake.world.calls
    confirmations = Confirmations(calls, kills)
    for person in {each.person for each in said}:
        mine = [each for each in said if each.person == person]
        _check_replies(report, mine, fake.world.messages(person), confirmations)
    _check_notes(report, home, said)
    _check_files(report, home, said)
    report.faults = dict(Counter(_shorten_outcome(call.outcome) for call in calls))
    report.cuts = sum(call.outcome == "cut" and call.message_id is not None for call in calls)
    report.conflicts = sum(
        call.outcome.startswith("Conflict") and RIVAL not in call.parameters for call in calls
    )
    return report


def _check_replies(
    report: ChaosReport,
    said: Sequence[Update],
    messages: Sequence[Message],
    confirmations: Confirmations,
) -> None:
    """The replies of one chat against what was said in it, in order.

    A file is read while the chat goes on, so its reply comes when it comes. A message may say
    again what the one before said if that one was cut off, and so on: one repeat for each cut.
    """
    expected = deque(each for each in said if not each.file)
    files = {each.file: False for each in said if each.file}
    shown: dict[str, Message] = {}  # by what identifies the reply
    last = Update(0, "", "nothing yet")
    for message in (each for each in messages if not each.text.startswith(NOT_A_REPLY)):
        text = _normalize(message.text)
        told = next((file for file in files if _reports_on(text, file)), "")
        if told and not files[told]:
            files[told], shown[told] = True, message
            report.refused += _reports_refusal(text, told)
        elif not told and expected and text.startswith(expected[0].reply):
            last = expected.popleft()
            shown[last.reply] = message
        elif earlier := shown.get(again := told or _match_repeat(text, last)):
            report.repeats += 1
            report.unexplained_repeats += not confirmations.is_unconfirmed(earlier)
            shown[again] = message
        else:
            report.out_of_order += 1
            wanted = expected[0].text if expected else "nothing"
            report.strange.append(f"{message.chat_id}: {message.text[:50]!r}, not {wanted!r}")
    report.lost += len(expected) + list(files.values()).count(False)


def _normalize(text: str) -> str:
    for said, meant in ALIKE:
        text = text.replace(str(said), meant)
    return text.removeprefix(REPEATED)


def _match_repeat(text: str, last: Update) -> str:
    return last.reply if text.startswith(last.reply) else ""


def _reports_on(text: str, file: str) -> bool:
    # "Unchanged" when it was killed after the file was read and before that was told.
    read = text.startswith(("Indexed ", "Unchanged ")) and f" {file}:" in text
    return read or _reports_refusal(text, file)


def _reports_refusal(text: str, file: str) -> bool:
    """The storm kept the file from us, and the person was told to send it again."""
    return text.startswith(f"Telegram did not hand over {file}.")


def _check_notes(report: ChaosReport, home: Path, said: Sequence[Update]) -> None:
    written = Counter(
        line.strip()
        for path in home.glob("memory/chats/*/memory.md")
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    for note in (f"the {each.note}" for each in said if each.note):
        found = sum(count for line, count in written.items() if line.endswith(note))
        report.missing += found == 0
        report.twice += found > 1


def _check_files(report: ChaosReport, home: Path, said: Sequence[Update]) -> None:
    with closing(sqlite3.connect(home / "data" / "multis.db")) as database:
        found = Counter(name for (name,) in database.execute("SELECT name FROM files"))
        turns = Counter(
            key for path in home.glob("memory/chats/*/recent.json") for key in _list_keys(path)
        )
    report.missing += sum(not found[each.file] for each in said if each.file) - report.refused
    report.twice += sum(found[each.file] > 1 for each in said if each.file)
    report.twice += sum(count > 2 for count in turns.values())  # a question and an answer each


def _list_keys(path: Path) -> Iterator[str]:
    for message in json.loads(path.read_text(encoding="utf-8")):
        yield message["key"]


def _shorten_outcome(outcome: str) -> str:
    return outcome if outcome in ("ok", "cut", "dropped") else outcome.split(":")[0]
