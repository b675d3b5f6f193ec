"""Files encrypted by a passphrase, as age and its relatives write and read them."""

import base64
import re
from pathlib import Path

import pytest

from bot.messages import UserError
from bot.operations.backups.age import decrypt, encrypt, encrypt_file, is_encrypted

PASSPHRASE = "correct horse battery"
CONTENT = b"The canary sings. " * 10_000
COST = re.compile(rb"(-> scrypt \S+ )\d+\n")


@pytest.fixture(scope="module")
def sealed() -> bytes:
    return encrypt(CONTENT, PASSPHRASE)


def test_what_was_encrypted_comes_back(sealed: bytes) -> None:
    assert decrypt(sealed, PASSPHRASE) == CONTENT
    assert b"canary" not in sealed


def test_a_file_that_another_program_wrote_is_read() -> None:
    assert decrypt(base64.b64decode(WRITTEN_BY_RAGE), PASSPHRASE) == b"The canary sings."


def test_letters_that_a_keyboard_puts_together_otherwise_are_the_same() -> None:
    assert decrypt(encrypt(b"x", "caf\u00e9 au lait noir"), "cafe\u0301 au lait noir") == b"x"


def test_a_passphrase_reaches_the_other_process_whatever_the_locale(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    plain, target = tmp_path / "plain", tmp_path / "target"
    plain.write_bytes(CONTENT)
    encrypt_file(plain, target, "größer als sechs Wörter 鍵")
    assert decrypt(target.read_bytes(), "größer als sechs Wörter 鍵") == CONTENT


def test_another_passphrase_opens_nothing(sealed: bytes) -> None:
    with pytest.raises(UserError, match="not the passphrase"):
        decrypt(sealed, "correct horse batteries")


@pytest.mark.parametrize("at", [5, 30, 70, 150, -1, -40])
def test_a_changed_byte_is_noticed(sealed: bytes, at: int) -> None:
    changed = bytearray(sealed)
    changed[at] ^= 1
    with pytest.raises(UserError):
        decrypt(bytes(changed), PASSPHRASE)


def test_a_part_of_a_file_is_no_file(sealed: bytes) -> None:
    for damaged in (sealed[:-17], sealed[: len(sealed) // 2], sealed + b"x"):
        with pytest.raises(UserError, match="damaged"):
            decrypt(damaged, PASSPHRASE)


def test_nobody_has_us_work_for_hours(sealed: bytes) -> None:
    """It may be sound all the same, and be of a machine that is far quicker than this one."""
    costly = COST.sub(rb"\g<1>40\n", sealed, count=1)
    with pytest.raises(UserError, match=r"too much work.*busy or slow.*Try again later"):
        decrypt(costly, PASSPHRASE)


@pytest.mark.parametrize("nonsense", [b"", b"age-encryption.org/v1\n", b"\xff" * 3000, b"a\n" * 9])
def test_what_is_no_such_file_is_refused(nonsense: bytes) -> None:
    with pytest.raises(UserError, match="damaged"):
        decrypt(nonsense, PASSPHRASE)


def test_it_is_known_by_its_first_line(tmp_path: Path, sealed: bytes) -> None:
    file = tmp_path / "sealed"
    file.write_bytes(sealed)
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
