"""What tells a thing from the one that is known ends nothing; that it is new does."""

import pytest

from memory.text.assertion import is_meant
from memory.text.changes.change import drop_doubts
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


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("our rent is 1100", "rent on the studio space is 300 now"),
        ("our electricity bill is 80 a month", "the electricity bill at the shop is 210 now"),
        ("my shift starts at 6", "the night shift starts at 22 now"),
        ("swimming is on Mondays", "baby swimming is now on Saturdays"),
        ("parking is 5 pounds a day", "weekend parking is 8 pounds a day now"),
        ("my desk is on floor 4", "the printer by my desk moved to floor 2"),
        ("the library closes at 8", "the library cafe closes at 5 now"),
        ("the concert is on 9 May", "the concert rehearsal has been moved to 7 May"),
        ("my train leaves at 7:04", "the train home now leaves at 17:36"),
        ("the bakery opens at 7", "the bakery opens at 9 on Sundays now"),
        ("my phone number is 555 1234", "the phone number of the plumber is now 555 9876"),
        ("die Kita kostet 200 Euro", "das Essen in der Kita kostet jetzt 60 Euro"),
        ("der Laden öffnet um 9", "das Café im Laden öffnet jetzt um 11"),
        ("le train part à 7h", "le train du soir part maintenant à 19h"),
        ("le cours de yoga est le lundi", "le cours de yoga prénatal est maintenant le jeudi"),
        ("el gimnasio cuesta 30 euros", "la piscina del gimnasio cuesta ahora 15 euros"),
        ("la palestra costa 40 euro", "il corso in palestra ora costa 55 euro"),
        ("o ginásio custa 30 euros", "o estacionamento do ginásio custa agora 5 euros"),
        ("пароль от вайфая заря1", "пароль от гостевого вайфая теперь гроза2"),
        ("火车七点开", "回程火车现在六点开"),
        ("我的老板是李明", "她的老板现在是王强"),
        ("pago 500 euro di affitto", "l'affitto del garage adesso è 90 euro"),
        ("Lily goes to Hill Primary", "Lily goes to after-school club at the leisure centre now"),
        ("a minha médica é a doutora Reis", "o médico do meu pai é agora o doutor Pina"),
    ],
)
def test_a_value_of_something_else_in_the_same_words_ends_nothing(known: str, new: str) -> None:
    assert choose_ended(new, [known], new) is None
    assert not ends_as_named([new], known, is_over=False)
    assert not is_about_topic(new, known, new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("our rent is 1100", "the rent on our flat is 1200 now"),
        ("the library closes at 8", "the library closes at 7 now"),
        ("dentist on the 9th at 9", "the dentist appointment has moved to the 16th"),
        (
            "tickets for the Arctic Monkeys concert 12 june",
            "the arctic monkeys concert got cancelled",
        ),
        ("die Kita kostet 200 Euro", "die Kita kostet jetzt 230 Euro"),
        ("el gimnasio cuesta 30 euros", "el gimnasio cuesta ahora 35 euros"),
        (
            "Mein Zahnarzttermin ist am 3. Juni.",
            "Der Termin beim Zahnarzt ist auf den 10. Juni verlegt.",
        ),
    ],
)
def test_another_value_of_the_thing_itself_ends_it(known: str, new: str) -> None:
    assert choose_ended(new, [known], new) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I'm on the 8am train", "Joe's on the 9am train now"),
        ("I work on the second floor", "HR moved to the fourth floor"),
        ("I don't eat pork", "the canteen doesn't do pork any more"),
        ("my desk is 14", "Priya moved to desk 19"),
    ],
)
def test_what_somebody_else_does_changes_nothing_of_the_speaker(known: str, new: str) -> None:
    assert choose_ended(new, [known], new) is None


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I take the 7:20 bus", "bus was late, got the 7:50 today"),
        ("as aulas começam às 8:30", "amanhã as aulas começam às 10:00"),
        ("うちの犬の名前はハナです", "隣の犬の名前はコタロウです"),
        ("I eat meat about once a week", "no meat for me this January"),
        ("my boss is Karen", "Karen's retiring in two years, Matt will probably take over"),
        ("book club meets on Tuesdays", 'the poster said "book club now on Mondays"'),
        ("wifi password is tulip88", "the sign in the cafe says the password is now latte1"),
    ],
)
def test_one_time_a_far_day_next_door_and_a_sign_end_nothing_whatever_a_model_says(
    known: str, new: str
) -> None:
    meant = is_meant(new) and bool(drop_doubts(new, known))
    assert not (meant and ends_as_named([new], known, is_over=False))
    assert not (meant and ends_as_named([new], known, is_over=True))


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("I drive a Clio", "sold the Clio today"),
        ("we live in Hull", "we moved to York today"),
        ("our car insurance is with Axis", "switched the car insurance to Beacon"),
        ("our dog is called Moss", "our dog died last night"),
        ("we have a dog called Moss", "our dog died"),
    ],
)
def test_a_change_of_today_ends_what_was(known: str, new: str) -> None:
    assert choose_ended(new, [known], new) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("ich wohne in Trier", "auf dem Schild stand: wir sind umgezogen, jetzt Hauptstraße 9"),
        ("I live in Glasgow", "a film where a guy moves to Oslo, now I live in subtitles"),
        ("ik ben kok", "mijn dochter speelt winkeltje: ik ben nu de bakker"),
    ],
)
def test_a_sign_a_film_and_a_child_at_play_tell_nothing_of_the_speaker(
    known: str, new: str
) -> None:
    assert choose_ended(new, [known], new) is None
