"""Who moves a thing, or to other hours, still lives where they did; a relative's relative is not
the relative, and what is of a former time or of some alone says nothing of what is so now.
"""

import pytest

from memory.facts.told_change import ends
from memory.text.changes.change import takes_place_of
from memory.text.changes.compound import find_ended_part
from memory.text.changes.decision import ends_as_named


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds", "moved to late shifts"),
        ("I live in Leeds", "moved to part time from Monday"),
        ("I live in Leeds", "we've moved to a bigger table"),
        ("I live in Leeds", "moved to the sales team"),
        ("Ich wohne in Bonn", "bin in die Spätschicht gezogen"),
        ("j'habite à Lyon", "j'ai déménagé mon bureau dans le salon"),
        ("vivo en Gijón", "nos hemos mudado a otra mesa"),
        ("ik woon in Utrecht", "ik ben naar de late dienst verhuisd"),
        ("я живу в Твери", "я переехал в другой кабинет"),
    ],
)
def test_who_moves_at_work_still_lives_where_they_did(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("i live in hove", "we moved to worthing"),
        ("I live in Leeds", "we've moved to a village near Ripon"),
        ("I live in Leeds", "moved back to my mum's"),
        ("I live in Leeds", "moved to the coast"),
        ("I live in Leeds", "got my own place in York"),
        ("I live in Leeds", "I moved to Bath last year"),
        ("I live in Leeds", "I moved to Reading"),
        ("ich wohne in Bonn", "ich bin nach Essen gezogen"),
        ("ik woon in Utrecht", "ik ben naar Leiden verhuisd"),
        ("ich wohn in Bremen", "neue adresse leute: seit samstag Oldenburg"),
        ("j'habite à Lyon", "j'ai déménagé à Dijon"),
        ("vivo en Gijón", "me fui a vivir a Lugo"),
        ("я живу в Твери", "я переехал в деревню"),
    ],
)
def test_another_home_ends_the_one_before(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("my brother works at Ford", "my brother's girlfriend has left Ford"),
        ("my sister lives in Hull", "my sister's ex has moved out of Hull"),
        ("my son goes to Trinity", "my son's best friend has left Trinity"),
        ("mon frère travaille chez Ford", "la copine de mon frère a quitté Ford"),
        ("je travaille à la mairie", "le maire a démissionné"),
        ("I work for the mayor", "the mayor has resigned"),
    ],
)
def test_somebody_near_whom_it_is_about_is_another(old: str, new: str) -> None:
    assert not ends(new, old)


def test_who_leaves_ends_their_own_work() -> None:
    assert ends("hab bei Bosch aufgehört, bin jetzt bei Festo", "Ich arbeite bei Bosch")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("the party is on Saturday", "last year's party was cancelled"),
        ("I'm vegetarian", "not every dish there is vegetarian any more"),
        ("bin day is Tuesday", "bin day at the cottage is now Friday"),
        ("Der Elternabend ist am 4.", "der Elternabend der 2b ist jetzt am 6."),
    ],
)
def test_a_former_one_or_a_part_of_all_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I play tennis on Mondays", "I'm also playing on Wednesdays now"),
        ("my son plays football on Mondays", "my son plays football on Wednesdays"),
        ("the shop opens at 9", "the shop opens at 10 on bank holidays"),
    ],
)
def test_what_a_model_takes_for_a_change_may_be_said_to_hold_besides(old: str, new: str) -> None:
    assert not ends_as_named([new], old, is_over=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("房租每月2800", "房东涨价了，现在房租3100"),
        ("家賃は7万円", "家賃が7万5千円になった"),
        ("für strom zahlen wir 94 euro im monat", "strom kostet jetzt 81 euro im monat, immerhin"),
        ("die pin fürs garagentor ist 5829", "stimmt nicht, die pin ist 5892"),
        ("el dentista es el 4 a las 9", "el dentista pasa al 6"),
        ("l'esame di guida è il 9", "esame di guida spostato al 23 uff"),
        (
            "assino aquele clube de vinho, 89 por mês",
            "cancelei o clube do vinho, mandaram 3x seguidas o mesmo",
        ),
    ],
)
def test_a_value_told_in_other_words_is_the_newer_one(old: str, new: str) -> None:
    assert ends(new, old)


def test_for_whom_it_is_does_not_stand_in_the_way_of_a_change_that_a_model_names() -> None:
    old = "Le pot de départ de Sylvie est vendredi à 18h."
    said = "pour Sylvie finalement ce sera lundi midi, vendredi y a personne"
    assert ends_as_named([said], old, is_over=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in York", "moved to the front row"),
        ("I live in York", "Moved to a new phone, numbers same"),
        ("I live in York", "moved to a different gym"),
        ("ik woon in Breda", "ben naar een andere sportschool verhuisd"),
        ("ma soeur habite à Metz", "ma soeur a déménagé ses affaires dans le garage"),
        ("la fête est samedi", "la fête de l'an dernier a été annulée"),
        ("swimming is on Mondays", "last week's swimming was cancelled"),
        ("my appointment is with Dr Lee", "not all appointments are with Dr Lee now"),
    ],
)
def test_neither_a_common_noun_nor_what_is_over_is_a_new_home_or_day(old: str, new: str) -> None:
    assert not ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Yoga is on Tuesdays and Thursdays", "No yoga on Thursday, it's a holiday"),
        ("Yoga is on Tuesdays", "No yoga on Tuesday"),
        ("Yoga ist dienstags und donnerstags", "kein Yoga am Donnerstag"),
    ],
)
def test_what_is_off_on_a_single_day_is_on_the_week_after(old: str, new: str) -> None:
    assert not ends(new, old)


def test_a_place_with_an_article_has_a_capital() -> None:
    assert ends("I moved to the Bronx", "I live in York")


def test_the_hours_of_a_holiday_are_its_own() -> None:
    said = "the clinic shuts at 4 on Christmas Eve"
    assert not ends_as_named([said], "the clinic shuts at 6", is_over=False)


def test_what_says_when_ends_nothing_that_says_where() -> None:
    for old in ("the meeting is in room 4", "the meeting is in the hall"):
        assert not takes_place_of("the meeting is now on Monday", old)
    assert not takes_place_of("the meeting is now in the hall", "the meeting is on Monday")


def test_what_has_a_number_ends_nothing_that_has_none() -> None:
    assert not takes_place_of("Tom is on antibiotics now", "Tom is at number 9")
    assert not takes_place_of("the choir is now at 8", "the choir is in the hall")


def test_where_somebody_lives_is_one_clause() -> None:
    old = "vivo en Valencia, en el barrio de Ruzafa"
    assert takes_place_of("me he mudado a Castellón", old)
    assert find_ended_part("me he mudado a Castellón", old) is None


def test_who_sees_somebody_about_their_health_is_still_married() -> None:
    assert not takes_place_of("I'm seeing someone for my knee", "I'm married to Kay")
    assert takes_place_of("I'm seeing someone else", "I'm married to Kay")


def test_whom_somebody_was_seeing_they_see_no_more() -> None:
    assert takes_place_of("Dana and I broke up", "I'm seeing someone")
    assert not takes_place_of("Dana and I broke up", "I'm seeing someone about the roof")
