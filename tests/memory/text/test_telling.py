"""People tell of their life in fragments, and search in words that tell nothing."""

import pytest

from memory.text.telling import tells_something

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
    "translate: moved to Leeds last week",
)


@pytest.mark.parametrize("text", TOLD)
def test_a_fragment_tells_something(text: str) -> None:
    assert tells_something(text)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_search_words_and_questions_tell_nothing(text: str) -> None:
    assert not tells_something(text)
