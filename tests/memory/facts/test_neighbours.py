"""What stands beside a fact, and what only sounds like a change of it."""

import pytest

from tests.memory.facts.said import Facts

pytestmark = pytest.mark.sqlite("it is about words, whatever holds them")


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I'm a nurse at St Anne's", "been moved onto nights at St Anne's this month"),
        ("the coffee at Nina's is 3.20", "the coffee at the station went up to 3.80"),
        ("the wedding is on 12 September", "we almost had to move the wedding to October"),
        ("I work at the bakery", "nearly quit my job at the bakery today"),
        ("Je bosse à la mairie", "J'ai failli quitter la mairie"),
        ("my boss is Carol", "Mum says that my boss is Steve now"),
        ("моего начальника зовут Олег", "Маша говорит, что моего начальника теперь зовут Павел"),
        (
            "I'm off sick till Wednesday",
            "engineer rang in sick so the boiler is done on Monday now",
        ),
        (
            "I'm staying in Porto until Friday",
            "garage rang about the MOT, they've moved it to Friday",
        ),
        ("Ich bin bis Freitag in Rom", "Friseur hat angerufen, wird erst Freitag"),
        ("I am single", "he's split up with Beth, my brother"),
        ("Ich arbeite bei Kramer", "meine Freundin hat gekündigt, sie ist jetzt Lehrerin"),
        ("我在医院上班", "我爸换工作了，现在在学校上班"),
        ("銀行で働いています", "今は神戸に住んでいます"),
        ("Mon chat s'appelle Filou", "finalement le chien s'appelle Filou"),
        ("yoga is on tuesdays", "no yoga this tuesday"),
        ("Fußball ist dienstags", "diesen Dienstag kein Fußball"),
        ("I live in Leeds", "in the film he says: I live in Rome now"),
        ("wir wohnen in Jena", "im Roman heißt es: wir wohnen jetzt in Wien"),
        ("vivo en Murcia", "la canción dice que ahora vivo en la luna"),
        ("я живу в Туле", "в песне поётся: теперь я живу у моря"),
        ("我住在成都", "歌里唱：我现在住在海边"),
        ("I live in Leeds", "dreamt I moved to Rome last night"),
        ("I live in Leeds", "Tom has a new flat in York"),
        ("lavoro al bar", "mi hanno preso in giro"),
        ("barbecue on Saturday", "no barbecue sauce on Saturday, please"),
    ],
)
async def test_a_near_miss_ends_nothing(facts: Facts, known: str, new: str) -> None:
    await facts.say(known)
    await facts.say(new, day=1)
    assert known in await facts.texts(day=2)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("MOT is on the 18th", "garage rang, MOT's been pushed to the 25th"),
        ("De tandarts is op de 9e", "De tandarts wordt verzet naar de 16e"),
        ("sabato andiamo al mare", "niente mare sabato, piove"),
        ("yoga on Friday at 6", "so no yoga on Friday"),
        ("wir wohnen in Kassel", "so, Umzug geschafft 🎉 wohnen jetzt in Göttingen"),
        ("je suis fiancée à Hugo", "ça y est, Hugo et moi on s'est mariés samedi !"),
        ("I work at the bank", "the bank let me go"),
        ("vivo en Vigo", "me fui a vivir a Lugo"),
        ("I live in Leeds", "got my own place in York"),
        ("ich wohn in Kassel", "Umzug nach Kiel geschafft"),
        ("j'habite à Nantes", "déménagement terminé, on est à Pau"),
        ("vivo en Vigo", "mudanza hecha, ya estamos en Lugo"),
        ("abito a Bari", "trasloco fatto, siamo a Pisa"),
        ("живу в Омске", "ну всё, переехали, теперь мы казанские"),
        ("I work at Greggs", "handed my notice in at Greggs"),
        ("lavoro al bar", "mi hanno preso in comune"),
        ("trabajo en un bar", "me han cogido en el ayuntamiento"),
        ("銀行で働いています", "先週、商社に入社しました"),
        ("je suis célibataire", "j'ai une copine"),
        ("the rent is 900", "we pay 950 rent now"),
        ("our cat is called Pickle", "the cat is Gherkin from now on, no joke"),
    ],
)
async def test_a_change_as_people_tell_it_ends_what_was(facts: Facts, known: str, new: str) -> None:
    await facts.say(known)
    await facts.say(new, day=1)
    assert known not in await facts.texts(day=2)


async def test_what_was_asked_to_be_known_is_no_second_fact(facts: Facts) -> None:
    await facts.say("I'm allergic to penicillin")
    await facts.say("did I say? I'm allergic to penicillin", day=1)
    assert len(await facts.texts(day=2)) == 1
