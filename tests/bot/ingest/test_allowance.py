"""What a person sends counts by the bytes that arrive."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.messages import Attachment, IncomingMessage, UserError
from bot.settings.config import Settings
from bot.voice.settings import VoiceSettings
from tests.conversation import Conversation, a_world

LISTENS = Settings(voice=VoiceSettings(base_url="http://127.0.0.1:9/v1"))  # nothing gets there
PHOTO = Attachment("photo.jpg", 10, "photo.jpg", picture=True)


def show_picture(person: Conversation) -> Awaitable[object]:
    return person.send(_attach(person, PHOTO))


def send_file(person: Conversation) -> Awaitable[object]:
    return person.send(_attach(person, Attachment("a.md", 10, "a.md")))


def _attach(person: Conversation, file: Attachment) -> IncomingMessage:
    return replace(person.write(""), attachments=(file,))


def speak(person: Conversation) -> Awaitable[object]:
    return person.speak()


@pytest.mark.parametrize("send", [send_file, show_picture, speak])
@pytest.mark.parametrize(("arriving", "files"), [(700, 1), (0, 0)])
async def test_what_arrived_of_one_that_could_not_be_fetched_is_counted(
    tmp_path: Path, send: Callable[[Conversation], Awaitable[object]], arriving: int, files: int
) -> None:
    async def fail(attachment: Attachment, path: Path) -> None:
        await asyncio.to_thread(path.write_bytes, bytes(arriving))
        raise UserError(f"{attachment.name} is damaged.")

    async with a_world(tmp_path, LISTENS) as world:
        world.platform.fetches = fail
        await send(world.person("2"))
        used = (await world.services.quotas.get("test:2")).used
    assert (used.files, used.bytes) == (files, arriving)
