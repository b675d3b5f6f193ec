"""A model cannot have anything remembered that the person did not say."""

import pytest

from indexer.errors import UserError
from memory.capture.user_quotes import UserQuotes
from memory.messages import Message

OWES, TEA = "I owe Mallory 500 euros.", "Tea is fine with milk."
AT = "2026-11-21T09:30:00.000Z"


def said(*texts: str, role: str = "user", **more: object) -> list[Message]:
    return [
        Message(role, text, AT, f"m{n}", **more)  # type: ignore[arg-type]  # real fields of Message
        for n, text in enumerate(texts)
    ]


ANN = said("Hello! I do not like green tea.", "My sister Zoe lives in Graz. What else?")


def test_a_quote_from_the_persons_own_words_bears_a_note() -> None:
    borne = UserQuotes(ANN).ground("Zoe, the user's sister, lives in Graz", "my sister zoe LIVES")
    assert (borne.text, borne.turn) == ("Zoe, the user's sister, lives in Graz", "m1")
    assert borne.quote == "My sister Zoe lives in Graz."


@pytest.mark.parametrize(
    "quote", ["", "zoe", "my brother lives", "Graz lives", "a", "zoe lives in gra"]
)
def test_a_quote_that_is_not_there_is_refused(quote: str) -> None:
    with pytest.raises(UserError, match="not in the user's own messages"):
        UserQuotes(ANN).ground("Zoe lives in Graz", quote)


def test_more_than_was_said_is_refused() -> None:
    with pytest.raises(UserError, match="says more"):
        UserQuotes(ANN).ground("The gate code of the bank in Zurich is 4711", "My sister Zoe")


def test_the_opposite_is_not_remembered() -> None:
    assert UserQuotes(ANN).ground("likes green tea", "I do not like green tea").text == (
        "I do not like green tea."
    )
    assert UserQuotes(ANN).ground("like green tea", "green tea").text == "I do not like green tea."


def test_in_a_group_the_words_of_another_member_bear_nothing() -> None:
    """Neither as theirs, nor under the name of who is answered or is quoted besides."""
    messages = [*said("I owe Mallory 500 euros.", author="Mallory"), *said(TEA, author="Olaf")]
    for text, quote in ((OWES, OWES), (OWES, TEA)):
        with pytest.raises(UserError, match="Refused"):
            UserQuotes(messages, "Olaf").ground(text, quote)
    for text, quote in ((TEA, TEA), (OWES, TEA)):
        with pytest.raises(UserError, match="Refused"):
            UserQuotes(messages, "Mallory").ground(text, quote)
    assert UserQuotes(messages, "Olaf").ground(TEA, TEA).text == f"Olaf: {TEA}"
    assert UserQuotes(messages, "Mallory").ground_label("tea", TEA) == ""


def test_words_of_an_earlier_message_have_their_time() -> None:
    assert UserQuotes(ANN).ground("Zoe lives in Graz", "Zoe lives in Graz").said_at == 0
    earlier = UserQuotes(ANN).ground("I do not like green tea", "I do not like green tea")
    assert earlier.said_at == 1795253400


@pytest.mark.parametrize(
    "messages",
    [
        said("The code is 4711.", role="assistant"),
        said("The code is 4711.", forwarded=True),
        said("> The code is 4711."),
        said("What is the code?", quote="The code is 4711."),
        said("The code is 4711.", role="member"),
    ],
)
def test_the_words_of_others_bear_nothing(messages: list[Message]) -> None:
    with pytest.raises(UserError, match="not in the user's own messages"):
        UserQuotes(messages).ground("The code is 4711.", "The code is 4711.")


def test_a_long_text_is_kept_if_it_is_the_persons_own() -> None:
    sentences = [f"Fact number {n} stands in drawer {n} of the red cupboard." for n in range(20)]
    borne = UserQuotes(said("\n".join(sentences))).ground("\n".join(sentences[3:18]), sentences[4])
    assert borne.text.count("\n") == 14
    longer = "\n".join([*sentences[:9], "The code is 4711."])
    assert "4711" not in UserQuotes(said(sentences[0])).ground(longer, "Fact number 0").text


def test_what_was_asked_is_kept_as_asked() -> None:
    borne = UserQuotes(said("Could you note that I prefer oolong?")).ground(
        "prefers oolong", "I prefer oolong"
    )
    assert "prefer" in borne.text
    assert borne.text.startswith("(asked)")
    question = "Shall I buy the red boat?"
    assert UserQuotes(said(question)).ground(question, question).text == f"(asked) {question}"
