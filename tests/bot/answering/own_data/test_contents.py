"""Whoever asks what is in a document is shown its headings, and nobody those of another."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.conversation import World, a_world

LEASE = b"# Tenancy agreement\n\n## Rent\n\nThe rent is 900.\n\n## Notice\n\nTwo months.\n"


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
