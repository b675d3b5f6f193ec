"""The command line: one subcommand per module of `commands`, named by its first line."""

import argparse
import importlib
import os
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.cli import commands
from bot.cli.console import prepare_streams, sanitize
from bot.runtime import storage_errors
from indexer.errors import UserError
from indexer.i18n import SHIPPED, _, join_sentences, list_system_languages, use_language

FAILED = 1
INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """The exit code: 0 done, 1 failed with a sentence on stderr, 2 wrong usage."""
    prepare_streams()
    given = sys.argv[1:] if argv is None else argv
    with use_language(SHIPPED.choose(list_system_languages(os.environ))):
        return _run(given)


def _run(given: Sequence[str]) -> int:
    arguments = build_parser(given).parse_args(given)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except UserError as error:
        print(f"multis: {sanitize(str(error))}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output left; the interpreter must not try to flush to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (sqlite3.Error, OSError) as error:
        if not (told := storage_errors.explain_error(error)):
            raise
        if isinstance(error, PermissionError):
            told = join_sentences(told, _("The file is {path}.", path=str(error.filename)))
        print(sanitize(f"multis: {told}"), file=sys.stderr)
        return FAILED
    return code


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Only the commands that `argv` names are loaded: the others cost a line of help each."""
    parser = argparse.ArgumentParser(
        prog="multis", description=_("A private assistant that answers from your documents.")
    )
    parser.add_argument("--home", metavar="DIR", help=_("default: MULTIS_HOME, then ~/.multis"))
    offered = parser.add_subparsers(required=True, metavar="COMMAND")
    for name, summary in _read_summaries().items():
        command = offered.add_parser(name, help=_(summary), description=_(summary))
        # Suppressed when absent, so that it does not overwrite one given before the command.
        command.add_argument(
            "--home", metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
        if name in argv:
            module = importlib.import_module(f"{commands.__name__}.{name.replace('-', '_')}")
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return parser


def _read_summaries() -> dict[str, str]:
    """Each command with the first line of its module, read without importing it."""
    found = {}
    for path in sorted(Path(commands.__path__[0]).glob("[a-z]*.py")):
        with path.open(encoding="utf-8") as file:
            found[path.stem.replace("_", "-")] = file.readline().strip().strip('"').rstrip(".")
    return found
