"""Limits which files on this machine a chat may have indexed (`documents.roots`)."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from bot.access.policy import TERMINAL_OWNER, may_read_file
from bot.home import Home
from bot.messages import IncomingMessage, UserError, _
from indexer.i18n import format_list
from indexer.ingest.listing import ListedFile, list_files
from indexer.paths import expand_path, format_impossible

LONGEST = 4096  # characters of a path, as on Linux


class AllowedPaths(Struct, frozen=True):
    """`documents.roots`, resolved; the owner at the terminal is not limited by them."""

    folders: tuple[Path, ...]
    private: Path  # multis' own folder, which no chat may read

    def resolve(self, message: IncomingMessage, named: str) -> Path:
        """Return the path that `named` means; a `UserError` if it may not or cannot be read."""
        path = _expand_path(named)
        if not self._may_read(message, path):
            folders = format_list([str(folder) for folder in self.folders], "or")
            raise UserError(
                _(
                    "I may only index files below {folders}, and none that are hidden. "
                    "To change that, set documents.roots in config.json.",
                    folders=folders,
                )
            )
        if not path.exists():
            raise UserError(
                _("There is no file or folder {path}. Check the path on this machine.", path=named)
            )
        return path

    def list_files(self, message: IncomingMessage, path: Path) -> list[ListedFile]:
        """List the files at `path`, which is resolved, as far as they may be read."""
        found = list_files(path, closed=(self.private,))
        return [each for each in found if self._may_read(message, each.path)]

    def _may_read(self, message: IncomingMessage, path: Path) -> bool:
        at_the_terminal = message.chat.platform == TERMINAL_OWNER.platform
        return at_the_terminal or may_read_file(path, self.folders, self.private)


def _expand_path(named: str) -> Path:
    if len(named) > LONGEST:  # to resolve it takes a time that grows with the square of its length
        raise format_impossible(named)
    return expand_path(named).resolve()


def resolve_roots(folders: Sequence[str], home: Home) -> AllowedPaths:
    """Resolve `documents.roots`; without any, that is the owner's own home folder."""
    named = folders or (_find_home_folder(home),)
    return AllowedPaths(tuple(expand_path(folder).resolve() for folder in named), home.folder)


def _find_home_folder(home: Home) -> str:
    """Return the owner's home folder; multis' own, of which nothing is read, where there is none.

    The user of a system service has none.
    """
    try:
        return str(Path.home())
    except RuntimeError:
        return str(home.folder)
