import pytest

from memory.vault.proposals import Proposal


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
