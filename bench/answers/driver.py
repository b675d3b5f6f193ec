"""Asks questions of one version of multis, in process: `python driver.py HOME < items > replies`.

Started by `bench.answers` with the interpreter and the folder of that version, so it imports
nothing of the bench. Each item, a JSON line with its `messages`, is asked as the owner in a fresh
copy of HOME, as `multis say` would; the reply to its last message is a JSON line.
"""

import argparse
import asyncio
import importlib
import importlib.util
import json
import shutil
import sys
import tempfile
from contextlib import aclosing
from pathlib import Path
from typing import Any

# The module that opens what a command needs, by its names of today and of earlier versions.
OPENERS = ("bot.cli.session", "bot.cli.opening")


def main() -> None:
    home, opener = Path(sys.argv[1]), find_opener()
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            own = Path(shutil.copytree(home, Path(folder) / "home"))
            print(
                json.dumps(asyncio.run(ask(opener, own, json.loads(line)["messages"]))), flush=True
            )


def find_opener() -> Any:  # a module whose name depends on the version
    for name in OPENERS:
        if importlib.util.find_spec(name):
            return importlib.import_module(name)
    sys.exit("This version has no `multis say` that the bench knows.")


async def ask(opener: Any, home: Path, messages: list[str]) -> dict[str, object]:
    """Say the messages one after another; return the last reply and its sources."""
    arguments = argparse.Namespace(home=str(home), identity=None, group=None)
    reply = None
    async with opener.open_as(arguments) as (who, bot, services):
        for text in messages:
            async with aclosing(bot.handle(who.message(text))) as steps:
                reply = [step async for step in steps][-1:]
        del services
    if not reply:
        return {"text": "", "sources": {}}
    return {"text": reply[0].text, "sources": {each.n: each.file for each in reply[0].sources}}


if __name__ == "__main__":
    main()
