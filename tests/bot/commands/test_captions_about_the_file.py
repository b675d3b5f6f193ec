"""An order or a question in a caption that names no thing is about the file itself."""

from pathlib import Path

import pytest

from tests.conversation import a_world

BILL = (
    b"# Invoice 4471\n\nFrom: Hartley Plumbing Ltd\n\n# Terms\n\nPayment is due by 14 April 2026.\n"
)
OUTLINE = "Plumber.md\n\n- Invoice 4471\n- Terms"


@pytest.mark.parametrize(
    "caption",
    [
        "Please summarise this",
        "what's this about?",
        "What is this document about?",
        "Fass das bitte zusammen",
        "Worum geht es hier?",
        "De quoi ça parle ?",
        "Résume ça",
        "¿De qué trata esto?",
        "о чём это?",
        "总结一下",
        "まとめて",
    ],
)
async def test_what_the_file_is_about_is_answered_of_this_file(
    caption: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Garden__md=b"# Garden\n\nThe tomatoes grow.\n")
        reply = await world.owner(caption, Plumber__md=BILL)
    assert OUTLINE in reply.text


@pytest.mark.parametrize("caption", ["Summary of costs", "Summary 2025", "kb", "the bill"])
async def test_a_caption_that_says_what_a_file_is_asks_nothing(
    caption: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        reply = await world.owner(caption, Plumber__md=BILL)
    assert reply.text.startswith("Indexed Plumber.md")
    assert "\n" not in reply.text


@pytest.mark.parametrize(
    "text", ["summarise Plumber.md", "what's in Plumber.md?", "Was steht in Plumber.md?"]
)
async def test_a_document_is_named_with_the_ending_of_its_file(text: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("", Garden__md=b"# Garden\n\nTomatoes.\n", Plumber__md=BILL)
        reply = await world.owner(text)
    assert OUTLINE in reply.text


async def test_the_outline_of_anothers_file_is_not_shown(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("admin", Plumber__md=BILL)
        reply = await world.person("2")("Please summarise this", Note__md=b"# Note\n\nHello.\n")
        other = await world.person("2")("summarise Plumber.md")
    assert "4471" not in reply.text + other.text
