"""The command line: one subcommand per module of `commands`, described by its first line."""

import argparse
import atexit
import gc
import importlib
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bot import version
from bot.cli import commands
from bot.cli.console import prepare_streams, sanitize
from bot.cli.parser import Parser
from indexer.errors import StorageError, UserError
from indexer.i18n import SHIPPED, _, join_sentences, list_system_languages, use_language

PRIVATE = 0o077  # of what we write, others may read nothing: whatever the shell's umask says
# Objects until garbage is looked for: almost all that a start makes stays, so Python's own 700
# would look at it more than a hundred times, a fifth of what `multis say` takes.
GARBAGE = 100_000
# Until a thread that computes lets another one run. After each system call the event loop waits for
# its turn: with Python's own 5 ms, one long search beside it delays an answer by ten times that.
TURN_SECONDS = 0.001
FAILED = 1
DAY_SECONDS = 86_400
INTERRUPTED = 130  # what a shell reports for Ctrl-C


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in `argv`; return 0 if done, 1 if failed with a sentence on stderr.

    Wrong usage exits with 2.
    """
    tune_interpreter()
    atexit.register(gc.freeze)  # else garbage is looked for among all that ends with the process
    prepare_streams()
    os.umask(PRIVATE)
    given = sys.argv[1:] if argv is None else argv
    with use_language(SHIPPED.choose(list_system_languages(os.environ))):
        return _run(given)


def tune_interpreter() -> None:
    """Set what this process does for garbage and between threads, once."""
    gc.set_threshold(GARBAGE)
    sys.setswitchinterval(TURN_SECONDS)


def _run(given: Sequence[str]) -> int:
    arguments = build_parser(given).parse_args(given)
    try:
        _check_time_zone()
        _finish_restore(arguments.home)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
    except UserError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output left; the interpreter must not try to flush to it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except (StorageError, OSError) as error:
        sentence = _explain(error)
        if sentence is None:
            raise
        return _fail(sentence)
    return code


def _explain(error: Exception) -> str | None:
    """Return a sentence about a fault of the machine; None if it is none."""
    from bot.runtime import storage_errors  # few commands fail

    sentence = storage_errors.explain_error(error)
    if sentence is None:
        return None
    if isinstance(error, PermissionError) or not storage_errors.may_pass(error):
        return join_sentences(str(sentence), _name_file(error))
    return str(sentence)


def _name_file(error: Exception) -> str:
    name = getattr(error, "filename", None)
    return _("The file is {path}.", path=str(name)) if name is not None else ""


def _finish_restore(folder: str | None) -> None:
    """Finish a restore that was killed, before anything of the home is read."""
    from bot.home import find_home  # every command loads it, and the help does not

    home = find_home(folder, os.environ)
    if home.replacement.exists():
        from bot.runtime.replacement import finish_replacement  # hardly ever

        finish_replacement(home)


def _check_time_zone() -> None:
    """Raise a `UserError` if the system's time zone is one that no date can be written in."""
    if abs(time.localtime().tm_gmtoff) >= DAY_SECONDS:
        raise UserError(
            _(
                "The variable TZ sets a clock that is a day or more off. Set it to a place, as in "
                "TZ=Europe/Berlin, or remove it."
            )
        )


def _fail(sentence: str) -> int:
    print(f"multis: {sanitize(sentence)}", file=sys.stderr)
    return FAILED


def build_parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser; only the commands that `argv` names are imported.

    The others are listed: a parser of each would take longer than everything else in the help.
    """
    parser = Parser(
        prog="multis", description=_("A private assistant that answers from your documents.")
    )
    parser.add_argument(
        "--version", action=_ShowVersion, nargs=0, help=_("print the version and exit")
    )
    parser.add_argument("--home", metavar="DIR", help=_("default: MULTIS_HOME, then ~/.multis"))
    subparsers = parser.add_subparsers(required=True, metavar="COMMAND")
    summaries = _read_summaries()
    parser.commands = tuple(summaries)
    for name, summary in summaries.items():
        if name in argv:
            command = subparsers.add_parser(name, help=_(summary), description=_(summary))
            _add_command(command, name)
        else:
            # argparse offers no other way to list a command without a parser of its own.
            listed = subparsers._ChoicesPseudoAction(name, (), _(summary))
            subparsers._choices_actions.append(listed)
    return parser


def _add_command(parser: argparse.ArgumentParser, name: str) -> None:
    # Suppressed when absent, so that it does not overwrite one given before the command.
    parser.add_argument("--home", metavar="DIR", default=argparse.SUPPRESS, help=argparse.SUPPRESS)
    module = importlib.import_module(f"{commands.__name__}.{name.replace('-', '_')}")
    module.add_arguments(parser)
    parser.set_defaults(run=module.run)


class _ShowVersion(argparse.Action):
    """Like argparse's own, but looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_rest: object) -> None:
        print(f"multis {version()}")
        parser.exit()


def _read_summaries() -> dict[str, str]:
    """Map each command to the first line of its module, read without importing it."""
    summaries = {}
    for path in sorted(Path(commands.__path__[0]).glob("[a-z]*.py")):
        with path.open(encoding="utf-8") as file:
            summaries[path.stem.replace("_", "-")] = file.readline().strip().strip('"').rstrip(".")
    return summaries
