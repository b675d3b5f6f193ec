"""Run the assistant on its platforms until it is stopped."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Callable
from functools import partial

from bot.cli import session
from bot.home import Home
from bot.operations import logging as logs
from bot.operations.exit_codes import BAD_CONFIGURATION
from bot.settings.config import ConfigError, Settings, describe_unused
from indexer.i18n import _

log = logging.getLogger(__name__)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--log-json", action="store_true", help=_("log one JSON object per line"))


def run(arguments: argparse.Namespace) -> int:
    try:
        home, settings = session.load_home(arguments)
        run_in_foreground(home, settings, log_json=arguments.log_json)
    except ConfigError as error:
        print(f"multis: {error}", file=sys.stderr)
        return BAD_CONFIGURATION
    return 0


def run_in_foreground(
    home: Home,
    settings: Settings,
    *,
    log_json: bool = False,
    announce_page: Callable[[str], None] | None = None,
) -> None:
    """Run the daemon with its log on stderr; see `bot.daemon.serve.serve`."""
    from bot.daemon.serve import Starter, serve
    from bot.operations.standby import hold_database
    from bot.platforms import preload

    troubles = _set_up_logging(home, settings, as_json=log_json)
    for unused in describe_unused(os.environ):
        log.warning("%s", unused)
    prepare = partial(preload, settings)
    with hold_database(settings.database, announce, prepare, os.environ) as lease:
        # Where another daemon may take over, nothing is sent while it may have done so.
        others = settings.database.standby or settings.database.workers
        guarded = lease.build_loop if lease and others else None
        with asyncio.Runner(loop_factory=guarded) as runner:
            starter = Starter(announce, troubles.list_recent, announce_page)
            runner.run(serve(home, settings, starter, lease=lease))


def _set_up_logging(home: Home, settings: Settings, *, as_json: bool) -> logs.TroubleHandler:
    """Log to stderr and the log book of the home; return what keeps the last troubles."""
    from bot.operations.log_book import LogBookHandler

    redact = logs.build_redactor(logs.find_secrets(settings))
    logs.set_up_logging(redact, as_json=as_json)
    troubles = logs.TroubleHandler(redact)
    logging.getLogger().addHandler(troubles)
    logging.getLogger().addHandler(LogBookHandler(home.log, redact))
    return troubles


def announce(sentence: str) -> None:
    print(sentence, flush=True)
