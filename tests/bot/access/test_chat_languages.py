"""A chat is answered in the language that was chosen, else in what is written there."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.access.chat_languages import CHAT_LANGUAGES, ChatLanguages, KnownLanguages
from bot.messages import ENGLISH, Attachment, IncomingMessage, Languages, use_language
from indexer.store.database import open_database
from tests.catalog.made_up import a_language
from tests.factories import a_message

GERMAN = "Wie viele Urlaubstage habe ich?"
FRENCH = "Combien de jours de congé est-ce que j'ai ?"
TERSE = "Mietvertrag 2024"
TITLE = "Mietvertrag für die Wohnung in Leipzig"


@pytest.fixture
async def known(tmp_path: Path) -> AsyncIterator[ChatLanguages]:
    a_language(tmp_path / "locale", "de")
    a_language(tmp_path / "locale", "fr")
    languages = Languages(tmp_path / "locale")
    async with open_database(tmp_path / "m.db", CHAT_LANGUAGES) as database:
        yield ChatLanguages(database, languages.load("fr"), languages)


async def code(known: ChatLanguages, message: str | IncomingMessage, platform: str = "") -> str:
    if isinstance(message, str):
        message = a_message(message, language=platform)
    chosen = await known.choose(message)
    await known.learn(message)
    return chosen.code


async def test_what_people_write_in_counts_before_their_platform(known: ChatLanguages) -> None:
    assert await code(known, TERSE, "fr") == "fr"
    assert await code(known, GERMAN, "fr") == "de"
    assert await code(known, TERSE, "fr") == "de", "it was clear before"


async def test_a_clear_message_is_answered_in_its_language(known: ChatLanguages) -> None:
    assert [await code(known, each) for each in (GERMAN, FRENCH, GERMAN)] == ["de", "fr", "de"]


async def test_two_messages_in_another_language_change_that_of_the_chat(
    known: ChatLanguages,
) -> None:
    said = (GERMAN, FRENCH, TERSE, GERMAN, FRENCH, FRENCH, TERSE)
    assert [await code(known, each) for each in said] == ["de", "fr", "de", "de", "fr", "fr", "fr"]
    assert (await known.find("test:7")).code == "fr"


async def test_a_short_message_is_answered_in_the_language_of_the_one_before_it(
    known: ChatLanguages,
) -> None:
    said = (GERMAN, FRENCH, "la fuite couverte ?", "Wohnung 2024")
    assert [await code(known, each) for each in said] == ["de", "fr", "fr", "de"]
    forwarded = replace(a_message("la fuite couverte ?"), forwarded=True)
    assert await code(known, forwarded) == "de"


async def test_one_message_in_another_language_changes_nothing_in_a_group(
    known: ChatLanguages,
) -> None:
    def say(text: str) -> IncomingMessage:
        return a_message(text, chat="g", private=False)

    assert [await code(known, say(each)) for each in (GERMAN, FRENCH, GERMAN)] == ["de"] * 3
    said = [await code(known, say(each)) for each in (FRENCH, TERSE, FRENCH)]
    assert said == ["de", "de", "fr"]


async def test_what_was_chosen_stays(known: ChatLanguages) -> None:
    await known.set("test:7", "de")
    assert [await code(known, FRENCH) for _each in range(3)] == ["de"] * 3
    await known.set("test:7", "")
    assert await code(known, TERSE) == "fr", "and what was written meanwhile is known"


async def test_what_is_learned_never_takes_the_place_of_what_is_chosen_meanwhile(
    known: ChatLanguages, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = ChatLanguages.load

    async def load_and_choose(languages: ChatLanguages, chat: str) -> KnownLanguages:
        before = await load(languages, chat)
        await languages.set(chat, "fr")
        return before

    with monkeypatch.context() as patch:
        patch.setattr(ChatLanguages, "load", load_and_choose)
        await known.learn(a_message(GERMAN))
    assert await known.load("test:7") == KnownLanguages("fr", "de")


async def test_a_group_has_one_language(known: ChatLanguages) -> None:
    anna = a_message(GERMAN, sender="1", chat="g", private=False, language="de")
    bob = a_message(TERSE, sender="2", chat="g", private=False, language="fr")
    assert (await code(known, anna), await code(known, bob)) == ("de", "de")


@pytest.mark.parametrize(
    ("said", "language"),
    [("Wie geht's?", "de"), ("Ça va ?", "fr"), ("Hallo!", "en")],
)
async def test_the_question_how_one_is_tells_it(
    known: ChatLanguages, said: str, language: str
) -> None:
    assert await code(known, said, "en") == language


@pytest.mark.parametrize("said", [f"/search {GERMAN}", "/remember 42", "", "42"])
async def test_commands_and_numbers_tell_no_language(known: ChatLanguages, said: str) -> None:
    assert await code(known, said, "en") == "en"


async def test_words_of_others_tell_no_language(known: ChatLanguages) -> None:
    assert await code(known, replace(a_message(GERMAN), forwarded=True)) == "en"


@pytest.mark.parametrize(
    ("caption", "wanted"), [(TITLE, "en"), ("Fasse das bitte für mich zusammen.", "de")]
)
async def test_the_caption_of_a_file_tells_it_only_if_it_asks(
    known: ChatLanguages, caption: str, wanted: str
) -> None:
    message = a_message(caption, attachments=(Attachment("minutes.pdf", 9, "ref"),))
    assert await code(known, message) == wanted


async def test_without_a_catalogue_the_next_that_is_known_counts(known: ChatLanguages) -> None:
    assert await code(known, "Quante ore di ferie ho ancora quest'anno?", "de") == "de"


async def test_where_nothing_is_known_it_is_the_current_or_the_usual_one(
    known: ChatLanguages,
) -> None:
    assert await code(known, TERSE) == ENGLISH.code
    with use_language(known.shipped.load("de")):
        assert await code(known, TERSE) == "de"
        assert (await known.find("test:8")).code == "fr"


async def test_of_strangers_nothing_is_kept(known: ChatLanguages) -> None:
    assert (await known.choose(a_message(GERMAN))).code == "de"
    assert await code(known, TERSE) == "en"


async def test_the_text_of_a_command_in_ones_own_words_tells_its_language(
    known: ChatLanguages,
) -> None:
    assert await code(known, f"/remember {GERMAN}", "en") == "de"
    assert await code(known, f"/remind@multis {GERMAN}", "en") == "de"
