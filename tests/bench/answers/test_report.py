"""The figures count what they say they count."""

from bench.answers.items import Item
from bench.answers.judging import judge
from bench.answers.replies import parse_reply
from bench.answers.report import format_errors, format_report

RIGHT = "- The rent is £900. [1]\n- Quiet hours. [1]"
WRONG = "- Quiet hours. [1]"
MAYBE = "This may be what you mean:\n\n"


def build_item(number: int, kind: str, language: str = "en") -> Item:
    return Item(f"open-{number}", language, kind, "What?", (), (("£900",),), (), "Lease.md")


def test_shares_are_of_all_of_a_kind_and_needless_pieces_of_those_that_are_right() -> None:
    files = {1: "Lease.md"}
    judged = [
        judge(build_item(1, "who"), parse_reply(RIGHT, files)),
        judge(build_item(2, "who"), parse_reply(WRONG, files)),
        judge(build_item(3, "follow-up", "de"), parse_reply(RIGHT, files)),
        judge(build_item(4, "new-topic", "de"), parse_reply(MAYBE + RIGHT, files)),
    ]
    lines = format_report(judged)
    assert "| all | 4 | 0.50 | 0.25 | 0.00 | 0.00 | 0.00 | 0.25 | 1.00 |" in lines
    assert "| who | 2 | 0.50 | 0.00 | 0.00 | 0.00 | 0.00 | 0.50 | 1.00 |" in lines
    assert "| de | 2 | 0.50 | 0.50 | 0.00 | 0.00 | 0.00 | 0.00 | 1.00 |" in lines
    assert "Follow-ups that stay on their subject: 1.00 of 2; right: 0.50." in lines


def test_a_follow_up_answered_from_another_document_has_left_its_subject() -> None:
    text = "- The pool is open. [2]\n- The rent is £900. [1]"
    judged = judge(build_item(1, "follow-up"), parse_reply(text, {1: "Lease.md", 2: "Pool.md"}))
    assert "Follow-ups that stay on their subject: 0.00 of 1; right: 0.00." in format_report(
        [judged]
    )


def test_a_list_of_documents_has_no_needless_pieces() -> None:
    own = Item("open-1", "en", "self", "Which documents?", (), (("Lease",),))
    listed = judge(own, parse_reply("Yours:\n- Lease.md\n- Pool.md\n- Soup.md", {}))
    assert "| all | 1 | 1.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.00 |" in format_report([listed])


def test_errors_are_all_that_is_not_right() -> None:
    files = {1: "Lease.md"}
    judged = [
        judge(build_item(n, "who"), parse_reply(t, files)) for n, t in ((1, RIGHT), (2, WRONG))
    ]
    printed = "\n".join(format_errors(judged))
    assert "WRONG  open-2" in printed
    assert "open-1" not in printed
