"""/doctor checks the installation, as `multis doctor` does."""

import asyncio
import os
from collections.abc import Sequence

from bot.doctor import examine
from bot.doctor.findings import Finding, Level
from bot.home import Home
from bot.messages import N_, Answer, Draft, Reply, UserError, _, ngettext
from bot.turns.command import Command, Turn

SIGNS = {Level.FAIL: "❌", Level.WARN: "⚠️"}


async def check_installation(turn: Turn, _argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only talk about this installation in a private chat with you."))
    yield Draft(_("Checking …"), lasting=True)
    home = turn.services.home
    # In a thread with its own loop: checking a large database must not delay answers.
    findings = await asyncio.to_thread(lambda: asyncio.run(_examine(home)))
    yield Reply(_format(findings))


async def _examine(home: Home) -> Sequence[Finding]:
    return [each async for each in examine(home, os.environ, offline=False)]


def _format(findings: Sequence[Finding]) -> str:
    """Format what needs attention, the worst first, and how many checks found all well."""
    worrying = [
        f"{sign} " + _("{label}: {value}", label=each.about, value=each.text)
        for level, sign in SIGNS.items()
        for each in findings
        if each.level is level
    ]
    good = sum(each.level is Level.OK for each in findings)
    well = ngettext("{count} check found all well.", "{count} checks found all well.", good)
    return "\n\n".join([*worrying, f"✅ {well}"])


command = Command(
    "doctor",
    "",
    N_("Check the installation and say what to fix"),
    check_installation,
    owner_only=True,
    ordered=False,
)
