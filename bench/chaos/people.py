"""The people of a chaos run, who send its updates, and the engine that hears what they say."""

import asyncio
import io
import random
import time
from collections.abc import Iterator, Sequence

from PIL import Image

from bench.chaos.updates import Kind, Update
from bench.chaos.waits import Said
from tests.adapters.fake_bot_api import FakeBotApi, Person
from tests.daemon import until
from tests.fake_speech import FakeSpeech, Sent, Step, says

SPOKEN = b"OggS number "
PATIENCE = 240.0  # seconds for the first poll
SECONDS = 3  # of a voice note


class HearingSpeech(FakeSpeech):
    """Hears a question in what `send_updates` speaks, as often as it is asked."""

    async def choose_step(self, sent: Sent) -> Step:
        return says(f"what is {int(sent.content.removeprefix(SPOKEN))}?", SECONDS)


async def send_updates(
    fake: FakeBotApi, share: Sequence[Update], luck: random.Random, seconds: float
) -> list[Said]:
    """Send them one after the other within about half of `seconds`; return when each was sent."""
    said = list[Said]()
    for each in share:
        if each.kind is Kind.REACTION:  # which Telegram does not queue before it is asked to
            await until(lambda: "message_reaction" in fake.wanted, "poll", PATIENCE)
        said.append(Said(each.chat, time.time()))
        _send(fake, each)
        await asyncio.sleep(luck.uniform(0, seconds / max(len(share), 1)))
    return said


def _send(fake: FakeBotApi, update: Update) -> None:
    person = Person(update.person, f"Person {update.person}")
    if update.kind is Kind.REACTION:
        newest = fake.world.messages(update.chat)[-1:]
        assert fake.react(newest[0].id if newest else 1, "👍", person=person)
    elif update.chat < 0:
        fake.say(f"@{fake.world.username} {update.text}", person, update.chat)
    elif contents := list(_build_contents(fake, update)):
        for content in contents:
            fake.say(person=person, content=content)
    else:
        content = _quote(fake, update) if update.kind is Kind.QUOTE else {}
        fake.say(update.text, person, content=content)


def _build_contents(fake: FakeBotApi, update: Update) -> Iterator[dict[str, object]]:
    """Build what takes the place of a text in the messages of an update."""
    match update.kind:
        case Kind.FILE:
            words = f"The content of {update.file}."
            yield {"document": fake.document(update.file, words.encode())}
        case Kind.VOICE:
            voice = fake.voice(SPOKEN + str(update.number).encode(), SECONDS)
            yield {"voice": voice, "caption": update.text}
        case Kind.PICTURE:
            yield {"photo": fake.photo(_draw()), "caption": update.text}
        case Kind.ALBUM:
            group = f"album{update.number}"
            yield {"photo": fake.photo(_draw()), "caption": update.text, "media_group_id": group}
            yield {"photo": fake.photo(_draw()), "media_group_id": group}


def _draw() -> bytes:
    """Return a picture on which there is nothing to read."""
    content = io.BytesIO()
    Image.new("RGB", (60, 40), (90, 120, 200)).save(content, "JPEG")
    return content.getvalue()


def _quote(fake: FakeBotApi, update: Update) -> dict[str, object]:
    """Quote the beginning of what the bot said last in the chat."""
    newest = fake.world.messages(update.chat)[-1:]
    if not newest or not newest[0].text:
        return {}
    said = newest[0]
    part = said.text[:10]
    whole = {
        "message_id": said.id,
        "chat": fake.world.chats[said.chat_id].described(),
        "date": 0,
        "from": fake.world.me(),
        "text": said.text,
    }
    return {
        "reply_to_message": whole,
        "quote": {"text": part, "position": 0, "is_manual": True},
    }
