"""A fact answers only for the person whom the question is about, in ten languages."""

import pytest

from memory.text.persons import is_about_same_person

SAME = [
    ("Meine Frau mag Käse.", "Mag meine Frau Käse?"),
    ("I like cheese.", "Do I like cheese?"),
    ("My wife and I like cheese.", "Do I like cheese?"),
    ("My wife and I like cheese.", "Does my wife like cheese?"),
    ("La sœur de ma femme travaille à la poste.", "Où travaille la sœur de ma femme ?"),
    ("My wife's sister works at the mill.", "Where does my wife's sister work?"),
    ("Ma femme travaille à l'hôpital.", "Où travaille ma femme ?"),
    ("Mi mujer trabaja en el hospital.", "¿Dónde trabaja mi mujer?"),
    ("Mia moglie lavora in ospedale.", "Dove lavora mia moglie?"),
    ("Mijn vrouw werkt in het ziekenhuis.", "Waar werkt mijn vrouw?"),
    ("Моя жена работает в больнице.", "Где работает моя жена?"),
    ("我老婆在医院工作。", "我老婆在哪里工作？"),
    ("妻は病院で働いています。", "妻はどこで働いていますか？"),
    ("My birthday is on 3 May.", "When is my birthday?"),
    ("Der Geburtstag meiner Frau ist am 3. Mai.", "Wann hat meine Frau Geburtstag?"),
    ("El cumpleaños de mi hermana es el 3 de mayo.", "¿Cuándo es el cumpleaños de mi hermana?"),
    ("Vivo en la casa de mi hermano.", "¿Dónde vivo?"),
    ("I have two sons.", "How many children do I have?"),
    ("I have two sons.", "How many kids have I got?"),
    ("My boss raised my salary to 3000.", "What is my salary?"),
    ("My sister visits us on Saturday.", "Who visits us on Saturday?"),
    ("My sister visits us on Saturday.", "When does my sister visit us?"),
    ("My wife has the spare key.", "Who has the spare key?"),
    ("The spare key is with Martha.", "Where is my spare key?"),
    ("Dr Miller is our dentist.", "Which dentist do I go to?"),
    ("My daughter Mia is allergic to nuts.", "What is my daughter allergic to?"),
    ("My daughter Mia is allergic to nuts.", "What is Mia allergic to?"),
    ("I go swimming with my son on Friday.", "When do I go swimming?"),
    ("My mother gave me a watch for my birthday.", "What did I get for my birthday?"),
    ("My brother owes me 50 pounds.", "Who owes me money?"),
    ("My brother owes me 50 pounds.", "How much does my brother owe me?"),
    ("My mother is 70.", "How old is my mother?"),
    ("My parents live in Hull.", "Where does my mother live?"),
    ("The rent is 700 pounds.", "How much is my rent?"),
    ("Мне нравится сыр.", "Люблю ли я сыр?"),
    ("My doctor is Dr Hill.", "Who is my doctor?"),
    ("Our landlord is Mr Bell.", "What's my landlord's name?"),
]
OTHERS = [
    ("My wife likes cheese.", "Do I like cheese?"),
    ("Meine Frau mag Käse.", "Mag ich Käse?"),
    ("Ich mag Käse.", "Mag meine Frau gern Käse?"),
    ("My wife's sister works at the mill.", "Where does my wife work?"),
    ("Die Schwester meiner Frau arbeitet in der Mühle.", "Wo arbeitet meine Frau?"),
    ("La sœur de ma femme travaille à la poste.", "Où travaille ma femme ?"),
    ("My wife works at the hospital.", "Where do I work?"),
    ("Ma femme travaille à l'hôpital.", "Où est-ce que je travaille ?"),
    ("Mi mujer trabaja en el hospital.", "¿Dónde trabajo?"),
    ("Trabajo en el hospital.", "¿Dónde trabaja mi mujer?"),
    ("Mia moglie lavora in ospedale.", "Dove lavoro?"),
    ("Minha mulher trabalha no hospital.", "Onde eu trabalho?"),
    ("Minha mulher trabalha no hospital.", "Onde trabalho?"),
    ("Mijn vrouw werkt in het ziekenhuis.", "Waar werk ik?"),
    ("Моя жена работает в больнице.", "Где я работаю?"),
    ("Я работаю в больнице.", "Где работает моя жена?"),
    ("我老婆在医院工作。", "我在哪里工作？"),
    ("我在医院工作。", "我老婆在哪里工作？"),
    ("妻は病院で働いています。", "私はどこで働いていますか？"),
    ("My wife's birthday is on 3 May.", "When is my birthday?"),
    ("L'anniversaire de ma femme est le 3 mai.", "Quand est mon anniversaire ?"),
    ("Der Geburtstag meiner Frau ist am 3. Mai.", "Wann ist mein Geburtstag?"),
    ("El cumpleaños de mi hermana es el 3 de mayo.", "¿Cuándo es mi cumpleaños?"),
    ("Anna likes cheese.", "Do I like cheese?"),
    ("Anna mag Käse.", "Mag ich Käse?"),
    ("She likes cheese.", "Do I like cheese?"),
    ("My ex-wife lives in Hull.", "Where does my wife live?"),
    ("My daughter is allergic to nuts.", "Am I allergic to nuts?"),
    ("I'm allergic to nuts.", "What is my daughter allergic to?"),
    ("My son Max plays the cello.", "What do I play?"),
    ("My mother is 70.", "How old am I?"),
    ("My mother's name is Ruth.", "What is my name?"),
    ("My name is Jo.", "What's my mother's name?"),
    ("Мой сын ходит в школу.", "Куда я хожу?"),
    ("Моей жене нравится сыр.", "Мне нравится сыр?"),
    ("我妹妹喜欢狗。", "我喜欢狗吗？"),
    ("妹は犬が好きです。", "私は犬が好きですか？"),
]


@pytest.mark.parametrize(("fact", "question"), SAME)
def test_what_is_said_of_somebody_answers_what_is_asked_about_them(
    fact: str, question: str
) -> None:
    assert is_about_same_person(fact, question)


@pytest.mark.parametrize(("fact", "question"), OTHERS)
def test_what_is_said_of_another_person_does_not(fact: str, question: str) -> None:
    assert not is_about_same_person(fact, question)


@pytest.mark.parametrize(
    ("fact", "question", "same"),
    [
        ("Fiona's husband Raj coaches rugby.", "What is my husband's name?", False),
        ("My husband Derek keeps bees.", "What is my husband's name?", True),
        ("Le mari de Fiona est coach.", "Que fait mon mari ?", False),
        ("Fiona's husband Raj coaches rugby.", "What does Fiona do?", False),
        ("Fiona's husband Raj coaches rugby.", "What does Fiona's husband do?", True),
        ("Fiona teaches rugby.", "What does Fiona do?", True),
        ("Mein Hausarzt ist Dr. Bühler.", "Wer ist mein Arzt?", True),
        ("Meine Stiefmutter wohnt in Ulm", "Wo wohnt meine Mutter?", False),
    ],
)
def test_whose_relative_a_fact_is_about(fact: str, question: str, same: bool) -> None:
    assert is_about_same_person(fact, question) is same


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("the dog weighs 30 kilos", "how much do I weigh?"),
        ("our cat weighs 4 kilos", "how much do I weigh?"),
        ("Der Hund wiegt 30 Kilo", "wie viel wiege ich?"),
    ],
)
def test_what_an_animal_weighs_says_nothing_of_the_speaker(fact: str, question: str) -> None:
    assert not is_about_same_person(fact, question)


@pytest.mark.parametrize(
    ("fact", "question"),
    [
        ("the dog weighs 30 kilos", "how much does my dog weigh?"),
        ("the dog weighs 30 kilos", "how heavy is the dog?"),
        ("the dog's vet is on Mill Lane", "where is my vet?"),
        ("the dog goes to the vet on Friday at 3", "when do I go to the vet?"),
        ("I weigh 82 kilos", "how much do I weigh?"),
    ],
)
def test_of_the_animal_itself_and_its_affairs_it_tells(fact: str, question: str) -> None:
    assert is_about_same_person(fact, question)
