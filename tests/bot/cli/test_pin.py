"""`multis pin`: the hash is kept, the PIN nowhere."""

import json

import pytest

from bot.access.pin import verify_pin
from tests.bot.cli.shell import Shell


def test_the_configuration_holds_the_hash_and_nothing_else_changes(multis: Shell) -> None:
    multis.home.mkdir()
    config = multis.home / "config.json"
    config.write_text('{"memory": {"recent_window": 7}, "security": {"pin_lockout_minutes": 5}}')
    done = multis("pin", stdin="471182\n")
    assert (done.returncode, "Restart multis" in done.stdout) == (0, True)
    assert "471182" not in done.stdout + config.read_text()
    kept = json.loads(config.read_text())
    assert verify_pin(kept["security"].pop("pin"), "471182")
    assert kept == {"memory": {"recent_window": 7}, "security": {"pin_lockout_minutes": 5}}
    assert config.stat().st_mode & 0o777 == 0o600


def test_it_holds_at_once_for_whatever_starts_then(multis: Shell) -> None:
    multis("pin", stdin="471182\n")
    assert "needs your PIN" in multis("say", "/export").stderr
    assert "no facts" in multis("say", "471182").stdout


def test_it_can_be_removed(multis: Shell) -> None:
    multis("pin", stdin="471182\n")
    assert multis("pin", "--remove").returncode == 0
    assert "no facts" in multis("say", "/export").stdout


def test_none_is_left_to_remove(multis: Shell) -> None:
    assert multis("pin", "--remove").stdout == "No PIN is set.\n"
    assert not (multis.home / "config.json").exists()


@pytest.mark.parametrize("pin", ["", "123", "12345678901234", "12a4", "１２３４"])
def test_what_is_no_pin_is_refused_with_a_sentence(multis: Shell, pin: str) -> None:
    done = multis("pin", stdin=f"{pin}\n")
    assert (done.returncode, "4 to 12 digits" in done.stderr) == (1, True)
    assert not (multis.home / "config.json").exists()


def test_a_pin_itself_in_the_configuration_is_refused_without_showing_it(multis: Shell) -> None:
    done = multis("docs", MULTIS_SECURITY__PIN="471182")
    assert (done.returncode, "multis pin" in done.stderr) == (1, True)
    assert "471182" not in done.stderr
