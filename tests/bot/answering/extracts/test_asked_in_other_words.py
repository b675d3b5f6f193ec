"""Questions in eleven languages whose words are not those of the document."""

import pytest

from bot.answering.extracts.phrases import Grade
from indexer.text.question_words import detect_question_language
from tests.bot.answering.asking import ask


@pytest.mark.parametrize(
    ("question", "answer", "beside"),
    [
        (
            "Quand passent les éboueurs ?",
            "Les ordures ménagères sont collectées le jeudi.",
            "Le marché a lieu le samedi.",
        ),
        (
            "¿Dónde puedo dejar el coche?",
            "El aparcamiento está detrás del edificio.",
            "La biblioteca está en la primera planta.",
        ),
        (
            "Quando devo lasciare la stanza?",
            "La partenza è prevista entro le 11.",
            "La cena si serve alle 20.",
        ),
        (
            "Quando passa o caminhão do lixo?",
            "O recolhimento é feito às terças-feiras.",
            "A piscina abre aos sábados.",
        ),
        (
            "Mag ik een vriend meenemen?",
            "Een introducé is tweemaal per jaar toegestaan.",
            "De kantine sluit om elf uur.",
        ),
        (
            "Где можно припарковаться?",
            "Стоянка находится за домом.",
            "Столовая находится на первом этаже.",
        ),
        (
            "Коли можна заселитися?",
            "Поселення з 14:00.",
            "Сніданок подаємо з 8:00.",
        ),
        (
            "哪里可以扔旧沙发？",
            "大件垃圾请放在南门旁边。",
            "自行车请放在车棚。",
        ),
        (
            "犬を飼ってもいいですか？",
            "ペットの飼育は管理会社の許可が必要です。",
            "自転車は駐輪場に置いてください。",
        ),
        (
            "متى أستطيع الدخول إلى الغرفة وتسجيل الدخول؟",
            "الوصول من الساعة 14:00.",
            "الفطور من الساعة 8:00.",
        ),
    ],
)
def test_what_people_say_finds_what_documents_call_it(
    question: str, answer: str, beside: str
) -> None:
    found = ask(question, f"{beside}\n\n{answer}")
    assert found.grade is not Grade.NOTHING
    assert answer in found.text
    assert beside not in found.text


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Quel est le code du wifi ?", "Le code est 4827."),
        ("Where do I block my card?", "Block: press the red key on the wall."),
        ("Est-ce qu'il y a un lave-linge ?", "Les draps sont fournis, pas les serviettes."),
    ],
)
def test_a_word_of_a_phrase_does_not_stand_for_the_others(question: str, text: str) -> None:
    assert ask(question, text).grade is not Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When do you open on Saturdays?", "On Saturdays we open at nine."),
        ("Wann öffnet ihr samstags?", "Samstags öffnen wir um neun."),
    ],
)
def test_an_hour_in_words_tells_more_than_the_day(question: str, answer: str) -> None:
    assert ask(question, answer).grade is Grade.ANSWERS


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("¿Cuándo tengo que devolver las llaves?", "Las llaves se devuelven el viernes."),
        ("Кто открывает ворота?", "Ворота откроет сторож Иван Петров."),
        ("¿A qué hora abrís los sábados?", "Los sábados abrimos a las nueve."),
        ("¿Cuándo cerráis?", "La tienda cierra a las 20 h."),
        ("A che ora aprite?", "Apriamo la mattina alle 7:30."),
        ("Onde peço a chave?", "Os clientes pedem a chave na receção."),
        ("¿Dónde pido la llave?", "Los socios piden la llave en la recepción."),
        ("когда вернёте взнос?", "Возвращаем взнос за десять дней."),
        ("о котрій ви відчиняєте?", "Ми відчиняємо о 7:00."),
        ("Acceptez-vous les chèques ?", "Nous acceptons les chèques à partir de 15 €."),
        ("Quand fermez-vous ?", "Nous fermons à 19 h."),
        ("До якого числа платити?", "Членські внески платять до 5 травня."),
    ],
)
def test_a_verb_is_found_in_forms_with_another_root(question: str, answer: str) -> None:
    found = ask(question, answer)
    assert found.grade is Grade.ANSWERS
    assert answer in found.text


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Há piscina?", "pt"),
        ("há estacionamento?", "pt"),
        ("E o cão?", "pt"),
        ("¿Hay piscina?", "es"),
        ("C'è la piscina?", "it"),
    ],
)
def test_a_short_question_is_told_by_how_its_words_are_written(
    question: str, language: str
) -> None:
    assert detect_question_language(question) == language


def test_a_word_with_an_apostrophe_is_found_in_a_list() -> None:
    found = ask(
        "За скільки днів треба сказати, що я з'їжджаю?", "Про виїзд попереджають за 30 днів."
    )
    assert found.grade is not Grade.NOTHING


@pytest.mark.parametrize(
    ("question", "text", "hour"),
    [
        ("What time does the choir meet?", "The choir meets on Tuesday", " at 7 pm"),
        ("Hoe laat repeteert het koor?", "Het koor repeteert op dinsdag", " om zeven uur"),
        ("A que horas ensaia o coro?", "O coro ensaia no sábado", ", às 15h30"),
        ("À quelle heure répète le chœur ?", "Le chœur répète le mardi", " à sept heures"),
    ],
)
def test_a_day_is_no_answer_where_an_hour_is_asked_for(question: str, text: str, hour: str) -> None:
    assert ask(question, f"{text}.").grade is Grade.MAYBE
    assert ask(question, f"{text}{hour}.").grade is Grade.ANSWERS


def test_what_has_no_name_does_not_tell_what_something_is_called() -> None:
    text = "Dogs are welcome for eight euros a night."
    assert ask("What is my dog called?", text).grade is Grade.MAYBE
    assert ask("What is the dog called?", "The dog is called Moss.").grade is Grade.ANSWERS
