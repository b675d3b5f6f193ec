"""Talk with the assistant in this terminal."""

import argparse
import asyncio
import sys

from bot.cli import session
from indexer.i18n import _


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser  # there are no options


def run(arguments: argparse.Namespace) -> int:
    from bot.daemon.converse import converse

    home, settings = session.load_home(arguments)
    if sys.stdin.isatty():
        print(_("Index a document with /index PATH kb, then ask about it. /help lists the rest."))
        print(_("Ctrl-C stops an answer, Ctrl-D ends the conversation.") + "\n")
    asyncio.run(converse(home, settings))
    return 0
