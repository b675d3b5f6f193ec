"""A sentence in the reader's language, and in English where there is no better."""

import asyncio
from pathlib import Path

import pytest

from indexer.errors import UserError
from indexer.i18n import ENGLISH, N_, Languages, Sentence, _, ngettext, pgettext, use_language
from tests.catalog.made_up import a_language

CLOSED = N_("No PIN is set.")  # any sentence of the catalogue


@pytest.fixture
def languages(tmp_path: Path) -> Languages:
    other = {
        "{name} is {size} long.": "{size} lang ist {name}.",
        "Found {name}.": "{nmae} gefunden.",
    }
    return a_language(tmp_path, "de", other)


def test_english_is_what_stands_in_the_source() -> None:
    assert _("No PIN is set.") == "No PIN is set."
    assert _("Indexed {name}.", name="a.pdf") == "Indexed a.pdf."
    assert [ngettext("{count} page", "{count} pages", n) for n in (0, 1, 2, 12_345)] == [
        "0 pages",
        "1 page",
        "2 pages",
        "12,345 pages",
    ]
    assert pgettext("tokens", "Read") == "Read"


def test_a_catalogue_says_it_in_its_language(languages: Languages) -> None:
    with use_language(languages.load("de")):
        assert _("No PIN is set.") == "⟦No PIN is set.⟧"
        assert ngettext("{count} page", "{count} pages", 1) == "⟦1 page⟧"
        assert ngettext("{count} page", "{count} pages", 12_345) == "⟦12.345 pages⟧"
        assert pgettext("tokens", "Read") == "⟦Read⟧"
        assert _("{name} is {size} long.", name="a", size=1.5) == "1,5 lang ist a."
    assert _("No PIN is set.") == "No PIN is set."


def test_what_is_not_translated_is_english(languages: Languages) -> None:
    with use_language(languages.load("de")):
        assert _("Nobody has {what}.", what=1234) == "Nobody has 1.234."
        assert _("") == ""


def test_a_translation_with_wrong_placeholders_is_not_used(languages: Languages) -> None:
    with use_language(languages.load("de")):
        assert _("Found {name}.", name="a.pdf") == "Found a.pdf."


def test_a_value_is_never_read_as_a_sentence(languages: Languages) -> None:
    for language in (ENGLISH, languages.load("de")):
        with use_language(language):
            assert "{size}" in _("{name} is {size} long.", name="{size}", size="x")
            assert _("Send {json}") == "Send {json}"  # no values: braces are braces
            assert _("Say {name}.", name="{0.__class__}") == "Say {0.__class__}."


def test_a_number_that_is_no_amount_is_given_as_text() -> None:
    assert _("Since {year}.", year="2026") == "Since 2026."
    assert _("{yes}", yes=True) == "True"


def test_a_constant_is_translated_when_it_is_shown(languages: Languages) -> None:
    german = languages.load("de")
    with use_language(german):
        assert (str(CLOSED), f"{CLOSED}") == ("⟦No PIN is set.⟧", "⟦No PIN is set.⟧")
        assert str(N_("{a} {b}", a=CLOSED).fill(b=2)) == "⟦No PIN is set.⟧ 2"
    assert str(CLOSED) == "No PIN is set."
    assert Sentence(CLOSED.text, CLOSED.values) == CLOSED


def test_an_error_is_in_the_language_of_whoever_reads_it(languages: Languages) -> None:
    error = UserError(CLOSED)
    with use_language(languages.load("de")):
        assert str(error) == "⟦No PIN is set.⟧"
    assert str(error) == "No PIN is set."


async def test_tasks_and_threads_keep_their_own_language(languages: Languages) -> None:
    german, turn = languages.load("de"), asyncio.Barrier(2)

    async def speak(code: str) -> list[str]:
        with use_language(languages.load(code)):
            said = [str(CLOSED)]
            await turn.wait()  # the other one has set its language now
            said.append(str(CLOSED))
            said.append(await asyncio.to_thread(str, CLOSED))
            said.append(await asyncio.create_task(say()))
            await turn.wait()
            return said

    async def say() -> str:
        return str(CLOSED)

    english, translated = await asyncio.gather(speak("en"), speak("de"))
    assert set(english) == {"No PIN is set."}
    assert set(translated) == {"⟦No PIN is set.⟧"}
    assert str(CLOSED) == "No PIN is set."
    assert german == languages.load("de")


async def test_a_generator_that_is_closed_elsewhere_leaves_no_language(
    languages: Languages,
) -> None:
    async def speak() -> object:
        with use_language(languages.load("de")):
            yield str(CLOSED)

    said = speak()
    assert await anext(said) == "⟦No PIN is set.⟧"  # type: ignore[call-overload]  # a generator
    await asyncio.create_task(said.aclose())  # type: ignore[attr-defined]  # a generator
