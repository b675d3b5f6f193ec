"""The model's two files, and a check that they are the published ones."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from indexer.embedding.embedder import EmbedderError
from indexer.i18n import N_

DIMENSIONS = 384
WEIGHTS = "model.safetensors"
VOCABULARY = "vocab.txt"
# As published under huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
SHA256 = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def check_files(folder: Path, published: Mapping[str, str] = SHA256) -> None:
    """Check that `folder` contains the published files; raises EmbedderError. Takes 0.1 s."""
    for name, expected in published.items():
        path = folder / name
        if not path.is_file():
            raise EmbedderError(
                N_(
                    "The local model is incomplete: {path} is missing. "
                    "Run `multis semantic install`.",
                    path=str(path),
                )
            )
        if _compute_sha256(path) != expected:
            raise EmbedderError(
                N_(
                    "{path} is not the published file: it is damaged or belongs to another model. "
                    "Run `multis semantic install` again.",
                    path=str(path),
                )
            )


def _compute_sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbedderError(
            N_("{path} cannot be read: {reason}.", path=str(path), reason=str(error.strerror))
        ) from None
