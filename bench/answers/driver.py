"""Asks questions of one version of multis, in process: `python driver.py HOME < items > replies`.

Started by `bench.answers` with the interpreter and the folder of that version, so it imports
nothing of the bench. Each item, a JSON line with its `messages`, is asked as the owner in a fresh
copy of HOME, as `multis say` would; the reply to its last message is a JSON line.

With `--lasting` all are asked in HOME itself, where the model that finds passages by meaning is
started once: each by somebody else, who sees the same documents and nothing of the others' chats.
"""

import argparse
import asyncio
import importlib
import importlib.util
import json
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

# The module that opens what a command needs, by its names of today and of earlier versions.
OPENERS = ("bot.cli.session", "bot.cli.opening")
PATIENCE = 60.0  # seconds for the model to start
READY = "Is the model ready?"


def main() -> None:
    home, opener = Path(sys.argv[1]), find_opener()
    if "--lasting" in sys.argv:
        asyncio.run(ask_lasting(opener, home))
        return
    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            own = Path(shutil.copytree(home, Path(folder) / "home"))
            report(asyncio.run(ask(opener, own, json.loads(line)["messages"])))


def find_opener() -> Any:  # a module whose name depends on the version
    for name in OPENERS:
        if importlib.util.find_spec(name):
            return importlib.import_module(name)
    sys.exit("This version has no `multis say` that the bench knows.")


def report(reply: dict[str, object]) -> None:
    print(json.dumps(reply), flush=True)


async def ask(opener: Any, home: Path, messages: list[str]) -> dict[str, object]:
    """Say the messages one after another; return the last reply and its sources."""
    arguments = argparse.Namespace(home=str(home), identity=None, group=None)
    async with opener.open_as(arguments) as (who, bot, services):
        reply = await say(bot, who, messages)
        del services
    return reply


async def say(bot: Any, who: Any, messages: list[str]) -> dict[str, object]:
    reply = None
    for text in messages:
        async with aclosing(bot.handle(who.message(text))) as steps:
            reply = [step async for step in steps][-1:]
    if not reply:
        return {"text": "", "sources": {}}
    return {"text": reply[0].text, "sources": {each.n: each.file for each in reply[0].sources}}


async def ask_lasting(opener: Any, home: Path) -> None:
    """Ask all items in one process, each as a person of their own."""
    identify = importlib.import_module("bot.cli.identity").identify
    lines = [json.loads(line)["messages"] for line in sys.stdin]
    async with open_lasting(opener, home, len(lines)) as (access, bot):
        for number, messages in enumerate(lines):
            report(await say(bot, identify(name_person(number), None, access), messages))


def name_person(number: int) -> str:
    return f"bench:{number}"


@asynccontextmanager
async def open_lasting(opener: Any, home: Path, people: int) -> AsyncIterator[tuple[Any, Any]]:
    """Yield once, with the model started: an access that lets so many people in, and the bot."""
    modules = ("bot.access.policy", "bot.turns.command", "bot.turns.router")
    policy, commands, router = map(importlib.import_module, modules)
    arguments = argparse.Namespace(home=str(home))
    access = policy.Access(approved=frozenset(map(name_person, range(people))))
    found, settings = opener.load_home(arguments)
    async with open_services(found, settings, access, opener.copy_local_file) as services:
        await wait_until_ready(services.engines)
        yield access, router.Bot(commands.Commands(), services)


def open_services(*given: Any) -> Any:
    """Open the services of that version with a home, its settings, an access and a fetch."""
    modules = ("bot.services.open", "bot.services.resources")
    opening, resources = map(importlib.import_module, modules)
    if hasattr(resources, "Setup"):  # earlier versions take one by one what it holds
        given = (resources.Setup(*given),)
    return opening.open_services(*given, lasting=True)


async def wait_until_ready(engines: Any) -> None:
    """Wait for the vectors and the model: the first questions would go by words alone."""
    passages = importlib.import_module("indexer.store.corpus").PASSAGES
    embed = engines.semantic.embed_question
    await engines.wait_until_loaded()
    async with asyncio.timeout(PATIENCE):
        while await embed(passages, READY) is None:  # noqa: ASYNC110 - nothing tells of the start
            await asyncio.sleep(0.1)


if __name__ == "__main__":
    main()
