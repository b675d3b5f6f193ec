"""The command line. One subcommand per module of `commands`: `SUMMARY`, `add_arguments`, `run`."""

import argparse
import importlib
import os
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType

from bot.cli import commands
from indexer.errors import UserError

FAILED = 1
INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code: 0 done, 1 failed with a sentence on stderr, 2 wrong usage."""
    arguments = build_parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except UserError as error:
        print(f"multis: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output left; the interpreter must not try to flush to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    return code


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="multis", description="A private assistant that answers from your documents."
    )
    parser.add_argument("--home", metavar="DIR", help="default: MULTIS_HOME, then ~/.multis")
    offered = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in _modules():
        name = module.__name__.rpartition(".")[2]
        command = offered.add_parser(name, help=module.SUMMARY, description=module.SUMMARY)
        # Suppressed when absent, so that it does not overwrite one given before the command.
        command.add_argument(
            "--home", metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _modules() -> list[ModuleType]:
    names = sorted(found.name for found in pkgutil.iter_modules(commands.__path__))
    return [importlib.import_module(f"{commands.__name__}.{name}") for name in names]
