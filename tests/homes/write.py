"""Write the home of the version that is checked out: `python -m tests.homes.write`.

The real daemon does it, on a fake Telegram and with a scripted model, in a namespace where `PLACE`
is a disk of its own: so the home holds no path of the machine that wrote it. It ends with
`kill -9`. The tar and the list of its contents go to `kept/`.
"""

import asyncio
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.homes.clocked import Clock
from tests.homes.household import PLACE, a_household
from tests.homes.keeping import KEPT, keep
from tests.homes.promises import PROMISES
from tests.homes.story import tell
from tests.small_disk import NAMESPACE, missing

START = datetime(2026, 11, 20, 9, tzinfo=UTC)
DISK = f'mount -t tmpfs -o mode=755 place {Path(PLACE).parent} && exec "$@"'


async def write(name: str) -> None:
    place = Path(PLACE)
    (place / "home").mkdir(parents=True, mode=0o700)
    async with a_household(place, Clock(START)) as household:
        expected = await tell(household)
        left_at = household.clock().isoformat()
        last = {
            "last_update": household.fake.updates.last,
            "last_message": household.fake.world.last_message,
        }
    keep(place, name, {"name": name, "left_at": left_at, **last, **expected, **PROMISES})


def main() -> None:
    """Begins again inside the namespace, which has the name for its argument."""
    if len(sys.argv) > 1:
        asyncio.run(write(sys.argv[1]))
        return
    if reason := missing():
        raise SystemExit(f"A home can be written on Linux with user namespaces only: {reason}.")
    again = (sys.executable, "-m", "tests.homes.write", name_of_this_version())
    done = subprocess.run((*NAMESPACE, "sh", "-c", DISK, "sh", *again), check=False)  # noqa: S603  # our own words
    if not done.returncode:
        sys.stdout.write(json.dumps([str(each) for each in KEPT.glob(f"{again[-1]}*")]) + "\n")
    raise SystemExit(done.returncode)


def name_of_this_version() -> str:
    """Such as 0.1.0-9d26a3a; MULTIS_COMMIT names another commit than HEAD."""
    head = ("git", "rev-parse", "--short=7", "HEAD")
    commit = os.environ.get("MULTIS_COMMIT") or subprocess.check_output(head, text=True).strip()  # noqa: S603  # our own words
    return f"{version('multis')}-{commit}"


if __name__ == "__main__":
    main()
