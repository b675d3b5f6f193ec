"""A guest's page shows what is for everybody and what is the guest's own; nothing else anywhere."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from bot.access.pin import hash_pin
from bot.desk.views import Views
from bot.messages import Chat
from bot.settings.config import Settings
from tests.adapters.web.browser import Browser, a_browser, words
from tests.adapters.web.site import BOB, EVE, Site, a_site

OWNERS, BOBS, PUBLIC = "zanzibar-4711", "quetzal-0815", "harbour-1234"
OWNER_ONLY = ("people", "pulse", "health", "inbox", "settings")


class House(Struct):
    site: Site
    owner: Browser
    bob: Browser
    secret: str  # id of the owner's passage


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[House]:
    async with a_site(folder) as site, site.at() as owner, site.at(BOB) as bob:
        await send(owner, f"safe {OWNERS}.txt", f"The safe opens with {OWNERS}.", "admin")
        await send(owner, "guide.txt", f"The harbour code is {PUBLIC}.", "kb")
        await send(bob, f"diary {BOBS}.txt", f"The diary says {BOBS}.", "admin")
        await owner.ask(f"/remember The owner likes {OWNERS}")
        for likes in ("likes", "no longer likes"):
            await bob.ask(f"/remember Bob {likes} {BOBS}")
        gone = (await bob.look("facts"))["facts"][-1]["id"]
        await bob.ask(f"/fact {gone} delete")
        found = (await owner.look("search", q="safe"))["found"]
        yield House(site, owner, bob, found[0]["id"])


async def send(browser: Browser, name: str, text: str, caption: str) -> None:
    kept = await browser.upload(name, text.encode())
    told = await browser.ask(caption, files=[kept])
    assert "Indexed" in words(told["tree"])


async def everything(browser: Browser, secret: str) -> str:
    """All that the page can get hold of, by every view and every event."""
    seen: list[Any] = list(browser.entries)
    asked = {"q": "safe diary harbour code opens likes", "id": secret, "hours": "24"}
    for name in Views():
        answer = await browser.client.get(f"{browser.origin}/look/{name}", params=asked)
        seen.append(answer.json())
    return json.dumps(seen)


async def test_a_guest_sees_what_is_for_everybody_and_their_own(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        shown = await everything(house.bob, house.secret)
        assert PUBLIC in shown
        assert BOBS in shown
        assert OWNERS not in shown


async def test_the_owner_is_not_shown_what_a_guest_told_in_their_own_chat(tmp_path: Path) -> None:
    """The owner may look through all documents; memory and conversation are each person's own."""
    async with a_house(tmp_path) as house:
        assert OWNERS in await everything(house.owner, house.secret)
        assert BOBS not in json.dumps([await house.owner.look("facts"), house.owner.entries])


async def test_another_guest_sees_nothing_of_the_first(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        await house.site.services.people.set_role(EVE.key, "approved")
        async with house.site.at(EVE) as eve:
            await eve.ask("/help")
            shown = await everything(eve, house.secret)
            assert PUBLIC in shown
            assert BOBS not in shown
            assert OWNERS not in shown


@pytest.mark.parametrize("view", OWNER_ONLY)
async def test_a_guest_is_told_that_a_page_is_the_owners(tmp_path: Path, view: str) -> None:
    async with a_house(tmp_path) as house:
        answer = await house.bob.get(f"/look/{view}")
        assert (answer.status_code, "for the owner" in answer.json()["error"]) == (400, True)


async def test_a_passage_of_somebody_else_does_not_open(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        answer = await house.bob.get(f"/look/passage?id={house.secret}")
        assert (answer.status_code, OWNERS in answer.text) == (400, False)
        assert (await house.owner.get(f"/look/passage?id={house.secret}")).status_code == 200


async def test_a_file_is_shown_to_those_who_may_see_its_passages(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        (public, *_) = (await house.bob.look("search", q="harbour code"))["found"]
        shown = await house.bob.get(f"/original?id={public['id']}")
        assert (shown.status_code, PUBLIC in shown.text) == (200, True)
        assert shown.headers["content-type"] == "application/octet-stream"
        assert shown.headers["content-disposition"].startswith("attachment")
        for asked in (house.secret, f"{house.secret}&as=web:owner", "doc:none", ""):
            for path in ("original", "passage"):
                refused = await house.bob.get(f"/{path}?id={asked}")
                assert (refused.status_code, OWNERS in refused.text) == (400, False)
        assert OWNERS in (await house.owner.get(f"/original?id={house.secret}")).text
        assert OWNERS in (await house.owner.get(f"/passage?id={house.secret}")).text
        seen_as = await house.owner.get(f"/original?id={house.secret}&as=web:bob")
        assert (seen_as.status_code, OWNERS in seen_as.text) == (400, False)


async def test_a_pin_also_stands_before_the_owners_file(tmp_path: Path) -> None:
    settings = Settings(security=replace(Settings().security, pin=hash_pin("482913")))
    async with a_site(tmp_path, settings=settings) as site, site.at() as owner:
        await send(owner, "safe.txt", f"The safe opens with {OWNERS}.", "admin")
        await send(owner, "guide.txt", f"The harbour code is {PUBLIC}.", "kb")
        found = (await owner.look("search", q="safe harbour code opens"))["found"]
        answers = {each["scope"]: await owner.get(f"/original?id={each['id']}") for each in found}
        assert (answers["kb"].status_code, answers["admin"].status_code) == (200, 400)
        assert "PIN" in answers["admin"].json()["error"]


async def test_a_file_that_changed_since_is_not_shown(tmp_path: Path) -> None:
    file = tmp_path / "guide.txt"
    file.write_text(f"The harbour code is {PUBLIC}.", encoding="utf-8")
    settings = Settings(documents=replace(Settings().documents, roots=(str(tmp_path),)))
    async with a_site(tmp_path / "at", settings=settings) as site, site.at() as owner:
        assert "Indexed" in words((await owner.ask(f"/index {file} kb"))["tree"])
        (found,) = (await owner.look("search", q="harbour"))["found"]
        assert PUBLIC in (await owner.get(f"/original?id={found['id']}")).text
        file.write_text(OWNERS, encoding="utf-8")
        changed = await owner.get(f"/original?id={found['id']}")
        assert (changed.status_code, OWNERS in changed.text) == (400, False)


async def test_a_guest_cannot_send_the_owners_upload_again(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        kept = await house.owner.upload("secret.txt", OWNERS.encode())
        said = {"key": "12345678", "text": "", "files": [kept]}
        answer = await house.bob.post("/say", said)
        assert (answer.status_code, "no longer here" in answer.json()["error"]) == (400, True)


async def test_a_guest_cannot_press_the_owners_button(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        told = await house.owner.ask("/memory")
        key = told["choices"][0]["key"]
        answer = await house.bob.ask("1", pressed=key)
        assert "That button has expired" in words(answer["tree"])


async def test_an_owners_deed_is_refused_to_a_guest(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        (row,) = [
            each
            for each in (await house.owner.look("documents"))["rows"]
            if each["scope"] == "admin"
        ]
        answer = await house.bob.ask(f"/label {row['id']} kb", key="desk-12345678")
        assert (answer["failed"], "for the owner" in words(answer["tree"])) == (True, True)


async def test_whoever_is_let_in_no_longer_sees_nothing_more(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        await house.owner.ask(f"/users revoke {BOB.key}")
        for view in ("documents", "facts", "search?q=harbour", "me"):
            answer = await house.bob.get(f"/look/{view}")
            assert (answer.status_code, PUBLIC in answer.text) == (401, False)
        said = {"key": "12345678", "text": "/search harbour"}
        assert (await house.bob.post("/say", said)).status_code == 401


async def test_a_stranger_who_was_given_a_link_but_not_let_in_learns_nothing(
    tmp_path: Path,
) -> None:
    async with a_house(tmp_path) as house, a_browser(house.site.origin) as eve:
        await eve.enter(await house.site.sessions.offer(EVE))
        for view in Views():
            answer = await eve.get(f"/look/{view}?q=harbour&id={house.secret}")
            assert (answer.status_code, PUBLIC in answer.text) == (401, False)


async def test_paths_on_the_machine_are_told_to_the_owner_alone(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(f"# Notes\n\nThe harbour code is {PUBLIC}.\n")
    async with a_house(tmp_path) as house:
        services = house.site.services
        from indexer.ingest.jobs import build_job
        from indexer.scopes import KB

        async for _ in services.pipeline.run(build_job(tmp_path / "notes.md", KB)):
            pass
        assert str(tmp_path) in json.dumps(await house.owner.look("documents"))
        assert str(tmp_path) not in await everything(house.bob, house.secret)


async def test_what_one_person_was_shown_is_in_no_other_transcript(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        kept = await house.site.transcript.list_latest(Chat("web", "bob", private=True))
        assert any(BOBS in entry.content for entry in kept)
        assert not any(OWNERS in entry.content for entry in kept)


async def test_half_an_emoji_in_a_title_or_an_id_breaks_nothing(tmp_path: Path) -> None:
    async with a_house(tmp_path) as house:
        (listed,) = (await house.owner.look("conversations"))["rows"]
        torn = {"id": listed["id"], "deed": "rename", "title": "torn \ud83d"}
        assert (await house.owner.post("/conversation", torn)).status_code == 200
        (renamed,) = (await house.owner.look("conversations"))["rows"]
        assert renamed["title"] == "torn ?"
        for more in ({"id": "\ud83d"}, {"deed": "\udfff"}):
            assert (await house.owner.post("/conversation", torn | more)).status_code == 400


@pytest.mark.parametrize("deed", ["rename", "pin", "delete", "restore"])
async def test_a_guest_can_neither_read_nor_change_a_conversation_of_the_owner(
    tmp_path: Path, deed: str
) -> None:
    async with a_house(tmp_path) as house:
        (listed,) = (await house.owner.look("conversations"))["rows"]
        read = f"/history?conversation={listed['id']}"
        change = {"id": listed["id"], "deed": deed, "title": "mine"}
        assert OWNERS in (await house.owner.get(read)).text
        assert (await house.bob.get(read)).json() == {"entries": []}
        assert (await house.bob.post("/conversation", change)).status_code == 400
        assert (await house.owner.look("conversations"))["rows"] == [listed]
