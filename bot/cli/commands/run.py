"""Run the assistant on its platforms until it is stopped."""

import argparse
import asyncio
import sys

from bot.cli import opening
from bot.config import ConfigError

BAD_CONFIGURATION = 78  # EX_CONFIG of sysexits.h: a service manager need not try again


def add_arguments(parser: argparse.ArgumentParser) -> None:
    del parser  # nothing to choose


def run(arguments: argparse.Namespace) -> int:
    from bot.daemon import serve

    try:
        home, settings = opening.settings_of(arguments)
        asyncio.run(serve(home, settings, announce))
    except ConfigError as error:
        print(f"multis: {error}", file=sys.stderr)
        return BAD_CONFIGURATION
    return 0


def announce(sentence: str) -> None:
    print(sentence, flush=True)
