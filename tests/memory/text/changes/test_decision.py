"""Which statement has ended: one at most, and only what words tell of a change of."""

import pytest

from memory.text.changes.decision import choose_ended


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("my dentist is Dr Lang", "my dentist is Dr Moss"),
        ("Our accountant is Bell & Sons", "we've switched accountants, it's Marlow Tax"),
        ("my boss is Viktor", "I have a new boss"),
        ("Mein Hausarzt ist Dr. Brandt", "Habe den Hausarzt gewechselt, bin jetzt bei Dr. Yilmaz"),
        ("meine chefin heißt Frau Lindt", "meine chefin ist die Frau Sommer"),
        ("my favourite film is Amelie", "my favourite film is Paddington 2, no contest"),
        ("Mi dirección es calle Sol 8", "Mi dirección es calle Luna 21, segundo piso"),
        ("我的车是灰色的大众", "我的车是白色的比亚迪"),
        ("I swim every morning", "I've given up swimming because of my shoulder"),
        ("nos vamos a Lisboa el puente de mayo", "al final no vamos a Lisboa"),
    ],
)
def test_another_holder_of_a_role_ends_the_first(old: str, new: str) -> None:
    assert choose_ended(new, [old]) == 0


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("my dentist is Dr Moss", "my other dentist is Dr Quill"),
        ("my dentist is Dr Moss", "my kids' dentist is Dr Lang"),
        ("my dentist is Dr Moss", "my dentist is also Dr Lang"),
        ("my dentist is Dr Moss", "I might change dentists"),
        ("my dentist is Dr Moss", "my husband has changed dentists"),
        ("my boss is Hannah", "my boss is American"),
        ("my boss is Hannah", "my boss is Hannah Bright"),
        ("my doctor is Dr Feld", "one of my doctors is Dr Ahn"),
        ("my doctor is Dr Feld", "my doctors are Dr Feld and Dr Ahn"),
        ("my shoe size is 38", "my size is 12"),
        ("my password is tulip7", "I changed my wifi password"),
        ("our landlord is Mrs Adair", "our landlord was Mr Pym until 2019"),
        ("Mein Chef ist Herr Brand", "Der Chef meiner Frau ist Herr Nolte"),
        ("piano lesson is Thursday at 4", "piano recital is on 12 May"),
        ("I teach yoga on Mondays", "yoga on Friday was cancelled"),
        ("My rent is 700", "I paid 300 of the rent today"),
        ("I teach at Brook School", "started working at the pub on weekends"),
        ("trabajo en el ayuntamiento", "he empezado a trabajar los fines de semana en un bar"),
        ("lavoro in biblioteca", "ho iniziato a lavorare in pizzeria nel weekend"),
        ("Я работаю в банке", "начал по выходным работать в кафе"),
    ],
)
def test_what_may_hold_beside_it_ends_nothing(old: str, new: str) -> None:
    assert choose_ended(new, [old]) is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("parking is 40 for the month", "they've put the parking up, it's 55 for the month now"),
        (
            "MRI is on Monday the 8th",
            "the clinic phoned, they've pushed the MRI back to the 15th",
        ),
        ("pago 620 de alquiler", "me han subido el alquiler a 690, qué fuerte"),
        ("friseur am donnerstag um 16 uhr", "friseur hat angerufen, wird erst freitag"),
        ("репетитор по английскому берёт 900 за час", "репетитор подняла цену, теперь 1100"),
    ],
)
def test_words_of_a_change_end_what_they_name(old: str, new: str) -> None:
    assert choose_ended(new, ["We have a cat.", old]) == 1


def test_of_two_that_may_have_ended_neither_has() -> None:
    known = ["The choir trip costs 40 pounds", "The school trip costs 40 pounds"]
    assert choose_ended("the trip has gone up to 55", known) is None
