"""Holidays are days by name; those that depend on Easter move with it."""

from datetime import UTC, date, datetime

import pytest

from indexer.text.dates.finder import find_mention
from indexer.text.dates.holidays import find_easter

NOW = datetime(2026, 11, 18, 10, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "day", "role"),
    [
        ("We're at my mum's for Boxing Day.", "2026-12-26", "on"),
        ("On Christmas Day I work.", "2026-12-25", "on"),
        ("We got engaged on Christmas Eve.", "2025-12-24", "on"),
        ("Last Christmas we were in Wales.", "2025-12-25", "on"),
        ("The contract runs until Christmas.", "2026-12-25", "until"),
        ("I've been off meat since Easter.", "2026-04-05", "since"),
        ("Good Friday 2028 we move.", "2028-04-14", "on"),
        ("Heiligabend sind wir bei Oma.", "2026-12-24", "on"),
        ("An Ostern fahren wir nach Wien.", "2027-03-28", "on"),
        ("Nous partons à Noël.", "2026-12-25", "on"),
        ("Mardi gras on fait des crêpes.", "2027-02-09", "on"),
        ("Le lundi de Pâques on mange chez maman.", "2027-03-29", "on"),
        ("Pas de chorale le jeudi de l'Ascension.", "2027-05-06", "on"),
        ("El Viernes Santo libro.", "2027-03-26", "on"),
        ("A Ferragosto andiamo in montagna.", "2027-08-15", "on"),
        ("No Carnaval vou ao Rio.", "2027-02-09", "on"),
        ("Met Sinterklaas zijn we bij mijn ouders.", "2026-12-05", "on"),
        ("На Новый год едем в Питер.", "2027-01-01", "on"),
        ("国庆节去云南。", "2027-10-01", "on"),
        ("大晦日は実家で過ごします。", "2026-12-31", "on"),
    ],
)
def test_a_holiday_is_the_next_one_or_the_last(text: str, day: str, role: str) -> None:
    found = find_mention(text, NOW)
    assert found
    assert (found.period.iso, found.role) == (day, role)


@pytest.mark.parametrize(
    "text",
    [
        "Every Boxing Day we swim in the sea.",
        "Jedes Jahr an Weihnachten kommt Tante Ilse.",
        "I love Christmas.",
        "I bought Easter eggs.",
        "I work at Christmas markets.",
        "My flat is on Easter Road.",
        "Ich heiße Nikolaus.",
        "Natale mi ha chiamato.",
        "Je travaille à Noël-sur-Mer.",
        "クリスマスツリーを買いました。",
    ],
)
def test_what_recurs_or_only_has_such_a_name_is_no_date(text: str) -> None:
    assert find_mention(text, NOW) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("On part à Pâques.", "2027-03-28"),
        ("Elle part à Pentecôte.", "2027-05-16"),
        ("On est partis à Pâques.", "2026-04-05"),
        ("We got engaged last Christmas Eve.", "2025-12-24"),
        ("We fly home\non Christmas Eve.", "2026-12-24"),
    ],
)
def test_a_preposition_is_no_verb_and_a_line_break_no_repetition(text: str, day: str) -> None:
    found = find_mention(text, NOW)
    assert found
    assert found.period.iso == day


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Last Halloween was fun.", date(2025, 10, 31)),
        ("Halloween is fun.", date(2026, 10, 31)),
    ],
)
def test_the_last_holiday_is_not_today(text: str, day: date) -> None:
    found = find_mention(text, datetime(2026, 10, 31, 10, tzinfo=UTC))
    assert found
    assert found.period.first == day


@pytest.mark.parametrize(
    "text",
    [
        "My cat is called Halloween.",
        "Unser Hund heißt Silvester.",
        "Tom lives in Good Friday Street.",
        "Vivo a Santo Stefano.",
    ],
)
def test_what_somebody_is_called_or_a_home_is_no_date(text: str) -> None:
    assert find_mention(text, NOW) is None


def test_a_date_goes_before_a_holiday() -> None:
    found = find_mention("Our Christmas party is on 12 December.", NOW)
    assert found
    assert found.period.iso == "2026-12-12"


@pytest.mark.parametrize(
    "easter",
    [
        *("1954-04-18", "1981-04-19", "2024-03-31", "2025-04-20", "2026-04-05"),
        *("2027-03-28", "2028-04-16", "2038-04-25", "2049-04-18"),
    ],
)
def test_easter_moves(easter: str) -> None:
    assert find_easter(int(easter[:4])) == date.fromisoformat(easter)
