"""Which files on this machine a chat may have indexed."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.access.policy import TERMINAL_OWNER, may_read_file
from bot.home import Home
from bot.messages import IncomingMessage, UserError
from indexer.ingest.pipeline import list_files


@dataclass(frozen=True, slots=True)
class AllowedPaths:
    """`documents.roots`, resolved; the owner at the terminal is not limited by them."""

    folders: tuple[Path, ...]
    private: Path  # multis' own folder, which no chat may read

    def resolve(self, message: IncomingMessage, named: str) -> Path:
        """The file or folder that `named` means; a `UserError` says why it cannot be read."""
        path = _expand_path(named)
        if not self._may_read(message, path):
            places = " or ".join(str(folder) for folder in self.folders)
            raise UserError(
                f"I may only index files below {places}, and none that are hidden. "
                "The key documents.roots in config.json changes that."
            )
        if not path.exists():
            raise UserError(f"There is no file or folder {named}. Check the path on this machine.")
        return path

    def list_files(self, message: IncomingMessage, path: Path) -> list[Path]:
        """The files at `path` that may be read: a link in a folder leads out of it as well."""
        return [each for each in list_files(path) if self._may_read(message, each.resolve())]

    def _may_read(self, message: IncomingMessage, path: Path) -> bool:
        at_the_terminal = message.chat.platform == TERMINAL_OWNER.platform
        return at_the_terminal or may_read_file(path, self.folders, self.private)


def _expand_path(named: str) -> Path:
    try:
        return Path(named).expanduser().resolve()
    except (RuntimeError, ValueError, OSError):
        raise UserError(f"{named!r} is not a path that this machine understands.") from None


def resolve_roots(folders: Sequence[str], home: Home) -> AllowedPaths:
    """`documents.roots` as they are meant: nothing named is the owner's own home folder."""
    named = folders or (str(Path.home()),)
    return AllowedPaths(tuple(Path(folder).expanduser().resolve() for folder in named), home.folder)
