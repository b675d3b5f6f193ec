"""Questions about multis, its documents and the person are known however they are put."""

import pytest

from bot.answering.own_data.about_multis import About, detect_own_question
from bot.answering.question.asked_question import parse_question


@pytest.mark.parametrize(
    "text",
    [
        "So what are you able to do for me?",
        "Was kannst du eigentlich alles?",
        "Wobei kannst du mir helfen?",
        "Como você pode me ajudar?",
        "Waarmee kun je me helpen?",
        "Wat kun je allemaal?",
        "Что ты можешь делать?",
        "Що ти можеш робити?",
        "你会做些什么？",
        "どんなことを手伝えますか？",
        "What else can you do?",
        "how does this work",
        "Was kannst du sonst noch?",
        "comment ça marche ?",
        "с чего начать?",
    ],
)
def test_what_multis_can_do_is_asked_in_many_ways(text: str) -> None:
    asked = detect_own_question(parse_question(text))
    assert asked is not None
    assert asked.about is About.ABILITIES


@pytest.mark.parametrize(
    "text",
    ["how does this work?", "what is this for?", "wie funktioniert das?", "comment ça marche ?"],
)
def test_within_a_topic_what_asks_how_it_works_is_not_about_multis(text: str) -> None:
    assert detect_own_question(parse_question(text, "where is the heat pump?")) is None


def test_how_something_else_is_used_is_not_about_multis() -> None:
    assert detect_own_question(parse_question("洗濯機はどう使いますか？")) is None
    asked = detect_own_question(parse_question("どう使いますか？"))
    assert asked is not None
    assert asked.about is About.ABILITIES


@pytest.mark.parametrize(
    "text",
    [
        "Do you know anything about me?",
        "Is there something you remember about me?",
        "Was hast du dir über mich gemerkt?",
        "Was weisst du schon von mir?",
        "Was wissen Sie über mich?",
        "Gibt es etwas, das du über mich weißt?",
        "What did I tell you about me?",
        "De quoi te souviens-tu à mon sujet ?",
        "¿Qué te he contado sobre mí?",
        "Cosa ti ho raccontato di me?",
        "O que você lembra de mim?",
        "Wat heb je over mij onthouden?",
        "Что вам известно обо мне?",
        "Що тобі відомо про мене?",
        "你还记得我的什么事？",
        "私のこと、何か覚えてる？",
        "هل تتذكر كل شيء عني؟",
    ],
)
def test_what_multis_knows_of_a_person_is_asked_in_many_ways(text: str) -> None:
    asked = detect_own_question(parse_question(text))
    assert asked is not None
    assert asked.about is About.PERSON


@pytest.mark.parametrize(
    "text",
    [
        "Montre-moi tous mes documents",
        "Mostrami tutti i documenti",
        "Mostra-me todos os documentos",
        "Laat alle documenten zien",
        "すべての文書を見せて",
        "どのファイルを持っていますか？",
        "ما الملفات الموجودة لديك؟",
        "which files have I given you?",
        "which documents did I send you?",
        "what files have I added?",
        "Welche Dateien habe ich dir gegeben?",
        "Quels fichiers je t'ai envoyés ?",
        "¿Qué archivos te he dado?",
        "Quali file ti ho mandato?",
        "Какие файлы я тебе прислал?",
        "Які файли я тобі надіслав?",
        "我给你发过哪些文件？",
    ],
)
def test_documents_are_asked_for_in_many_ways(text: str) -> None:
    asked = detect_own_question(parse_question(text))
    assert asked is not None
    assert asked.about is About.DOCUMENTS


@pytest.mark.parametrize(
    "text",
    [
        "What does the contract say about me?",
        "Which documents do I have to send?",
        "Which documents are shared?",
        "Who shared the documents?",
        "How do I load documents?",
        "Which documents have to be added?",
        "What does Kim know about me?",
        "What do you do if the alarm rings?",
        "What do you know about the boiler?",
        "Was weiß mein Vermieter über mich?",
        "Was weiß er über mich?",
        "Was weiß sie über mich?",
        "Was weiß ich über mich?",
        "Wer weiß etwas über mich?",
        "What did she tell you about me?",
        "What do I know about me?",
        "¿Qué sabe él de mí?",
        "¿Qué te ha dicho de mí?",
        "Qui a tout noté sur moi ?",
        "Che cosa sa lui di me?",
        "Che cosa ti ha detto di me?",
        "O que ele sabe de mim?",
        "Wat weet hij over mij?",
        "Wat weet ik over mij?",
        "Кто рассказал обо мне?",
        "वे मेरे बारे में क्या जानते",
        "彼は私のことを何か覚えてる？",
        "她知道我的什么事？",
        "Wann kannst du mir helfen, den Zaun zu streichen?",
        "我的护照什么时候到期？",
        "我还有多少天假？",
        "私の家賃はいくらですか？",
    ],
)
def test_what_another_thing_says_is_no_question_about_multis(text: str) -> None:
    assert detect_own_question(parse_question(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "what do you know?",
        "What have you read so far?",
        "what did I upload",
        "Was weißt du?",
        "qu'as-tu lu ?",
        "¿qué sabes?",
        "что ты знаешь?",
        "你知道什么？",
    ],
)
def test_what_it_has_read_is_asked_without_a_word_for_documents(text: str) -> None:
    asked = detect_own_question(parse_question(text))
    assert asked is not None
    assert asked.about is About.DOCUMENTS


@pytest.mark.parametrize("text", ["what do you know about the boiler?", "what is this lamp?"])
def test_what_it_has_read_of_something_is_looked_up(text: str) -> None:
    assert detect_own_question(parse_question(text)) is None
