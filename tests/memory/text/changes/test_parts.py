"""What is said of a part of a thing, of another of its kind, or doubted at once ends nothing."""

import pytest

from memory.text.changes.decision import choose_ended, ends_as_named, is_about_topic

STANDS = (
    # a part of it, or what belongs to it
    ("the wedding is on 12 September", "dress fitting for the wedding moved to friday"),
    ("the wedding is on 12 September", "the wedding cake tasting is on the 3rd now"),
    ("le mariage est le 12 septembre", "l'essayage pour le mariage est décalé à vendredi"),
    ("la boda es el 12 de septiembre", "la prueba del vestido de la boda ahora es el viernes"),
    ("il matrimonio è il 12 settembre", "la prova dell'abito per il matrimonio è spostata"),
    ("o casamento é dia 12 de setembro", "a prova do vestido do casamento agora é na sexta"),
    ("de bruiloft is op 12 september", "de pasafspraak voor de bruiloft is verzet naar vrijdag"),
    ("婚礼9月12号", "婚礼的试纱改到周五了"),
    ("結婚式は9月12日", "結婚式の衣装合わせが金曜に変わった"),
    ("standup is at 9", "standup notes go out at 10 now"),
    ("tom's got football on saturdays", "tom's football boots are blue now"),
    # another one of its kind
    ("my rent is 640", "rent for the two bed downstairs is 950 now"),
    ("le loyer est de 700", "le loyer du garage est passé à 90"),
    ("el alquiler son 700", "el alquiler del garaje ha subido a 90"),
    ("l'affitto è 700", "l'affitto del box è salito a 90"),
    ("o aluguel é 700", "o aluguel da garagem subiu pra 90"),
    ("de huur is 700", "de huur van de garage is verhoogd naar 90"),
    ("аренда 700", "аренда гаража поднялась до 90"),
    ("家賃は7万", "駐車場の家賃が9千円に上がった"),
    ("my phone is a Pixel", "the work phone is an iPhone now"),
    ("yoga is on tuesdays", "yoga on thursdays is 8 quid now"),
    # somebody's somebody
    ("my dentist is Dr Patel", "amys dentist is Dr Owen now"),
    ("papa travaille chez Renault", "le frère de papa a quitté Renault"),
    ("mein bruder wohnt in Ulm", "die ex von meinem bruder ist nach Augsburg gezogen"),
    ("сестра живёт в Омске", "подруга сестры переехала в Томск"),
    ("mein chef ist Uwe", "der chef von meiner frau ist jetzt Jens"),
    ("estoy soltera", "mi compi de piso se casó el sábado"),
    # what nobody vouches for
    ("the pharmacy shuts at 6", "some bloke said the pharmacy shuts at 8 now, no idea"),
    ("la piscine ferme à 19h", "le gars prétend que la piscine ferme à 21h, à vérifier"),
    (
        "die bücherei macht um 18 uhr zu",
        "die bücherei macht jetzt um 20 uhr zu, keine ahnung",
    ),
    ("la biblioteca cierra a las 8", "ahora la biblioteca cierra a las 7, ni idea"),
    ("l'ambulatorio chiude alle 18", "dicono che l'ambulatorio ora chiude alle 20, boh"),
    ("a farmácia fecha às 20h", "o porteiro falou que a farmácia agora fecha às 22h, sei lá"),
    ("de apotheek sluit om 6", "de apotheek sluit nu om 8, weet niet of t klopt"),
    ("аптека до восьми", "говорят аптека теперь до десяти, не верю"),
    ("图书馆六点关门", "听说图书馆现在八点才关门，不知道真假"),
    # what becomes of somebody or something else
    ("Tom is 9", "Bas wordt 10"),
    ("de tandarts is op de 9e", "de kapper wordt de 16e"),
    # what was before
    ("my rent is 640", "my rent was 580 when i moved in"),
)
ENDED = (
    ("the gym is 28 a month", "the price of the gym has gone up to 34"),
    ("dentist on the 9th at 9", "the dentist appointment has moved to the 16th"),
    ("my rent is 640", "my rent has gone up to 690, can't believe it"),
    ("le loyer est de 700", "le prix du loyer est passé à 750"),
    ("de huur is 700", "de huur is verhoogd naar 750, echt waar"),
    ("I have a blue Volvo.", "I part-exchanged the Volvo for a Skoda."),
    ("婚礼9月12号", "婚礼的日期改到10月3号了"),
    ("yoga is on tuesdays", "yoga on tuesdays has moved to thursdays"),
    ("meeting is on Monday", "the monday meeting is on Tuesday now"),
    ("fumo un paquete al día", "he dejado de fumar"),
    ("estoy soltera", "me casé el sábado"),
    ("защита диплома 14 июня", "защиту сдвинули на 21е, комиссия в отпуске"),
    ("футбол с Лёхой в субботу", "футбол с Лёхой отпал"),
    ("de tandarts is op de 9e", "tandarts belde, wordt de 16e"),
    ("parkeervergunning kost 60 per jaar", "parkeervergunning wordt 85"),
)


@pytest.mark.parametrize(("old", "new"), STANDS)
def test_what_is_of_a_part_or_another_one_ends_nothing(old: str, new: str) -> None:
    assert choose_ended(new, [old], new) is None


@pytest.mark.parametrize(("old", "new"), STANDS)
def test_nor_does_it_under_a_models_topic(old: str, new: str) -> None:
    assert not is_about_topic(new, old, new)


@pytest.mark.parametrize(("old", "new"), STANDS)
def test_nor_does_it_where_a_model_names_the_fact(old: str, new: str) -> None:
    assert not ends_as_named((new,), old, is_over=False)


@pytest.mark.parametrize(("old", "new"), ENDED)
def test_what_is_of_the_thing_itself_ends_it(old: str, new: str) -> None:
    assert choose_ended(new, [old], new) == 0


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("the flight back from Rome is on 10 May now", "my flight to Rome is on 3 May"),
        ("der Zug von Ulm fährt jetzt um 9", "der Zug nach Ulm fährt um 8"),
        ("the gym opens at 7 now", "the gym costs 25 a month"),
        ("it rained so I didn't run on Saturday", "I run on Saturdays"),
        ("ich bin am Samstag nicht gelaufen", "ich laufe samstags"),
    ],
)
def test_another_way_another_thing_done_and_one_time_end_nothing(new: str, old: str) -> None:
    assert choose_ended(new, [old]) is None


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("the flight to Rome is on 10 May now", "my flight to Rome is on 3 May"),
        ("the gym opens at 8 now", "the gym opens at 7"),
        ("I don't run on Saturdays any more", "I run on Saturdays"),
    ],
)
def test_the_same_way_and_deed_do(new: str, old: str) -> None:
    assert choose_ended(new, [old]) == 0
