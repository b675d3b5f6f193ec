"""Print a link to the web page, and run the assistant if it is not running."""

import argparse
import asyncio
import os
import sys
import threading
import webbrowser
from dataclasses import replace

from bot.access import policy
from bot.access.policy import PAGE_OWNER
from bot.cli import session
from bot.cli.commands.run import run_in_foreground
from bot.desk.open import find_address_file
from bot.desk.sessions import PLATFORM, Sessions, parse_guest
from bot.desk.tables import open_page
from bot.home import Home
from bot.messages import Sender, UserError
from bot.operations.exit_codes import BAD_CONFIGURATION
from bot.operations.health_file import read_vitals
from bot.runtime.process_lock import is_running
from bot.services.resources import utc_now
from bot.settings.config import ConfigError, Settings
from indexer.i18n import N_, _, ngettext

NO_PAGE = N_(
    "The assistant is running without its page. Set platforms.web.enabled to true in config.json "
    "and restart it; or stop it, and `multis web` runs it with the page."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--guest", metavar="NAME", help=_("print a link for somebody else, who is thereby let in")
    )
    parser.add_argument(
        "--sign-out", action="store_true", help=_("sign everybody out and invalidate all links")
    )
    parser.add_argument("--open", action="store_true", help=_("open the link in a browser"))


def run(arguments: argparse.Namespace) -> int:
    try:
        home, settings = session.load_home(arguments)
        _open(arguments, home, settings)
    except ConfigError as error:
        print(f"multis: {error}", file=sys.stderr)
        return BAD_CONFIGURATION
    return 0


def _open(arguments: argparse.Namespace, home: Home, settings: Settings) -> None:
    home.create()
    if arguments.sign_out:
        ended = asyncio.run(_sign_out(home, settings))
        print(_format_signed_out(ended))
        return
    person = PAGE_OWNER if arguments.guest is None else parse_guest(arguments.guest)
    running = _find_address(home) if is_running(home) else ""
    secret = asyncio.run(_create_secret(home, settings, person))

    def show(address: str) -> None:
        _print_link(f"{address}/enter#{secret}", browser=arguments.open)

    if running:
        show(running)
        return
    print(_("Press Ctrl-C to stop."))
    web = replace(settings.platforms.web, enabled=True)
    with_page = replace(settings, platforms=replace(settings.platforms, web=web))
    run_in_foreground(home, with_page, announce_page=show)


def _format_signed_out(ended: int) -> str:
    return ngettext(
        "Ended {count} session. Links printed before no longer work.",
        "Ended {count} sessions. Links printed before no longer work.",
        ended,
    )


def _find_address(home: Home) -> str:
    """Return the address of the running daemon's page."""
    vitals = read_vitals(home)
    if vitals is None or PLATFORM not in vitals.polls:
        raise UserError(NO_PAGE)
    return find_address_file(home).read_text(encoding="utf-8")


async def _create_secret(home: Home, settings: Settings, person: Sender) -> str:
    known = person == PAGE_OWNER or await _let_in(home, settings, person)
    async with open_page(home, settings=settings.database) as database:
        sessions = Sessions(database, utc_now)
        if not known:  # what was taken away does not come back by itself
            await sessions.end_those_of(person)
        return await sessions.offer(person)


async def _let_in(home: Home, settings: Settings, guest: Sender) -> bool:
    """Let a guest in; return whether they might talk to multis before."""
    async with session.open_for_owner(home, settings) as services:
        access = await services.people.load_access()
        if guest.key in access.blocked:
            raise UserError(_("{person} is blocked. Unblock them first.", person=guest.key))
        await services.people.set_role(guest.key, "approved")
    return policy.may_ask(guest.key, access)


async def _sign_out(home: Home, settings: Settings) -> int:
    async with open_page(home, settings=settings.database) as database:
        return await Sessions(database, utc_now).end_all()


def _print_link(link: str, *, browser: bool) -> None:
    print(_("Open this link within 15 minutes; it works once:"))
    print(link, flush=True)
    if browser and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        threading.Thread(target=webbrowser.open, args=(link,), daemon=True).start()
