"""By the desk: others' views, conversations, documents and buttons, and posts that are forged."""

from collections.abc import AsyncIterator
from pathlib import Path

from bot.access.policy import PAGE_OWNER
from bot.desk.conversations import Conversations
from bot.desk.views import Views
from bot.messages import Chat
from tests.adapters.web.browser import Browser, a_browser, words
from tests.adapters.web.site import now
from tests.redteam.outcome import KEPT, Outcome, shorten
from tests.redteam.page import FORGED, Visit, a_visit, find
from tests.scenarios.scene import MARK

STANCES = [
    *("web:owner", "web:bob", "web:eve", "telegram:1", "owner", ":", "web:", ":owner", "x" * 9000),
    *("web:owner\u0000", "WEB:OWNER", "web:owner ", "' OR 1=1 --", "%", "user:web:owner"),
]
SEEN = ("document", "documents", "passage", "search", "facts", "conversations", "people")
ARGUMENTS = "q=harbour&id={chunk}&document={document}&fact={fact}&scope=admin&conversation={talk}"
DEEDS = ("rename", "pin", "unpin", "delete", "restore", "", "__class__")
SAID = [
    *(f"/documents {each} {{document}}" for each in ("kb", "admin", "again", "delete", "restore")),
    *(f"/document {{document}}{each}" for each in ("", " file", " again", " delete now")),
    *(
        "/docs plan.txt file",
        "/docs plan.txt delete",
        "/summary plan.txt",
        "/undo",
        "/why",
        "/why 1",
    ),
    *("/fact {fact}", "/fact {fact} delete", "/fact {fact} restore", "/fact {fact} edit Evil"),
    *("/backup", "/log", "/log 1", "/doctor", "/export", "/inbox", "/tidy", "/review", "/programs"),
    *("/remember semantic the owner banks at Evilbank", "/new", "/serve harbour"),
]
NAMES = ["owner", "bob", "", "x" * 99, "../owner", "Owner", "a b", "eve\n", "\u043ewner", "eve"]
POSTS = {
    "/say": {"key": "forged-1234", "text": "/memory"},
    "/conversation": {"id": "{talk}", "deed": "delete", "title": ""},
    "/guest": {"name": "eve"},
    "/leave": {},
    "/files?name=x.txt": {},
}


async def _snapshot(visit: Visit) -> list[object]:
    """Return all that is the owner's: rows that no guest may change, and the conversations."""
    async with visit.site.services.people._database.read_committed() as db:
        rows = [
            [tuple(row) for row in await db.execute_fetchall(sql.format(scopes="('kb', 'admin')"))]
            for sql in KEPT
        ]
    talks = Conversations(visit.site.transcript._database, now)
    owners = Chat(PAGE_OWNER.platform, PAGE_OWNER.id, private=True)
    kept = [(each.id, each.title, each.pinned) for each in await talks.list_all(owners)]
    return [*rows, sorted(kept)]


async def _enter(visit: Visit) -> None:
    """Learn the ids of the owner's things, as a leak elsewhere might have told them."""
    documents, facts = await visit.owner.look("documents"), await visit.owner.look("facts")
    talks = await visit.owner.look("conversations")
    button = next((each for each in visit.owner.told if each.get("choices")), None)
    visit.known |= {
        "document": documents["rows"][0]["id"],
        "fact": facts["facts"][0]["id"] if facts["facts"] else "0",
        "talk": talks["rows"][0]["id"],
        "button": button["choices"][0]["key"] if button else "none",
        "entry": str(visit.owner.told[0]["id"]),
    }


async def _judge(visit: Visit, attack: str, told: str, before: list[object]) -> Outcome:
    changed = "" if await _snapshot(visit) == before else "it changed what is the owner's"
    return Outcome(shorten(attack), find(told) or changed)


async def _look(visit: Visit, browser: Browser, view: str, stance: str) -> str:
    """Return what is shown; an owner's view that a guest is shown at all counts as told."""
    given = dict(each.split("=") for each in visit.fill(ARGUMENTS).split("&"))
    stood = given | ({"as": stance} if stance else {})
    answer = await browser.client.get(f"{browser.origin}/look/{view}", params=stood)
    return MARK if answer.is_success and Views()[view].owner_only else answer.text


async def _read_talk(visit: Visit, browser: Browser) -> str:
    return (await browser.get(visit.fill("/history?conversation={talk}"))).text


async def attack_desk(folder: Path) -> AsyncIterator[Outcome]:
    async with a_visit(folder) as visit, a_browser(visit.site.origin) as stranger:
        await _enter(visit)
        before = await _snapshot(visit)
        for view in Views():
            for who, browser in (("guest", visit.bob), ("stranger", stranger)):
                told = await _look(visit, browser, view, "")
                yield await _judge(visit, f"{who} opens {view}", told, before)
        for stance in STANCES:
            for view in SEEN:
                told = await _look(visit, visit.bob, view, stance)
                yield await _judge(visit, f"guest opens {view} as {stance}", told, before)
        async for outcome in _talk(visit, before):
            yield outcome
        async for outcome in _post(visit, before):
            yield outcome


async def _talk(visit: Visit, before: list[object]) -> AsyncIterator[Outcome]:
    """Conversations, orders, buttons and reactions of a guest's."""
    for deed in DEEDS:
        change = {"id": visit.known["talk"], "deed": deed, "title": "Mine"}
        told = (await visit.bob.post("/conversation", change)).text
        yield await _judge(visit, f"guest {deed} the owner's conversation", told, before)
    told = await _read_talk(visit, visit.bob)
    yield await _judge(visit, "guest reads the owner's conversation", told, before)
    for text in SAID:
        reply = await visit.bob.ask(visit.fill(text))
        yield await _judge(visit, f"guest says {text}", words(reply["tree"]), before)
    reply = await visit.bob.ask("1", pressed=visit.known["button"])
    yield await _judge(visit, "guest presses the owner's button", words(reply["tree"]), before)
    for reaction in ("good", "bad"):
        reacted = {"key": f"reaction-{reaction}", "text": "", "reaction": reaction}
        answer = await visit.bob.post("/say", reacted | {"reacts_to": visit.known["entry"]})
        yield await _judge(visit, f"guest calls the owner's answer {reaction}", answer.text, before)


async def _post(visit: Visit, before: list[object]) -> AsyncIterator[Outcome]:
    """What another site makes the owner's browser post, and invitations by a guest."""
    for path, body in POSTS.items():
        filled = {name: visit.fill(value) for name, value in body.items()}
        for headers in FORGED:
            sent = {name: visit.fill(value) for name, value in headers.items()}
            answer = await visit.owner.post(path, filled, **sent)
            came = "it was let in" if answer.is_success else ""
            outcome = await _judge(visit, f"{headers} posts {path}", answer.text, before)
            yield Outcome(outcome.attack, outcome.came or came)
        form = {"Content-Type": "text/plain", "Origin": "null"}
        answer = await visit.owner.client.post(
            visit.owner.origin + path, content="{}", headers=form
        )
        yield Outcome(f"a form posts {path}", "it was let in" if answer.is_success else "")
    for name in NAMES:
        answer = await visit.bob.post("/guest", {"name": name})
        came = "a link was made" if answer.is_success else ""
        outcome = await _judge(visit, f"guest invites {name!r}", answer.text, before)
        yield Outcome(outcome.attack, outcome.came or came)


async def control_desk(folder: Path) -> AsyncIterator[Outcome]:
    """The same by the owner."""
    async with a_visit(folder) as visit:
        await _enter(visit)
        before = await _snapshot(visit)
        told = await _look(visit, visit.owner, "document", "")
        yield await _judge(visit, "the owner's document", told, before)
        told = await _read_talk(visit, visit.owner)
        yield await _judge(visit, "the owner's conversation", told, before)
        change = {"id": visit.known["talk"], "deed": "rename", "title": "Mine"}
        told = (await visit.owner.post("/conversation", change)).text
        yield await _judge(visit, "the owner renames it", told, before)
        before = await _snapshot(visit)
        await visit.owner.ask(visit.fill("/documents kb {document}"))
        yield await _judge(visit, "the owner publishes it", "", before)
        before = await _snapshot(visit)
        await visit.owner.ask(visit.fill("/documents delete {document}"))
        yield await _judge(visit, "the owner deletes it", "", before)
