"""Words that documents have for what people say when they ask, some of them one way only."""

from pathlib import Path

import pytest

from indexer.inference.said_for import (
    ARROW,
    find_parted,
    find_told,
    has_told,
    list_groups,
    list_told_words,
)
from indexer.text.synonyms import build_terms, find_same, list_terms
from indexer.text.word_lists import list_languages, load_entries

ALL = list_languages("said_for")
OPPOSITES = Path(__file__).parents[1] / "text" / "opposites.tsv"


def key(words: str, language: str = "en") -> str:
    return " ".join(build_terms(words, language))


def told(words: str, language: str = "en") -> frozenset[str]:
    """All that is told for the words of a question, and for its verbs with particles."""
    terms = list_terms(words, language)
    found = [others for _found, others in find_told(terms, language)]
    parted = [others for _verb, others in find_parted(words, terms, language)]
    return frozenset().union(*found, *parted)


def told_whole(phrase: str, language: str) -> frozenset[str]:
    """All that is told for a phrase itself, without that for its words."""
    found = find_told(list_terms(phrase, language), language)
    same = [others for each, others in found if each.phrase == key(phrase, language)]
    return frozenset().union(*same)


def test_synonyms_are_told_for_each_other() -> None:
    assert key("cancel") in told("May I terminate it?")
    assert key("terminate") in told("May I cancel it?")


def test_a_rule_on_animals_answers_a_question_on_dogs_and_none_on_dogs_one_on_animals() -> None:
    assert key("animal") in told("May I keep a dog?")
    assert key("dog") not in told("May I keep animals?")
    assert key("cat") not in told("May I keep a dog?")


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("fail", "pass"),
        ("boil", "roast"),
        ("calf", "cow"),
        ("foal", "horse"),
        ("lamb", "ewe"),
        ("kitten", "cat"),
        ("hen", "chicken"),
        ("best man", "usher"),
        ("cone", "collar"),
        ("bath", "bathroom"),
        ("subs", "substitutes"),
        ("ticket", "penalty"),
        ("park", "permit"),
        ("earn", "sold"),
        ("daughter", "pupils"),
        ("fridge", "freezer"),
        ("burial", "cremation"),
        ("coat", "jacket"),
        ("dinghy", "ship"),
        ("busy", "quietest"),
        ("tyre", "wheel"),
        ("dairy-free", "lactose-free"),
    ],
)
def test_what_is_beside_a_thing_is_not_told_for_it(asked: str, other: str) -> None:
    assert key(other) not in told(asked)


def test_a_ticket_for_parking_is_a_penalty() -> None:
    assert key("penalty") in told("How much is a parking ticket?")
    assert key("retake") in told("What if I fail the exam?")


def test_a_phrase_is_told_for_a_phrase() -> None:
    assert key("direct debit") not in told("Where do I find the standing stone?")
    assert key("regular payment") in told("When does my standing order end?")


def test_a_word_may_be_in_several_groups_that_are_not_chained() -> None:
    assert {key("notice"), key("cancel")} <= told("terminate")
    assert key("landlord") in told("owner")
    assert key("rent") not in told("employ")  # both `hire`
    assert find_same(key("terminate"), "en") == frozenset()


def test_a_verb_and_its_particle_are_one_word() -> None:
    assert key("cancel") in told("Can I call the lesson off in May?")
    terms = list_terms("Who do I call about the lesson?", "en")
    assert list(find_parted("Who do I call about the lesson?", terms, "en")) == []


def test_a_compound_is_found_in_parts_and_in_one_word() -> None:
    assert key("network") in told("Is there wi-fi?") & told("Is there wifi?")


def test_words_are_listed_as_they_are_written_synonyms_first() -> None:
    words = list_told_words(key("dog"), "en")
    assert words.index("puppy") < words.index("four-legged")
    assert list_told_words(key("zebra"), "en") == ()
    assert has_told(key("dog"), "en")
    assert not has_told(key("zebra"), "en")


def test_a_language_without_a_list_tells_nothing() -> None:
    assert list_groups("xx") == []
    assert told("dog", "xx") == frozenset()


@pytest.mark.parametrize("language", ALL)
def test_every_word_of_a_group_is_found_by_its_own_terms(language: str) -> None:
    """Lines are chosen by how their words begin: none is overlooked."""
    for group in list_groups(language):
        for entry in group.asked:
            others = {key(each, language) for each in group.told} - {key(entry, language), ""}
            single = list_told_words(entry, language) if len(entry) == 1 else ()
            assert others <= told(entry, language) or single, (entry, group)


@pytest.mark.parametrize("language", ALL)
def test_every_entry_has_terms(language: str) -> None:
    """Each is a term, a phrase, one sign or, where it is asked for, a verb with its particle."""
    for group in list_groups(language):
        assert len(group.asked) == len(set(group.asked)), group
        assert len(group.told) == len(set(group.told)), group
        assert group.asked != group.told or len(group.asked) > 1, group
        for entry in group.told:
            parted = group.asked is group.told and " " in entry
            assert key(entry, language) or len(entry) == 1 or parted, (entry, group)


@pytest.mark.parametrize("language", ALL)
def test_opposites_do_not_stand_for_each_other(language: str) -> None:
    lines = (line.split("\t") for line in OPPOSITES.read_text("utf-8").splitlines())
    pairs = [(one, other) for code, one, other in lines if code == language]
    both = [*pairs, *((other, one) for one, other in pairs)]
    taken = [pair for pair in both if key(pair[1], language) in told_whole(pair[0], language)]
    assert taken == []


@pytest.mark.parametrize("language", ALL)
def test_an_arrow_parts_a_line_once(language: str) -> None:
    lines = load_entries("said_for", language)
    assert [each for each in lines if each.count(ARROW.strip()) > 1] == []


def test_there_are_thousands() -> None:
    groups = {each: list_groups(each) for each in ALL}
    assert sum(map(len, groups.values())) > 2700
    assert {"ar", "de", "en", "es", "fr", "it", "ja", "nl", "pt", "ru", "uk", "zh"} <= groups.keys()


@pytest.mark.parametrize("language", ALL)
def test_every_group_is_found_by_each_of_the_words_it_asks_by(language: str) -> None:
    asked = {entry for group in list_groups(language) for entry in group.asked}
    terms = {entry: list_terms(entry, language) for entry in asked}
    found = {
        entry: frozenset(each.phrase for each, _told in find_told(terms[entry], language))
        for entry in asked
    }
    assert not {each for each in asked if key(each, language) not in {"", *found[each]}}
