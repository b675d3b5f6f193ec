"""Small talk is distinguished from messages that may ask for something."""

import pytest

from bot.answering.small_talk import Courtesy, detect_courtesy, strip_courtesies


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("thanks!", Courtesy.THANKS),
        ("Ok, great, thank you so much for your help!", Courtesy.THANKS),
        ("Thanks Anna", Courtesy.THANKS),
        ("ok great, ta", Courtesy.THANKS),
        ("brilliant, thank u", Courtesy.THANKS),
        ("Danke schön!", Courtesy.THANKS),
        ("merci beaucoup", Courtesy.THANKS),
        ("¡Muchas gracias!", Courtesy.THANKS),
        ("Большое спасибо!", Courtesy.THANKS),
        ("谢谢！", Courtesy.THANKS),
        ("ありがとうございます。", Courtesy.THANKS),
        ("Teşekkür ederim!", Courtesy.THANKS),
        ("Спасибі!", Courtesy.THANKS),
        ("hello", Courtesy.GREETING),
        ("Hello?", Courtesy.GREETING),
        ("Good morning!", Courtesy.GREETING),
        ("hi, how are you?", Courtesy.WELL_BEING),
        ("How's it going?", Courtesy.WELL_BEING),
        ("Wie geht's dir?", Courtesy.WELL_BEING),
        ("Bonjour, comment ça va ?", Courtesy.WELL_BEING),
        ("¿Qué tal?", Courtesy.WELL_BEING),
        ("Come stai?", Courtesy.WELL_BEING),
        ("Tudo bem?", Courtesy.WELL_BEING),
        ("Hoe gaat het?", Courtesy.WELL_BEING),
        ("Как дела?", Courtesy.WELL_BEING),
        ("Як справи?", Courtesy.WELL_BEING),
        ("你好吗？", Courtesy.WELL_BEING),
        ("お元気ですか？", Courtesy.WELL_BEING),
        ("كيف حالك؟", Courtesy.WELL_BEING),
        ("Nasılsın?", Courtesy.WELL_BEING),
        ("आप कैसे हैं?", Courtesy.WELL_BEING),
        ("Guten Tag", Courtesy.GREETING),
        ("¡Buenos días!", Courtesy.GREETING),
        ("добрый день", Courtesy.GREETING),
        ("你好", Courtesy.GREETING),
        ("שלום", Courtesy.GREETING),
        ("Γεια σας!", Courtesy.GREETING),
        ("İyi günler", Courtesy.GREETING),
        ("Добрий день!", Courtesy.GREETING),
        ("see you!", Courtesy.PARTING),
        ("Görüşürüz", Courtesy.PARTING),
        ("До побачення!", Courtesy.PARTING),
        ("Tschüss", Courtesy.PARTING),
        ("ok, great", Courtesy.ASSENT),
        ("alles klar", Courtesy.ASSENT),
        ("Tamam, anladım", Courtesy.ASSENT),
        ("зрозуміло", Courtesy.ASSENT),
        ("👍", Courtesy.ASSENT),
        ("sorry", Courtesy.ASSENT),
        ("wait", Courtesy.ASSENT),
        ("Entschuldigung!", Courtesy.ASSENT),
        ("désolé", Courtesy.ASSENT),
        ("lo siento", Courtesy.ASSENT),
        ("извините", Courtesy.ASSENT),
        ("没关系", Courtesy.ASSENT),
        ("are you there?", Courtesy.GREETING),
        ("bist du da?", Courtesy.GREETING),
        ("ты тут?", Courtesy.GREETING),
        ("在吗？", Courtesy.GREETING),
        ("that's wrong", Courtesy.OBJECTION),
        ("No, that is not true!", Courtesy.OBJECTION),
        ("Sorry, that’s not right.", Courtesy.OBJECTION),
        ("Das stimmt nicht", Courtesy.OBJECTION),
        ("Nein, das ist falsch!", Courtesy.OBJECTION),
        ("C'est faux !", Courtesy.OBJECTION),
        ("no es verdad", Courtesy.OBJECTION),
        ("non è vero", Courtesy.OBJECTION),
        ("Isso está errado", Courtesy.OBJECTION),
        ("dat klopt niet", Courtesy.OBJECTION),
        ("это неправда", Courtesy.OBJECTION),
        ("це не так", Courtesy.OBJECTION),
        ("不对", Courtesy.OBJECTION),
        ("違います。", Courtesy.OBJECTION),
        ("هذا غير صحيح", Courtesy.OBJECTION),
    ],
)
def test_small_talk_is_known(said: str, kind: Courtesy) -> None:
    assert detect_courtesy(said) is kind


@pytest.mark.parametrize(
    "said",
    [
        "",
        "?",
        "ok?",
        "how good is it",
        "How are the boats stored?",
        "how are you open on Sunday",
        "Wie geht das?",
        "qué tal el hotel",
        "как дела с отоплением?",
        "is it ok",
        "hello, where is the key",
        "hello world",
        "nice",
        "fine",
        "test",
        "are you there on Monday?",
        "thanks, where is the key",
        "Thanks, the spare key is with Martha.",
        "good morning yoga",
        "ok but what about 12",
        "morning",
        "spare key",
        "42",
        "is that wrong?",
        "that's wrong?",
        "what is wrong with the boiler",
        "that's wrong, the dentist is on Tuesday",
        "das stimmt nicht mit dem Vertrag überein",
        "the wrong key",
    ],
)
def test_what_may_want_something_is_none(said: str) -> None:
    assert detect_courtesy(said) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("hi, who are you?", "who are you?"),
        ("Hello, good morning! Who are you?", "Who are you?"),
        ("who are you?", "who are you?"),
        ("thanks", ""),
    ],
)
def test_the_courtesies_that_open_a_message_are_left_out(text: str, rest: str) -> None:
    assert strip_courtesies(text) == rest


def test_a_flood_of_greetings_costs_no_more_than_a_few() -> None:
    assert len(strip_courtesies("hi " * 50_000).split()) >= 49_990
