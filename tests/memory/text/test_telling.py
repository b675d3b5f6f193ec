"""People tell of their life in fragments, and search in words that tell nothing."""

import pytest

from memory.facts.told_change import is_told
from memory.text.fragments import tells_in_fragment
from memory.text.statement import LONGEST
from memory.text.telling import select_told, tells_of_third, tells_something

TOLD = (
    "moved to Leeds last week",
    "got a cat, Biscuit, 3 yrs old",
    "mum's just moved to Worthing",
    "bin bei Lidl an der Kasse",
    "seit Montag in der neuen Kita",
    "wohnen zu dritt in Fürth",
    "friseur am donnerstag um 16 uhr",
    "kiné jeudi 17h30",
    "mariée à Hugo depuis 4 ans",
    "vivo en Getafe con mi hermana",
    "desde el lunes en Mercadona",
    "abito a Prato, zona stazione",
    "trasferito a Lucca da una settimana",
    "moro em Niterói há anos",
    "grávida de 5 meses",
    "woon in Zwolle, al jaren",
    "verhuisd naar Breda",
    "живу в Туле пока",
    "замужем за Игорем шесть лет",
    "在美团跑外卖",
    "柴犬のコタロウを飼ってる",
    "por fin mudanza hecha 🥳",
    "l'allenatore di Leo è Paolo",
    "anzi no, l'allenatore di Leo si chiama Piero",
    "Pete owes me £40",
    "Jonas schuldet mir 20 Euro",
    "Luis me debe 20 euros",
    "Кирилл должен мне 500 рублей",
    "小王欠我五百块",
    "dentist on the 14th at 3",
    "14日の3時に歯医者",
    "肉はもう食べません",
)
OF_OTHERS = (
    "Papa nimmt Blutdrucktabletten am Abend",
    "der Ersatzschlüssel liegt unter der Matte",
    "das Fahrrad steht im Keller",
    "nan takes her tablets at six",
    "the cleaner comes on Fridays",
    "Jo paid me back",
    "the bike's booked in for a service",
    "dad's home from the clinic",
    "la gata se llama Luna",
    "el curso cuesta 80 euros",
    "il corso costa 80 euro al mese",
    "il cane dorme in cucina",
    "le chat dort dans le garage",
    "mon frère travaille à la poste",
    "de fiets staat achter het huis",
    "oma eet geen vlees",
    "Аня купила новый велосипед",
    "запасной ключ лежит в ящике",
    "女儿对牛奶过敏",
    "自行车停在楼下",
    "钢琴课改到周五了",
    "小明的班主任换成李老师了",
    "a gata se chama Lua",
    "rent's 690 now",
    "Papa braucht jetzt 2 Tabletten",
    "аренда теперь 40 тысяч",
    "课现在是80块",
)
WITHOUT_A_VERB = (
    "аренда 35 тысяч в месяц",
    "спортзал 2000 в месяц",
    "rent 850 a month",
    "gym 25 a month",
    "piano lessons 40 a week",
    "Miete 850 im Monat",
    "loyer 650 par mois",
    "alquiler 700 al mes",
    "affitto 600 al mese",
    "renda 650 por mês",
    "huur 900 per maand",
    "tandartsafspraak op 26 februari",
    "dentist appointment on 26 February",
    "Zahnarzttermin am 26. Februar",
    "rendez-vous chez le dentiste le 26 février",
    "cita con el dentista el 26 de febrero",
    "appuntamento dal dentista il 26 febbraio",
    "2月26日牙医预约",
    "2月26日に歯医者の予約",
    "ключи у соседки тёти Вали",
    "keys with the neighbour Aunt Val",
    "spare keys at my sister's",
    "Schlüssel bei der Nachbarin Frau Weber",
    "clés chez la voisine",
    "sleutels bij de buurvrouw",
)
CHANGED = (
    "le code a changé, c'est 8C02",
    "le code a changé, maintenant c'est 8C02",
    "la salle a changé, c'est C04",
    "le loyer a changé, c'est 700",
    "код поменялся, теперь 8C02",
    "密码改了，是8C02",
)
SEARCHED = (
    "best places to live in Spain",
    "beste Orte zum Leben in Spanien",
    "houses to live in",
    "vegane Kost Rezepte",
    "vegan diet recipes",
    "hotel Rome 100 euro per night",
    "flat to rent 850 a month",
    "Wohnung mieten 850 im Monat",
    "appartement à louer 650 par mois",
    "piso en alquiler 700 al mes",
    "casa in affitto 600 al mese",
    "huis te huur 900 per maand",
    "снять квартиру 35 тысяч в месяц",
    "phone contract under 20 a month",
    "Handyvertrag unter 20 Euro im Monat",
    "best gym in Leeds 25 a month",
    "average salary 3000 a month",
    "save 100 a month",
    "1000 steps a day",
    "rent per month",
    "events in Leeds on 26 February",
    "weather Leeds 26 February",
    "météo 26 février",
    "погода 26 февраля",
    "концерты 26 февраля",
    "train Leeds York 26 February",
    "keys with charms",
    "Schlüssel bei Amazon kaufen",
    "clés chez Leroy Merlin prix",
    "ключи у метро",
    "работа у моря",
    "problems with my neighbour",
    "диабет у ребёнка",
    "code promo, c'est quoi",
)
NEAR_MISSES = (
    "soft drinks price list",
    "wine that goes with fish",
    "restaurants where grandma eats",
    "weekend in Paris what it costs",
    "cat eats grass why",
    "Rezept das keiner braucht",
    "Wein der nicht viel kostet",
    "vin qui va avec le poisson",
    "wijn die bij vis komt",
    "wo liegt der Schlüssel",
    "nimmt Papa noch Tabletten",
    "Fahrt nach Rom Preise",
    "deftige Kost Rezepte",
    "kleinster Staat Europas Name",
    "hotel costa brava agosto",
    "casa in vendita costa amalfitana",
    "house for sale in Leeds",
    "pharmacy open now 24 hours",
    "road works on the M25",
    "hat shop near the station",
    "external hard drives price",
    "places to eat at 10 pm",
    "where grandma lives now",
    "how the boiler goes on",
    "cuándo viene el fontanero",
    "dove abita la nonna",
    "où habite ma tante",
    "waar ligt de sleutel",
    "где лежит ключ",
    "сколько стоит билет",
    "车停在哪里",
    "小明对什么过敏",
    "latest bitcoin price now",
    "gym prices Leeds 2026",
    "rezept für kartoffelsuppe mit speck",
    "ferme à vendre en bretagne",
    "abierto ahora farmacia centro",
)
NOT_TOLD = (
    "",
    "moved",
    "wifi password guest network",
    "Wetter Samstag München",
    "living room paint colour",
    "left luggage station",
    "is the pool open sunday",
    "kann ich hier parken",
    "ist der Pool offen",
    "horario piscina sábado",
    "работает ли бассейн в субботу",
    "停车场在哪里",
    "駐車場ある",
    "do you work on sundays",
    "got a minute?",
    "kann mir jemand den Weg sagen",
    "can you give me the pin",
    "send me the form please",
    "user manual printer pages",
    "駐車場はありませんか",
    "translate: moved to Leeds last week",
)


@pytest.mark.parametrize("text", WITHOUT_A_VERB + CHANGED)
def test_what_costs_so_much_is_on_a_day_or_is_with_somebody_is_told_without_a_verb(
    text: str,
) -> None:
    assert is_told(text) or tells_in_fragment(text)


@pytest.mark.parametrize("text", OF_OTHERS)
def test_what_somebody_or_something_does_is_told(text: str) -> None:
    assert is_told(text) or tells_of_third(text)


@pytest.mark.parametrize("text", NEAR_MISSES + SEARCHED)
def test_what_only_looks_so_is_not(text: str) -> None:
    assert not is_told(text)
    assert not tells_of_third(text)
    assert not tells_in_fragment(text)


@pytest.mark.parametrize("text", TOLD)
def test_a_fragment_tells_something(text: str) -> None:
    assert tells_something(text)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_search_words_and_questions_tell_nothing(text: str) -> None:
    assert not tells_something(text)


def test_a_sentence_too_long_to_be_read_may_tell_something() -> None:
    long = f"Nisha moved to Hove{', and she likes it' * LONGEST}."
    assert select_told(f"{long} When is her birthday?") == long


def test_of_a_message_only_what_it_asks_is_left_out() -> None:
    text = "Nisha's expecting in June. When is her birthday?"
    assert select_told(text) == "Nisha's expecting in June."
    assert select_told("when is her birthday") == ""
    assert select_told("kann ich dort parken") == ""
    assert select_told("muss morgen zum Arzt")
