"""A chaos run is judged by what each chat was sent."""

from collections.abc import Sequence

from msgspec.structs import replace

from bench.chaos.confirmations import Confirmations
from bench.chaos.updates import NOTED, Kind, Update, build_update
from bench.chaos.verdict import ChaosReport, check_reminders, check_replies
from tests.adapters.fake_bot_api.world import Call, Message

CHAT = 7
SENT = (
    Update(1, CHAT, "/remember one", NOTED, note="one"),
    Update(1, CHAT, "what is 2?", "Answer 2"),
    Update(1, CHAT, "what is 3?", "Answer 3"),
    Update(1, CHAT, "/remember four", NOTED, note="four"),
)


def judge(
    *texts: str,
    unconfirmed: frozenset[str] = frozenset(),
    sent: Sequence[Update] = SENT,
) -> ChaosReport:
    """Judge replies in the order in which they arrived."""
    messages = [Message(n, CHAT, text, [], [], None, None, n) for n, text in enumerate(texts)]
    calls = [
        Call(
            "sendmessage",
            {"chat_id": str(CHAT), "text": each.text},
            "cut" if each.text in unconfirmed else "ok",
            each.at,
            each.id,
        )
        for each in messages
    ]
    report = ChaosReport(len(sent), 0)
    check_replies(report, sent, messages, Confirmations(calls, ()))
    return report


def test_replies_in_order_are_clean() -> None:
    assert judge(NOTED, "Answer 2", "Answer 3", NOTED).clean


def test_a_repeat_that_reads_like_a_later_reply_is_a_repeat() -> None:
    report = judge(
        NOTED, f"(repeated) {NOTED}", "Answer 2", "Answer 3", NOTED, unconfirmed=frozenset({NOTED})
    )
    assert (report.clean, report.repeats, report.lost) == (True, 1, 0)


def test_a_repeat_is_not_the_reply_to_a_note_that_was_set_aside() -> None:
    sent = (*SENT[:3], replace(SENT[3], aside=True))
    again = f"(repeated) {NOTED}"
    unconfirmed = frozenset({NOTED})
    report = judge(NOTED, again, "Answer 2", "Answer 3", NOTED, unconfirmed=unconfirmed, sent=sent)
    assert (report.clean, report.repeats) == (True, 1)
    late = judge(NOTED, "Answer 2", "Answer 3", again, sent=sent)
    assert (late.clean, late.repeats) == (True, 0)


def test_a_repeat_that_is_not_clean_is_told() -> None:
    (told,) = judge(NOTED, "Answer 2", "Answer 2", "Answer 3", NOTED).strange
    assert "repeated 1 at 1.00 and 2 at 2.00" in told


def test_what_is_lost_and_what_comes_twice_is_counted() -> None:
    assert judge(NOTED, "Answer 3", NOTED).lost == 1
    twice = judge(NOTED, "Answer 2", "Answer 2", "Answer 3", NOTED)
    assert (twice.unmarked_repeats, twice.unexplained_repeats) == (1, 1)
    assert judge(NOTED, "Answer 3", "Answer 2", NOTED).out_of_order == 1


SOON = build_update(5, CHAT, Kind.SOON)


def judge_reminders(*texts: str) -> ChaosReport:
    report = ChaosReport(1, 0)
    messages = [Message(n, CHAT, text, [], [], None, None, n) for n, text in enumerate(texts)]
    calls = [
        Call("sendmessage", {"chat_id": str(CHAT), "text": each.text}, "ok", each.at, each.id)
        for each in messages
    ]
    check_reminders(report, [SOON], messages, Confirmations(calls, ()))
    return report


def test_a_reminder_comes_once() -> None:
    assert judge_reminders("⏰ Reminder: do 5\n\nIt was due at 9.").clean
    assert judge_reminders().lost == 1
    assert judge_reminders("⏰ Reminder: do 55").lost == 1
    twice = judge_reminders("⏰ Reminder: do 5", "⏰ Reminder: do 5")
    assert (twice.repeats, twice.unmarked_repeats) == (1, 1)


def test_a_spoken_question_is_answered_with_its_words() -> None:
    spoken = build_update(3, CHAT, Kind.VOICE)
    assert spoken.is_reply("You said: “what is 3?”\n\nAnswer 3: word0 end3.")
    assert not spoken.is_reply("You said: “what is 3?”\n\nAnswer 3: word0")
