from datetime import UTC, datetime
from pathlib import Path

import pytest

from indexer.store.database import open_database
from memory.schema import PROPOSALS
from memory.vault.proposals import Basis, Proposal, Proposals


@pytest.mark.parametrize(
    ("proposal", "sentence"),
    [
        (Proposal("rules", "Be exact."), "New rule: Be exact."),
        (Proposal("memory", "Owns a boat."), "New fact: Owns a boat."),
        (
            Proposal("memory", "Likes tea.", ("Tea", "Tea!")),
            "Merge “Tea” and “Tea!” into: Likes tea.",
        ),
        (Proposal("rules", entries=("Be exact.",)), "Remove “Be exact.”"),
    ],
)
def test_a_proposal_says_what_it_would_change(proposal: Proposal, sentence: str) -> None:
    assert proposal.describe() == sentence


async def test_what_two_chats_decide_at_the_same_time_is_decided(tmp_path: Path) -> None:
    """Each has seen both proposals open."""
    async with open_database(tmp_path / "multis.db", PROPOSALS) as database:
        proposals, now = Proposals(database), datetime(2026, 11, 29, tzinfo=UTC)
        two = (Proposal("rules", "Be exact."), Proposal("rules", "Be brief."))
        offer = await proposals.make("review", two, Basis(), now)
        await proposals.mark_decided(offer, [1])
        await proposals.mark_decided(offer, [2])
        left = await proposals.find("review", offer.id)
        assert left
        assert left.open == ()
