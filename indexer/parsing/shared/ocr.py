"""Reads text in pictures with tesseract, where that is installed (OCR)."""

import os
from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from indexer.i18n import N_

if TYPE_CHECKING:
    from PIL.Image import Image

DOTS = 300  # per inch: at 150 a quarter of the words of a poor scan are lost
PIXELS = 40_000_000  # A4 at 600 dots per inch; a small file can claim thousands of millions
PAGE_SECONDS = 40.0
LANGUAGES = 4  # more make it slow and no better
ADVICE = N_("To read pictures of text, install tesseract on the machine that I run on.")
UNIT = "scanned pages"


def find_tesseract() -> str | None:
    """Return the path of the program, or None."""
    import shutil  # slow to import, and most files are no pictures

    return shutil.which("tesseract")


def list_languages(program: str) -> Sequence[str]:
    """Return the languages that are installed with it, English first, at most `LANGUAGES`."""
    listed = (
        _run_tesseract([program, "--list-langs"], b"").decode("utf-8", "replace").splitlines()[1:]
    )
    known = [name for name in listed if name and name != "osd" and "/" not in name]
    return sorted(known, key=lambda name: (name != "eng", name))[:LANGUAGES]


def encode_png(picture: "Image") -> bytes:
    """Return the picture in grey, as tesseract reads it best."""
    packed = BytesIO()
    picture.convert("L").save(packed, "PNG", compress_level=1)
    return packed.getvalue()


def recognize(program: str, picture: bytes, names: Sequence[str]) -> str:
    """Return the text in a PNG picture; "" where there is none or it takes too long."""
    known = ["-l", "+".join(names)] if names else []
    command = [program, "stdin", "stdout", *known, "--dpi", str(DOTS)]
    return _run_tesseract(command, picture).decode("utf-8", "replace").replace("\f", "").strip()


def _run_tesseract(command: Sequence[str], data: bytes) -> bytes:
    import subprocess

    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}  # its threads cost more than they give
    try:
        done = subprocess.run(  # noqa: S603 - tesseract, with arguments of our own making
            command, input=data, capture_output=True, timeout=PAGE_SECONDS, env=environment
        )
    except subprocess.TimeoutExpired:
        return b""
    return done.stdout if done.returncode == 0 else b""
