"""argparse's parser, whose headings and `--help` are in the reader's language."""

import argparse
import os
from collections.abc import Iterable

from indexer.i18n import _

MARGIN = 2  # columns that argparse keeps free
NARROW = 80  # columns where no terminal is


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
        super().__init__(
            prog=prog, description=description, add_help=False, formatter_class=HelpFormatter
        )
        # argparse offers no other way to its headings.
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))


def _read_width() -> int:
    """Return the columns of the terminal, as `shutil.get_terminal_size` does."""
    if (set_by_shell := os.environ.get("COLUMNS", "")).isdecimal() and int(set_by_shell):
        return int(set_by_shell)
    try:
        return os.get_terminal_size().columns or NARROW
    except OSError:
        return NARROW
