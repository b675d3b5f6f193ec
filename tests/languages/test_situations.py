"""In the commonest situations nobody reads an English sentence who reads another language."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.messages import Reply
from tests.conversation import World, a_world
from tests.factories import a_message
from tests.languages.english import find_english, list_parts
from tests.languages.situations import LANGUAGES, WORDS

LONGEST_LABEL = 30  # characters of a button that a phone shows whole, alone in its row
COMMANDS = (
    *("/start", "/help", "/docs", "/docs nothing", "/memory", "/status", "/usage", "/users"),
    *("/language", "/language Klingon", "/mode", "/mode nothing", "/inbox", "/review", "/tidy"),
    *("/why", "/w", "/r", "/undo", "/export", "/programs", "/invite Anna", "/invite list"),
    *("/summary", "/summary lease.md", "/remind", "/reminders nothing", "/label lease.md kb"),
    *("/search", "/search xyzzy", "/remember", "/forget zzz", "/cancel", "/new", "/hlep", "/xyz"),
    *("/index", "/index /nowhere kb", "/index http://localhost/x kb", "/fact", "/fact 99"),
)


async def situations(world: World, language: str) -> AsyncIterator[Reply]:
    owner, words = world.owner, WORDS[language]
    yield await owner(f"/language {language}")
    yield await owner("", lease__md=words.document.encode())
    yield await owner("kb", lease__md=words.document.encode())
    yield await owner("", broken__pdf=b"%PDF-1.4 nothing")
    yield await owner("", empty__txt=b"")
    for said in (words.question, words.unknown, words.unclear, words.thanks, words.hello):
        yield await owner(said)
    reminder = await owner(words.remind)
    yield reminder
    for said in (words.remember, words.remember, "/memory", words.documents, words.search):
        yield await owner(said)
    yield await owner("/reminders")
    yield await owner(words.forget)
    yield await owner("/forget undo")
    for command in COMMANDS:
        yield await owner(command)
    yield await owner.press(reminder, reminder.choices[0].label)
    unsupported = replace(a_message("", sender="1"), unsupported="a voice note")
    for item in [item async for item in world.bot.handle(unsupported)]:
        assert isinstance(item, Reply)
        yield item


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_english_sentence_comes_through(language: str, tmp_path: Path) -> None:
    english, long = dict[str, list[str]](), set[str]()
    async with a_world(tmp_path) as world:
        async for reply in situations(world, language):
            seen = "\n".join((reply.text, *(each.label for each in reply.choices)))
            if found := find_english(seen, language):
                english[seen] = found
            long |= {each.label for each in reply.choices if len(each.label) > LONGEST_LABEL}
    assert english == {}
    assert long == set()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_price_is_told_as_an_answer_and_not_as_a_guess(
    language: str, tmp_path: Path
) -> None:
    words = WORDS[language]
    async with a_world(tmp_path) as world:
        await world.owner(f"/language {language}")
        await world.owner("kb", lease__md=words.document.encode())
        answer = (await world.owner(words.question)).text
    assert "850" in answer.splitlines()[0]


async def test_a_stranger_reads_the_language_of_their_platform(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for said in ("Hallo, wie hoch ist denn die Miete in Berlin?", "/start", "/docs"):
            message = replace(a_message(said, sender="99"), language="de")
            (reply,) = [item async for item in world.bot.handle(message)]
            assert find_english(reply.text, "de") == []


async def test_the_signs_between_a_word_and_its_meaning_are_the_language_s(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/language fr")
        assert "personal\u00a0: Je réponds" in (await world.owner("/mode")).text
        await world.owner("/language zh_Hans")
        assert "personal：" in (await world.owner("/mode")).text


async def test_arabic_lines_run_from_right_to_left_whatever_they_begin_with(tmp_path: Path) -> None:
    """An app takes the direction of a line from its first letter; a slash has none of its own."""
    async with a_world(tmp_path) as world:
        await world.owner("/language ar")
        await world.owner("kb", lease__md=WORDS["ar"].document.encode())
        listed = [line for line in (await world.owner("/help")).text.splitlines() if "/ask" in line]
        assert [line[:6] for line in listed] == ["\u200f\u200e/ask"]
        found = (await world.owner(WORDS["ar"].search)).text
        assert "lease.md، عقد إيجار، السطر 1" in found
        assert "lease.md، عقد إيجار" in (await world.owner(WORDS["ar"].question)).text


def test_an_english_sentence_is_found() -> None:
    assert find_english("Hm. Nothing is indexed yet. Send me a document to begin.", "de")
    assert len(list_parts("de")) > 900
