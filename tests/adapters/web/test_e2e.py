"""The page in Chromium, over a real `multis web`: what a person does there, and what others try.

Needs node with playwright-core (where NODE_PATH says) and chromium; `.ci/run` installs both.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from subprocess import DEVNULL
from typing import Any

import pytest

from bot.access.policy import PAGE_OWNER
from bot.desk.sessions import Sessions, parse_guest
from bot.desk.tables import open_page
from bot.home import Home
from bot.messages import SHIPPED
from tests.bot.desk.launching import TOKEN, a_launch
from tests.daemon import until
from tests.fake_llm import Call, FakeLlm, Hangs, Says, Step
from tests.fake_speech import FakeSpeech, says
from tests.serving import free_port

HERE = Path(__file__).parent
SCRIPT = HERE / "e2e.js"
ROOT = HERE.parents[2]
MINI, MODEL = HERE / "mini.js", HERE / "scenes" / "model.js"
SCRIPTS = [SCRIPT, *sorted({*(HERE / "scenes").glob("*.js")} - {MODEL})]


def list_scenarios(scripts: Sequence[Path]) -> list[str]:
    told = "".join(each.read_text(encoding="utf-8") for each in scripts)
    return re.findall(r'^ +async "(.+)"\(', told, re.MULTILINE)


SCENARIOS = list_scenarios(SCRIPTS)
PARTS = 2  # that the scenarios are played in, at the same time
LINKS = 30
NONE: Mapping[str, str] = {}
GUESTS = 8
ENTRIES = 2000  # of a long conversation; `bench.page` has more
PLAYED = timedelta(hours=1)  # at most: a link lives 15 minutes, which the last scenarios outlast
CROWD = 10  # guests who ask at once
PRICE = {"price": {"input": 0.5, "output": 1.5}, "currency": "EUR", "daily_budget": 3.0}
RICH = """Let $x^2 + \\frac{1}{2}$ be given.

$$\\sum_{n=1}^\\infty \\frac{1}{n^2} = \\frac{\\pi^2}{6}$$

| Room | Beds | Price in euros | What it has beside the beds and the window to the harbour |
| :- | -: | -: | :-: |
| Garden | 2 | 120 | a desk, a kettle, and a door to the garden behind the house |
| Attic | 4 | 95 | a stove |

- [x] the roof
- [ ] the gutter

```python
def price(nights):
    return 95 * nights  # without breakfast
```
"""
PATIENCE = 10.0  # seconds until the page is usable, on a machine that does much else


def missing() -> str:
    """Why there is no browser to test with; "" if there is."""
    if shutil.which("node") is None:
        return "node is not installed"
    needed = "require('playwright-core'); require('axe-core')"
    found = subprocess.run(["node", "-e", needed], capture_output=True)  # noqa: S603, S607  # whichever node is in use
    if found.returncode:
        return "not where NODE_PATH says: npm install playwright-core axe-core"
    return "" if shutil.which("chromium") else "chromium is not installed"


@asynccontextmanager
async def multis_web(home: Path, settings: Mapping[str, str] = NONE) -> AsyncIterator[str]:
    """Running until the block ends; gives the page's address. `settings` are for `platforms`."""
    port = free_port()
    own = {f"MULTIS_PLATFORMS__{name}": value for name, value in settings.items()}
    environ = {**os.environ, **own, "MULTIS_HOME": str(home)}
    environ["MULTIS_PLATFORMS__WEB__PORT"] = str(port)
    with (home / "log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "web", env=environ, stdout=log, stderr=log
        )
    try:
        await until(lambda: b"/enter#" in (home / "log").read_bytes(), "the page's address")
        await until(lambda: (home / "run" / "daemon.json").exists(), "its status")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


async def play(home: Path, **wanted: str | int) -> list[dict[str, Any]]:
    """Play the scenarios; `wanted` is put in place of what is given to the script otherwise."""
    async with multis_web(home) as origin, open_page(Home(home)) as database:
        await let_in(home, "anna")
        sessions = Sessions(database, lambda: datetime.now(UTC) + PLAYED)
        return await run_script(SCRIPT, {**await gather_given(origin, sessions), **wanted})


async def let_in(home: Path, name: str) -> None:
    """Let a guest in as `multis web --guest` does, whose link is for people."""
    environ = {**os.environ, "MULTIS_HOME": str(home)}
    voucher = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot", "web", "--guest", name, env=environ, stdout=DEVNULL
    )
    assert await voucher.wait() == 0


async def gather_given(origin: str, sessions: Sessions) -> dict[str, Any]:
    return {
        "origin": origin,
        "links": [await sessions.offer(PAGE_OWNER) for _ in range(LINKS)],
        "guests": [await sessions.offer(parse_guest("anna")) for _ in range(GUESTS)],
        "guide": str(ROOT / "examples" / "guesthouse.md"),
        "chromium": shutil.which("chromium"),
        "patience": PATIENCE,
        "reads": bool(shutil.which("tesseract")),  # text in pictures
        "languages": list(SHIPPED.list_codes()),
        "shots": os.environ.get("PAGE_SHOTS", ""),
        "entries": ENTRIES,
        "width": int(os.environ.get("PAGE_WIDTH", "0")),  # of the scenarios that name none; 0: wide
        "part": 0,
        "parts": 1,
        "only": os.environ.get("PAGE_ONLY", ""),  # parts of names of scenarios, between bars
    }


async def play_mini(home: Path) -> list[dict[str, Any]]:
    """Play what happens inside Telegram, whose people may all talk to this bot."""
    settings = {
        "WEB__MINI_APP": "true",
        "WEB__ORIGIN": "https://multis.example",
        "TELEGRAM__BOT_TOKEN": TOKEN,
    }
    (home / "config.json").write_text('{"access": {"policy": "open"}}', encoding="utf-8")
    async with multis_web(home, settings) as origin:
        now = datetime.now(UTC)
        launches = [a_launch(now, person) for person in (2, 3, 4, 5)]
        given = {"origin": origin, "launches": launches, "chromium": shutil.which("chromium")}
        return await run_script(MINI, given)


def answer(call: Call) -> Step:
    """What the model says, by a word of the question."""
    messages = call.body["messages"]
    assert isinstance(messages, list)
    asked = str(messages[-1])
    if "[half]" in asked:
        return Hangs("This is the half that was written of an answer that would have been long.")
    if "[seen]" in asked:
        return Says("A grey boat." if "data:image/" in asked else "There is no picture.")
    return Says(RICH if "[rich]" in asked else "The weather is fine.", usage=(1200, 34))


async def play_model(home: Path) -> list[dict[str, Any]]:
    """Play what needs a model that answers."""
    async with FakeLlm(answer) as llm, FakeSpeech() as engine:
        engine.enqueue(*(says("How is the weather?") for _width in range(3)))
        server = {"base_url": f"{llm.address}/v1", "api_key": "k"}
        model = {"model": "openai:m", "vision_model": "openai:m", **server, **PRICE}
        config = {"llm": model, "voice": {"base_url": engine.url}}
        (home / "config.json").write_text(json.dumps(config), encoding="utf-8")
        async with multis_web(home) as origin, open_page(Home(home)) as database:
            crowd = [parse_guest(f"guest-{n}") for n in range(CROWD)]
            for each in crowd:
                await let_in(home, each.id)
            sessions = Sessions(database, lambda: datetime.now(UTC))
            given = {
                **await gather_given(origin, sessions),
                "model": True,
                "crowd": [await sessions.offer(each) for each in crowd],
            }
            return await run_script(SCRIPT, given)


async def run_script(script: Path, given: Mapping[str, object]) -> list[dict[str, Any]]:
    node = await asyncio.create_subprocess_exec(
        "node", str(script), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await node.communicate(json.dumps(given).encode())
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, Any]]:
    """The result of each scenario; those of a part share one browser and one daemon."""
    if reason := missing():
        pytest.skip(reason)
    homes = [tmp_path_factory.mktemp("home") for _part in range(PARTS)]
    told = asyncio.run(play_in_parts(homes))
    found: dict[str, dict[str, Any]] = {}
    for each in (each for each in told if "name" in each):
        wrong = found.get(each["name"], {}).get("wrong", "")
        found[each["name"]] = {**each, "wrong": wrong + each["wrong"]}  # one is asked in each part
    return found


async def play_in_parts(homes: Sequence[Path]) -> list[dict[str, Any]]:
    """Play the scenarios at the same time, for most of each is waiting for the page."""
    plays = (play(home, part=n, parts=len(homes)) for n, home in enumerate(homes))
    return [line for lines in await asyncio.gather(*plays) for line in lines]


@pytest.fixture(scope="module")
def played_mini(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, Any]]:
    if reason := missing():
        pytest.skip(reason)
    told = asyncio.run(play_mini(tmp_path_factory.mktemp("home")))
    return {each["name"]: each for each in told}


@pytest.mark.timeout(3600)  # the first waits for all of them
@pytest.mark.parametrize("name", SCENARIOS)
def test_in_a_browser(played: Mapping[str, Mapping[str, Any]], name: str) -> None:
    assert played[name]["wrong"] == ""


@pytest.fixture(scope="module")
def played_model(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Mapping[str, Any]]:
    if reason := missing():
        pytest.skip(reason)
    told = asyncio.run(play_model(tmp_path_factory.mktemp("model")))
    return {each["name"]: each for each in told if "name" in each}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", list_scenarios([MODEL]))
def test_with_a_model(played_model: Mapping[str, Mapping[str, Any]], name: str) -> None:
    assert played_model[name]["wrong"] == ""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", list_scenarios([MINI]))
def test_inside_telegram(played_mini: Mapping[str, Mapping[str, Any]], name: str) -> None:
    assert played_mini[name]["wrong"] == ""
