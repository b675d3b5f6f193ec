"""/backup writes a backup into a folder of the machine, as `multis backup create` does.

A backup holds everything multis knows, its tokens too: without a passphrase it is not sent, because
a chat is no place for it. Behind one it is encrypted first. The passphrase is kept nowhere, and the
message that has it is deleted.
"""

import asyncio
import secrets
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.messages import N_, Answer, Draft, File, IncomingMessage, Reply, UserError, _
from bot.operations.backups import age, backup
from bot.turns.command import Command, Turn
from indexer.i18n import format_size

SHORTEST = 12  # characters of a passphrase
LARGEST = 48_000_000  # bytes that Telegram takes, which is also what memory bears twice
LEAST_FREE = 3  # times the database: its copy, the archive, and that encrypted


async def back_up(turn: Turn, passphrase: str) -> Answer:
    if not turn.private_owner:
        raise UserError(_("I only make backups in a private chat with you."))
    services = turn.services
    backup.check_is_local(services.settings.database, services.home)
    _check_passphrase(passphrase)
    services.disk_space.check(LEAST_FREE * services.home.database.stat().st_size)
    yield Draft(_("Making a backup …"), lasting=True)
    reply, name = await (_send(turn, passphrase) if passphrase else _write(turn))
    services.audit.record("backup", turn.message.sender, file=name)
    yield reply


def _check_passphrase(passphrase: str) -> None:
    if passphrase and len(passphrase) < SHORTEST:
        raise UserError(
            _(
                "A passphrase needs at least {count} characters, such as six unrelated words.",
                count=SHORTEST,
            )
        )


async def _write(turn: Turn) -> tuple[Reply, str]:
    folder = turn.services.home.copies
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    target = folder / _name(turn)
    manifest = await asyncio.to_thread(backup.create, turn.services.home, target, turn.now)
    advice = _(
        "It contains everything multis knows, and its tokens. Copy it to another disk, where "
        "nobody else can read it. `multis backup restore` puts it back."
    )
    return Reply(f"{backup.format_created(manifest, target)}\n\n{advice}"), target.name


async def _send(turn: Turn, passphrase: str) -> tuple[Reply, str]:
    name = f"{_name(turn)}.age"
    # Cleaned up after a day, when it was sent long ago.
    target = turn.services.home.tmp / f"backup-{secrets.token_hex(8)}.age"
    await asyncio.to_thread(_encrypt, turn, target, passphrase)
    text = _(
        "This backup ({size}) is encrypted with your passphrase, which I don't keep: without it, "
        "nobody can open the backup.",
        size=format_size(target.stat().st_size),
    )
    advice = _(
        "If your message with the passphrase is still here, delete it. `multis backup restore` "
        "asks for the passphrase."
    )
    return Reply(f"{text}\n\n{advice}", files=(File(name, str(target)),)), name


def _encrypt(turn: Turn, target: Path, passphrase: str) -> None:
    home = turn.services.home
    with TemporaryDirectory(dir=home.tmp, prefix="backup-") as folder:
        plain = Path(folder) / "backup.zip"
        backup.create(home, plain, turn.now)
        _check_size(plain.stat().st_size)
        target.touch(0o600)
        age.encrypt_file(plain, target, passphrase)


def _check_size(size: int) -> None:
    if size > LARGEST:
        raise UserError(
            _(
                "The backup is too large to be sent: {size}, and at most {limit} can be. Write "
                "`/backup` alone, which writes it to a folder on the machine.",
                size=format_size(size),
                limit=format_size(LARGEST),
            )
        )


def _name(turn: Turn) -> str:
    return f"multis-{turn.now:%Y-%m-%d-%H%M%S}.zip"


def _needs_pin(_message: IncomingMessage, _argument: str) -> bool:
    return True


command = Command(
    "backup",
    N_("[PASSPHRASE]"),
    N_("Write a backup to a folder on the machine, or send it encrypted"),
    back_up,
    owner_only=True,
    guards=_needs_pin,
    hides=bool,
    ordered=False,
)
