"""Where the citations of a text are, however it is put together."""

from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.policy import Mode
from bot.messages import Reply
from bot.messages.marked_text import MarkedText, escape_line, join_marked
from bot.settings.config import Settings
from tests.conversation import OWNER, World, a_world
from tests.factories import a_message

FERRY = b"# Ferry\n\nFor a refund of list[1], write x[1] on the ticket.\n"
QUESTION = "What do I write on the ticket for a refund?"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path, Settings()) as world:
        await world.owner("kb", ferry__md=FERRY)
        yield world


def test_marks_stay_where_they_are_when_texts_are_put_together() -> None:
    parts = (
        MarkedText("x[1]"),
        MarkedText(),
        MarkedText("a [1] [2]", (2, 6)),
        MarkedText("[3] b", (0,)),
    )
    whole = join_marked("\n\n", parts)
    assert whole.text == "x[1]\n\na [1] [2]\n\n[3] b"
    assert [whole.text[at : at + 3] for at in whole.marks] == ["[1]", "[2]", "[3]"]
    assert join_marked(", ", ()) == MarkedText()


def cited(reply: Reply) -> list[str]:
    """The sentence of each citation, and its line in the list of sources."""
    return [reply.text[: at + 3].splitlines()[-1] for at in reply.marks]


TWICE = ["- For a refund of list[1], write x[1] on the ticket. [1]", "[1]"]


async def test_an_answer_knows_its_citations(world: World) -> None:
    assert cited(await world.owner(QUESTION)) == TWICE


async def test_also_behind_what_says_that_a_question_was_edited(world: World) -> None:
    message = replace(a_message(QUESTION, sender=OWNER), edited=True)
    async with aclosing(world.bot.handle(message)) as items:
        (reply,) = [item async for item in items if isinstance(item, Reply)]
    assert reply.text.startswith("Replying to your edited message:\n\n- For")
    assert cited(reply) == TWICE


async def test_also_behind_what_a_customer_is_told(world: World) -> None:
    await world.services.modes.set("test:9", Mode.BUSINESS)
    reply = await world.person("9")(QUESTION)
    assert reply.text.startswith("I've passed this on")
    assert cited(reply) == TWICE


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("lease.pdf\u00a0: il est vide", "lease.pdf\u00a0: il est vide"),
        ("10\u202f000 pages", "10\u202f000 pages"),
        ("a\r\n\n  b\tc", "a b c"),
        ("safe\u202efdp.exe\u0007", "safefdp.exe"),
        ("[Sign in](https://evil)", r"\[Sign in\](https://evil)"),
    ],
)
def test_names_of_others_are_one_line_that_is_no_markup(text: str, line: str) -> None:
    assert escape_line(text) == line
