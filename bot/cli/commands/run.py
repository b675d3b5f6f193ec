"""Run the assistant on its platforms until it is stopped."""

import argparse
import asyncio
import logging
import sys

from bot import logs
from bot.cli import opening
from bot.cli.codes import BAD_CONFIGURATION
from bot.config import ConfigError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--log-json", action="store_true", help="log one JSON object per line")


def run(arguments: argparse.Namespace) -> int:
    from bot.daemon import serve

    try:
        home, settings = opening.settings_of(arguments)
        redact = logs.redactor(logs.secrets_in(settings))
        logs.set_up(redact, as_json=arguments.log_json)
        troubles = logs.Troubles(redact)
        logging.getLogger().addHandler(troubles)
        asyncio.run(serve(home, settings, announce, troubles.last))
    except ConfigError as error:
        print(f"multis: {error}", file=sys.stderr)
        return BAD_CONFIGURATION
    return 0


def announce(sentence: str) -> None:
    print(sentence, flush=True)
