"""`multis web` as a process: a link that lets its bearer in, and the assistant behind it."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from bot.cli import main
from tests.adapters.contract.people import seen
from tests.adapters.web.browser import Browser, a_browser, words
from tests.adapters.web.browser import listening as line_open
from tests.daemon import until
from tests.serving import free_port


def configure(home: Path, *, enabled: bool = False) -> int:
    port = free_port()
    web = {"enabled": enabled, "port": port}
    (home / "config.json").write_text(json.dumps({"platforms": {"web": web}}))
    return port


async def multis(home: Path, *arguments: str) -> tuple[int | None, str]:
    """To its end; exit code, and all that it said."""
    process = await asyncio.create_subprocess_exec(
        *command(*arguments),
        env={**os.environ, "MULTIS_HOME": str(home)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    return process.returncode, said.decode()


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "bot", *arguments]


@asynccontextmanager
async def running(home: Path, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    log = home / "said"
    with log.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            *command(*arguments),
            env={**os.environ, "MULTIS_HOME": str(home)},
            stdout=file,
            stderr=file,
        )
    try:
        await until(lambda: b"http://127.0.0.1" in log.read_bytes(), "an address")
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


def link_in(said: str) -> str:
    return next(line for line in said.splitlines() if line.startswith("http://127.0.0.1"))


async def entered(link: str, browser: Browser) -> httpx.Response:
    browser.origin, _, secret = link.partition("/enter#")
    return await browser.enter(secret)


async def _says(owner: Browser, line: str) -> bool:
    """Whether the status says so; it is written every second."""
    return line in "\n".join((await owner.look("pulse"))["lines"])


async def test_it_runs_the_assistant_with_its_page_and_prints_a_link(tmp_path: Path) -> None:
    port = configure(tmp_path)
    async with running(tmp_path, "web") as process, a_browser() as owner:
        link = link_in((tmp_path / "said").read_text())
        assert link.startswith(f"http://127.0.0.1:{port}/enter#")
        assert (await entered(link, owner)).status_code == 200
        async with line_open(owner):
            assert "/help" in words((await owner.ask("/help"))["tree"])
            assert (await owner.look("me"))["owner"]
            await seen(lambda: _says(owner, f"web: open at http://127.0.0.1:{port}, "), "status")
            process.terminate()
            assert await process.wait() == 0
    assert link.partition("#")[2] not in (tmp_path / "said").read_text().partition(link)[2]


async def test_beside_a_daemon_with_a_page_it_only_prints_a_link(tmp_path: Path) -> None:
    configure(tmp_path, enabled=True)
    async with running(tmp_path, "run"), a_browser() as owner, a_browser() as guest:
        said = (tmp_path / "said").read_text()
        assert "`multis web` prints a link" in said
        assert "/start" not in said  # nobody needs to claim a page that only its owner can enter
        await until(lambda: (tmp_path / "run" / "daemon.json").exists(), "its status")
        code, told = await multis(tmp_path, "web")
        assert code == 0
        assert (await entered(link_in(told), owner)).status_code == 200
        code, told = await multis(tmp_path, "web", "--guest", "anna")
        assert (await entered(link_in(told), guest)).status_code == 200
        me = await guest.look("me")
        assert (me["name"], me["owner"]) == ("anna", False)
        code, told = await multis(tmp_path, "web", "--sign-out")
        assert (code, "Ended 2 sessions." in told) == (0, True)
        for each in (owner, guest):
            assert (await each.get("/look/me")).status_code == 401


async def test_a_guest_who_is_let_in_anew_needs_the_new_link(tmp_path: Path) -> None:
    configure(tmp_path, enabled=True)
    async with running(tmp_path, "run"), a_browser() as owner, a_browser() as guest:
        await until(lambda: (tmp_path / "run" / "daemon.json").exists(), "its status")
        await entered(link_in((await multis(tmp_path, "web"))[1]), owner)
        await entered(link_in((await multis(tmp_path, "web", "--guest", "anna"))[1]), guest)
        await owner.say("/users revoke web:anna")

        async def is_out() -> bool:
            return "no longer talk" in (await guest.get("/look/me")).text

        await seen(is_out, "the end of the session")
        link = link_in((await multis(tmp_path, "web", "--guest", "anna"))[1])
        assert (await guest.get("/look/me")).status_code == 401
        await entered(link, guest)
        assert (await guest.look("me"))["name"] == "anna"


def test_init_switches_it_on_and_says_how_to_get_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--home", str(tmp_path), "init", "web", "--set", "port=9999"]) == 0
    told = capsys.readouterr().out
    assert ("`multis web` prints a link" in told, "/start" in told) == (True, False)
    web = json.loads((tmp_path / "config.json").read_text())["platforms"]["web"]
    assert (web["enabled"], int(web["port"])) == (True, 9999)


async def test_beside_a_daemon_without_a_page_it_says_what_to_do(tmp_path: Path) -> None:
    from bot.home import Home
    from bot.runtime.process_lock import hold_daemon_lock

    configure(tmp_path)
    with hold_daemon_lock(Home(tmp_path)):
        code, told = await multis(tmp_path, "web")
    assert (code, "platforms.web.enabled" in told) == (1, True)


@pytest.mark.parametrize("name", ["owner", "", "Anna", "a b", "../x", "a" * 40])
def test_a_name_that_no_guest_can_have_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["--home", str(tmp_path), "web", "--guest", name]) == 1
    assert "guest" in capsys.readouterr().err


def test_a_link_takes_no_block_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = ["--home", str(tmp_path)]
    assert main([*home, "say", "/users block web:anna"]) == 0
    assert main([*home, "web", "--guest", "anna"]) == 1
    assert "web:anna is blocked. Unblock them first." in capsys.readouterr().err
    assert main([*home, "say", "/users"]) == 0
    assert "`web:anna`: blocked" in capsys.readouterr().out


async def test_a_port_that_is_taken_ends_it_with_a_sentence(tmp_path: Path) -> None:
    import socket

    port = configure(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        code, told = await multis(tmp_path, "web")
    assert (code, "platforms.web.port" in told) == (78, True)
