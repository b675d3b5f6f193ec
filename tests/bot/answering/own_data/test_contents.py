"""Whoever asks what is in a document is shown its headings, and nobody those of another."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conversation import World, a_world
from tests.indexer.parsing.formats.making import pages

LEASE = b"# Tenancy agreement\n\n## Rent\n\nThe rent is 900.\n\n## Notice\n\nTwo months.\n"
PLAN = pages([b"BT /F1 12 Tf (The plan.) Tj ET", b"BT /F1 12 Tf (Apples.) Tj ET"])


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    async with a_world(tmp_path) as opened:
        await opened.owner("kb", lease__md=LEASE)
        yield opened


@pytest.mark.parametrize(
    "asked",
    [
        "What's in the lease?",
        "tell me what is in the lease",
        "Was steht in der lease?",
        "Que contient lease ?",
        "¿Qué contiene lease?",
        "lease里有什么？",
    ],
)
async def test_its_headings_are_shown(world: World, asked: str) -> None:
    text = (await world.owner(asked)).text
    assert [each.strip() for each in text.splitlines()] == [
        "lease.md",
        "",
        "- Tenancy agreement",
        "- Rent",
        "- Notice",
    ]


async def test_what_is_in_something_else_is_looked_up(world: World) -> None:
    await world.owner("kb", house__md=b"# House\n\nBicycles go in the shed, not in the hall.\n")
    assert "Bicycles go in the shed" in (await world.owner("what's in the shed?")).text


async def test_headings_of_what_somebody_may_not_see_stay_unseen(world: World) -> None:
    await world.owner("admin", vault__md=b"# canary-4711\n\n## canary-4712\n\nNothing.\n")
    assert "canary" in (await world.owner("what's in the vault?")).text
    assert "canary" not in (await world.person("2")("what's in the vault?")).text


async def test_a_heading_is_no_markdown(world: World) -> None:
    await world.owner("kb", links__md=b"# [Click](https://evil.example/x)\n\nText.\n")
    assert "[Click](" not in (await world.owner("what's in the links?")).text


@pytest.mark.parametrize(
    "asked",
    [
        "What is the lease about?",
        "What does the lease say?",
        "tell me about the lease",
        "what's in the lease file?",
        "what's in the tenancy agreement?",
        "sum up the lease",
        "can you sum up the tenancy agreement?",
    ],
)
async def test_a_document_is_named_by_its_file_or_its_title(world: World, asked: str) -> None:
    assert (await world.owner(asked)).text.endswith(
        "lease.md\n\n- Tenancy agreement\n  - Rent\n  - Notice"
    )


@pytest.mark.parametrize(
    "asked", ["What does the lease say about the rent?", "What is the rent about?"]
)
async def test_what_a_document_says_of_something_is_looked_up(world: World, asked: str) -> None:
    said = (await world.owner(asked)).text
    assert "The rent is 900" in said
    assert "- Notice" not in said


NOTE = b"Sandra waters the plants. The key is with *Tom*. Please close the gate."


@pytest.mark.parametrize(
    "asked",
    ["what's in the note?", "summarise the note", "Was steht in der note?", "note里有什么？"],
)
async def test_of_what_has_no_headings_the_beginning_is_shown(world: World, asked: str) -> None:
    await world.owner("kb", note__txt=NOTE)
    said = (await world.owner(asked)).text
    assert "- Sandra waters the plants.\n- The key is with" in said


async def test_the_beginning_of_what_somebody_may_not_see_stays_unseen(world: World) -> None:
    await world.owner("admin", note__txt=b"canary-4711 waters the plants.")
    assert "canary" in (await world.owner("what's in the note?")).text
    for asked in ("what's in the note?", "summarise the note", "how many pages has the note?"):
        assert "canary" not in (await world.person("2")(asked)).text
        assert "note.txt" not in (await world.person("2")(asked)).text


async def test_what_a_stranger_wrote_is_shown_to_the_owner_by_no_question(world: World) -> None:
    await world.let_in("test:2", "Bea")
    await world.person("2")("", note__txt=b"canary-4711 waters the plants.")
    assert "canary" in (await world.person("2")("what's in the note?")).text
    for asked in ("what's in the note?", "what does the note say?", "sum up the note"):
        assert "canary" not in (await world.owner(asked)).text


async def test_a_title_of_what_somebody_may_not_see_names_nothing(world: World) -> None:
    await world.owner("admin", vault__md=b"# Boat canary-4711\n\n## canary-4712\n\nNothing.\n")
    assert "canary" in (await world.owner("what's in the boat canary-4711?")).text
    for asked in ("what's in the boat canary-4711?", "sum up the boat canary-4711"):
        assert "vault" not in (await world.person("2")(asked)).text


async def test_the_beginning_of_a_document_is_no_markdown(world: World) -> None:
    await world.owner("kb", links__txt=b"See [Click](https://evil.example/x) for more.")
    assert "[Click](" not in (await world.owner("what's in the links?")).text


@pytest.mark.parametrize(
    ("asked", "extent"),
    [
        ("how many pages does the plan have?", "2 pages"),
        ("Wie viele Seiten hat der plan?", "2 Seiten"),
        ("Combien de pages a plan ?", "2 pages"),
        ("when did I upload the plan?", "2 pages"),
        ("plan有多少页？", "2 页"),
    ],
)
async def test_how_long_a_document_is_and_when_it_came(
    world: World, asked: str, extent: str
) -> None:
    await world.owner("kb", plan__pdf=PLAN)
    said = (await world.owner(asked)).text
    assert said.startswith("plan.pdf")
    assert extent in said


@pytest.mark.parametrize(
    ("asked", "name", "told"),
    [
        ("when was the extension added?", "extension", "The extension was added in 1998"),
        ("how many pages does the essay have?", "essay", "The essay has 8 pages at most"),
        ("what does the insurance cover?", "insurance", "The insurance covers fire"),
        ("was sagt der Arzt?", "arzt", "Der Arzt sagt: zwei Wochen Ruhe"),
        ("was ist im Keller?", "keller", "Im Keller sind die Fahrräder"),
        ("tell me about cats", "cats", "Cats eat 60 g twice a day"),
    ],
)
async def test_what_a_sentence_answers_is_not_asked_of_its_document(
    world: World, asked: str, name: str, told: str
) -> None:
    text = f"# {name}\n\n## One\n\n{told}.\n\n## Two\n\nSee below.\n"
    await world.owner("kb", **{f"{name}__md": text.encode()})
    assert f"- {told}" in (await world.owner(asked)).text


@pytest.mark.parametrize(
    "asked",
    [
        "how many pages may my lease have?",
        "how many pages?",
        "how many pages does the lease have?",
    ],
)
async def test_what_asks_for_pages_of_nothing_that_is_here_is_looked_up(
    world: World, asked: str
) -> None:
    assert "passages" not in (await world.owner(asked)).text
