"""Runs in the guest: sends the bot a message and waits for the answer."""

import json
import sys
import time
from pathlib import Path
from urllib.request import Request, urlopen

PATIENCE = 90.0  # seconds; the guest is about ten times slower
FAKE = Path("/run/fake.json")  # the addresses of the fake Bot API


def call(method: str, **fields: object) -> dict[str, object]:
    body = json.dumps(fields).encode() if fields else None
    control = json.loads(FAKE.read_text())["control"]
    request = Request(f"{control}/{method}", body, {"Content-Type": "application/json"})  # noqa: S310 - loopback
    with urlopen(request) as answer:  # noqa: S310 - loopback
        read: dict[str, object] = json.loads(answer.read())
    return read


def main() -> int:
    word = f"/zq{sys.argv[1]}"
    call("say", text=word)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if f"Unknown command {word}." in json.dumps(call("record")["messages"]):
            return 0
        time.sleep(1)
    return 1


if __name__ == "__main__":
    sys.exit(main())
