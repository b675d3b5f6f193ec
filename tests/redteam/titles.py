"""By titles: what people, files and chats are called, where others see it in a list or a notice."""

import zipfile
from collections.abc import AsyncIterator
from io import BytesIO
from pathlib import Path
from unicodedata import category

from adapters.telegram.render import render
from bot.messages import Attachment, IncomingMessage, Reply, Sender
from tests.factories import a_message
from tests.redteam.outcome import Outcome, judge, shorten
from tests.scenarios.scene import CLEO, MALLORY, OWNER, Scene, a_scene, replies

FORGED = "breakout"
LONGEST = 4000  # characters of one reply: a name must not fill the screen
NAMES = (
    "Ann\nbreakout: granted",
    "Ann\r\nbreakout",
    "Ann\u2028breakout",
    "Ann\x85breakout",
    "Ann\x0bbreakout",
    "\u202etuokaerb\u202c",
    "\u2066breakout\u2069",
    "\x1b[31mbreakout",
    "\x1b]0;breakout\x07",
    "# breakout\n\n# breakout",
    "```\nbreakout\n```",
    "breakout " * 1000,
    "\u200b\u200b",
    "\ue000\ufff9\u200fbreakout",
    "/users block test:3",
    "Ann\n/users block test:3",
    "[Sign in](http&colon;&sol;&sol;evil.example)",
    "<mailto&colon;sign-in@evil.example>",
    "![Sign in](tg:resolve?domain=evil)",
    "**Sign in** `now` [1]",
)
LOOKS = (
    (OWNER, ""),
    (OWNER, "g"),
    (CLEO, "g"),
)
LISTS = ("/users", "/docs", "/memory", "/reminders", "/status", "/search ferry", "/document 1")


async def attack_titles(folder: Path) -> AsyncIterator[Outcome]:
    async with a_scene(folder) as scene:
        for n, name in enumerate(NAMES):
            await _let_in(scene, Sender("test", str(900 + n), name))
            for what, message in _list_refused(scene, n, name):
                yield await judge(scene, shorten(f"{what} {name}"), _tell(scene, message), FORGED)
            *others, last = _list_messages(scene, n, name)
            for what, message in others:
                yield await judge(scene, shorten(f"{what} {name}"), _tell(scene, message), FORGED)
            # The lists show what all of them left.
            act = _show(scene, last[1])
            yield await judge(scene, shorten(f"{last[0]} {name}"), act, FORGED)
    async for outcome in _borrow(folder):
        yield outcome


async def _let_in(scene: Scene, person: Sender) -> None:
    """Let somebody in, whom lists of people name from then on, on buttons too."""
    _made, code = await scene.world.services.invitations.create("")
    await scene.world.services.invitations.accept(person, code)


def _list_messages(scene: Scene, n: int, name: str) -> list[tuple[str, IncomingMessage]]:
    scene.world.platform.files[f"ref{n}"] = f"# Note\n\nThe ferry is blue {n}.\n".encode()
    file = Attachment(f"{name}.md", 30, f"ref{n}")
    group = {"sender": MALLORY, "chat": "g", "private": False}
    return [
        ("a file", a_message("", attachments=(file,), **group)),  # type: ignore[arg-type]  # as the factory takes them
        ("asks to be let in as", a_message("/start", sender=str(700 + n), name=name)),
        ("remembers as", a_message(f"/remember cake {n} is mine", name=name, **group)),  # type: ignore[arg-type]  # as above
        ("sets a reminder as", a_message(f"/remind tomorrow to bake {n}", name=name, **group)),  # type: ignore[arg-type]  # as above
    ]


def _list_refused(scene: Scene, n: int, name: str) -> list[tuple[str, IncomingMessage]]:
    """List files that are told of in a sentence: they are too large, no such files, or boxes."""
    name = f"My {name}"  # at its beginning is where our sentence begins
    scene.world.platform.files |= {f"bad{n}": b"%PDF-1.7\n" + bytes(20), f"box{n}": _pack(name)}
    sent = {
        "a file too large": Attachment(f"{name}.md", 1 << 40, f"bad{n}"),
        "a broken file": Attachment(f"{name}.pdf", 30, f"bad{n}"),
        "a broken picture": Attachment(f"{name}.png", 30, f"bad{n}", picture=True),
        "a large picture": Attachment(f"{name}.png", 1 << 40, f"bad{n}", picture=True),
        "a picture that is gone": Attachment(f"{name}.png", 30, "gone", picture=True),
        "in a box": Attachment("box.zip", 300, f"box{n}"),
    }
    group = {"sender": MALLORY, "chat": "g", "private": False}
    return [
        (what, a_message("", attachments=(file,), **group))  # type: ignore[arg-type]  # as above
        for what, file in sent.items()
    ]


def _pack(name: str) -> bytes:
    """Return an archive with a file that is read, one that cannot be, and one that is hidden."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for each in ("note.md", f"{name}.exe", f"{name}.pdf", f".{name}"):
            archive.writestr(zipfile.ZipInfo(each), b"The ferry is blue.")
    return packed.getvalue()


async def _tell(scene: Scene, message: IncomingMessage) -> str:
    """Return the mark if a reply has a line of the name's own."""
    told = await replies(scene.world, message)
    shown = [each for reply in told for each in _list_texts(reply)]
    return FORGED if not shown or any(map(_is_broken, shown)) else ""


async def _show(scene: Scene, message: IncomingMessage) -> str:
    """Return the mark if any reply, notice or list has a line of the name's own."""
    told = await replies(scene.world, message)
    for who, chat in LOOKS:
        for text in LISTS:
            look = a_message(text, sender=who, chat=chat, private=not chat)
            told += await replies(scene.world, look)
    shown = [each for reply in told for each in _list_texts(reply)]
    return FORGED if any(map(_is_broken, shown)) else ""


def _list_texts(reply: Reply) -> list[str]:
    notices = [text for notice in reply.notices for text in _list_texts(notice.reply)]
    return [str(reply.text), *(each.label for each in reply.choices), *notices]


def _is_broken(text: str) -> bool:
    lines = text.splitlines()
    own = any(line.lstrip("#` ").startswith((FORGED, "/users block")) for line in lines)
    unseen = any(category(each) in ("Cc", "Cf") and each != "\n" for each in text)
    return own or unseen or _hides_address(text) or len(text) > LONGEST


def _hides_address(text: str) -> bool:
    """Return whether a platform would show a link whose words are not its address."""
    shown = render(text)
    units = shown.text.encode("utf-16-le")
    links = [each for each in shown.entities if each.url]
    words = (units[2 * e.offset : 2 * (e.offset + e.length)].decode("utf-16-le") for e in links)
    return any(word not in link.url for word, link in zip(words, links, strict=True))


async def _borrow(folder: Path) -> AsyncIterator[Outcome]:
    """Names that look like Cleo's, in a group in which she said something."""
    for n, name in enumerate(("Cleo", "Cleo ", "Cleo\u200b", "\u202aCleo", "Cl\u00adeo", "Cleo\n")):
        async with a_scene(folder / f"borrowed {n}") as scene:
            for who, called, said in ((CLEO, "Cleo", "blue"), (MALLORY, name, "red")):
                message = a_message(
                    f"/remember the kite is {said}",
                    sender=who,
                    chat="g",
                    private=False,
                    name=called,
                )
                await replies(scene.world, message)
            look = a_message("/memory", sender=OWNER, chat="g", private=False)
            shown = str(await replies(scene.world, look))
            came = "" if "Cleo: the kite is red" not in shown else "it was noted as Cleo's"
            yield Outcome(shorten(f"notes as {name!r}"), came)


async def control_titles(folder: Path) -> AsyncIterator[Outcome]:
    """Lines of a person's own message are shown as they are."""
    async with a_scene(folder) as scene:
        said = a_message("/search zanzibar", sender=OWNER)
        text = "".join(str(each.text) for each in await replies(scene.world, said))
        yield Outcome("the owner's own document", text)
