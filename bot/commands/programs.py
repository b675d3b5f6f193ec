"""/programs: what other programs (`multis mcp --write`) want remembered, once the owner agrees."""

from collections.abc import Iterator, Sequence

from bot.messages import N_, Answer, Choice, Reply, UserError, _
from bot.messages.marked_text import escape_whole
from bot.owner.turn import get_vault
from bot.tools.program_writes import approve, describe
from bot.turns.command import Command, Turn
from memory.vault.program_writes import ProgramWrite, parse_numbers

BUTTONS = 6  # texts that get one of their own
SHOWN = 28  # characters of a button


async def programs(turn: Turn, argument: str) -> Answer:
    get_vault(turn)  # refuses anybody but the owner in private
    if argument:
        yield Reply(await _decide(turn, argument))
        return
    waiting = await turn.services.owner_memory.program_writes.list_waiting()
    if not waiting:
        yield Reply(_("No program wants anything remembered."))
        return
    head = _("Other programs want this remembered. Nothing is until you agree.")
    lines = [f"{each.id}. {escape_whole(describe(each))}" for each in waiting]
    yield Reply("\n".join([head, "", *lines]), tuple(_build_choices(waiting)))


def _build_choices(waiting: Sequence[ProgramWrite]) -> Iterator[Choice]:
    # The numbers that were shown: what comes later is not agreed to.
    numbers = " ".join(str(each.id) for each in waiting)
    for each in waiting[:BUTTONS]:
        yield Choice(f"{each.id}. {describe(each)[:SHOWN]}", f"/programs approve {each.id}")
    if len(waiting) > 1:
        yield Choice(_("Apply all"), f"/programs approve {numbers}")
    yield Choice(_("Discard the rest"), f"/programs discard {numbers}")


async def _decide(turn: Turn, argument: str) -> str:
    verb, *rest = argument.lower().split()
    numbers = parse_numbers(rest)
    if verb not in ("approve", "discard") or not numbers:
        raise UserError(_("Usage: /programs, then tap a button below what it lists."))
    if verb == "approve":
        done = await approve(turn.services, turn.recall, numbers, turn.now)
        return "\n".join(done) or _("You have already decided on that.")
    await turn.services.owner_memory.program_writes.take(numbers)
    return _("Nothing was changed.")


command = Command(
    "programs",
    "",
    N_("See what other programs want remembered"),
    programs,
    owner_only=True,
)
