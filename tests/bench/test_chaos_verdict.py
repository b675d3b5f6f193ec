"""A chaos run is judged by what each chat was sent."""

from bench.chaos.confirmations import Confirmations
from bench.chaos.verdict import NOTED, ChaosReport, Update, check_replies
from tests.adapters.fake_bot_api.world import Call, Message

CHAT = 7
SENT = (
    Update(1, CHAT, "/remember one", NOTED, note="one"),
    Update(1, CHAT, "what is 2?", "Answer 2"),
    Update(1, CHAT, "what is 3?", "Answer 3"),
    Update(1, CHAT, "/remember four", NOTED, note="four"),
)


def judge(*texts: str, unconfirmed: frozenset[str] = frozenset()) -> ChaosReport:
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
    report = ChaosReport(len(SENT), 0)
    check_replies(report, SENT, messages, Confirmations(calls, ()))
    return report


def test_replies_in_order_are_clean() -> None:
    assert judge(NOTED, "Answer 2", "Answer 3", NOTED).clean


def test_a_repeat_that_reads_like_a_later_reply_is_a_repeat() -> None:
    report = judge(
        NOTED, f"(repeated) {NOTED}", "Answer 2", "Answer 3", NOTED, unconfirmed=frozenset({NOTED})
    )
    assert (report.clean, report.repeats, report.lost) == (True, 1, 0)


def test_what_is_lost_and_what_comes_twice_is_counted() -> None:
    assert judge(NOTED, "Answer 3", NOTED).lost == 1
    twice = judge(NOTED, "Answer 2", "Answer 2", "Answer 3", NOTED)
    assert (twice.unmarked_repeats, twice.unexplained_repeats) == (1, 1)
    assert judge(NOTED, "Answer 3", "Answer 2", NOTED).out_of_order == 1
