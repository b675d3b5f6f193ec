"""What was sold, renamed since, put up or put back on is understood; what may hold too stays."""

import pytest

from memory.text.changes.change import takes_place_of
from memory.text.statement import strip_repetition

ENDED = (
    ("I have a blue Volvo.", "I sold the Volvo."),
    ("I have a blue Volvo.", "I've sold my Volvo."),
    ("I own a guitar.", "I gave my guitar away."),
    ("I'm doing a pottery course.", "I've finished the pottery course."),
    ("I ride a yellow bike to work.", "My yellow bike was stolen."),
    ("Ich habe einen roten Golf.", "Den Golf habe ich verkauft."),
    ("Ich habe einen roten Golf.", "Ich habe den Golf verkauft."),
    ("J'ai une voiture verte.", "J'ai vendu ma voiture."),
    ("Tengo un coche verde.", "He vendido el coche."),
    ("Ho una macchina rossa.", "Ho venduto la macchina."),
    ("Tenho um carro azul.", "Vendi o carro."),
    ("Ik heb een groene fiets.", "Ik heb de fiets verkocht."),
    ("У меня есть машина.", "Я продал машину."),
    ("我有一辆红色的自行车。", "我把自行车卖了。"),
    ("赤い自転車を持っています。", "自転車を売りました。"),
    ("I drive a Fiesta", "traded the Fiesta in for a Yaris"),
    ("we have a dog called Moss", "our dog Moss died last night"),
    ("our dog is Moss", "we had Moss put to sleep"),
    ("unsere Katze heißt Mimi", "Mimi wurde gestern eingeschläfert"),
    ("notre chien s'appelle Rex", "Rex est mort hier soir"),
    ("nuestra perra se llama Luna", "Luna se nos murió anoche"),
    ("犬の名前はモカです", "昨日モカが亡くなりました"),
)
CHANGED = (
    ("Jonas is 7", "Jonas turned 8 on Saturday"),
    ("My daughter is three", "my daughter's turned four!"),
    ("Léo a 9 ans", "Léo a eu 10 ans hier"),
    ("сыну 6 лет", "сыну исполнилось 7 лет"),
    ("我女儿6岁", "我女儿7岁了"),
    ("娘は6歳です", "娘は7歳になった"),
    ("My phone number is 07700 900111", "new number: 07700 900222"),
    ("mi número es el 611 222 333", "nuevo número: 699 888 777"),
    ("vivo en Gijón", "estoy viviendo en Oviedo"),
    ("I'm an assistant at Park Lane", "first day as a teacher at Moorfields went well"),
    ("My son goes to Park Primary.", "My son has changed schools, he goes to Hillside now."),
    ("My flight leaves at 7:25.", "My flight is delayed, it leaves at 9:10."),
    ("My boat is the Curlew.", "I've renamed my boat, it's the Plover now."),
    ("Ich heiße Karin Vogt.", "Seit der Hochzeit heiße ich Karin Lenz."),
    ("My name is Ruth Hale.", "Since the wedding my name is Ruth Frost."),
    ("Je m'appelle Anne Petit.", "Depuis le mariage je m'appelle Anne Moreau."),
    ("Ich habe eine Stelle bei Kramer.", "Ich habe jetzt eine Stelle bei Wolff."),
    ("Ik heb een baan bij de gemeente.", "Ik heb nu een baan bij de bank."),
    ("A minha mulher trabalha nos correios.", "A minha mulher começou a trabalhar num museu."),
    ("Ich wohne seit Jahren in Ulm.", "Wir sind nach Jena gezogen."),
    ("My flat is in Dover.", "I've just moved into a house in Deal."),
    ("Meine Wohnung ist in Trier.", "Ich wohne jetzt in Mainz."),
    ("I live at 14 Mill Lane, Ely.", "New address: 3 Orchard Close, Ely."),
    ("Wir wohnen in Fulda.", "Unsere neue Adresse: Lindenweg 4, Kassel."),
    ("我还是单身。", "我上个月结婚了。"),
    ("Is engaged to Petra.", "Petra and the user got married on Saturday."),
    ("Наше кафе называется «Чайка».", "Мы переименовали кафе в «Волну»."),
    ("Nuestro perro se llama Trueno.", "Ahora nuestro perro se llama Rayo."),
    ("Unsere Miete beträgt 820 Euro.", "Die Miete steigt auf 890 Euro."),
    ("Het abonnement kost 12 euro.", "Het abonnement is 15 euro geworden."),
    (
        "My gym membership is 30 pounds a month.",
        "The gym has put my membership up to 36 pounds a month.",
    ),
    ("Ich habe am 4. Mai einen Zahnarzttermin.", "Der Termin beim Zahnarzt ist abgesagt."),
    ("会議は火曜日です。", "火曜日の会議はなくなりました。"),
    ("Das Konzert fällt aus.", "Das Konzert findet doch statt."),
    ("The party is cancelled.", "The party is on after all."),
    ("La fête est annulée.", "La fête a bien lieu."),
    ("音乐会取消了。", "音乐会照常举行。"),
    ("We land at Gatwick.", "I meant Stansted, not Gatwick."),
    ("Wir treffen uns in Halle.", "Ich meinte Leipzig, nicht Halle."),
    (
        "I'm staying in Porto until Friday.",
        "I'm staying in Porto two days longer, until Sunday.",
    ),
)
KEPT = (
    ("Jonas is 7", "Lucy turned 8 on Saturday"),
    ("Jonas is 7", "Jonas turns 8 in May"),
    ("Jonas is 15", "Jonas turned 8 in 2019"),
    ("my son is 7", "my son turned 10"),  # one may have two
    ("My phone number is 07700 900111", "Tom's new number: 07700 900333"),
    ("My phone number is 07700 900111", "new work number: 07700 900333"),
    ("I live in Leeds", "Ben moved to York"),  # Dutch `ben`, French `ben`
    ("I live in Leeds", "Ben lives in York now"),
    ("I live in Leeds", "Jo moved to York"),
    ("I have a blue Volvo.", "I sold my brother's Volvo."),
    ("I have a blue Volvo.", "My brother sold his Volvo."),
    ("I have a blue Volvo.", "I didn't sell the Volvo."),
    ("I have a blue Volvo.", "I sold the Saab."),
    ("I have a blue Volvo.", "I sold my old Volvo."),
    ("I have a Volvo dealership.", "I sold the Volvo."),
    ("I have two Volvos.", "I sold the Volvo."),
    ("I have a Volvo and a Saab.", "I sold the Volvo."),
    ("My sister has a Volvo.", "I sold the Volvo."),
    ("I like the Volvo.", "I sold the Volvo."),
    ("I'm doing a pottery course.", "I've finished the cookery course."),
    ("I have a piano.", "I've sold the piano of my aunt."),
    ("J'ai une moto.", "J'ai vendu la moto de mon père."),
    ("Tengo un coche verde.", "Mi hermano ha vendido su coche."),
    ("Ich habe einen Golf.", "Ich habe den Golf meines Bruders verkauft."),
    ("У меня есть машина.", "Мой брат продал машину."),
    ("我有一辆自行车。", "我把车卖了。"),
    ("我有一辆红色的车。", "我把自行车卖了。"),
    ("My son lives in York.", "My son met Bob, he lives in Hull now."),
    ("My son goes to Park Primary.", "My daughter has changed schools, she goes to Hillside now."),
    ("I'm called Ruth.", "My name is Ruth Hale."),
    ("My sister is called Ruth.", "Since the wedding my name is Ruth Frost."),
    ("The user's son goes to Hillside.", "The user's daughter goes to Park Primary now."),
    ("房租是三千五百元。", "停车费涨到三百元了。"),
    ("房租三千五百元。", "停车费现在三百元。"),
    ("Der Zahnarzttermin ist am 4. Mai.", "Der Termin beim Friseur ist abgesagt."),
    ("The concert is cancelled.", "The party is on after all."),
    ("The concert is on 3 May.", "The concert is going ahead after all."),
    ("My gym membership is 30 pounds.", "The club has put my golf fee up to 36 pounds."),
    (
        "I'm staying in Porto until Friday.",
        "I'm staying in Faro two days longer, until Sunday.",
    ),
    ("I'm a teacher.", "I quit smoking."),
)


@pytest.mark.parametrize(("old", "new"), [*ENDED, *CHANGED])
def test_a_change_is_understood(old: str, new: str) -> None:
    assert takes_place_of(new, old)


@pytest.mark.parametrize(("old", "new"), KEPT)
def test_what_may_hold_as_well_ends_nothing(old: str, new: str) -> None:
    assert not takes_place_of(new, old)


def test_a_correction_of_one_word_keeps_the_right_one() -> None:
    assert strip_repetition("I meant Stansted, not Gatwick.") == "I meant Stansted, not Gatwick."
    assert strip_repetition("I meant Tuesday, it is on Tuesday.") == "it is on Tuesday."
