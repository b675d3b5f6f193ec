"""Runs in the guest: has the unit read files, recognise a scan, serve its page and be killed.

Prints a line `CHECK name value` for each, for `bench.systemd`.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.request import Request, urlopen

from bench.systemd.ask import PATIENCE, call

SAMPLES = Path("/opt/multis/samples")
# name of the sample: words that only it holds
WORDS = {"note.md": "gooseberry", "text.pdf": "juniper", "scan.png": "lighthouse"}
# All that is checked here.
CHECKS = (
    *(f"reads-{name}" for name in WORDS),
    "walls",
    "page",
    "page-link",
    "page-shows-documents",
    "comes-back",
    "chaos-lost",
    "chaos-unmarked-repeats",
    "chaos-files",
    "chaos-frozen",
)
PAGE = "http://127.0.0.1:8765"
RESET = ("systemctl", "reset-failed", "multis")  # its counter of restarts
KILLS, MESSAGES = 6, 5  # times the unit is killed, and questions before each
KEY = "X-Multis-Key"


def list_texts() -> list[str]:
    messages = call("record")["messages"]
    assert isinstance(messages, list)
    return [str(each["text"]) for each in messages]


def wait_for(holds: Callable[[], bool], patience: float = PATIENCE, pause: float = 0.5) -> bool:
    deadline = time.monotonic() + patience
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(pause)
    return True


def show(name: str, *, holds: bool, otherwise: object = "") -> None:
    sys.stdout.write(f"CHECK {name} {'yes' if holds else f'no {otherwise}'}\n")
    sys.stdout.flush()


def send_file(name: str, content: bytes) -> None:
    document = call("document", name=name, base64=b64encode(content).decode())
    call("say", text="kb", content={"document": document})


def check_files() -> None:
    """Send each sample, and search for its words: the reader, PDFium and tesseract must run."""
    for name, word in WORDS.items():
        send_file(name, (SAMPLES / name).read_bytes())
        read = wait_for(lambda start=f"Indexed {name}": any(start in each for each in list_texts()))  # type: ignore[misc]  # bound now
        before = len(list_texts())
        call("say", text=f"/search {word}")
        found = wait_for(lambda n=before, word=word: word in " ".join(list_texts()[n:]).lower(), 20)  # type: ignore[misc]  # bound now
        show(f"reads-{name}", holds=read and found, otherwise=list_texts()[-3:])


def check_walls() -> None:
    """Look at a process that reads a file: it has a filter of calls besides those of the unit."""
    daemon = find_process()
    new = (SAMPLES / "scan.png").read_bytes() + bytes(1)  # known bytes would not be read again
    send_file("walls.png", new)
    own = count_filters(daemon)
    walled = wait_for(
        lambda: any(count_filters(each) > own for each in list_children(daemon)), 30, 0.02
    )
    show("walls", holds=walled, otherwise=own)


def list_children(process: int) -> list[int]:
    command = ("pgrep", "-P", str(process))
    done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a number
    return [int(each) for each in done.stdout.split()]


def count_filters(process: int) -> int:
    """Count the seccomp filters of a process; 0 if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^Seccomp_filters:\s+(\d+)", status, re.MULTILINE)
    return int(found[1]) if found else 0


def check_page() -> None:
    """Sign in with a link that `multis web` prints as the unit's own user, and look at the page."""
    with urlopen(f"{PAGE}/enter") as answer:  # noqa: S310 - loopback
        show("page", holds=answer.status == 200)
    link = re.search(r"/enter#(\S+)", run_as_the_unit("web"))
    show("page-link", holds=link is not None)
    if link is None:
        return
    headers = {"Content-Type": "application/json", "Origin": PAGE}
    body = json.dumps({"link": link[1]}).encode()
    with urlopen(Request(f"{PAGE}/enter", body, headers)) as answer:  # noqa: S310 - loopback
        cookies = SimpleCookie(answer.headers["Set-Cookie"])
        key = json.loads(answer.read())["key"]
    signed_in = {"Cookie": "; ".join(f"{k}={v.value}" for k, v in cookies.items()), KEY: key}
    with urlopen(Request(f"{PAGE}/look/documents", headers=signed_in)) as answer:  # noqa: S310 - loopback
        show("page-shows-documents", holds="note.md" in answer.read().decode())


def run_as_the_unit(*command: str) -> str:
    """Run a command of multis where the unit sees its home, as its user."""
    user = str(os.stat(f"/proc/{find_process()}").st_uid)
    within = ("nsenter", "--target", str(find_process()), "--mount")
    drop = ("setpriv", "--reuid", user, "--regid", user, "--clear-groups")
    home = "MULTIS_HOME=/var/lib/multis"
    multis = ("env", home, "/opt/multis/bin/python", "-m", "multis", *command)
    done = subprocess.run((*within, *drop, *multis), capture_output=True, check=False, text=True)  # noqa: S603 - our own words
    return done.stdout + done.stderr


def find_process() -> int:
    command = ("systemctl", "show", "multis", "--property", "MainPID", "--value")
    return int(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603 - our own words


def is_active() -> bool:
    """Return whether the unit serves; before that, a kill would hit nothing under way."""
    command = ("systemctl", "is-active", "--quiet", "multis")
    return subprocess.run(command, check=False).returncode == 0  # noqa: S603 - our own words


def check_chaos() -> None:
    """Kill the unit while it answers; each question gets its answer, and none twice unmarked."""
    asked, back = list[str](), 0
    for kill in range(KILLS):
        for n in range(MESSAGES):
            asked.append(f"/zqchaos{kill}{n}")
            call("say", text=asked[-1])
        send_file(f"chaos{kill}.md", f"# Chaos\n\nThe ferry number {kill} sails.\n".encode())
        time.sleep(0.3 * kill)
        subprocess.run(RESET, check=False)  # noqa: S603 - our own words
        killed = find_process()
        os.kill(killed, signal.SIGKILL)
        back += wait_for(lambda killed=killed: find_process() not in (0, killed) and is_active())  # type: ignore[misc]  # bound now
    show("comes-back", holds=back == KILLS, otherwise=back)
    wait_for(lambda: len(list_lost(asked)) <= count_set_aside(), 2 * PATIENCE)
    time.sleep(5)
    texts = list_texts()
    unmarked = [word for word in asked if count_unmarked(texts, word) > 1]
    files = [f"chaos{kill}.md" for kill in range(KILLS)]
    lost = list_lost(asked)
    show("chaos-lost", holds=len(lost) <= count_set_aside(), otherwise=lost)
    show("chaos-unmarked-repeats", holds=not unmarked, otherwise=unmarked)
    show("chaos-files", holds=all(any(name in each for each in texts) for name in files))
    show("chaos-frozen", holds=not any(each.endswith("…") for each in texts))


def list_lost(asked: list[str]) -> list[str]:
    texts = list_texts()
    return [word for word in asked if not any(f"command {word}." in each for each in texts)]


def count_set_aside() -> int:
    """Count the messages that were in work at three kills, as their sender is told."""
    told = re.compile(r"crashed three times while working on (?:your|(\d+))")
    found = [told.search(each) for each in list_texts()]
    return sum(int(each[1] or 1) for each in found if each)


def count_unmarked(texts: list[str], word: str) -> int:
    return sum(1 for each in texts if f"command {word}." in each and "(repeated)" not in each)


if __name__ == "__main__":
    check_files()
    check_walls()
    check_page()
    check_chaos()
