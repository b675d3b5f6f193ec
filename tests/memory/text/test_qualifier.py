"""What tells a thing from the one that is known ends nothing; that it is new does."""

import pytest

from memory.text.changes.decision import choose_ended, ends_as_named, is_about_topic
from memory.text.qualifier import is_of_narrower


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("my rent is 800", "the average rent is 900 now"),
        ("our bill is 60 a month", "the typical bill has gone up to 70 a month"),
        ("I drive a Corsa", "sold the courtesy Corsa that the garage had"),
        ("meine Miete ist 640 Euro", "die durchschnittliche Miete ist jetzt 800 Euro"),
        ("mon loyer est de 720 euros", "le loyer moyen est passé à 850 euros"),
        ("mi sueldo es de 1500 euros", "el sueldo medio es ahora de 1700 euros"),
        ("il mio affitto è di 590 euro", "l'affitto medio in zona è salito a 700 euro"),
        ("mijn huur is 780 euro", "de gemiddelde huur is nu 950 euro"),
        ("моя аренда 25000", "средняя аренда теперь 30000"),
        ("我的房租是2800", "车位房租涨到400了"),
        ("the wifi password is abc1", "the guest wifi password is xyz2 now"),
        ("家賃は8万円です", "平均家賃は今9万円です"),
    ],
)
def test_what_is_narrowed_ends_nothing(known: str, new: str) -> None:
    assert is_of_narrower(new, known)
    assert choose_ended(new, [known]) is None
    assert not ends_as_named([new], known, is_over=False)
    assert not ends_as_named([new], known, is_over=True)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("my rent is 800", "the monthly rent is 900 now"),
        ("my rent is 800", "my new rent is 900"),
        ("meine Miete ist 640 Euro", "die neue Miete ist jetzt 700 Euro"),
        ("mon loyer est de 720 euros", "le nouveau loyer est de 750 euros maintenant"),
        ("我的房租是2800", "房租涨到3000了"),
    ],
)
def test_what_is_only_said_to_be_new_changes_it(known: str, new: str) -> None:
    assert not is_of_narrower(new, known)
    assert choose_ended(new, [known]) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("the course starts on 4 May", "the party of the course has been moved to 30 June"),
        ("el curso empieza el 4 de mayo", "la fiesta del curso pasa al 30 de junio"),
        ("mijn baas heet Willem", "de baas van mijn man heet nu Saskia"),
    ],
)
def test_what_belongs_to_a_thing_or_somebody_has_a_day_and_a_name_of_its_own(
    known: str, new: str
) -> None:
    assert choose_ended(new, [known]) is None
    assert not ends_as_named([new], known, is_over=False)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("mijn trein gaat om 8 uur", "de trein terug gaat nu om 18 uur"),
        ("il mio treno è alle 8", "il treno di ritorno adesso è alle 18"),
        ("flight to Rome at 9", "flight to Oslo moved to 11"),
    ],
)
def test_another_journey_is_not_the_known_one_whatever_its_topic_is(known: str, new: str) -> None:
    assert choose_ended(new, [known]) is None
    assert not is_about_topic(new, known, new)
