"""Encrypts a file by a passphrase, in the format of age (age-encryption.org/v1).

A format that other programs read too: whoever has lost multis opens a backup with `age --decrypt`.
scrypt makes a key of the passphrase, that key wraps the key of the file, and ChaCha20-Poly1305
seals each piece with its number, so that none can be changed, moved or left out.
"""

import base64
import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from bot.messages import UserError, _

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

FIRST_LINE = b"age-encryption.org/v1\n"
SALT_LABEL = b"age-encryption.org/v1/scrypt"
WORK = 17  # log2 of scrypt's cost: 128 MiB and about half a second
MOST_WORK = 20  # of files by other programs: 1 GiB
CHUNK = 1 << 16  # bytes of a piece
TAG = 16  # bytes that authenticate a piece
LONGEST_LINE = 100  # bytes


@dataclass(frozen=True, slots=True)
class _Header:
    salt: bytes
    work: int
    wrapped: bytes  # the key of the file, encrypted

    def write(self) -> bytes:
        """Return the header up to the `---` that its code authenticates."""
        stanza = f"-> scrypt {_encode(self.salt)} {self.work}\n{_encode(self.wrapped)}\n---"
        return FIRST_LINE + stanza.encode()


def is_encrypted(path: Path) -> bool:
    """Return whether a file begins as one in this format; False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(FIRST_LINE)) == FIRST_LINE
    except OSError:
        return False


def encrypt(source: BinaryIO, target: BinaryIO, passphrase: str, work: int = WORK) -> None:
    key, salt, nonce = (secrets.token_bytes(16) for _each in range(3))
    wrapped = _build_cipher(_stretch(passphrase, salt, work)).encrypt(bytes(12), key, None)
    header = _Header(salt, work, wrapped).write()
    target.write(header + f" {_encode(_authenticate(key, header))}\n".encode() + nonce)
    cipher = _build_cipher(_derive(key, nonce, b"payload"))
    for number, piece, last in _read_pieces(source, CHUNK):
        target.write(cipher.encrypt(_number(number, last=last), piece, None))


def decrypt(source: BinaryIO, target: BinaryIO, passphrase: str) -> None:
    """Write what is in `source` to `target`; a `UserError` if it cannot be opened, or is damaged.

    What was written before damage was found is part of the original, but not all of it.
    """
    from cryptography.exceptions import InvalidTag

    header, code = _read_header(source)
    stretched = _build_cipher(_stretch(passphrase, header.salt, header.work))
    try:
        key = stretched.decrypt(bytes(12), header.wrapped, None)
    except InvalidTag:
        raise UserError(_("That is not the passphrase of this file.")) from None
    if not hmac.compare_digest(_authenticate(key, header.write()), code):
        raise _make_damaged()
    cipher = _build_cipher(_derive(key, source.read(16), b"payload"))
    try:
        for number, piece, last in _read_pieces(source, CHUNK + TAG):
            target.write(cipher.decrypt(_number(number, last=last), piece, None))
    except InvalidTag:
        raise _make_damaged() from None


def _read_header(source: BinaryIO) -> tuple[_Header, bytes]:
    """Return the header and the code that authenticates it."""
    lines = [source.readline(LONGEST_LINE) for _each in range(4)]
    try:
        arrow, kind, salt, work = lines[1].split()
        dashes, code = lines[3].split()
        header = _Header(_decode(salt), int(work), _decode(lines[2].strip()))
        authentic = _decode(code)
    except ValueError:
        raise _make_damaged() from None
    marks = (lines[0], arrow, kind, dashes)
    sizes = (len(header.salt), len(header.wrapped), len(authentic))
    if marks != (FIRST_LINE, b"->", b"scrypt", b"---") or sizes != (16, 16 + TAG, 32):
        raise _make_damaged()
    if not 1 <= header.work <= MOST_WORK:
        raise _make_damaged()
    return header, authentic


def _read_pieces(source: BinaryIO, size: int) -> Iterator[tuple[int, bytes, bool]]:
    """Yield each piece with its number, and whether it is the last; there is always one."""
    number, piece = 0, source.read(size)
    while following := source.read(size) if len(piece) == size else b"":
        yield number, piece, False
        number, piece = number + 1, following
    yield number, piece, True


def _number(number: int, *, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _stretch(passphrase: str, salt: bytes, work: int) -> bytes:
    # Keyboards put an accent and its letter together, or apart.
    words = unicodedata.normalize("NFC", passphrase).encode(errors="replace")
    cost = 1 << work
    memory = 128 * 8 * cost + (1 << 20)
    return hashlib.scrypt(words, salt=SALT_LABEL + salt, n=cost, r=8, p=1, maxmem=memory, dklen=32)


def _derive(key: bytes, salt: bytes, purpose: bytes) -> bytes:
    """Return a key for one purpose: HKDF with SHA-256, of which one round is enough."""
    extracted = hmac.digest(salt or bytes(32), key, "sha256")
    return hmac.digest(extracted, purpose + b"\x01", "sha256")


def _authenticate(key: bytes, header: bytes) -> bytes:
    return hmac.digest(_derive(key, b"", b"header"), header, "sha256")


def _build_cipher(key: bytes) -> "ChaCha20Poly1305":
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    return ChaCha20Poly1305(key)


def _encode(raw: bytes) -> str:
    return base64.b64encode(raw).decode().rstrip("=")


def _decode(text: bytes) -> bytes:
    return base64.b64decode(text + b"=" * (-len(text) % 4), validate=True)


def _make_damaged() -> UserError:
    return UserError(_("This encrypted file is damaged or incomplete."))
