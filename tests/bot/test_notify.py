import socket
from pathlib import Path

import pytest

from bot.notify import notify


@pytest.mark.parametrize("address", ["{folder}/notify.sock", "@multis-test-{pid}"])
def test_systemd_hears_every_state_in_one_message(tmp_path: Path, address: str) -> None:
    address = address.format(folder=tmp_path, pid=tmp_path.name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(address.replace("@", "\0"))
        notify({"NOTIFY_SOCKET": address}, "READY=1", "STATUS=well")
        assert systemd.recv(100) == b"READY=1\nSTATUS=well"


def test_without_systemd_nothing_happens() -> None:
    notify({}, "READY=1")
