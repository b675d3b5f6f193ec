"""What only sounds like a change of a thing, a time or a car leaves what was said before alone."""

import pytest

from memory.facts.told_change import ends
from memory.text.changes.decision import ends_as_named, is_about_topic


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("our dog is called Moss", "we changed our dog's food to Pedigree"),
        ("our dog is called Moss", "we did not switch the dog to Purina"),
        ("our dog is called Moss", "we switched the dog to Purina"),
        ("our insurance is with Axis", "we switched the insurance documents to Tom"),
        ("our insurance is with Axis", "we didn't switch our insurance to Beacon"),
        ("mi coche es un Seat", "cambié el seguro del coche a Axa"),
        ("my laptop is a ThinkPad", "switched the laptop to Linux"),
        ("my bank is ING", "I transferred the bank details to Tom"),
    ],
)
def test_another_thing_of_it_puts_nothing_in_its_place(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("our insurance is with Axis", "switched our insurance to Beacon"),
        ("our broadband is with BT", "we've switched the broadband to Zen"),
        ("my bank is ING", "I changed my bank to Monzo"),
        ("the gate code is 4242", "changed the gate code to 6161"),
    ],
)
def test_a_name_or_code_is_put_in_place_of_another(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Tom is 8", "Tom turned 9 today"),
        ("Tom ist 8", "Tom ist heute 9 geworden"),
        ("my son is 8 years old", "my son turned 9 today"),
        ("I weigh 80 kg", "I weigh 78 kg today"),
    ],
)
def test_an_age_or_a_weight_is_so_from_today_on(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I take the 7:40 bus", "got the 7:50 today"),
        ("I run 5 km", "I ran 8 km today"),
        ("Tom is 8", "Tom is on page 9 today"),
        ("Tom is 8", "Ann turned 9 today"),
        ("I weigh 80 kg", "my dog weighs 20 kg today"),
    ],
)
def test_what_is_so_once_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the bakery opens at 7", "on Sundays the bakery opens at 8 now"),
        ("le musée ouvre à 10h", "le lundi le musée ouvre maintenant à 14h"),
        ("la piscina abre a las 8", "los sábados la piscina abre ahora a las 10"),
        ("il bar apre alle 7", "la domenica il bar apre adesso alle 8"),
        ("o café abre às 7", "ao sábado o café abre agora às 9"),
        ("de bakker gaat om 8 uur open", "op zaterdag gaat de bakker nu om 7 uur open"),
        ("магазин открывается в 8", "по субботам магазин теперь открывается в 9"),
        ("图书馆八点开门", "周六图书馆现在九点开门"),
        ("図書館は9時に開きます", "土曜日は図書館は10時に開くようになりました"),
        ("ich stehe um 5 auf", "am Wochenende stehe ich jetzt um 7 auf"),
    ],
)
def test_an_hour_of_some_days_leaves_that_of_the_others_alone(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("band practice is on Fridays", "no band practice this Friday"),
        ("koor is op maandag om 19 uur", "volgende week maandag is er geen koor"),
        ("j'ai danse le lundi", "pas de danse le lundi de Pâques"),
        ("tengo teatro los viernes", "el Viernes Santo no hay teatro"),
    ],
)
def test_one_time_that_is_off_leaves_what_is_each_week_alone(old: str, new: str) -> None:
    assert not ends(new, old)


def test_what_takes_place_once_is_off_with_its_day() -> None:
    assert ends("the match this Saturday is cancelled", "the match is on Saturday")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("meine Nummer ist 0151 1234", "der Elektriker hat eine neue Nummer, 0151 9876"),
        ("mon numéro est le 06 10 20 30 40", "le garage a changé de numéro, c'est le 01 02 03 04"),
        ("我的手机号是13711112222", "我以前的手机号是13733334444"),
        ("je m'appelle Caroline", "ma grand-mère m'appelle Caro maintenant"),
    ],
)
def test_what_is_of_others_or_of_before_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("my dentist is Dr Lang", "Dr Lang is on holiday until Monday"),
        ("mon dentiste est le docteur Blanc", "le docteur Blanc a deux enfants et un chien"),
        ("mi médico es el doctor Sanz", "el doctor Sanz está de vacaciones hasta el lunes"),
        ("私の電話番号は080-1111-2222です", "前の電話番号は080-3333-4444でした"),
        ("a minha filha anda na escola Pessoa", "a minha filha passou para o terceiro ano"),
        ("my daughter swims on Mondays", "my daughter swims on Fridays"),
        ("we live on Mill Road", "Mill Road is closed until May"),
    ],
)
def test_a_model_that_takes_more_of_it_for_a_change_ends_nothing(old: str, new: str) -> None:
    assert not is_about_topic(new, old, new)
    assert not ends_as_named([new], old, is_over=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I drive a Fiesta", "my car is a Skoda"),
        ("ich fahre einen Golf", "mein Auto ist ein Kia"),
        ("conduzco un Ibiza", "mi coche es un Kia"),
        ("ich wiege 79 kg", "ich wiege heute 78 kg"),
    ],
)
def test_another_car_or_weight_takes_the_place_of_the_former(old: str, new: str) -> None:
    assert ends(new, old)


def test_a_surname_is_no_part_of_something_else() -> None:
    new = "я вышла замуж, теперь моя фамилия Белова"
    assert is_about_topic(new, "моя фамилия Козлова", new)


@pytest.mark.parametrize(
    "new",
    ["my wife's car is a Kia", "my second car is a Kia", "my car is in the garage"],
)
def test_a_car_beside_it_does_not(new: str) -> None:
    assert not ends(new, "I drive a Fiesta")
