"""When a fact holds is said as the language says it: `since 3 May`, but `depuis le 3 mai`."""

import pytest

from bot.rendering.fact_times import describe_times
from indexer.i18n import SHIPPED, use_language
from indexer.scopes import ADMIN
from memory.fact import Fact, FactValue, Validity

NOW = 1_780_000_000
SAID = {
    "en": {
        Validity(since="2026-05-03"): "since 3 May 2026",
        Validity(since="2026-05"): "since May 2026",
        Validity(until="2026-05-03"): "until 3 May 2026",
        Validity(since="2026-05-03", until="2026-06-04T12:00"): "from 3 May 2026 to 4 Jun 2026",
        Validity(occurs="2026"): "in 2026",
    },
    "de": {
        Validity(since="2026-05-03"): "seit dem 03.05.2026",
        Validity(since="2026-05"): "seit Mai 2026",
        Validity(until="2026-05-03"): "bis zum 03.05.2026",
        Validity(since="2026-05-03", until="2026-06-04"): "vom 03.05.2026 bis zum 04.06.2026",
        Validity(occurs="2026-05"): "im Mai 2026",
        Validity(occurs="2026"): "2026",
    },
    "es": {
        Validity(since="2026-05-03"): "desde el 3 may 2026",
        Validity(since="2026"): "desde 2026",
        Validity(until="2026-05-03"): "hasta el 3 may 2026",
        Validity(occurs="2026-05-03/2026-05-09"): "del 3 may 2026 al 9 may 2026",
        Validity(since="2025", until="2026-05-03"): "de 2025 a 3 may 2026",
    },
    "fr": {
        Validity(since="2026-05-03"): "depuis le 3 mai 2026",
        Validity(since="2026-05"): "depuis mai 2026",
        Validity(until="2026-05-03"): "jusqu’au 3 mai 2026",
        Validity(until="2026"): "jusqu’en 2026",
        Validity(occurs="2026-05-03/2026-05-09"): "du 3 mai 2026 au 9 mai 2026",
        Validity(since="2024", until="2026"): "de 2024 à 2026",
    },
}


@pytest.mark.parametrize(
    ("language", "validity", "said"),
    [(code, validity, said) for code, each in SAID.items() for validity, said in each.items()],
)
def test_the_times_of_a_fact(language: str, validity: Validity, said: str) -> None:
    fact = Fact("a1", ADMIN, FactValue("plays chess", validity=validity), NOW, NOW)
    with use_language(SHIPPED.load(language)):
        assert describe_times(fact) == said
