"""In other languages than English, too: what looks alike is no answer, and what is meant is one."""

import pytest

from bot.answering.extracts.extract import find_answer
from bot.answering.extracts.phrases import Grade
from bot.answering.follow_up import continue_question
from bot.answering.question.asked_question import parse_question
from indexer.documents import Chunk, Hit
from indexer.scopes import KB
from indexer.text.question_words import Kind
from indexer.text.verb_forms import list_verb_forms
from memory.messages import Message, Role
from tests.bot.answering.asking import ask

RULES = "As crianças vêm com os pais. A castração custa R$ 420,00 e não dura muito."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("quanto custa a ração", RULES),
        ("сколько стоит рис", "Туристическая поездка стоит 900 рублей."),
        ("скільки коштує ліс", "Шкільний поліс коштує 90 гривень."),
        ("combien coûte le thé", "Le théâtre coûte 12 €."),
        ("wie viel kostet das öl", "Die Böllerkiste kostet 12 Euro."),
        ("متى تبدأ دورة اليوغا", "تبدأ دورة السباحة للأطفال يوم 1 تموز."),
    ],
)
def test_a_part_of_a_word_is_another_word(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("a qué hora entra el grupo c", "El grupo A entra a las 9:00 y el grupo B a las 10:00."),
        ("a que horas é a turma c", "Turma A: segunda às 9h. Turma B: terça às 10h."),
        ("c'est quand le groupe c", "Groupe A : lundi à 17 h. Groupe B : mardi à 17 h."),
        ("quando vengono nella scala C", "Vengono l'8 maggio nella scala A, il 9 nella scala B."),
        ("when is block c painted", "Block A is painted on 3 May and block B on 10 May."),
        ("когда занятия у группы Г", "Занятия группы А в понедельник, группы Б во вторник."),
    ],
)
def test_the_time_of_another_letter_is_none(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.MAYBE
    asked = question.replace(" c", " b").replace(" C", " B").replace("Г", "Б")
    assert ask(asked, text).grade is Grade.ANSWERS


def test_a_letter_may_be_no_label() -> None:
    assert ask("wo gibt es vitamin c", "Vitamin C liegt neben der Kasse.").grade is Grade.ANSWERS
    stairs = "La scala a chiocciola apre alle 9."
    assert ask("a che ora apre la scala", stairs).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("bisogna pagare per il casco", "Il casco è gratuito. La bici costa 12 € al giorno."),
        ("do I have to pay for the helmet", "Helmets are free. A bike costs £12 a day."),
        ("hay que pagar por el casco", "El casco es gratuito. La bici cuesta 12 € al día."),
        ("moet ik betalen voor een helm", "De helm is gratis. Een fiets kost 12 euro per dag."),
        ("надо ли платить за шлем", "Шлем выдаём бесплатно. Кресло стоит 100 рублей в день."),
        ("чи треба платити за шолом", "Шолом безкоштовно. Крісло коштує 100 гривень на день."),
        ("停车要付费吗", "停车免费。租车每天12元。"),
    ],
)
def test_what_is_free_tells_if_it_must_be_paid(question: str, text: str) -> None:
    found = ask(question, text)
    assert found.grade is Grade.ANSWERS
    assert "12" not in found.text
    assert "100" not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("was kostet eine kinderkarte", "Kinder- und Seniorenkarten kosten 5 Euro am Tag."),
        ("wann ist die vorstandssitzung", "Vorstands- oder Beiratssitzung: 3. Mai um 18 Uhr."),
        ("wanneer zijn de zwemlessen", "De zwem- en danslessen zijn op maandag om 16.00 uur."),
        ("wat kost bouwafval per aanhanger", "Voor bouw- en sloopafval: € 9,50 per aanhanger."),
    ],
)
def test_compounds_share_their_end(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def test_only_the_end_that_follows_is_shared() -> None:
    text = "Haus- und Hofputz kostet 20 Euro, und der Hof ist am Montag zu."
    assert ask("wie viel kostet hausrat", text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("on peut garder un DVD combien de temps", Kind.DURATION),
        ("je peux rendre le livre où", Kind.WHERE),
        ("si può tenere il libro per quanto tempo", Kind.DURATION),
        ("posso entregar até quando", Kind.WHEN),
        ("on peut venir quand on veut ?", Kind.WHETHER),
        ("can I bring a dog when it rains", Kind.WHETHER),
        ("どこの会社が工事するの", Kind.WHICH),
        ("tem que pagar pelo capacete", Kind.WHETHER),
        ("kun je er parkeren", Kind.WHETHER),
        ("gibts WLAN", Kind.WHETHER),
    ],
)
def test_the_kind_is_told_by_what_asks(question: str, kind: Kind) -> None:
    assert parse_question(question).kind is kind


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("por quantos dias dou o xarope", "O xarope deve ser dado por 7 dias."),
        ("posso dar leite pra ela", "Nunca dê leite: faz mal a gatos."),
        ("quanto tempo devo dare lo sciroppo", "Lo sciroppo si prende per 7 giorni."),
        ("hoe lang duurt een nieuwe pas", "Een nieuwe pas ligt na vijf werkdagen klaar."),
        ("可以带狗吗", "场馆内禁止吸烟，不可携带宠物入内。"),
    ],
)
def test_other_forms_of_a_word_are_found(question: str, text: str) -> None:
    assert ask(question, text).grade is Grade.ANSWERS


def say(role: Role, text: str) -> Message:
    return Message(role, text, "2026-11-30T09:00:00Z")


@pytest.mark.parametrize(
    ("before", "question", "text", "end"),
    [
        (
            "qué día abre la piscina",
            "y cuándo cierra",
            "La piscina abrirá el 14 de junio y se cerrará el 7 de septiembre.",
            "7 de septiembre",
        ),
        (
            "wann öffnet das bad",
            "und wann schließt es",
            "Das Bad öffnet am 14. Juni und schließt am 7. September.",
            "7. September",
        ),
    ],
)
def test_what_was_quoted_is_quoted_again_for_its_other_end(
    before: str, question: str, text: str, end: str
) -> None:
    window = [say("user", before), say("assistant", f"- {text} [1]")]
    hit = Hit(Chunk("doc:1", "notes", text), "/notes.md", "notes.md", KB, "md", 0.9)
    assert end in find_answer(continue_question(question, window), [hit]).text


@pytest.mark.parametrize(
    ("question", "continues"),
    [
        ("والشهري؟", True),
        ("وكم السنوي", True),
        ("وللأطفال؟", True),
        ("وين الموقف", False),
        ("والدي متى يأتي", False),
    ],
)
def test_the_arabic_and_is_written_with_its_word(question: str, continues: bool) -> None:
    window = [say("user", "كم سعر الاشتراك السنوي")]
    assert bool(continue_question(question, window).before) is continues


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Harbour Museum 电话是多少", "zh"),
        ("Alder Cottage の電話番号は", "ja"),
        ("what does 押金 mean", "en"),
        ("Kinder kostenlos?", "de"),
        ("i bambini pagano", "it"),
        ("aceita pix", "pt"),
        ("is ontbijt inbegrepen", "nl"),
        ("wifi password", "en"),
    ],
)
def test_a_few_words_show_their_language(question: str, language: str) -> None:
    assert parse_question(question).language == language


@pytest.mark.parametrize(("one", "other"), [("velo", "velos"), ("photos", "photo")])
def test_the_french_stemmer_leaves_some_plurals(one: str, other: str) -> None:
    assert other in list_verb_forms(one, "fr")
