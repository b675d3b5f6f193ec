"""The two files the model consists of, and whether they are the published ones."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from indexer.embedding.embedder import EmbedderError

DIMENSIONS = 384
WEIGHTS = "model.safetensors"
VOCABULARY = "vocab.txt"
# As published under huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
SHA256 = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def check_files(folder: Path, published: Mapping[str, str] = SHA256) -> None:
    """Raises EmbedderError unless `folder` holds the published files; takes a tenth of a second."""
    for name, expected in published.items():
        path = folder / name
        if not path.is_file():
            raise EmbedderError(
                f"The local model is not in {folder}: {name} is missing. "
                "Run `multis semantic install`."
            )
        if _compute_sha256(path) != expected:
            raise EmbedderError(
                f"{path} is not the published file: it is damaged or of another model. "
                "Run `multis semantic install` again."
            )


def _compute_sha256(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbedderError(f"{path} cannot be read: {error.strerror}.") from None
