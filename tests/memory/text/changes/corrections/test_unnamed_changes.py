"""What was told last gets another value by words that do not name it: `it's gone up to 25`."""

import pytest

from memory.text.changes.corrections.correction import correct_words
from memory.text.changes.corrections.last_said import correct_last

LESSONS = "piano lessons for Mia are on Tuesdays at 4, £22 each"


@pytest.mark.parametrize(
    ("old", "said", "right"),
    [
        ("the gym is 20 a month", "it's gone up to 25", "the gym is 25 a month"),
        ("the gym is 20 a month", "it's 25 a month now", "the gym is 25 a month"),
        ("the gym is 20 a month", "it's gone down to 18", "the gym is 18 a month"),
        ("the dog weighs 30 kilos", "down to 28 kilos now", "the dog weighs 28 kilos"),
        ("the rent is 1,100 a month", "it's gone up to 1,250", "the rent is 1,250 a month"),
        ("the rent is 950 a month", "it's gone up to 1,050", "the rent is 1,050 a month"),
        ("die Miete ist 1.100 Euro", "die ist auf 1.250 gestiegen", "die Miete ist 1.250 Euro"),
        (LESSONS, "they've put it up to £25", LESSONS.replace("22", "25")),
        ("my son's feet are a 4", "he's gone up to a 5 already", "my son's feet are a 5"),
        ("choir is on Mondays at 7", "it's Thursday now", "choir is on Thursdays at 7"),
        ("choir is on Mondays", "they've moved it to Tuesday", "choir is on Tuesdays"),
        ("Turnen ist montags um 17 Uhr", "ist jetzt freitags", "Turnen ist freitags um 17 Uhr"),
        ("Miete 640 warm", "die ist auf 710 gestiegen", "Miete 710 warm"),
        ("le loyer est de 600 euros", "il a augmenté à 650", "le loyer est de 650 euros"),
        ("el alquiler son 720 euros", "nos lo han subido a 760", "el alquiler son 760 euros"),
        ("la danza es los lunes", "ahora es los martes", "la danza es los martes"),
        (
            "der Termin ist am 4. März um 9",
            "der ist auf den 11. verschoben",
            "der Termin ist am 11. März um 9",
        ),
        ("the party is on 4 May at 8", "it's been moved to 9pm", "the party is on 4 May at 9pm"),
        (
            "the party is on May 4 at 8",
            "it's been moved to the 11th",
            "the party is on May 11th at 8",
        ),
        ("the rent is 850, due on 4 May", "it's gone up to 900", "the rent is 900, due on 4 May"),
    ],
)
def test_a_change_that_names_nothing_is_of_what_was_said_last(
    old: str, said: str, right: str
) -> None:
    assert correct_last(said, old) == right


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("the gym is 20 a month", "I'm 40 now"),
        ("the gym is 20 a month", "it's 100 now"),
        ("the dog weighs 30 kilos", "down to 80 kilos now"),
        ("the gym is 25 a month", "it's gone up to 900"),
        ("the gym is 25 a month", "it's gone up to 20"),
        ("the gym is 25 a month", "they've put it down to £30"),
        ("Miete 640 warm", "die ist auf 590 gestiegen"),
        ("le loyer est de 600 euros", "il a augmenté à 550"),
        ("I was born in 1987", "it's 2026 now"),
        ("I was born in 1987", "it's gone up to 2026"),
        ("my PIN is 4711", "it's 100 now"),
        ("my PIN is 4711", "it's gone up to 35"),
        ("the door code is 4711", "it's gone up to 35"),
        ("I'm 30", "it's gone up to 35"),
        ("the gym is 20 a month", "it's at 6 now"),
        ("the gym is 20 a month", "the pool is 25 now"),
        ("the gym is 20 a month", "Ann's has gone up to 25"),
        ("the gym is 20 a month", "hers has gone up to 25"),
        ("the gym is 20 a month", "the other one has gone up to 25"),
        ("my sister pays 45 for hers", "mine's gone up to 36"),
        ("the gym is 20 a month", "it hasn't gone up to 25"),
        ("the gym is 20 a month", "it might go up to 25"),
        ("the gym is 20 a month", "it's also 25 now"),
        ("the gym is 20 a month", "he's 25 now"),
        ("the gym is 20 a month", "from March it's 25"),
        ("the gym is 20 a month", "is it 25 now?"),
        ("the rent is 700 euros", "it's 25 degrees now"),
        ("yoga is at 5", "it's 25 quid now"),
        ("le concert est samedi 8 juin", "c'est reporté au 22 juin"),
        ("the gym is 20 a month, the pool 15", "it's gone up to 25"),
        ("Mia's class has 22 children", "she's 8 now"),
        ("the party is on 4 May at 8", "it's been moved to 9"),
        ("the party is on Monday 4 May", "it's been moved to Tuesday"),
        ("850 rent", "moved to number 9"),
        ("Rent is due on the 1st", "it's the 3rd now"),
        ("the code is 4711", "it's 9 now"),
        ("Her birthday is in May", "it's June now"),
        ("the vet is on Monday", "it's Thursday now"),
        ("la clase tiene 22 niños", "ahora tiene 8"),
    ],
)
def test_a_change_of_something_else_gives_no_value_to_what_was_said_last(
    old: str, said: str
) -> None:
    assert correct_last(said, old) == ""


@pytest.mark.parametrize(
    ("old", "said", "right"),
    [
        (
            "Band practice is on Wednesdays at half seven",
            "It's Thursday now, not Wednesday",
            "Band practice is on Thursdays at half seven",
        ),
        ("choir is on Mondays", "no, Tuesday, not Monday", "choir is on Tuesdays"),
        ("Turnen ist mittwochs", "nein, Freitag, nicht Mittwoch", "Turnen ist freitags"),
    ],
)
def test_a_day_is_corrected_in_whatever_form_it_stands(old: str, said: str, right: str) -> None:
    assert correct_words(said, old) == right
