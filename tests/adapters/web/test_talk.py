"""The conversation on the page: nothing lost, nothing twice, nothing taken for markup."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from adapters.shared.marks import INTERRUPTED
from bot.access.pin import hash_pin
from bot.access.policy import PAGE_OWNER
from bot.messages import Answer, Chat, Draft, IncomingMessage, Notice, Reply
from bot.settings.config import Settings
from tests.adapters.contract.people import seen
from tests.adapters.web.browser import a_browser, events, words
from tests.adapters.web.site import a_site
from tests.adapters.web.talking import GUIDE, brought, has, open_line, sign_in
from tests.conversation import answered_by
from tests.fake_llm import FakeLlm, Says


async def test_a_file_is_read_and_a_question_answered_with_a_source_that_opens(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        read = await brought(owner, "guide.md", GUIDE)
        assert "Indexed guide.md" in words(read["tree"])
        answer = await owner.ask("When is check-out on Sundays?")
        assert "on Sundays it is at noon" in words(answer["tree"])
        (source,) = answer["sources"]
        assert ["cite", str(source["n"])] in cited(answer["tree"])
        passage = await owner.look("passage", id=source["id"])
        assert passage["where"].startswith("guide.md, The Harbour Guesthouse › Leaving")
        assert "because of the ferry" in passage["text"]
        assert answer["choices"] == []  # the citation is the button


ARRAYS = b"""# Arrays

The first colour is written x[1], as Smith showed [1].

Colours are set so:

```
x[1] = "red"
```
"""


async def test_brackets_of_a_document_are_no_citations(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await brought(owner, "arrays.md", ARRAYS)
        answer = await owner.ask("How is the first colour written?")
        quotation, sources = answer["tree"]
        assert "x[1], as Smith showed [1]" in words([quotation])
        assert cited([quotation]) == [["cite", "1"]]
        assert quotation[1][1][-1] == ["cite", "1"]
        assert sources == ["p", ["cite", "1"], " arrays.md, Arrays"]
        shown = await owner.ask("How are colours set?")
        assert ["pre", 'x[1] = "red"'] in shown["tree"]


async def test_a_models_own_brackets_are_no_citations(tmp_path: Path) -> None:
    said = "The first colour is written x[1]. [1]\n\n`x[1]` is the first colour."
    async with (
        FakeLlm(lambda _: Says(said)) as llm,
        a_site(tmp_path, settings=answered_by(llm)) as site,
        site.at() as owner,
    ):
        await brought(owner, "arrays.md", ARRAYS)
        answer = await owner.ask("How is the first colour written?")
        assert answer["tree"][0] == ["p", "The first colour is written x[1]. ", ["cite", "1"]]
        code = ["code", "x[1]"]  # text; the mark behind it is that of its sentence
        assert answer["tree"][1] == ["p", code, " is the first colour ", ["cite", "1"], "."]
        assert len(cited(answer["tree"])) == 3  # the source's own is the third


async def test_what_is_said_before_an_answer_moves_no_citation(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await brought(owner, "arrays.md", ARRAYS)
        await owner.ask("/remember The first colour is written x[1] in red.")
        answer = await owner.ask("How is the first colour written?")
        assert "You told me:" in words(answer["tree"])
        assert "x[1] in red" in words(answer["tree"])
        assert len(cited(answer["tree"])) == 2


def cited(tree: Any) -> list[Any]:
    found: list[Any] = []
    for node in tree:
        if isinstance(node, list):
            found += [node] if node[0] == "cite" else cited(node[1:])
    return found


async def test_a_message_sent_again_with_its_key_is_said_once(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        for _ in range(3):
            await owner.say("/remember The boiler code is 4711", key="the-same-key")
        await owner.answer("the-same-key")
        await owner.ask("/memory")
        assert [entry["side"] for entry in owner.entries] == ["asked", "told"] * 2


async def test_two_people_may_use_the_same_key(tmp_path: Path) -> None:
    async with (
        a_site(tmp_path) as site,
        site.at() as owner,
        site.at(structs.replace(PAGE_OWNER, id="bob")) as bob,
    ):
        for each in (owner, bob):
            await each.ask("/help", key="the-same-key")
        assert len(owner.entries) == len(bob.entries) == 2


async def test_a_line_that_was_cut_goes_on_after_the_last_entry(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await owner.ask("/help")
        async with asyncio.timeout(10):
            line = events(owner)
            first = [await anext(line) for _ in range(2)]
            await line.aclose()
        for n in range(3):
            await owner.ask(f"/search word{n}")
        async with asyncio.timeout(10):
            line = events(owner, first[-1]["id"])
            rest = [await anext(line) for _ in range(6)]
            await line.aclose()
        both = [each["id"] for each in (*first, *rest)]
        assert both == sorted(set(both)) == [each["id"] for each in owner.entries]


async def test_an_answer_that_nobody_saw_is_there_when_the_page_is_opened(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, a_browser(site.origin) as owner:
        await owner.enter(await site.sessions.offer(PAGE_OWNER))
        await owner.say("/help", key="first-key")
        await site.services.background.wait_until_idle()
        async with asyncio.timeout(10):
            shown = [await anext(line) for line in [events(owner)] for _ in range(2)]
        assert [(each["side"], each["key"]) for each in shown] == [
            ("asked", "first-key"),
            ("told", "first-key"),
        ]


async def test_a_growing_answer_is_shown_and_no_draft_comes_after_its_end(tmp_path: Path) -> None:
    async def growing(message: IncomingMessage) -> Answer:
        for text in ("At", "At eleven", "At eleven o'clock"):
            yield Draft(text)
            await asyncio.sleep(0.15)
        yield Reply("At eleven o'clock, *always*.")

    async with a_site(tmp_path, handle=growing) as site, site.at() as owner:
        answer = await owner.ask("when?")
        assert answer["tree"] == [["p", "At eleven o'clock, ", ["em", "always"], "."]]
        drafts = [words(each["tree"]) for each in owner.drafts]
        assert drafts == sorted(drafts, key=len)
        assert drafts[0].startswith("At")
        count = len(drafts)
        await owner.ask("again?")
        assert all(each["key"] != answer["key"] for each in owner.drafts[count:])


async def test_a_page_that_opens_after_the_question_shows_what_still_grows(tmp_path: Path) -> None:
    grows, ends = asyncio.Event(), asyncio.Event()

    async def slow(message: IncomingMessage) -> Answer:
        yield Draft("At eleven")
        grows.set()
        await ends.wait()
        yield Reply("At eleven o'clock.")

    async with a_browser() as owner, a_site(tmp_path, handle=slow) as site:
        await sign_in(site, owner)
        await owner.say("when?")
        await grows.wait()
        line = asyncio.create_task(owner.read_line())
        await seen(lambda: has(owner.drafts), "a draft")
        assert [entry["side"] for entry in owner.entries] == ["asked"]
        ends.set()
        await seen(lambda: has(owner.told), "the answer")
    await line


async def test_a_stop_closes_what_still_grows_with_a_word(tmp_path: Path) -> None:
    async def hang(message: IncomingMessage) -> Answer:
        yield Draft("At eleven")
        await asyncio.Event().wait()
        yield Reply("never")

    async with a_browser() as owner:
        async with a_site(tmp_path, handle=hang, drain=0) as site:
            line = await open_line(site, owner)
            await owner.say("when?")
            await seen(lambda: has(owner.drafts), "a draft")
        await line
    assert words(owner.drafts[-1]["tree"]) == f"At eleven\n\n{INTERRUPTED}"


async def test_an_answer_that_ends_during_a_stop_is_still_shown(tmp_path: Path) -> None:
    ends = asyncio.Event()

    async def slow(message: IncomingMessage) -> Answer:
        yield Draft("At eleven")
        await ends.wait()
        yield Reply("At eleven o'clock.")

    async with a_browser() as owner:
        async with a_site(tmp_path, handle=slow) as site:
            line = await open_line(site, owner)
            await owner.say("when?")
            await seen(lambda: has(owner.drafts), "a draft")
            asyncio.get_running_loop().call_later(0.5, ends.set)  # the stop comes meanwhile
        await line
    assert [words(each["tree"]) for each in owner.told] == ["At eleven o'clock."]


async def test_a_message_that_gets_no_answer_does_not_wait_for_one(tmp_path: Path) -> None:
    listens = asyncio.Event()

    async def silent(message: IncomingMessage) -> Answer:
        await listens.wait()
        if message.text == "never":
            yield Reply("")

    async with a_site(tmp_path, handle=silent) as site, site.at() as owner:
        key = await owner.say("hush")
        await seen(lambda: has(owner.entries), "one's own words")
        listens.set()

        async def told() -> bool:
            return any(each["key"] == key and each["tree"] is None for each in owner.drafts)

        await seen(told, "that nothing comes")


async def test_a_button_says_what_it_stands_for(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        read = await brought(owner, "guide.md", GUIDE)
        choice = next(each for each in read["choices"] if each["label"] == "Make it admin")
        told = await owner.ask(choice["label"], pressed=choice["key"])
        assert "readable by you alone (admin)" in words(told["tree"])
        (row,) = (await owner.look("documents"))["rows"]
        assert row["scope"] == "admin"


async def test_what_the_desk_says_is_answered_but_stands_in_no_conversation(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        key = await owner.say("/remember The boiler code is 4711", key="desk-12345678")
        assert words((await owner.answer(key))["tree"]) == "Noted and pinned."
        assert [entry["side"] for entry in owner.entries] == ["told"]


async def test_what_nobody_asked_for_appears_too(tmp_path: Path) -> None:
    notice = Notice(Chat("web", "owner", private=True), Reply("Bob wants to talk to me."))

    async def rings(message: IncomingMessage) -> Answer:
        yield Reply("asked", notices=(notice,))

    async with a_site(tmp_path, handle=rings) as site, site.at() as owner:
        await owner.ask("hello")

        async def rang() -> bool:
            return any("Bob wants" in words(entry["tree"]) for entry in owner.told)

        await seen(rang, "the notice")


async def test_markup_in_what_is_said_stays_text(tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script> [click](javascript:alert(3))"

    async def echo(message: IncomingMessage) -> Answer:
        yield Reply(message.text)

    async with a_site(tmp_path, handle=echo) as site, site.at() as owner:
        answer = await owner.ask(evil)
        (paragraph,) = answer["tree"]
        assert paragraph[0] == "p"
        assert all(isinstance(node, str) for node in paragraph)  # no element but the paragraph
        assert "<script>alert(2)</script>" in words(answer["tree"])
        assert owner.entries[0]["text"] == evil


async def test_a_conversation_leaves_the_page_which_is_not_forgetting_and_comes_back(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as later:
        told = await owner.ask("/remember The boiler code is 4711")
        change = {"id": told["conversation"], "deed": "delete"}
        assert (await owner.post("/conversation", change)).status_code == 200
        await owner.ask("/memory")
        later.signed_in_as(owner)
        async with asyncio.timeout(10):
            shown = [await anext(line) for line in [events(later)] for _ in range(2)]
        assert shown[0]["text"] == "/memory"
        assert "4711" in words(shown[1]["tree"])
        listed = await owner.look("conversations")
        assert [each["title"] for each in listed["rows"]] == ["/memory"]
        assert [each["title"] for each in listed["deleted"]] == [
            "/remember The boiler code is 4711"
        ]
        await owner.post("/conversation", {**change, "deed": "restore"})
        assert len((await owner.look("conversations"))["rows"]) == 2


async def test_forgetting_on_the_page_tells_that_the_conversation_still_shows_it(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await owner.ask("/remember The boiler code is 4711")
        assert "until you delete the conversation" in words((await owner.ask("/forget"))["tree"])


async def test_what_buttons_of_the_desk_do_is_in_no_conversation(tmp_path: Path) -> None:
    async with a_site(tmp_path) as site, site.at() as owner, a_browser(site.origin) as later:
        first = await owner.say("/search boiler")
        await owner.answer(first)
        for n in range(55):
            await owner.ask("/help", key=f"desk-1234567{n}")
        later.signed_in_as(owner)
        async with asyncio.timeout(10):
            shown = [await anext(line) for line in [events(later)] for _ in range(2)]
        assert {each["key"] for each in shown} == {first}


async def test_new_begins_another_conversation_and_words_find_the_one_before(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site, site.at() as owner:
        await owner.ask("Our ferry to Graz leaves at noon.")
        assert (await owner.ask("/new", key="desk-12345678"))["begins"]
        await owner.ask("/help")
        listed = (await owner.look("conversations"))["rows"]
        assert [(each["title"], each["current"]) for each in listed] == [
            ("/help", True),
            ("Our ferry to Graz leaves at noon.", False),
        ]
        (found,) = (await owner.look("conversations", q="Graz ferry"))["rows"]
        assert found["id"] == listed[1]["id"]
        assert found["excerpt"]
        answer = await owner.get(f"/history?conversation={found['id']}")
        assert [each["side"] for each in answer.json()["entries"]] == ["asked", "told"]


async def test_a_pin_does_not_stay_on_the_page(tmp_path: Path) -> None:
    settings = Settings()
    settings = replace(settings, security=replace(settings.security, pin=hash_pin("493817")))
    async with a_site(tmp_path, settings=settings) as site, site.at() as owner:
        await owner.ask("/remember The boiler code is 4711")
        asked = await owner.ask("/forget")
        assert "PIN" in words(asked["tree"])
        done = await owner.ask("493817")
        assert ("Forgotten" in words(done["tree"]), bool(done["removes"])) == (True, True)
        chat = Chat("web", "owner", private=True)
        kept = await site.transcript.list_latest(chat)
        assert not any("493817" in entry.content for entry in kept)


async def test_what_the_desk_asks_for_is_done_once_the_pin_was_given_in_the_chat(
    tmp_path: Path,
) -> None:
    settings = Settings()
    settings = replace(settings, security=replace(settings.security, pin=hash_pin("493817")))
    async with a_site(tmp_path, settings=settings) as site, site.at() as owner:
        await brought(owner, "guide.md", GUIDE)
        (row,) = (await owner.look("documents"))["rows"]
        parked = await owner.ask(f"/document {row['id']} delete now", key="desk-12345678")
        assert (parked["failed"], "PIN" in words(parked["tree"])) == (True, True)
        assert (await owner.look("documents"))["total"] == 1
        assert "is deleted" in words((await owner.ask("493817"))["tree"])
        assert (await owner.look("documents"))["total"] == 0
