"""Offers changes to the owner's files, and makes those that the owner agrees to."""

import re
from collections.abc import Iterator, Sequence

from bot.messages import Choice, Reply, UserError, _, cut_text
from bot.messages.marked_text import escape_whole
from bot.owner.turn import get_vault
from bot.turns.command import Turn
from indexer.i18n import join_sentences
from memory.vault.proposals import Basis, Offer, Proposal, ProposalKind
from memory.vault.vault import Vault

NUMBER = re.compile(r"[0-9]{1,9}")  # of an offer, of a proposal in it
BUTTONS = 6  # proposals that get one of their own
SHOWN = 28  # characters of a button


async def offer_changes(
    turn: Turn, kind: ProposalKind, proposals: Sequence[Proposal], basis: Basis
) -> Reply:
    """Store `proposals` and return the reply that lists them with buttons; changes no file yet."""
    offer = await turn.services.owner_memory.proposals.make(kind, proposals, basis, turn.now)
    lines = [f"{n}. {escape_whole(each.describe())}" for n, each in enumerate(proposals, 1)]
    text = "\n".join([_("Nothing changes until you agree."), "", *lines])
    return Reply(text, tuple(_build_choices(kind, offer)))


def _build_choices(kind: ProposalKind, offer: Offer) -> Iterator[Choice]:
    if len(offer.open) > 1:
        yield Choice(_("Apply all"), f"/{kind} apply {offer.id}")
    for n in offer.open[:BUTTONS]:
        label = cut_text(offer.proposals[n - 1].describe(), SHOWN)
        yield Choice(f"{n}. {label}", f"/{kind} apply {offer.id} {n}")
    if offer.open:
        yield Choice(_("Discard the rest"), f"/{kind} discard {offer.id}")


async def decide(turn: Turn, kind: ProposalKind, argument: str) -> Reply:
    """Carry out `apply OFFER [NUMBER ...]` or `discard OFFER`."""
    vault, proposals = get_vault(turn), turn.services.owner_memory.proposals
    verb, offer, numbers = await _parse_decision(turn, kind, argument)
    done = [await _apply(vault, offer.proposals[n - 1]) for n in numbers] if verb == "apply" else []
    await _archive_feedback(turn, vault, offer.basis)
    await proposals.mark_decided(offer, numbers)
    left = await proposals.find_open(kind, offer.id)
    text = "\n".join(done) or _("Nothing was changed.")
    return Reply(text, tuple(_build_choices(kind, left)) if left else ())


async def set_aside(turn: Turn, kind: ProposalKind, basis: Basis) -> None:
    """Count the material as reviewed, and archive the flags: no change was proposed from it."""
    await _archive_feedback(turn, get_vault(turn), basis)
    proposals = turn.services.owner_memory.proposals
    await proposals.mark_decided(await proposals.make(kind, (), basis, turn.now), ())


async def _parse_decision(
    turn: Turn, kind: ProposalKind, argument: str
) -> tuple[str, Offer, list[int]]:
    verb, *rest = argument.lower().split()
    if verb not in ("apply", "discard") or not rest or not all(NUMBER.fullmatch(n) for n in rest):
        raise UserError(
            _("Usage: /{command}, then tap a button below its proposals.", command=kind)
        )
    offer = await turn.services.owner_memory.proposals.find_open(kind, int(rest[0]))
    if offer is None:
        raise UserError(
            _("These proposals are no longer open. Send /{command} for new ones.", command=kind)
        )
    wanted = [int(n) for n in rest[1:]] or list(offer.open)
    numbers = [n for n in dict.fromkeys(wanted) if n in offer.open]
    if not numbers and offer.proposals:
        raise UserError(_("You have already decided on that."))
    return verb, offer, numbers


async def _apply(vault: Vault, proposal: Proposal) -> str:
    path = vault.rules_file if proposal.file == "rules" else vault.memory_file
    if await vault.edit(path, proposal.apply_to):
        return join_sentences(_("Done."), escape_whole(proposal.describe()))
    reason = _("Not applied, because {file} has changed.", file=path.name)
    return join_sentences(reason, escape_whole(proposal.describe()))


async def _archive_feedback(turn: Turn, vault: Vault, basis: Basis) -> None:
    if basis.corrections:
        await vault.archive_feedback("corrections", basis.corrections, turn.now)
    if basis.rewards:
        await vault.archive_feedback("rewards", basis.rewards, turn.now)
