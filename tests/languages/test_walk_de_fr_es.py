"""A person walks through the commonest situations in German, French and Spanish.

Nobody reads an English sentence or a sign that their language does not use, in a chat or in a
terminal.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec import Struct

from bot.cli import main
from bot.messages import Reply
from indexer.text.question_words import load_question_words
from tests.bot.access.guarding import PIN, guarded
from tests.catalog.typography import find_typing_errors
from tests.conversation import World
from tests.languages.english import find_english
from tests.languages.situations import WORDS


class Walk(Struct, frozen=True):
    follow_up: str  # to `Words.question`
    maybe: str  # a question that the document answers in part
    capital: str  # what `Words.remember` says, asked
    me: str
    abilities: str
    summary: str
    translation: str
    sum: str
    statement: str
    assents: tuple[str, ...]
    partings: tuple[str, ...]
    greetings: tuple[str, ...]
    help: str  # the first words of a line of /help
    time: str  # what a reminder says of nine o'clock
    unknown_command: str


WALKS = {
    "de": Walk(
        "Und die Frist?",
        "Wie heißt der Vermieter?",
        "Was mag Jo?",
        "Was weißt du über mich?",
        "Was kannst du?",
        "Fasse den Mietvertrag zusammen",
        "Übersetze den Mietvertrag",
        "Wie viel macht das zusammen?",
        "Meine Schwester wohnt in Köln",
        ("Ja", "Nein", "Alles klar", "Genau", "In Ordnung"),
        ("Tschüss", "Gute Nacht", "Bis bald", "Auf Wiedersehen"),
        ("Guten Morgen", "Hallo", "Grüß Gott"),
        "/ask FRAGE: ",
        ", um 09:00 Uhr (",
        "Unbekannter Befehl",
    ),
    "es": Walk(
        "¿Y el plazo de preaviso?",
        "¿Cómo se llama el casero?",
        "¿Qué le gusta a Jo?",
        "¿Qué sabes de mí?",
        "¿Qué puedes hacer?",
        "Resume el contrato",
        "Traduce el contrato",
        "¿Cuánto suma todo?",
        "Mi hermana vive en Sevilla",
        ("Sí", "No", "Vale", "De acuerdo", "Claro", "Entendido"),
        ("Adiós", "Hasta luego", "Hasta mañana", "Hasta pronto"),
        ("Buenos días", "Hola", "Buenas tardes"),
        "/ask PREGUNTA: ",
        ", a las 9:00 (",
        "Comando desconocido",
    ),
    "fr": Walk(
        "Et le préavis ?",
        "Comment s’appelle le propriétaire ?",
        "Qu’est-ce que Jo aime ?",
        "Que sais-tu de moi ?",
        "Que peux-tu faire ?",
        "Résume le bail",
        "Traduis le bail",
        "Combien ça fait en tout ?",
        "Ma sœur habite à Lyon",
        ("Oui", "Non", "D’accord", "Très bien", "Compris", "Entendu"),
        ("Au revoir", "Bonne nuit", "À bientôt", "À demain", "Bonne journée"),
        ("Bonjour", "Bonsoir", "Coucou"),
        "/ask QUESTION\u00a0: ",
        " à 09:00 (",
        "Commande /hlepp",
    ),
}
SAID = (
    *("/help", "/start", "/docs", "/docs nothing", "/document nothing delete", "/settings"),
    *("/settings memory", "/settings nothing", "/hlepp", "/cancel", "/status", "/usage", "/voice"),
    *("/language", "/mode", "/users", "/inbox", "/log", "/log X", "/why", "/undo", "/new"),
    *("/invite list", "/reminders zone Mars", "/reminders move 9", "/reminders delete 9"),
)


async def walk(world: World, language: str) -> AsyncIterator[Reply]:
    owner, words, way = world.owner, WORDS[language], WALKS[language]
    yield await owner(f"/language {language}")
    yield await owner(words.hello)
    yield await owner(words.question)  # nothing is indexed
    yield await owner("kb", lease__md=words.document.encode())
    yield await owner("kb", lease__md=words.document.encode())
    yield await owner("", prog__bin=b"\x7fELF\x02\x01\x01" + bytes(64))
    yield await owner("", sound__mid=b"MThd")
    yield await owner("", pack__rar=b"Rar!\x1a\x07\x00" + bytes(64))
    for said in (words.question, way.follow_up, way.maybe, words.unknown, words.unclear):
        yield await owner(said)
    for said in (words.remember, way.capital, way.me, "/memory", "/memory zzz", words.remind):
        yield await owner(said)
    for said in (way.abilities, way.summary, way.translation, way.sum, way.statement):
        yield await owner(said)
    for said in (words.search, words.documents, words.thanks, "/reminders", *SAID):
        yield await owner(said)
    for said in ("/forget", "0000", "abc", PIN, "/forget undo", "/docs lease.md delete", PIN):
        yield await owner(said)
    for said in ("/export", "0000", "1111", "2222"):
        yield await owner(said)


@pytest.mark.parametrize("language", WALKS)
async def test_the_walk_is_in_one_language(language: str, tmp_path: Path) -> None:
    wrong = dict[str, list[str]]()
    async with guarded(tmp_path) as world:
        async for reply in walk(world, language):
            seen = "\n".join((reply.text, *(each.label for each in reply.choices)))
            found = [*find_english(seen, language), *_find_signs(language, reply.text)]
            if found:
                wrong[seen] = found
    assert wrong == {}


def _find_signs(language: str, text: str) -> list[str]:
    """Return signs of another language, outside code and markup."""
    lines = (line.replace("**", "") for line in text.splitlines())
    return [each for line in lines for each in find_typing_errors(language, [line])]


@pytest.mark.parametrize("language", WALKS)
async def test_small_talk_is_answered_in_kind(language: str, tmp_path: Path) -> None:
    words, way = WORDS[language], WALKS[language]
    kinds = (way.assents, way.partings, way.greetings, (words.thanks,))
    async with guarded(tmp_path) as world:
        await world.owner(f"/language {language}")
        await world.owner("kb", lease__md=words.document.encode())
        said = {each: (await world.owner(each)).text for kind in kinds for each in kind}
    assert [len({said[each] for each in kind}) for kind in kinds] == [1, 1, 1, 1], said
    assert len(set(said.values())) == len(kinds)


@pytest.mark.parametrize("language", WALKS)
async def test_signs_and_times_are_as_people_write_them(language: str, tmp_path: Path) -> None:
    words, way = WORDS[language], WALKS[language]
    async with guarded(tmp_path) as world:
        await world.owner(f"/language {language}")
        assert way.help in (await world.owner("/help")).text
        assert way.time in (await world.owner(words.remind)).text
        assert (await world.owner("/hlepp")).text.startswith(way.unknown_command)


@pytest.mark.parametrize("language", WALKS)
def test_the_frames_of_answers_have_the_signs_of_the_language(language: str) -> None:
    replies = load_question_words(language).lists["replies"].values()
    assert list(find_typing_errors(language, list(map(str, replies)))) == []
    assert language != "fr" or not any("'" in str(each) for each in replies)


@pytest.mark.parametrize(("language", "colon"), [("de", ":"), ("es", ":"), ("fr", "\u00a0:")])
def test_a_terminal_has_the_same_signs(
    language: str,
    colon: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    monkeypatch.setenv("LANGUAGE", language)
    home, lease = tmp_path / "home", tmp_path / "lease.md"
    home.mkdir(mode=0o700)
    lease.write_text(WORDS[language].document, encoding="utf-8")
    for command in (f"index {lease} --scope kb", "docs", "doctor --offline", "remove nothing"):
        main(["--home", str(home), *command.split(" ")])
    printed = "".join(capsys.readouterr())
    assert f"lease.md (kb){colon} 1 " in printed
    assert f"OK    database{colon} " in printed
    assert find_english(printed, language) == []
