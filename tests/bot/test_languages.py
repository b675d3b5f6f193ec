"""A person is answered in their language, whoever else is answered at the same time."""

import asyncio
from pathlib import Path

import pytest

from bot.delivery.dispatch import Dispatcher
from bot.delivery.inbox import Inbox
from bot.delivery.schema import INBOX
from bot.messages import Answer, Draft, IncomingMessage, Languages, Reply, _
from bot.runtime.background import open_background
from bot.turns.command import Commands
from indexer.i18n import N_, use_language
from indexer.parsing.errors import ParseError
from indexer.parsing.protocol import Decoder, encode_failure
from indexer.store.database import open_database
from tests.catalog.made_up import a_language
from tests.factories import a_message
from tests.fakes import FakeClock, FakePlatform


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    return a_language(tmp_path / "locale")


async def test_each_of_many_is_answered_in_their_language(
    tmp_path: Path, languages: Languages
) -> None:
    """Also the second message of a chat, and one whose platform does not name a language."""
    together = asyncio.Barrier(3)

    async def handle(message: IncomingMessage) -> Answer:
        yield Draft(_("Nothing found. Try other words."))
        if message.text == "first":
            await together.wait()
        yield Reply(_("No PIN is set."))

    platform = FakePlatform()
    async with open_database(tmp_path / "m.db", INBOX) as database, open_background() as background:
        inbox = Inbox(database, FakeClock())
        dispatch = Dispatcher(inbox, handle, background, languages=languages)
        await dispatch.resume({"test": platform})
        for chat, language in (("a", "de"), ("b", ""), ("c", "xx")):
            await dispatch.accept(a_message("first", chat=chat, language=language))
        await background.wait_until_idle()
        await dispatch.accept(a_message("second", chat="a"))
        await background.wait_until_idle()
    assert sorted(platform.sent) == [
        "a: No PIN is set.",
        "a: ⟦No PIN is set.⟧",
        "b: No PIN is set.",
        "c: No PIN is set.",
    ]
    assert sorted(set(platform.drafts)) == [
        "Nothing found. Try other words.",
        "⟦Nothing found. Try other words.⟧",
    ]


def test_the_menu_is_translated_for_each_language_it_is_shown_in(languages: Languages) -> None:
    summary = Commands()["new"].summary
    with use_language(languages.load("de")):
        assert str(summary) == "⟦Begin a new conversation⟧"
    assert str(summary) == "Begin a new conversation"


def test_what_a_parser_reports_is_in_the_language_of_whoever_sent_the_file(
    languages: Languages,
) -> None:
    because = N_(": it has over {count} megapixels", count=1500)
    line = encode_failure(ParseError("too_large", "a.png", because)).encode()
    with pytest.raises(ParseError) as reported:
        Decoder("a.png").decode(line)
    assert str(reported.value).startswith("a.png is too large: it has over 1,500 megapixels.")
    with use_language(languages.load("de")):
        said = str(reported.value)
    assert said.startswith("⟦a.png is too large⟦: it has over 1.500 megapixels⟧.")
