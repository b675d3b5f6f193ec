"""The files of a Whisper model, and those of the ones that are published, by their SHA-256."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from indexer.errors import UserError
from indexer.i18n import N_, Sentence, _
from indexer.paths import expand_path
from indexer.speech.vocabulary import TOKENIZER

WEIGHTS, CONFIG, WORDS = "model.bin", "config.json", "vocabulary.txt"
NEEDED = (WEIGHTS, CONFIG, TOKENIZER)  # the third kind of list of words has two names


class PublishedModel(Struct, frozen=True):
    """A model as it is published; `name` is what the settings call it."""

    name: str
    title: str
    licence: str
    size: int  # bytes
    files: Mapping[str, str]

    @property
    def folder(self) -> str:
        return f"whisper-{self.name}"


# As published under huggingface.co/Systran/faster-whisper-base, in half precision.
BASE = PublishedModel(
    "base",
    "Whisper base",  # not translated: a name
    "MIT",
    147_882_941,
    {
        WEIGHTS: "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9",
        CONFIG: "56a6d8110d311f19c8f0471e562832c7527f146b567275bfca59fcf7c184da9a",
        TOKENIZER: "fb7b63191e9bb045082c79fd742a3106a12c99513ab30df4a0d47fa6cb6fd0ab",
        WORDS: "34ce3fe1c5041027b3f8d42912270993f986dbc4bb34cf27f951e34a1e453913",
    },
)


def find_model(name: str, models: Path) -> Path:
    """Return the folder of a model: of one that is installed in `models`, or any other's path."""
    return models / BASE.folder if name == BASE.name else expand_path(name)


def find_missing(folder: Path) -> Sentence | None:
    """Return what to say of a file that every model has and this folder lacks."""
    missing = [folder / name for name in NEEDED if not (folder / name).is_file()]
    if not missing:
        return None
    return N_(
        "The model that writes down recordings is incomplete: {path} is missing. "
        "Run `multis voice install`, or name another folder in voice.local_model.",
        path=str(missing[0]),
    )


def check_published(folder: Path, files: Mapping[str, str]) -> None:
    """Raise a `UserError` unless `folder` holds exactly these files, by their SHA-256."""
    for name, expected in files.items():
        if not (folder / name).is_file() or _compute_sha256(folder / name) != expected:
            raise UserError(
                _(
                    "{path} is not the published file: it is damaged or belongs to another model. "
                    "Run `multis voice install` again.",
                    path=str(folder / name),
                )
            )


def _compute_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
