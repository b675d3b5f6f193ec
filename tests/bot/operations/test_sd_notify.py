import socket
from pathlib import Path

import pytest

from bot.operations.sd_notify import notify


@pytest.mark.parametrize("address", ["{folder}/notify.sock", "@multis-test-{pid}"])
def test_systemd_hears_every_state_in_one_message(tmp_path: Path, address: str) -> None:
    address = address.format(folder=tmp_path, pid=tmp_path.name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address.replace("@", "\0"))
        notify({"NOTIFY_SOCKET": address}, "READY=1", "STATUS=well")
        assert systemd.recv(100) == b"READY=1\nSTATUS=well"


def test_without_systemd_nothing_happens() -> None:
    notify({}, "READY=1")


def test_a_systemd_that_does_not_listen_holds_nothing_up(tmp_path: Path) -> None:
    address = str(tmp_path / "notify.sock")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address)
        for _ in range(1000):  # more than the kernel keeps for a reader
            notify({"NOTIFY_SOCKET": address}, "WATCHDOG=1")
        assert systemd.recv(100) == b"WATCHDOG=1"
    notify({"NOTIFY_SOCKET": address}, "WATCHDOG=1")  # nor one that is gone
