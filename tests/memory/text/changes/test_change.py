"""What is said later takes the place of what it contradicts, and of nothing else."""

import pytest

from memory.text.changes.change import takes_place_of
from memory.text.statement import is_addition, strip_repetition


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds", "I live in York now"),
        ("I live in Leeds", "I live in York"),
        ("Ich wohne in Bonn", "Jetzt wohne ich in Ulm"),
        ("Vivo en Cádiz", "Ahora vivo en Jaén"),
        ("Abito a Pisa", "Adesso abito a Lucca"),
        ("Moro em Faro", "Agora moro em Braga"),
        ("Ik woon in Gouda", "Ik woon nu in Breda"),
        ("Я живу в Омске", "Теперь я живу в Туле"),
        ("我住在西安", "我现在住在成都"),
        ("私は広島に住んでいます", "今は仙台に住んでいます"),
        ("The office is in Hull", "The office is now in Bath"),
        ("The gym costs 30 pounds a month", "The gym costs 35 pounds a month"),
        ("The concert is on 3 May", "The concert has been cancelled"),
        ("The concert is on 3 May", "The concert has been postponed to 9 May"),
        ("I play the flute on Mondays", "I no longer play the flute"),
        ("I am engaged", "I am married to Kim"),
        ("Our cat is called Tom", "Sorry, our cat is called Tim"),
        ("J'aime le café", "Je n'aime plus le café"),
        ("Je n'aime pas les olives", "J'aime les olives maintenant"),
        ("J'habite chez ma mère à Lyon", "Je n'habite plus chez ma mère"),
        ("L'avion part à 15 h", "L'avion part finalement à 17 h"),
        ("Mon adresse est 3 rue du Port", "J'habite maintenant au 5 rue Neuve"),
        ("Tengo un perro", "Ya no tengo perro"),
        ("Our anniversary is on 14 June", "The anniversary is on 15 June, not 14 June"),
        ("Die Hochzeit ist am 4. Juni", "Die Hochzeit ist am 5. Juni, nicht am 4."),
        ("We're going to Cornwall in July", "We're no longer going to Cornwall, Mark is ill"),
        ("Gabin fait du judo le mercredi", "Gabin ne fait plus de judo, il fait de l'escalade"),
        (
            "Der Termin beim Hausarzt ist am 3. Mai",
            "Der Hausarzttermin ist auf den 9. Mai verschoben",
        ),
        ("I live in Leeds", "I'm Helen and I live in York with my husband"),
        ("Bebo café", "Ya no bebo café"),
        ("У меня есть собака", "У меня больше нет собаки"),
    ],
)
def test_a_new_value_takes_the_place_of_the_old(old: str, new: str) -> None:
    assert takes_place_of(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I like jazz", "I like opera"),
        ("My sister lives in Leeds", "My brother lives in Leeds"),
        ("J'habite à Rennes", "J'ai un frère, Théo, qui habite à Brest"),
        ("I live in Leeds", "I have a brother, Theo, who lives in York"),
        ("Vivo en Soria", "Tengo un hermano, que vive en Cádiz"),
        ("The meeting is on Monday", "I'm ill on Tuesday, not on Monday"),
        (
            "Der Termin beim Zahnarzt ist am 3. Mai",
            "Der Hausarzttermin ist auf den 9. Mai verschoben",
        ),
        ("My sister works in Leeds", "My brother works in Leeds now"),
        ("姉は奈良に住んでいます", "今は神戸に住んでいます"),
        ("姐姐住在西安", "我现在住在成都"),
        ("I like jazz", "I like opera too"),
        ("I am tall", "I am now hungry"),
        ("My brother lives in Leeds", "I live in York now"),
        ("The day ticket costs 6 pounds", "The season ticket costs 95 pounds now"),
        ("My son is called Max", "My daughter is called Eva"),
        ("The picnic basket is red", "The concert has been cancelled"),
        ("The concert was wonderful", "The concert has been cancelled"),
        ("I play the flute on Mondays", "I no longer play chess"),
        ("My brother plays the flute", "I no longer play the flute"),
        ("My sister is married", "I am single"),
        ("I live in Leeds", "I live in Leeds"),
        ("The office has 3 rooms", "The office has a garden now"),
    ],
)
def test_what_may_both_hold_is_kept(old: str, new: str) -> None:
    assert not takes_place_of(new, old)


def test_words_of_the_person_show_the_change_of_a_note() -> None:
    assert takes_place_of("Works at the mill.", "Works at the shop.", "I work at the mill now.")
    assert not takes_place_of("Works at the mill.", "Works at the shop.", "I work at the mill too.")


def test_also_adds() -> None:
    for text in ("I also swim", "Ich schwimme auch", "Je nage aussi", "我还游泳", "釣りも好きです"):
        assert is_addition(text)
    assert not is_addition("I swim")


def test_that_it_was_said_before_says_nothing() -> None:
    assert strip_repetition("As I said, I swim") == "I swim"
    assert strip_repetition("Wie gesagt, ich schwimme") == "ich schwimme"
    assert strip_repetition("Actually no, I swim") == "I swim"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Mein Hund heißt Bello.", "Jetzt heißt mein Hund Rex."),
        ("Ik werk bij de gemeente.", "Tegenwoordig werk ik bij een bakker."),
        ("I live in Leeds.", "I moved to York last week."),
        ("Vivo en Sevilla.", "Me he mudado a Cádiz."),
        ("J'habite à Lyon.", "J'ai déménagé à Nice."),
        ("Abito a Torino.", "Mi sono trasferito a Parma."),
        ("Moro em Braga.", "Agora moro no Porto."),
        ("Я живу в Туле.", "Я переехал в Самару."),
        ("Mieszkam w Łodzi.", "Teraz mieszkam w Gdyni."),
        ("我住在成都。", "我搬到重庆了。"),
        ("京都に住んでいます。", "大阪に引っ越しました。"),
        ("My boss is Karen.", "My new boss is Tom."),
        ("My bus leaves at 7:10.", "My bus now leaves at 7:25."),
        ("The meeting is on Monday.", "We postponed the meeting to Friday."),
        ("The concert is on 3 May.", "They cancelled the concert."),
        ("I'm allergic to nuts.", "Turns out I'm not allergic to nuts, the test was clear."),
        ("I live in Leeds.", "The van broke down lol. I live in York now."),
        ("Papa is jarig op 3 mei.", "Nee wacht, papa is jarig op 13 mei."),
        ("L'anniv de Lucie c'est le 14.", "Ah non pardon, l'anniv de Lucie c'est le 24."),
        ("My shoe size is 40.", "I was wrong about my shoe size, it's 41."),
        ("plumbers coming thursday at 8", "plumber isnt coming anymore"),
        ("Woont in Breda op kamers.", "Is verhuisd en woont nu met Joris in Tilburg."),
        ("Mia mamma vive a Bari.", "Mamma si è trasferita da noi a Milano."),
        ("im a cook at the mill", "got made redundant last friday"),
    ],
)
def test_a_change_may_be_said_with_another_verb_or_in_another_order(old: str, new: str) -> None:
    assert takes_place_of(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds.", "My sister moved to York."),
        ("I live in Leeds.", "I moved to the York office."),
        ("Ich wohne in Bonn.", "Jetzt wohnt mein Bruder in Ulm."),
        ("Mein Sohn lernt Klavier.", "Jetzt lernt meine Tochter Geige."),
        ("京都に住んでいます。", "妹は今は大阪に住んでいます。"),
        ("My brother is a nurse.", "My brother now lives in Hull."),
        ("I know Bob from school.", "I now know Carol from work."),
        ("The meeting is on Monday.", "The other meeting has been moved to Tuesday."),
        ("My dentist is Dr Shaw.", "My new neighbour is Dr Shore."),
        ("My daughter is called Freya.", "My new daughter is called Ivy."),
        ("Unser Hund heißt Rex.", "Unser neuer Hund heißt Fido."),
        ("Mi perro se llama Rex.", "Mi nuevo perro se llama Fido."),
        ("Ma fille s'appelle Jade.", "Ma nouvelle fille s'appelle Rose."),
        ("我的女儿叫小丽。", "我的新女儿叫小红。"),
        ("My client is Acme.", "My new client is Globex."),
        ("The rent is 650 pounds.", "The rent of my brother has gone up to 700 pounds."),
        ("I live in Leeds.", "I live in York now. Just kidding! The sofa is red."),
        ("I eat meat at home.", "I don't eat meat often."),
    ],
)
def test_a_change_of_another_person_or_thing_ends_nothing(old: str, new: str) -> None:
    assert not takes_place_of(new, old)
