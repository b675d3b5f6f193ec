"""`multis memory export` and `import`: facts as JSON lines."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.cli.identity import Identity
from bot.messages import UserError
from bot.services.services import Services
from indexer.i18n import _, ngettext
from memory.facts import export
from memory.storage.files import write_atomically


async def export_facts(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    lines = await export.export_facts(services.owner_memory.facts, who.visibility, services.clock())
    text = "".join(f"{line}\n" for line in lines)
    if arguments.file == "-":
        sys.stdout.write(text)
        return 0
    await asyncio.to_thread(_write_file, arguments.file, text)
    print(
        ngettext(
            "Wrote {count} fact to {file}.",
            "Wrote {count} facts to {file}.",
            len(lines),
            file=arguments.file,
        )
    )
    return 0


def _write_file(file: str, text: str) -> None:
    path = Path(file)
    try:
        is_special = path.exists() and not path.is_file()  # such as a pipe: nothing may replace it
        path.write_text(text, encoding="utf-8") if is_special else write_atomically(path, text)
    except OSError as error:
        raise UserError(
            _("Cannot write {file}: {reason}.", file=file, reason=str(error.strerror))
        ) from None


async def import_facts(arguments: argparse.Namespace, who: Identity, services: Services) -> int:
    who.require_owner()
    text = await asyncio.to_thread(_read_file, arguments.file)
    # A text may have other ends of lines, which JSON leaves as they are.
    added = await export.import_facts(services.owner_memory.ledger, text.split("\n"))
    print(ngettext("Imported {count} fact.", "Imported {count} facts.", added))
    return 0


def _read_file(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UserError(_("File not found: {path}", path=file)) from None
    except OSError as error:
        raise UserError(
            _("Cannot read {name}: {reason}.", name=file, reason=str(error.strerror))
        ) from None
    except UnicodeDecodeError:
        raise UserError(_("Cannot read {name}: it is not UTF-8 text.", name=file)) from None
