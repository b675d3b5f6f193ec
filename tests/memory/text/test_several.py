"""A sentence that tells several things is taken apart where each says something by itself."""

import pytest

from memory.text.changes.compound import PartlyEnded
from memory.text.changes.decision import choose_ended, leaves_all, separate_things
from memory.text.changes.several import split_things


@pytest.mark.parametrize(
    ("text", "things"),
    [
        (
            "we moved to Leeds in May, I still work at Arla but Tom has left",
            ("we moved to Leeds in May", "I still work at Arla", "Tom has left"),
        ),
        (
            "the dentist is Dr Shah and the vet is Mr Lowe",
            ("the dentist is Dr Shah", "the vet is Mr Lowe"),
        ),
        (
            "dentist on the 12th at 9, haircut on the 14th",
            ("dentist on the 12th at 9", "haircut on the 14th"),
        ),
        ("we moved to Leeds and the gym is 30 now", ("we moved to Leeds", "the gym is 30 now")),
        ("chor ist jeden Dienstag, sport jeden Freitag", None),
        ("le dentiste c'est le dr Morel et l'ostéo c'est mme Petit", None),
        ("natação segunda e quarta, inglês sexta", ("natação segunda e quarta", "inglês sexta")),
        ("il cane si chiama Argo e la gatta Mina", None),
        ("wij wonen in Gouda, mijn zus in Delft", None),
        ("elke maandag hockey, elke woensdag zwemmen", None),
        ("у меня Лада, у жены Киа", None),
        ("我住在杭州，父母住在绍兴", None),
        ("福岡に住んでいて、姉は長崎に住んでいます", None),
    ],
)
def test_each_thing_that_is_told_stands_by_itself(text: str, things: tuple[str, ...]) -> None:
    found = split_things(text)
    assert found == things if things else len(found) == 2
    assert all(each in text for each in found)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Leeds and York",
        "Kim and I live in Leeds",
        "I have a dog, he's called Rex",
        "my sister Joan lives in Perth and her son Finn is 6",
        "train at 5:30, platform 3",
        "we're staying at the Ibis, room 214",
        "my dentist is Dr Shah, the one on Mill Road",
        "I live with my wife and my cat in Leeds",
        "if we move to York, the rent is 900",
        "the car is in the garage because the brakes failed",
        "both the dentist and the vet are on Mill Road",
        "on part à Rome le 8 juillet, l'hôtel est réservé",
        "Ich habe einen Hund, er heißt Rex",
        "Ann says she moved to York and the gym is 30 now",
        "Маша говорит, что моего начальника теперь зовут Павел",
    ],
)
def test_what_belongs_to_another_thing_stays_with_it(text: str) -> None:
    assert split_things(text) == (text,)


@pytest.mark.parametrize(
    ("old", "new", "rest"),
    [
        (
            "dentist on the 12th at 9, haircut on the 14th",
            "dentist pushed to the 20th",
            "Haircut on the 14th",
        ),
        (
            "yoga every Monday at 7, pilates on thursdays",
            "yoga is not every Monday any more",
            "Pilates on thursdays",
        ),
        (
            "my visa runs out in August and my passport in 2031",
            "visa's been extended to next february",
            "My passport in 2031",
        ),
        (
            "wij wonen in Gouda, mijn zus in Delft",
            "we zijn verhuisd naar Woerden",
            "Mijn zus in Delft",
        ),
        ("живу в Самаре, родители в Туле", "переехал в Казань", "Родители в Туле"),
        ("每周一上瑜伽课，周四学画画", "瑜伽课不上了", "周四学画画"),
        ("歯医者は3日、美容院は5日", "歯医者は10日に変わった", "美容院は5日"),
    ],
)
def test_a_change_ends_the_thing_that_it_is_about_alone(old: str, new: str, rest: str) -> None:
    assert choose_ended(new, [old]) == 0
    part = separate_things(new, old)
    assert part is not None
    assert part.rest == rest


def test_what_is_told_anew_of_all_things_takes_the_place_of_the_whole() -> None:
    old = "the dentist is Dr Osei and the vet is Mrs Pike"
    assert separate_things("the dentist is Dr Osei and the vet is Mrs Pyke", old) is None
    ended = PartlyEnded("The vet is Mrs Pike", "The dentist is Dr Osei")
    assert separate_things("the vet is Mrs Pyke now", old) == ended


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I work at Arla and Tom works at Booths", "the gym is 30 now"),
        ("swimming is on Mondays, choir is on Fridays", "no choir this Friday"),
        ("I live in Hull and my parents live in York", "my aunt has moved to Leeds"),
    ],
)
def test_what_is_about_none_of_the_things_ends_none(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


def test_words_about_neither_thing_leave_both() -> None:
    assert leaves_all("the gym is 30 now", "I work at Arla and Tom works at Booths")
    assert not leaves_all("the gym is 30 now", "I work at Arla")
