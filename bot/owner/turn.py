"""Access to the vault and the model, for private turns of the owner only.

`get_vault` is the only way from a message to the vault: it is for turns whose reply the owner alone
will read.
"""

from collections.abc import Sequence

from bot.messages import UserError, _
from bot.turns.command import Turn
from memory.capture.capture import SummaryFailedError
from memory.vault.vault import BY_TOOL, Vault


def get_vault(turn: Turn) -> Vault:
    """Return the vault to the owner in private; raises UserError for anyone and anywhere else."""
    if not turn.private_owner:
        raise UserError(_("That uses your own notes. Send it in our private chat."))
    return turn.services.owner_memory.vault


async def log_tool_events(turn: Turn, events: Sequence[str]) -> None:
    """Add the effects of tools to the owner's daily file; other turns leave nothing there."""
    if turn.private_owner:
        for event in events:
            await get_vault(turn).append_daily(turn.now, f"{BY_TOOL} {event}")


async def ask_model(turn: Turn, system: str, material: str) -> str:
    """Return the model's answer about the owner's notes; raises UserError if there is none."""
    summarize = turn.services.owner_memory.summarize
    if summarize is None:
        raise UserError(
            _(
                "This needs a language model, and none is configured. "
                "`multis init model` sets one up."
            )
        )
    try:
        return await summarize(system, material)
    except SummaryFailedError as error:
        raise UserError(str(error)) from error
