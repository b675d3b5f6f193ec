"""Decrypt files as their senders encrypted them."""

from collections.abc import Mapping
from pathlib import Path

from nio.crypto.attachments import decrypt_attachment
from nio.exceptions import EncryptionError

from adapters.matrix.answers import MatrixRequestError


def write_decrypted(path: Path, content: bytes, source: Mapping[str, str]) -> None:
    """Write a file, decrypted if `source` has a key."""
    if source["key"]:
        try:
            content = decrypt_attachment(content, source["key"], source["sha256"], source["iv"])
        except (EncryptionError, ValueError) as error:
            raise MatrixRequestError(str(error)) from None
    path.write_bytes(content)
