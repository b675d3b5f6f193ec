"""Files to index, and what became of them."""

from pathlib import Path
from typing import Literal

from msgspec import Struct

from indexer.paths import format_name
from indexer.scopes import ADMIN, Scope

Status = Literal["indexed", "unchanged", "duplicate", "failed", "skipped"]


class Job(Struct, frozen=True):
    """One file to index. `file` is its lasting identity, `path` where its bytes are now."""

    path: Path
    file: str
    name: str
    scope: Scope
    file_name: str = ""  # shows the kind of text where `name` does not, as for a web page
    again: bool = False  # read it even if it is unchanged: it may be read better now
    former: tuple[str, ...] = ()  # identities under which its writer's earlier version may stand
    description: str = ""  # of a picture, by a model: its text if none is found in it
    in_folder: bool = False  # the owner chose who may read the folder, not this file of it
    kept_private: bool = False  # its scope was another, but the owner had made it private

    @property
    def chosen(self) -> bool:
        """False where nobody chose its readers now: what is private by then stays so."""
        return not (self.again or self.in_folder)

    @property
    def is_local(self) -> bool:
        """True for a file on this machine, whose folders others may change."""
        return self.file == str(self.path)

    @property
    def read_as(self) -> str:
        """The name that shows its kind."""
        return self.file_name or self.name

    @property
    def writer(self) -> str:
        """The beginning of its writer's identities; empty where the owner alone writes.

        In a chat's own scope, each file belongs to who sent it.
        """
        return self.file.rpartition("/")[0] + "/" if self.scope.chat else ""


class Outcome(Struct, frozen=True):
    """The result of a job; `reason` is the sentence for one that failed or was skipped.

    A duplicate has the same bytes as another document of its scope, and their text is stored once:
    `same_as` is that document's name, and the other fields describe it.
    """

    job: Job
    status: Status
    chunks: int = 0
    pages: int = 0
    reason: str = ""
    notices: tuple[str, ...] = ()
    file_id: int = 0
    file: str = ""  # the identity of the document in the index
    same_as: str = ""

    @property
    def is_in_index(self) -> bool:
        return self.status not in ("failed", "skipped")


def build_job(path: Path, scope: Scope, named: Path | None = None) -> Job:
    """Build the job for a file on this machine; its identity is its path, which is resolved.

    The owner `named` the file, or a folder that holds it: what is private in that stays so.
    """
    in_folder = named not in (None, path) and scope != ADMIN
    return Job(path, str(path), format_name(path.name), scope, in_folder=in_folder)
