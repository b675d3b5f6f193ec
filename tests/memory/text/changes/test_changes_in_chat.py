"""Changes as people write them in a chat are understood; a wish, a guess or a condition is none."""

import pytest

from memory.text.changes.change import drop_doubts, takes_place_of
from memory.text.equivalence import restates
from memory.text.statement import parse_statement, strip_repetition

CHANGED = (
    ("I have a blue Volvo.", "I part-exchanged the Volvo for a Skoda."),
    (
        "The dentist appointment is on 3 May.",
        "The dentist had to push my appointment back to 9 May.",
    ),
    ("I smoke.", "I've given up smoking."),
    ("The citalopram is 20 mg.", "My doctor upped the citalopram to 30 mg."),
    ("Ich wohne in Kassel.", "Seit Mai bin ich in Fulda zu Hause."),
    ("El alquiler es de 500 euros.", "Me han subido el alquiler a 550 euros."),
    ("El alquiler es de 500 euros.", "El alquiler ha subido a 550 euros."),
    ("Я не ем мясо.", "Теперь я снова ем мясо."),
    ("Ich esse kein Fleisch.", "Ich esse jetzt wieder Fleisch."),
    ("我在银行工作。", "我从银行辞职了。"),
    ("I have a meeting with Ann on Tuesday.", "I have a meeting with Ann on Friday now."),
    ("Mon loyer est de 600 euros.", "Mon loyer est maintenant de 650 euros."),
    ("Our band's called Slow Ferry", "so our band is The Lamplighters from now on"),
    (
        "Notre asso s'appelle Les Mains Vertes",
        "on a voté hier : l'asso s'appelle désormais Racines",
    ),
    ("Trabalho num call center", "Consegui! Já não trabalho no call center, agora sou guia"),
    ("Мама работает бухгалтером на заводе", "мама уволилась с завода, теперь она ведёт блог"),
    (
        "Oma woont nog op zichzelf in Zutphen",
        "Oma is vorige maand naar een huis in Deventer verhuisd",
    ),
    ("我现在住在徐汇", "上周搬家了,现在住浦东"),
    ("我的签证到六月底", "签证续好了,现在到十二月底"),
    (
        "my brother's going out with a girl called Saskia",
        "my brother and Saskia broke up last week",
    ),
    ("Ich bin seit Kurzem mit Tobias verlobt", "Gestern haben Tobias und ich geheiratet!"),
    ("Está casada con Álvaro desde 2011.", "Álvaro y el usuario se han divorciado."),
    ("Vamos fazer um churrasco no domingo", "afinal já não há churrasco, vai chover"),
    ("Our picnic is on Sunday.", "There is no picnic any more, it will rain."),
    ("I have a red phone.", "I lost my phone."),
    ("Mora em Coimbra.", "Mudou-se para Évora na semana passada."),
    ("I have a gym membership.", "I've cancelled my gym membership."),
    ("Ich habe ein Zeitungsabo.", "Mein Zeitungsabo habe ich gekündigt."),
    ("J'ai un abonnement Deezer.", "J'ai résilié mon abonnement Deezer."),
    ("Tengo una suscripción.", "He cancelado mi suscripción."),
    ("Ho un abbonamento.", "Ho disdetto il mio abbonamento."),
    ("Ik heb een abonnement.", "Ik heb mijn abonnement opgezegd."),
    ("Temos jantar com os Silva no sábado.", "O jantar com os Silva foi cancelado."),
)
KEPT = (
    ("我在银行工作。", "我弟弟从银行辞职了。"),
    ("I smoke.", "My brother has given up smoking."),
    ("Ich wohne in Kassel.", "Mein Bruder ist in Fulda zu Hause."),
    ("I have a meeting with Ann on Tuesday.", "I have a meeting with Bob on Friday now."),
    ("Mon loyer est de 600 euros.", "Le loyer de ma fille est maintenant de 450 euros."),
    ("Mi alquiler es de 500 euros.", "El alquiler de mi hija es ahora de 450 euros."),
    ("Mijn huur is 500 euro.", "De huur van mijn dochter is nu 450 euro."),
    ("I have a gym membership.", "I've cancelled my flight."),
    ("I have a gym membership.", "My sister has cancelled her gym membership."),
    ("Ich habe ein Abo der Zeitung.", "Das Abo meiner Mutter habe ich gekündigt."),
    ("Temos jantar com os Silva no sábado.", "O jantar com o Rui foi cancelado."),
    ("I'm married to Hugh.", "I broke up the fight at the bar."),
    ("My brother is dating Saskia.", "My brother and Ruth broke up a chair for firewood."),
    ("my brother is dating Saskia", "my brother and Ruth separated"),
    ("Ich bin verheiratet.", "Ich arbeite mit Anna zusammen."),
    ("Ich arbeite bei Kramer.", "Ich habe das Fitnessstudio gekündigt."),
    ("Our dog is called Biscuit.", "The cat is called Hector now."),
    ("My brother lives in Hull.", "My brother's wife lives in Bath now."),
    ("I have a dog.", "I lost my keys."),
    ("我住在成都。", "我想搬家了。"),
)
DOUBTED = (
    ("I live in Leeds.", "I'd like to live in York now."),
    ("I live in Leeds.", "If I moved to York, I'd live by the river."),
    ("The party is on 3 May.", "The party might be cancelled."),
    ("The rent is 700 pounds.", "The rent could go up to 800 pounds."),
    ("Ich wohne in Kassel.", "Vielleicht wohne ich jetzt in Erfurt."),
    ("Vivo en Sevilla.", "Quizás vivo ahora en Cádiz."),
    ("J'habite à Lyon.", "J'espère que j'habite maintenant à Nantes."),
    ("会議は火曜日です。", "会議は中止になるかもしれません。"),
)


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_a_change_in_the_words_of_a_chat_ends_what_was_said(old: str, new: str) -> None:
    assert takes_place_of(new, old)


@pytest.mark.parametrize(("old", "new"), KEPT)
def test_what_holds_beside_it_ends_nothing(old: str, new: str) -> None:
    assert not takes_place_of(new, old)


@pytest.mark.parametrize(("old", "new"), DOUBTED)
def test_what_is_only_supposed_or_wished_for_ends_nothing(old: str, new: str) -> None:
    assert not takes_place_of(new, old)


def test_a_doubt_in_one_clause_leaves_the_others() -> None:
    new = "Maybe we should celebrate, the party is now on 9 May"
    assert drop_doubts(new, "The party is on 3 May.") == "the party is now on 9 May"
    assert takes_place_of(new, "The party is on 3 May.")


def test_under_a_condition_nothing_is_left() -> None:
    assert drop_doubts("If we sell the house, I live in York", "I live in Leeds.") == ""


def test_a_wish_may_take_the_place_of_a_wish() -> None:
    assert drop_doubts("I want to learn Czech now.", "I want to learn Welsh.") == (
        "I want to learn Czech now."
    )


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("we're in a flat", "we are in a flat"),
        ("our band's called Slow Ferry", "our band is called slow ferry"),
        ("mum's flat is on Dock Road", "mum's flat is on dock road"),
        ("I've sold it", "i have sold it"),
    ],
)
def test_short_forms_are_compared_in_full(written: str, text: str) -> None:
    assert parse_statement(written).text == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("私はそばアレルギーです", "前にも言ったけど、そばアレルギーです"),
        ("Mein Lieblingskuchen ist Käsekuchen.", "mein Lieblingskuchen ist und bleibt Käsekuchen"),
    ],
)
def test_what_is_said_again_in_a_chat_is_no_second_fact(old: str, new: str) -> None:
    assert restates(strip_repetition(new), old)


@pytest.mark.parametrize(
    "text",
    [
        "I can't remember names.",
        "I don't remember that day.",
        "I keep in mind that he is ill.",
        "I eat meat again these days.",
        "I never want to see Bob again.",
        "Noch einmal heiraten will ich nicht.",
    ],
)
def test_words_that_repeat_elsewhere_say_something_here(text: str) -> None:
    assert strip_repetition(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Remember that I live in Leeds.", "I live in Leeds."),
        ("Again: the port is 22.", "the port is 22."),
        ("Once again, I'm vegan.", "I'm vegan."),
        ("Noch einmal: der Port ist 22.", "der Port ist 22."),
    ],
)
def test_how_a_repetition_begins_is_left_out(text: str, plain: str) -> None:
    assert strip_repetition(text) == plain
