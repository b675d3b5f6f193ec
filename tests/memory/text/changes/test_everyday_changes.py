"""Everyday changes told in passing: what was swapped, a dose, a school, a home, a surname, a code.

What only sounds like one ends nothing: what belongs to a thing, somebody else's, a stay, a club.
"""

import pytest

from memory.facts.told_change import correct, ends

CHANGED = (
    ("I drive a Seat Ibiza, 2014", "swapped the Ibiza for a Leon at the weekend"),
    ("ich fahre einen alten Polo", "den Polo hab ich gegen einen Yaris getauscht"),
    ("tengo un Seat Ibiza del 2012", "he cambiado el Ibiza por un León"),
    ("ho una Fiat Punto", "ho dato via la Punto, adesso ho una Panda"),
    ("ik rij in een Opel Corsa", "de Corsa heb ik ingeruild voor een Kia"),
    ("у меня Лада Гранта", "продал Гранту, взял Рено Логан"),
    ("我开大众朗逸", "朗逸卖了，换了一辆比亚迪"),
    ("フィットに乗っています", "フィットを売ってヤリスに乗り換えました"),
    ("estoy suscrito a HBO", "me he dado de baja de HBO"),
    ("on a un lapin, Pompon", "Pompon est mort ce matin"),
    ("abbiamo un criceto, Nino", "il criceto è morto ieri"),
    ("I take 5 mg of ramipril in the morning", "doctor doubled my ramipril, 10 mg"),
    ("I take 20 mg of citalopram", "doctor lowered my citalopram to 10 mg"),
    ("ich nehme 20 mg Pantoprazol", "der Arzt hat Pantoprazol auf 40 mg erhöht"),
    ("je prends 40 mg d'oméprazole", "le médecin a baissé l'oméprazole à 20 mg"),
    ("prendo 100 mg di sertralina", "il dottore mi ha abbassato la sertralina a 50 mg"),
    ("tomo 20 mg de losartana", "a médica aumentou a losartana para 50 mg"),
    ("Ella goes to St Mary's primary", "Ella's started at Kingsway High, big step"),
    ("Ella goes to Park Primary", "Ella has changed schools"),
    ("Ollie is at nursery", "Ollie has started school"),
    ("Ollie goes to primary school", "Ollie has started secondary school"),
    ("Rufus the cat is on Royal Canin renal food", "Rufus died last night"),
    ("Jonas geht in die Grundschule Am Wall", "Jonas ist jetzt auf dem Gymnasium Nord"),
    ("Lucas est à l'école Jean Moulin", "Lucas a changé d'école, il est à Jules Ferry"),
    ("Sofia va alla scuola Manzoni", "Sofia adesso frequenta il liceo Volta"),
    ("сын ходит в детский сад № 3", "сын пошёл в школу № 7"),
    ("we live in a flat in Hull", "we're in York now, boxes everywhere"),
    ("I live in Leeds", "packed everything up at last. York is home now"),
    ("ich wohne in Kassel", "wir sind seit gestern in Göttingen, Umzug geschafft"),
    ("my name's Laura Kemp", "I got married in May so it's Laura Ashdown now"),
)
UNCHANGED = (
    ("I drive a Seat Ibiza, 2014", "sold the Ibiza's roof rack on eBay"),
    ("I have a blue Volvo.", "I sold my old Volvo."),
    ("I have a Kindle", "swapped the Kindle case for a green one"),
    ("tengo un Seat Ibiza", "he cambiado el aceite del Ibiza por uno mejor"),
    ("у меня Лада Гранта", "продал зимние шины от Гранты"),
    ("我开大众朗逸", "朗逸的旧轮胎卖了"),
    ("フィットに乗っています", "フィットの古いタイヤを売りました"),
    ("Tom the dog walker comes at 4", "Tom died"),
    ("I pay for Disney+", "cancelled the Disney cruise"),
    ("I pay for Disney+", "my sister binned Disney+"),
    ("estoy suscrito a HBO", "estoy de baja, así que veo HBO todo el día"),
    ("we have a rabbit, Thumper", "Thumper's brother died this morning"),
    ("we have a rabbit", "saw a dead rabbit on the road, poor thing died"),
    ("wir haben einen Hund", "der Hund von nebenan ist gestorben"),
    ("I take 20 mg of citalopram", "the doctor lowered mum's citalopram to 10 mg"),
    ("I take 20 mg of citalopram", "the chemist lowered the price of citalopram to 8 pounds"),
    ("rent is 650", "the landlord cut the deposit to 600"),
    ("Ella goes to St Mary's primary", "Ella started at ballet school on Saturdays"),
    ("Ollie is at school", "Ollie has started secondary school"),
    ("Mia is at nursery", "Ollie has started school"),
    ("Ollie is at nursery", "Ollie has started ballet school"),
    ("Rufus the cat is on Royal Canin renal food", "Rufus nearly died last night"),
    ("Ann walks the dog on Mondays", "Ann died"),
    ("Ella goes to St Mary's primary", "Ella goes to school by bus now"),
    ("Ella goes to Park Primary", "Ella started the school choir"),
    ("Ella goes to St Mary's primary", "Tom has started at Kingsway High"),
    ("Lucas est à l'école Jean Moulin", "Lucas est maintenant à l'école de musique le mercredi"),
    ("Marta va al colegio Cervantes", "Marta va ahora a una escuela de danza"),
    ("I live in Leeds", "we're in Rome now, unpacked and off to the pool"),
    ("I live in Leeds", "London is home to my sister now"),
    ("I live in Leeds", "the office is in York now, boxes everywhere"),
    ("I live in Leeds", "Tom is home now"),
    ("my name's Laura Kemp", "she's Laura Ashdown now, my namesake"),
    ("my name's Laura Kemp", "it's Laura Ashdown on the phone now, got to go"),
)


@pytest.mark.parametrize(("old", "new"), CHANGED)
def test_a_change_told_in_passing_ends_what_was_so(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(("old", "new"), UNCHANGED)
def test_what_only_sounds_like_a_change_ends_nothing(old: str, new: str) -> None:
    assert not ends(new, old)


def test_a_code_is_corrected_by_one_with_the_same_word() -> None:
    known = "the wifi password is teapot99"
    assert correct("scratch that, it's teapot98", known) == "the wifi password is teapot98"
    assert not correct("sorry, flight BA204", known)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I drive a Polo", "I drive a Kia now"),
        ("je conduis une Clio", "je conduis une Zoé maintenant"),
        ("ik rij in een Polo", "Polo weg, ik rij nu in een Aygo"),
        ("o código do alarme é 5050", "mudaram o código do alarme para 6161"),
    ],
)
def test_another_make_or_code_by_now_ends_the_one_before(old: str, new: str) -> None:
    assert ends(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I drive a bus", "I drive a Kia now"),
        ("I drive a Golf", "I drive a Tesla at work now"),
        ("I drive a Golf", "I drive Mum's Micra now"),
        ("I drive a Golf", "I also drive a Kia now"),
        ("I drive to Hull", "I drive to Leeds now"),
        ("Tom drives a Golf", "I drive a Kia now"),
        ("I drive a Golf", "I drive Tom now"),
        ("I drive a Golf", "I drive Uber now"),
        ("je roule en Clio", "je roule en Bretagne maintenant"),
        ("ik rij in een Polo", "ik rij nu in België"),
    ],
)
def test_a_trade_a_borrowed_car_and_a_way_end_no_car(old: str, new: str) -> None:
    assert not ends(new, old)
