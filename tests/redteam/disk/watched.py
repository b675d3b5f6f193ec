"""By time: what the owner made private in a watched folder that others may read, a step later."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from msgspec import Struct

from bot.settings.config import DocumentSettings, Settings, WatchedFolder
from tests.bot.operations.following import following
from tests.factories import a_message
from tests.redteam.outcome import Outcome
from tests.scenarios.scene import FREE, MALLORY, MARK, OWNER, Scene, a_scene, replies

FIRST, SECOND = "papers", "others"  # folders, watched for everybody


class Watch(Struct):
    """Two folders that everybody may read, and the scene that watches them."""

    place: Path
    scene: Scene
    looks: int = 0

    async def look(self) -> None:
        """Look at the folders as a start of the process does, until all there is was read."""
        self.looks += 1
        for each in list_watched(self.place):
            last = f"last{self.looks}-{Path(each.folder).name}.md"
            write(Path(each.folder) / "zz" / last, last)
            async with following(self.scene.world, each) as told:
                while (await told.find("indexed")).path.name != last:
                    pass

    async def say(self, text: str, press: str = "") -> None:
        for reply in await replies(self.scene.world, a_message(text, sender=OWNER)):
            for choice in reply.choices:
                if choice.label == press:
                    await self.say(choice.message)

    async def search(self, file: Path) -> str:
        """Return what others are shown of a file."""
        asked = a_message(f"/search lighthouse {file.stem}", sender=MALLORY)
        told = [str(reply.text) for reply in await replies(self.scene.world, asked)]
        return next((text for text in told if format_text(file) in text), "")


def list_watched(place: Path) -> list[WatchedFolder]:
    return [WatchedFolder(str(place / each), "kb") for each in (FIRST, SECOND)]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"# Note\n\n{text}\n" if text else "")


def move(path: Path, to: Path) -> None:
    path.rename(to)


def delete(path: Path) -> None:
    path.unlink()


def format_text(file: Path) -> str:
    return f"The safe of the lighthouse opens with {MARK} {file.stem}."


async def edit(_watch: Watch, file: Path) -> None:
    write(file, f"{format_text(file)} It is red.")


async def rename(_watch: Watch, file: Path) -> None:
    move(file, file.with_name("renamed.md"))


async def move_elsewhere(watch: Watch, file: Path) -> None:
    move(file, watch.place / SECOND / file.name)


async def delete_document(watch: Watch, file: Path) -> None:
    await watch.say(f"/docs {file.name} delete")


async def delete_document_and_move(watch: Watch, file: Path) -> None:
    await delete_document(watch, file)
    await move_elsewhere(watch, file)


async def write_anew(watch: Watch, file: Path) -> None:
    delete(file)
    await watch.look()
    await edit(watch, file)


async def fail_and_read_again(watch: Watch, file: Path) -> None:
    write(file, "")
    await watch.look()
    await edit(watch, file)
    for each in await watch.scene.world.services.originals.unread.list_all():
        await watch.say(f"/documents again {each.code}")


STEPS: dict[str, Callable[[Watch, Path], Awaitable[object]]] = {
    "is edited": edit,
    "is renamed": rename,
    "is moved to another folder": move_elsewhere,
    "is deleted by its owner": delete_document,
    "is deleted by its owner and moved": delete_document_and_move,
    "is deleted and written anew": write_anew,
    "fails and is read again": fail_and_read_again,
}


@asynccontextmanager
async def watch_files(place: Path) -> AsyncIterator[tuple[Watch, list[Path]]]:
    """Watch a file for each step, which everybody may read."""
    files = [place / FIRST / f"safe{n}.md" for n in range(len(STEPS))]
    for each in files:
        write(each, format_text(each))
    write(place / SECOND / "first.md", "The folder is not empty.")
    documents = DocumentSettings(watch=tuple(list_watched(place)), roots=(str(place),))
    async with a_scene(place / "scene", Settings(rate_limit=FREE, documents=documents)) as scene:
        watch = Watch(place, scene)
        await watch.look()
        yield watch, files


async def attack_watched(folder: Path) -> AsyncIterator[Outcome]:
    async with watch_files(folder) as (watch, files):
        for file in files:
            await watch.say(f"/docs {file.name}", "Make it admin")
        for step, file in zip(STEPS.values(), files, strict=True):
            await step(watch, file)
        await watch.look()
        for what, file in zip(STEPS, files, strict=True):
            yield Outcome(f"a private file {what}", await watch.search(file))


async def control_watched(folder: Path) -> AsyncIterator[Outcome]:
    async with watch_files(folder) as (watch, files):
        for file in files:
            yield Outcome(f"{file.name}, which nobody made private", await watch.search(file))
