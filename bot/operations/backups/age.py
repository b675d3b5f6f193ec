"""Encrypts a file by a passphrase, in the format of age (age-encryption.org/v1).

A format that other programs read too: whoever has lost multis opens a backup with `age --decrypt`.
"""

import subprocess
import sys
from pathlib import Path

from bot.messages import UserError, _, compose

FIRST_LINE = b"age-encryption.org/v1\n"
# What the library says of another passphrase, or of a changed header.
WRONG = "Decryption failed"  # not translated: compared with
# And of a file that takes sixteen times what this machine, as busy as it is, does in a second.
COSTLY = "Excessive work"  # not translated: compared with
TRIES = 3  # of that: the library measures for milliseconds, in which others may hold the processor


def is_encrypted(path: Path) -> bool:
    """Return whether a file begins as one in this format; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_LINE)) == FIRST_LINE
    except OSError:
        return False


def encrypt_file(source: Path, target: Path, passphrase: str) -> None:
    """Encrypt a file in a process of its own: the library keeps all threads of this one waiting.

    It takes a second at least, which whoever tries passphrases needs for each.
    """
    # -P: no module of the folder that the daemon was started in.
    command = [sys.executable, "-P", "-m", __name__, str(source), str(target)]
    subprocess.run(command, input=_normalize(passphrase).encode(), check=True)  # noqa: S603  # our own module


def encrypt(content: bytes, passphrase: str) -> bytes:
    from pyrage import passphrase as age

    sealed: bytes = age.encrypt(content, _normalize(passphrase))
    return sealed


def decrypt(sealed: bytes, passphrase: str) -> bytes:
    """Return what was encrypted; a `UserError` if it cannot be opened, or is damaged."""
    from pyrage import DecryptError
    from pyrage import passphrase as age

    error = ""
    for _try in range(TRIES):
        try:
            content: bytes = age.decrypt(sealed, _normalize(passphrase))
        except DecryptError as failure:
            error = str(failure)
            if not error.startswith(COSTLY):
                break
        else:
            return content
    raise UserError(_explain(error))


def _explain(error: str) -> str:
    if error == WRONG:
        return _("That is not the passphrase of this file.")
    if error.startswith(COSTLY):
        return _(
            "This encrypted file takes too much work to open: this machine is busy or slow, or the "
            "file is damaged. Try again later, or open it with `age --decrypt`."
        )
    return _("This encrypted file is damaged or incomplete.")


def _normalize(passphrase: str) -> str:
    # Keyboards put an accent and its letter together, or apart; a lone surrogate is no text.
    return compose("NFC", passphrase).encode(errors="replace").decode()


if __name__ == "__main__":
    typed = sys.stdin.buffer.read().decode()  # whatever the locale
    Path(sys.argv[2]).write_bytes(encrypt(Path(sys.argv[1]).read_bytes(), typed))
