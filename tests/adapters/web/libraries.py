"""Writes the list of the page's libraries: `python -m tests.adapters.web.libraries`."""

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "adapters" / "web" / "static" / "libraries"
LIST = FOLDER / "libraries.tsv"
OURS = ("libraries.tsv", "README.md")


def list_hashes() -> str:
    """Return each file of a library with its SHA-256."""
    files = sorted(each for each in FOLDER.rglob("*") if each.is_file() and each.name not in OURS)
    lines = [
        f"{each.relative_to(FOLDER).as_posix()}\t{hashlib.sha256(each.read_bytes()).hexdigest()}"
        for each in files
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    LIST.write_text(list_hashes(), encoding="utf-8")
