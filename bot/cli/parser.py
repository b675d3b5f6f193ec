"""argparse's parser, whose headings and `--help` are in the reader's language."""

import argparse
from collections.abc import Iterable

from indexer.i18n import _


class HelpFormatter(argparse.HelpFormatter):
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
