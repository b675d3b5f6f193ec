"""What is of somebody by name, only asked, said by a neighbour or said besides ends nothing."""

import pytest

from memory.text.assertion import is_meant
from memory.text.changes.corrections.correction import correct_words, parse_correction
from memory.text.changes.decision import choose_ended

STANDS = (
    # what somebody does by name
    ("I smoke", "Mark quit smoking"),
    ("I live in Leeds", "Ed moved to York"),
    ("I drink coffee", "Tom no longer drinks coffee"),
    ("I pay 800 rent", "Anna pays 900 rent now"),
    ("Je fume", "Camille ne fume plus"),
    ("Fumo", "Rosa ya no fuma"),
    ("Ik rook", "Sanne rookt niet meer"),
    # who has the same name
    ("my daughter Freya lives in Dundee", "my niece Freya moved to Perth last week"),
    ("my brother Tom is 39", "my cousin Tom is 40 now"),
    ("my brother Tom works at Aldi", "my flatmate Tom works at Lidl now"),
    ("meine Tochter Freya wohnt in Bonn", "meine Nichte Freya ist nach Köln gezogen"),
    # whose it is, by name
    ("my rent is 720", "Jess's rent went up to 810, she's fuming"),
    ("meine Miete ist 820", "Annas Miete ist auf 900 gestiegen"),
    ("mon loyer est de 650", "le loyer de Camille est passé à 720"),
    ("pago 500 de alquiler", "a Lucía le han subido el alquiler a 600"),
    ("pago 550 di affitto", "l'affitto di Sara è salito a 700"),
    ("meu aluguel é 1200", "o aluguel da Bia subiu pra 1500"),
    ("mijn huur is 800", "de huur van Sanne is naar 950 gegaan"),
    ("аренда у меня 30000", "у Кати аренду подняли до 35000"),
    ("我的房租是3000", "小王的房租涨到3500了"),
    ("家賃は7万円です", "田中さんの家賃は8万円になった"),
    ("my shift starts at 7", "Maria's shift now starts at 9"),
    ("I'm vegan", "Lotte isn't vegan any more"),
    ("je suis prof", "Nadia n'est plus prof"),
    # asked without a mark
    ("the concert is on 8 May", "have they cancelled the concert"),
    ("das Treffen ist am Montag", "wurde das Treffen auf Dienstag verschoben"),
    ("le concert est le 8", "ils ont annulé le concert non"),
    ("el partido es el sábado", "han cambiado el partido al domingo o qué"),
    ("het feest is op zaterdag", "is het feest verzet naar zondag of niet"),
    ("会议在周三", "会议是不是改到周五了"),
    # who says it
    ("rent is 840", "Ben reckons my rent is going up to 900"),
    ("Miete ist 700", "mein Nachbar meint, die Miete steigt auf 800"),
    ("I live in Bath", "according to mum I live in Hull now"),
    # another of the kind
    ("a aula de violão é na segunda", "a aula de inglês mudou pra quinta"),
    ("my flight to Rome is at 8", "flight to Madrid got moved to 11"),
    ("the morning train is at 7:10", "the evening train now goes at 18:05"),
    # something else of the same thing
    ("the wedding is on 9 May", "the wedding is going to cost us 14000 now"),
    ("my car is a Corsa", "my car is in the garage till Friday"),
    ("My sister lives in Bonn", "my sister now has a baby"),
    ("my son plays the drums", "my son is now taller than me"),
    # what it only loses, or does no more
    ("la mia macchina è una Panda", "la Panda ha finito la benzina"),
    ("I have a cat called Biscuit", "Biscuit has finished her food"),
    ("on a un chien", "le chien a perdu sa balle"),
    ("wir haben einen Hund", "der Hund hat seinen Ball verloren"),
    ("tengo un perro, Toby", "Toby ya no tiene pulgas"),
    ("у нас собака Рекс", "Рекс больше не хромает"),
    ("we got 3 chickens", "two of the chickens stopped laying"),
    ("I smoke ten a day", "the smoke alarm stopped working"),
    # another one, so called
    ("the parcel arrives Friday", "the other parcel arrives Monday now"),
    # what was for a while
    ("I go to the gym twice a week", "gave up the gym for a while during covid"),
)
ENDED = (
    ("our choir meets on Mondays", "the choir has stopped for good"),
    ("I sing in the choir", "I've stopped singing in the choir"),
    ("my rent is 720", "my rent went up to 810, I'm fuming"),
    ("Jess's rent is 720", "Jess's rent went up to 810"),
    ("rent's 640 a month", "ugh rent just went to 690"),
    ("Estoy soltera.", "Ahora estoy casada con Julio."),
    ("妈妈的航班是CA1523", "搞错了，妈妈坐的是CA1532"),
    ("Kita kostet uns 180 im Monat", "Post von der Stadt: Kita kostet ab September 215"),
    ("l'esame di anatomia è il 10 febbraio", "hanno anticipato l'esame di anatomia al 6"),
    ("I sing in a choir on Wednesdays", "left the choir, too political"),
    ("je fais du judo le mardi", "j'ai arrêté le judo, genou foutu"),
    ("gita a Pisa il 7", "la gita a Pisa è saltata"),
    ("gig at the Bull on the 12th", "the Bull has flooded so the gig's off"),
    ("my placement is until 30 June", "they've extended my placement to the end of August"),
    ("der Ersatzschlüssel liegt unter der Matte", "Ersatzschlüssel liegt jetzt bei Frau Kern"),
    ("к врачу 5 марта", "врача перенесли на 12 марта"),
    ("je vis à Toulon", "emménagée à Hyères hier, enfin"),
    ("la visita oculistica è lunedì", "la visita oculistica slitta a giovedì"),
    ("fumo un paquete al día", "he dejado de fumar"),
    ("I'm single", "got a girlfriend now, Steph"),
    ("my daughter Freya lives in Dundee", "my daughter Freya moved to Perth last week"),
    ("my friend Tom works at Aldi", "my flatmate Tom works at Lidl now"),
    ("my dentist is Dr Vaughan", "new dentist: Dr Amin on Hill Street"),
)


@pytest.mark.parametrize(("old", "new"), STANDS)
def test_what_only_sounds_like_a_change_ends_nothing(old: str, new: str) -> None:
    assert choose_ended(new, [old], new) is None


@pytest.mark.parametrize(("old", "new"), ENDED)
def test_what_is_about_the_same_ends_it(old: str, new: str) -> None:
    assert choose_ended(new, [old], new) == 0


@pytest.mark.parametrize(
    "text",
    [
        "have the keys to a place in York",
        "did my exam, passed",
        "ist die neue Chefin",
        "wird teurer: 245 Euro",
        "moi je fume, moi non",
        "es verdad",
        "turn right",
    ],
)
def test_a_fragment_is_no_question(text: str) -> None:
    assert is_meant(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("i work at the aquarium", "retired last week, no more aquarium"),
        ("I go to the pool on Mondays", "joined the gym, not the pool"),
    ],
)
def test_what_is_over_is_no_slip(old: str, new: str) -> None:
    assert parse_correction(new) is None
    assert not correct_words(new, old)
