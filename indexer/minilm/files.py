"""The two files the model consists of, and whether they are the published ones."""

import hashlib
from pathlib import Path

from indexer.errors import UserError

DIMENSIONS = 384
WEIGHTS = "model.safetensors"
VOCABULARY = "vocab.txt"
# As published under huggingface.co/sentence-transformers/all-MiniLM-L6-v2.
SHA256 = {
    WEIGHTS: "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    VOCABULARY: "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


def check(folder: Path) -> None:
    """Raises `UserError` unless `folder` holds the published files; takes a tenth of a second."""
    for name, expected in SHA256.items():
        path = folder / name
        if not path.is_file():
            raise UserError(
                f"The local model is not in {folder}: {name} is missing. "
                "Run `multis semantic install`."
            )
        if _sha256(path) != expected:
            raise UserError(
                f"{path} is not the published file: it is damaged or of another model. "
                "Run `multis semantic install` again."
            )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
