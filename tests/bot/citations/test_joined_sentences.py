"""Sentences joined have what each of them has; numbers are found when first asked for."""

from bot.citations.statement import join_sentences, parse_sentence


def test_the_numbers_of_joined_sentences_are_those_of_each() -> None:
    hours, price = parse_sentence("It opens at ten", "en"), parse_sentence("am 5 euros", "en")
    assert (hours + price).numbers == {"10", "5"}  # not 1000, for ten in the morning
    assert (hours + price + hours).numbers == {"10", "5"}


def test_one_denial_denies_what_is_joined_and_none_nothing() -> None:
    open_, closed = parse_sentence("It is open.", "en"), parse_sentence("It is not open.", "en")
    assert join_sentences((open_, open_, closed)).negated
    assert not (open_ + open_).negated
    assert not join_sentences(()).negated


def test_numbers_are_not_looked_for_until_they_are_asked_for() -> None:
    parsed = parse_sentence("A sentence with the number 4711 that nobody asks for.", "en")
    assert "numbers" not in vars(parsed)
    assert parsed.numbers == {"4711"}
