"""What the owner's private turns alone may do.

`get_vault` is the only way from a message to the vault: it is for turns whose reply the owner alone
will read.
"""

from collections.abc import Sequence

from bot.messages import UserError
from bot.turns.command import Turn
from memory.capture.capture import SummaryFailedError
from memory.vault.vault import BY_TOOL, Vault


def get_vault(turn: Turn) -> Vault:
    """The vault, for the owner in private; a `UserError` for everybody and everywhere else."""
    if not turn.private_owner:
        raise UserError("That concerns your own notes. Please say it in our private chat.")
    return turn.services.owner_memory.vault


async def log_tool_events(turn: Turn, events: Sequence[str]) -> None:
    """What tools did, in the file of the owner's day; of other turns nothing is kept there."""
    if turn.private_owner:
        for event in events:
            await get_vault(turn).append_daily(turn.now, f"{BY_TOOL} {event}")


async def ask_model(turn: Turn, system: str, material: str) -> str:
    """The model's answer about the owner's notes; a `UserError` where there is none."""
    summarise = turn.services.owner_memory.summarise
    if summarise is None:
        raise UserError("That needs a model, and none is configured. See llm in config.json.")
    try:
        return await summarise(system, material)
    except SummaryFailedError as error:
        raise UserError(str(error)) from error
