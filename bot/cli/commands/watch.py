"""Index a folder and follow its changes until stopped."""

import argparse
import asyncio
import os
import sys
from collections import Counter
from functools import partial

from bot.cli import session
from bot.cli.console import sanitize_line
from bot.cli.parser import parse_path
from bot.messages import UserError
from bot.operations.watched_folders import follow_folder
from bot.settings.config import WatchedFolder
from indexer.i18n import N_, _, join_sentences, ngettext
from indexer.ingest.living_folder import FolderChange

LINES = {
    "indexed": N_("{path} is indexed."),
    "removed": N_("{path} is removed from the index."),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=parse_path, metavar="FOLDER")
    parser.add_argument(
        "--scope", required=True, choices=("kb", "admin"), help=_("who may read it")
    )


def run(arguments: argparse.Namespace) -> int:
    counts = Counter[str]()
    if not os.path.isdir(arguments.folder):
        raise UserError(_("{folder} is not a folder.", folder=str(arguments.folder)))
    try:
        asyncio.run(_watch(arguments, counts))
    except KeyboardInterrupt:
        print("\n" + _format_end(counts), file=sys.stderr)
        raise
    return 0


async def _watch(arguments: argparse.Namespace, counts: Counter[str]) -> None:
    home, settings = session.load_home(arguments)
    watched = WatchedFolder(str(arguments.folder), arguments.scope)
    async with session.open_for_owner(home, settings, lasting=True) as services:
        print(_("Watching {folder}. Ctrl-C ends it.", folder=str(arguments.folder)))
        await follow_folder(services, watched, partial(_print, counts))


def _print(counts: Counter[str], change: FolderChange) -> None:
    counts[change.kind] += 1
    if change.kind == "failed":
        print(sanitize_line(f"{change.path}: {change.reason}"), file=sys.stderr)
        return
    print(sanitize_line(str(LINES[change.kind].fill(path=str(change.path)))), flush=True)


def _format_end(counts: Counter[str]) -> str:
    return join_sentences(
        ngettext("{count} file was indexed.", "{count} files were indexed.", counts["indexed"]),
        ngettext("{count} file was removed.", "{count} files were removed.", counts["removed"]),
        _("What is indexed stays; run the same command again to go on."),
    )
