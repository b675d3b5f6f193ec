"""Opens what a command needs, for as long as it runs."""

import argparse
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.cli.identity import Identity, identify
from bot.home import Home, find_home
from bot.messages import Attachment, UserError
from bot.runtime.process_lock import is_running
from bot.services.open import build_access, embed_in_background, open_services
from bot.services.resources import Setup
from bot.services.services import Services
from bot.settings.config import Settings, load_settings
from bot.turns.command import Commands
from bot.turns.router import Bot
from indexer.i18n import _


def load_home(arguments: argparse.Namespace) -> tuple[Home, Settings]:
    home = find_home(arguments.home, os.environ)
    return home, load_settings(home.config, os.environ)


def choose_identity(arguments: argparse.Namespace, settings: Settings) -> Identity:
    group = getattr(arguments, "group", None)
    return identify(arguments.identity, group, build_access(settings))


@asynccontextmanager
async def open_as(arguments: argparse.Namespace) -> AsyncIterator[tuple[Identity, Bot, Services]]:
    """Open the bot and its services for the person that `arguments` name."""
    home, settings = load_home(arguments)
    who = choose_identity(arguments, settings)
    async with open_services(Setup(home, settings, who.access, copy_local_file)) as services:
        yield who, Bot(Commands(), services), services


@asynccontextmanager
async def open_as_reader(
    arguments: argparse.Namespace, *, lasting: bool = False
) -> AsyncIterator[tuple[Identity, Services]]:
    """Open only the services, for the person that `arguments` name.

    `lasting` is for a command that answers many questions.
    """
    home, settings = load_home(arguments)
    who = choose_identity(arguments, settings)
    setup = Setup(home, settings, who.access, copy_local_file)
    async with open_services(setup, lasting=lasting) as services:
        if not is_running(home):
            embed_in_background(services)
        yield who, services


@asynccontextmanager
async def open_for_owner(
    home: Home, settings: Settings, *, lasting: bool = False
) -> AsyncIterator[Services]:
    """Open the services for commands that need the shell, and so are the owner's."""
    setup = Setup(home, settings, build_access(settings), copy_local_file)
    async with open_services(setup, lasting=lasting) as services:
        yield services


async def copy_local_file(_platform: str, attachment: Attachment, path: Path) -> None:
    """Copy a file of this machine to `path`; its reference is its own path."""
    import shutil  # a few commands take files

    try:
        shutil.copyfile(attachment.reference, path)
    except OSError as error:
        raise UserError(
            _("Cannot read {name}: {reason}.", name=attachment.name, reason=str(error.strerror))
        ) from None
