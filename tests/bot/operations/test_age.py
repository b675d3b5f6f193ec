"""Files encrypted by a passphrase, as age and its relatives write and read them."""

import base64
import io
from pathlib import Path

import pytest

from bot.messages import UserError
from bot.operations.age import CHUNK, decrypt, encrypt, is_encrypted

PASSPHRASE = "correct horse battery"


def seal(content: bytes, passphrase: str = PASSPHRASE) -> bytes:
    target = io.BytesIO()
    encrypt(io.BytesIO(content), target, passphrase, work=4)
    return target.getvalue()


def open_sealed(sealed: bytes, passphrase: str = PASSPHRASE) -> bytes:
    target = io.BytesIO()
    decrypt(io.BytesIO(sealed), target, passphrase)
    return target.getvalue()


@pytest.mark.parametrize("size", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK])
def test_what_was_encrypted_comes_back(size: int) -> None:
    content = bytes(n % 251 for n in range(size))
    sealed = seal(content)
    assert open_sealed(sealed) == content
    assert content[:40] not in sealed or size < 40


def test_a_file_that_another_program_wrote_is_read() -> None:
    assert open_sealed(base64.b64decode(WRITTEN_BY_RAGE)) == b"The canary sings."


def test_two_of_the_same_are_not_alike() -> None:
    assert seal(b"same")[-20:] != seal(b"same")[-20:]


def test_letters_that_a_keyboard_puts_together_otherwise_are_the_same() -> None:
    assert open_sealed(seal(b"x", "caf\u00e9 au lait noir"), "cafe\u0301 au lait noir") == b"x"


def test_another_passphrase_opens_nothing() -> None:
    with pytest.raises(UserError, match="not the passphrase"):
        open_sealed(seal(b"x"), "correct horse batteries")


@pytest.mark.parametrize("at", [5, 30, 70, 150, -1, -40])
def test_a_changed_byte_is_noticed(at: int) -> None:
    sealed = bytearray(seal(b"The canary sings."))
    sealed[at] ^= 1
    with pytest.raises(UserError):
        open_sealed(bytes(sealed))


@pytest.mark.parametrize("cut", [1, 17, CHUNK, CHUNK + 16, CHUNK + 17])
def test_a_part_of_a_file_is_no_file(cut: int) -> None:
    sealed = seal(bytes(2 * CHUNK))
    with pytest.raises(UserError, match="damaged"):
        open_sealed(sealed[:-cut])
    with pytest.raises(UserError, match="damaged"):
        open_sealed(sealed + b"x")


def test_nobody_has_us_work_for_hours() -> None:
    sealed = seal(b"x").replace(b" 4\n", b" 40\n", 1)
    with pytest.raises(UserError, match="damaged"):
        open_sealed(sealed)


@pytest.mark.parametrize("nonsense", [b"", b"age-encryption.org/v1\n", b"\xff" * 3000, b"a\n" * 9])
def test_what_is_no_such_file_is_refused(nonsense: bytes) -> None:
    with pytest.raises(UserError, match="damaged"):
        open_sealed(nonsense)


def test_it_is_known_by_its_first_line(tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    file.write_bytes(seal(b"x"))
    assert is_encrypted(file)
    file.write_bytes(b"PK\x03\x04")
    assert not is_encrypted(file)
    assert not is_encrypted(tmp_path / "nothing")


WRITTEN_BY_RAGE = (
    "YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBjUzBLS2tKTGY4eFJlendTK2lGWVZRIDE2CmhX"
    "MG9yeXZDWjJTdy9JNFBmK0xpejY5UFR1Qk9PNDFUTlNrVzFkMjFEUmsKLS0tIGEya2tDdEN6a096UG5z"
    "T3NuN3dJdnA1TTZnMlNuQnIrZmRQT3lEbmVkY2MKOo7//Tj/W92RyyEHi8cjVFN0XllmswoiIOVCHqzM"
    "pz2aYsXov5bhkNGg8/xfshjd4A=="
)
