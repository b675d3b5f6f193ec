"""Statements and questions are told apart as people write them in a chat."""

import pytest

from indexer.text.sentence_kind import (
    asks_for_something,
    find_run_on,
    is_question,
    is_statement,
    select_statements,
)


@pytest.mark.parametrize(
    "sentence",
    [
        "My boiler was serviced in May.",
        "my boiler was serviced in may",
        "I’ve got a new number",
        "I'm vegetarian now",
        "Je suis végétarienne",
        "We decided to use PostgreSQL for the booking list!",
        "The code of the shed is 4711.",
        "the wifi code is 4711",
        "our spare keys are with Martha",
        "der Schlüssel ist bei Martha",
        "la clé est chez Martha",
        "“The ferry leaves at nine.”",
        "**The ferry leaves at nine.**",
        "When I was in Rome I lost my passport.",
        "Ich bin gegen Nüsse allergisch",
        "Der Zahnarzt ist am Donnerstag.",
        "the help desk is closed on Fridays",
        "la mostra è aperta fino a maggio.",
        "J'habite à Lyon depuis mai",
        "Мой котёл чинили в мае",
        "我对坚果过敏",
        "锅炉五月份保养过。",
        "私はナッツにアレルギーがあります",
        "No, my dentist is now Dr Lang",
        "Nein, mein Zahnarzt heißt Dr. Lang",
        "Non, mon dentiste s’appelle le docteur Lang",
        "No, mi dentista se llama doctor Lang",
        "No, il mio dentista si chiama dottor Lang",
        "Não, o meu dentista se chama doutor Lang",
        "Нет, моего стоматолога зовут доктор Ланг",
        "Ні, мого стоматолога звати лікар Ланг",
        "不对，我的牙医姓郎",
        "いいえ、私の歯医者は長井先生です",
    ],
)
def test_a_statement_tells(sentence: str) -> None:
    assert is_statement(sentence)
    assert not is_question(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "When is check-out on Sundays?",
        "Compare the notice periods of the two leases.",
        "Bitte vergleiche die Kündigungsfristen.",
        "Compare les deux contrats.",
        "Traduce la carta al inglés.",
        "Confronta i due contratti.",
        "Vergelijk de twee contracten.",
        "Traduza esta carta.",
        "Переведи письмо на немецкий.",
        "Порівняй строки договорів.",
        "请比较这两份合同。",
        "契約を比較してください。",
        "قارن بين العقدين.",
        "when is check-out on sundays",
        "do you have a sauna",
        "is there a sauna",
        "are the keys with Martha",
        "and where is the key",
        "ok so how much is it",
        "und wie ist das Passwort",
        "opening hours when the season is over",
        "breakfast time",
        "pressure of the boiler",
        "my wifi password",
        "il mio indirizzo",
        "What is the pin code of the safe.",
        "Tell me who lives in the tower.",
        "Please show me the plan.",
        "I want to know when the ferry leaves.",
        "I wonder when the ferry leaves.",
        "Ich wüsste gern, wann die Müllabfuhr kommt.",
        "Mich interessiert, was die Fähre kostet.",
        "Wo steht der Kessel.",
        "Ich möchte wissen, wann die Fähre fährt.",
        "Où est la chaudière ?",
        "**Where do I park?**",
        "He asked: “Where?”",
        "No, where is my dentist",
        "Nein, wo ist mein Schlüssel",
        "Sorry, show me the plan.",
        "退房是几点？",
        "我的锅炉在哪里",
        "チェックアウトは何時ですか。",
        "أين المفتاح؟",
        "Πού είναι το κλειδί;",
        "Πού είναι το κλειδί\N{GREEK QUESTION MARK}",
        "😀",
        "Please",
        "",
    ],
)
def test_a_question_and_words_to_look_for_tell_nothing(sentence: str) -> None:
    assert not is_statement(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I'm 73, do I still have to do the working hours",
        "electricity went off and my clothes are stuck inside, how do I get the door open",
        "my sister died, how much time off does the firm give",
        "I am off sick - from when on, what do I have to send",
        "we are a cafe 15 miles out, what do you take for bringing the bread",
        "Ich bin 73, wie viele Stunden muss ich noch leisten",
        "Der Strom ist weg, wie bekomme ich die Tür auf",
        "J'ai perdu ma clé, comment puis-je entrer",
        "Mi lavadora está parada, cómo puedo abrir la puerta",
        "Ho perso la chiave, come posso entrare",
        "Perdi a chave, como faço para entrar",
        "Ik ben 73, hoeveel uur moet ik nog doen",
        "У меня сломался котёл, кому мне звонить",
        "Я загубив ключ, що мені робити",
    ],
)
def test_what_is_told_before_a_question_makes_it_no_statement(sentence: str) -> None:
    assert not is_statement(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "I moved to Leeds, which is nice.",
        "I know, what you mean is the blue one.",
        "My aunt, who is a doctor, lives in Bath.",
        "I have two cats, and they are old.",
        "Wenn es regnet, gehe ich zu Fuß.",
        "Ich wohne in Bonn, wo meine Eltern leben.",
        "Ich weiß nicht, wann er kommt.",
        "Ich weiß, was das ist.",
        "We saw the tower, which is my favourite.",
        "My sister, who can drive, will come.",
        "Ik weet niet, wanneer hij komt.",
        "J'habite à Lyon, où je travaille.",
        "Vivo en Madrid, donde trabajo.",
        "Abito a Roma, dove lavoro.",
        "Я живу в Москве, где работаю.",
    ],
)
def test_a_clause_that_only_looks_like_a_question_leaves_a_statement(sentence: str) -> None:
    assert is_statement(sentence)


def test_a_semicolon_asks_in_greek_alone() -> None:
    assert not is_question("Check-out is at eleven in the morning;")
    assert not is_question(";")


def test_of_a_message_the_sentences_that_tell_are_left() -> None:
    message = "My boiler broke. Who can repair it? It is from 1998."
    assert select_statements(message) == "My boiler broke. It is from 1998."
    assert select_statements("Who can repair it?") == ""


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("My daughter is 9 can she do dinghy", "can she do dinghy"),
        ("I'm 72 do I get a discount", "do i get a discount"),
        ("we have 10 bikes is that ok", "is that ok"),
        ("mein Sohn ist 15 darf er trainieren", "darf er trainieren"),
        ("bin Student was zahle ich weniger", "was zahle ich weniger"),
        ("ik heb een kat mag die mee", "mag die mee"),
    ],
)
def test_a_question_may_run_on_behind_what_is_told(message: str, question: str) -> None:
    assert find_run_on(message) == question
    assert not is_statement(message)


@pytest.mark.parametrize(
    ("message", "question"),
    [
        ("mon fils a 12 ans il peut venir", "il peut venir"),
        ("j'ai 67 ans je paie combien", "je paie combien"),
        ("mi hija tiene 9 años puede entrar", "puede entrar"),
        ("siamo in quattro possiamo dividere il conto", "possiamo dividere il conto"),
    ],
)
def test_where_statements_have_the_same_order_it_may_be_told_as_well(
    message: str, question: str
) -> None:
    assert find_run_on(message) == question


@pytest.mark.parametrize(
    "message",
    [
        "my problem is I can't sleep",
        "the thing is we don't have time",
        "my sister lives in Rome and so do I",
        "I'll be back in May I think",
        "all I can do is wait",
        "wenn ich krank bin muss ich absagen",
        "ich bin krank heute kann ich nicht kommen",
        "mein Zahnarzt heißt Lang und morgen muss ich hin",
        "mijn zoon is ziek hij kan niet komen",
        "mon fils est malade il ne peut pas venir",
        "je suis malade je peux pas venir",
        "mi hijo tiene fiebre no puede ir",
        "tengo un amigo que puede ayudar",
        "ho un amico che può aiutare",
    ],
)
def test_no_question_runs_on_behind_part_of_a_sentence(message: str) -> None:
    assert not find_run_on(message)


@pytest.mark.parametrize(
    "message",
    [
        "Am Dienstag muss ich zur Therapie",
        "Ohne Brille kann ich nichts sehen.",
        "Für die Wohnung zahle ich 800 Euro.",
        "Op maandag moet ik werken",
        "Ma fille est allergique, elle peut manger du riz.",
        "Tengo tres hijos y el mayor tiene que llevar gafas.",
        "Ho un nuovo lavoro e il lunedì devo alzarmi alle 6.",
        "My mother's birthday is 3 May she turns 70.",
        "我女儿十几岁。",
        "我搬到上海没多久。",
        "不管多大的雨我都去跑步。",
    ],
)
def test_what_is_told_in_the_order_of_a_question_asks_for_nothing(message: str) -> None:
    assert not asks_for_something(message)


@pytest.mark.parametrize(
    "sentence",
    [
        "a que hora es la visita guiada",
        "a che ora è la messa",
        "a quelle heure est la visite",
        "um wie viel uhr ist die führung",
        "in welchem raum ist der kurs",
        "op welke dag is de les",
        "в котором часу есть завтрак",
    ],
)
def test_a_question_may_open_with_a_preposition(sentence: str) -> None:
    assert asks_for_something(sentence)


@pytest.mark.parametrize("sentence", ["in Rome is my flat", "in der Schule ist mein Sohn"])
def test_so_may_a_statement(sentence: str) -> None:
    assert is_statement(sentence)
