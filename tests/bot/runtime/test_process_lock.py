import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from bot.home import Home
from bot.messages import UserError
from bot.runtime.process_lock import hold_daemon_lock, is_running


def test_a_second_one_is_refused_with_the_firsts_process(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert not is_running(home)
    with hold_daemon_lock(home):
        assert is_running(home)
        told = rf"already runs on .* \(process {os.getpid()}\)"
        with pytest.raises(UserError, match=told), hold_daemon_lock(home):
            pass
    assert not is_running(home)
    with hold_daemon_lock(home):
        assert is_running(home)


def test_asking_does_not_take_it(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with hold_daemon_lock(home):
        pass
    for _ in range(2):
        assert not is_running(home)


DIES = """
import os, sys
from pathlib import Path
from bot.home import Home
from bot.runtime.process_lock import hold_daemon_lock
with hold_daemon_lock(Home(Path(sys.argv[1]))):
    os._exit(9)
"""


def test_a_killed_daemon_leaves_no_lock(tmp_path: Path) -> None:
    command = [sys.executable, "-c", DIES, str(tmp_path)]
    died = subprocess.run(command, check=False)  # noqa: S603 - our own words
    assert died.returncode == 9
    assert not is_running(Home(tmp_path))


def test_who_starts_while_others_look_is_not_refused(tmp_path: Path) -> None:
    home, ended = Home(tmp_path), Event()

    def look() -> None:
        while not ended.is_set():
            is_running(home)

    with ThreadPoolExecutor(2) as others:
        for _ in range(2):
            others.submit(look)
        try:
            for _ in range(300):
                with hold_daemon_lock(home):
                    pass
        finally:
            ended.set()
