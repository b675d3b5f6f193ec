"""In each language a few commands are understood in plain words, and questions stay questions."""

from datetime import UTC, datetime

import pytest

from bot.turns.plain_words import find_plain_command
from memory.reminders.request import find_request
from tests.languages.situations import LANGUAGES, WORDS, Words

NOW = datetime(2027, 6, 1, 9, tzinfo=UTC)
# The sign of a question, where it is another one.
MARKS = {"ar": "؟", "ja": "？", "zh_Hans": "？"}


def list_commands(words: Words) -> dict[str, str]:
    return {
        "search": words.search,
        "remember": words.remember,
        "forget": words.forget,
        "docs": words.documents,
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_commonest_commands_have_plain_words(language: str) -> None:
    for name, said in list_commands(WORDS[language]).items():
        found = find_plain_command(said)
        assert found is not None, said
        assert found.name == name
        assert bool(found.argument) == (name != "docs")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reminder_has_them_too(language: str) -> None:
    found = find_request(WORDS[language].remind, NOW)
    assert found is not None
    assert found.at is not None
    unclear = find_request(WORDS[language].unclear, NOW)
    assert unclear is not None
    assert unclear.at is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_asks_is_a_question(language: str) -> None:
    for name, said in list_commands(WORDS[language]).items():
        asked = said.rstrip("。.") + MARKS.get(language, "?")
        found = find_plain_command(asked)
        assert (found.name if found else "") == ("docs" if name == "docs" else ""), asked
    for said in (WORDS[language].question, WORDS[language].unknown):
        assert find_plain_command(said) is None
        assert find_request(said, NOW) is None


def test_a_chinese_topic_is_no_task() -> None:
    """“Remind me of what the contract says” wants an answer."""
    assert find_request("提醒我合同的内容", NOW) is None
    assert find_request("提醒我给谁打电话", NOW) is None


OTHER_WORDS = {
    "Найди залог": ("search", "залог"),
    "Найди мне договор": ("search", "договор"),
    "找一下保险": ("search", "保险"),
    "帮我找租房合同": ("search", "租房合同"),
    "Pesquise o seguro": ("search", "o seguro"),
    "Finde in meinen Dokumenten Kaution": ("search", "Kaution"),
    "Sigorta bul": ("search", "Sigorta"),
    "فتّش عن القسط": ("search", "القسط"),
    "Segna che il lucchetto ha il codice 4711": ("remember", "il lucchetto ha il codice 4711"),
    "覚えておいて：鍵の番号は4711": ("remember", "鍵の番号は4711"),
    "احفظ أن رقم القفل 4711": ("remember", "رقم القفل 4711"),
    "Şunu unutma: kilidin şifresi 4711": ("remember", "kilidin şifresi 4711"),
    "Dimentica tutto sul mio dentista": ("forget", "mio dentista"),
    "Hatırlatıcılarımı göster": ("reminders", ""),
}


@pytest.mark.parametrize("said", OTHER_WORDS)
def test_other_words_for_a_command_are_understood(said: str) -> None:
    found = find_plain_command(said)
    assert found is not None
    assert (found.name, found.argument) == OTHER_WORDS[said]


LISTS = {
    "en": ("What reminders do I have?", "Which documents do you have?"),
    "de": ("Welche Erinnerungen habe ich?", "Welche Dokumente hast du?"),
    "fr": ("Est-ce que j’ai des rappels ?", "Quels documents avez-vous ?"),
    "es": ("¿Qué recordatorios tengo?", "¿Qué documentos hay?"),
    "it": ("Quali promemoria ho?", "Quali documenti ci sono?"),
    "pt": ("Quais são os meus lembretes?", "Quais documentos eu tenho?"),
    "ru": ("Какие у меня есть напоминания?", "Какие у меня документы?"),
    "uk": ("Які в мене нагадування?", "Які в мене документи?"),
    "tr": ("Hangi hatırlatıcılarım var?", "Belgelerim neler?"),
    "hi": ("मेरे कौन से रिमाइंडर हैं?", "मेरे कौन से दस्तावेज़ हैं?"),
    "ar": ("ما هي تذكيراتي؟", "ما مستنداتي؟"),
    "ja": ("どんなリマインダーがありますか？", "どんな文書がありますか？"),
    "zh": ("我有哪些提醒？", "我有什么文档？"),
}


@pytest.mark.parametrize("language", LISTS)
def test_a_question_for_a_list_is_answered_with_the_list(language: str) -> None:
    found = [find_plain_command(said) for said in LISTS[language]]
    assert [each and each.name for each in found] == ["reminders", "docs"]


NEAR = (
    "Encontrei a chave",
    "Find ich gut",
    "Найди, когда собрание",
    "What reminders do I have to send to tenants?",
    "Which documents do you have to bring?",
    "Welche Dokumente habe ich einzureichen?",
    "Quels documents avez-vous besoin ?",
    "我有哪些文档要交？",
    "undo that?",
)


@pytest.mark.parametrize("said", NEAR)
def test_what_only_resembles_one_is_none(said: str) -> None:
    assert find_plain_command(said) is None
