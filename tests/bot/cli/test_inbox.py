"""`multis inbox`: the messages that the assistant crashed with, from the shell."""

import asyncio
import json
from datetime import UTC, datetime

from bot.delivery.inbox import Inbox
from bot.delivery.schema import INBOX
from indexer.store.database import open_database
from tests.bot.cli.shell import Shell
from tests.factories import a_message


async def a_set_aside(shell: Shell) -> int:
    path = shell.home / "data" / "multis.db"
    async with open_database(path, INBOX) as database:
        inbox = Inbox(database, lambda: datetime.now(UTC))
        entry = await inbox.store(a_message("canary"))
        assert entry
        await inbox.set_aside([entry.id], ())
    return entry.id


def test_it_lists_retries_and_drops(multis: Shell) -> None:
    assert multis("inbox", "list").stdout == "No message is set aside.\n"
    number = asyncio.run(a_set_aside(multis))
    listed = multis("inbox", "list").stdout
    assert listed.startswith(f"{number}: from name of 7 (test:7) in test:7, 6 characters, set")
    assert "canary" not in listed
    assert json.loads(multis("inbox", "list", "--json").stdout)["number"] == number
    assert "1 message is set aside" in multis("status").stdout
    assert "WARN  inbox: 1 message is set aside" in multis("doctor", "--offline").stdout
    assert "when it runs" in multis("inbox", "retry", str(number)).stdout
    assert multis("inbox", "list").stdout == "No message is set aside.\n"
    other = asyncio.run(a_set_aside(multis))
    assert "is deleted" in multis("inbox", "drop", str(other)).stdout


def test_a_number_that_is_not_set_aside_is_refused(multis: Shell) -> None:
    for verb in ("retry", "drop"):
        done = multis("inbox", verb, "5")
        assert (done.returncode, done.stderr) == (1, "multis: No message 5 is set aside.\n")
