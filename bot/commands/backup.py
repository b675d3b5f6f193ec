"""/backup writes a backup into a folder of the machine, as `multis backup create` does.

It is not sent: it holds everything multis knows, its tokens too, and a chat is no place for them.
"""

import asyncio

from bot.messages import N_, Answer, Draft, IncomingMessage, Reply, UserError, _
from bot.operations import backup
from bot.turns.command import Command, Turn


async def back_up(turn: Turn, _argument: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only make backups in a private chat with you."))
    services = turn.services
    backup.check_is_local(services.settings.database, services.home)
    services.disk_space.check(services.home.database.stat().st_size)
    yield Draft(_("Making a backup …"), lasting=True)
    folder = services.home.copies
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / f"multis-{turn.now:%Y-%m-%d-%H%M%S}.zip"
    manifest = await asyncio.to_thread(backup.create, services.home, target, turn.now)
    services.audit.record("backup", turn.message.sender, file=target.name)
    advice = _(
        "It contains everything multis knows, and its tokens. Copy it to another disk, where "
        "nobody else can read it. `multis backup restore` puts it back."
    )
    yield Reply(f"{backup.format_created(manifest, target)}\n\n{advice}")


def _needs_pin(_message: IncomingMessage, _argument: str) -> bool:
    return True


command = Command(
    "backup",
    "",
    N_("Write a backup to a folder on the machine"),
    back_up,
    owner_only=True,
    guards=_needs_pin,
    ordered=False,
)
