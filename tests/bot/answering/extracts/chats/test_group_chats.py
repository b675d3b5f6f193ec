"""Exported group chats: who asked, who replied, and when a message was sent."""

import pytest

from bot.answering.extracts.phrases import Grade
from tests.bot.answering.asking import ask

CHAT = """\
[02/11 18:40] Sam: broadband is £38 this month, £7.60 each to me please
[03/11 08:15] Ines: who ate my soup
[03/11 08:16] Ines: it had a NAME on it
[03/11 08:31] Bartek: sorry. I thought it was the old one
[12/11 23:41] Sam: who is leaving in june? the landlord wants to know by 15 jan
[12/11 23:44] Ines: me, going back to Porto
[13/11 08:20] Kofi: dont know yet, depends on the thesis
[18:04] Nell: the hoover is in the cellar
"""


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "How much is broadband each?",
            "[02/11 18:40] Sam: broadband is £38 this month, £7.60 each to me please",
        ),
        ("Where is the hoover?", "[18:04] Nell: the hoover is in the cellar"),
    ],
)
def test_a_message_stands_alone_whatever_its_stamp_leaves_out(question: str, lines: str) -> None:
    assert ask(question, CHAT).text == f"- {lines} [1]"


def test_a_question_of_a_chat_is_quoted_with_the_reply_of_somebody_else() -> None:
    said = ask("Who ate the soup?", CHAT).text
    assert "who ate my soup" in said
    assert "Bartek: sorry" in said
    assert "going back to Porto" in ask("Who is leaving in June?", CHAT).text


def test_the_time_at_which_a_message_was_sent_is_not_when_what_it_tells_of_is() -> None:
    assert ask("When does Kofi finish the thesis?", CHAT).grade is not Grade.ANSWERS


def test_the_amount_behind_dots_is_read_with_its_label_and_no_line_after_it() -> None:
    bill = """\
DONE TODAY
  Emptied (1 load) ............................ £165.00
  VAT 20 % .................................... £ 33.00
  TOTAL ....................................... £198.00
  Paid by card on the day, receipt sent by email.
"""
    assert ask("What was the total?", bill).text.endswith("£198.00 [1]")
    assert "£165.00" not in ask("How much was the VAT?", bill).text
