"""Two texts are one fact or two: when in doubt, two."""

import pytest

from memory.text.equivalence import derive_key, extends, restates

ABOUT_OTHERS = [
    ("I like tea", "My wife likes tea"),
    ("I like tea", "She likes tea"),
    ("I like tea", "Everyone likes tea"),
    ("I live in Rome", "They live in Rome"),
    ("My dog is called Rex", "Her dog is called Rex"),
    ("My name is Max", "Your name is Max"),
    ("Anna lives in Berlin", "Anna's brother lives in Berlin"),
    ("Anna lives in Berlin", "The brother of Anna lives in Berlin"),
    ("Anna lives in Berlin", "I know that Anna lives in Berlin"),
    ("My son is allergic to nuts", "My son's friend Ben is allergic to nuts"),
    ("I work at Siemens", "My brother used to work at Siemens"),
    ("I met Anna", "I met Anna's brother"),
    ("My brother sells fish", "My brother sells fish tanks"),
    ("Tom sells tea", "Tom sells tea user manuals"),
    ("My sister lives with me", "My sister lives with him"),
    ("Ann owes Bob 10", "Bob owes Ann 10"),
    ("Ann is Bob's boss", "Bob is Ann's boss"),
    ("Ich mag Tee", "Meine Frau mag Tee"),
    ("Ich möchte Tee", "Sie möchte Tee"),
    ("Ich esse Nüsse", "Meine Töchter essen Nüsse"),
    ("Anna wohnt in Köln", "Die Schwester von Anna wohnt in Köln"),
    ("Он живёт в Риме", "Она живёт в Риме"),
    ("妹妹住在罗马", "我朋友的妹妹住在罗马"),
]
SAYS_MORE = [
    ("Mia is a nurse", "My sister Mia is a nurse in Rome"),
    ("I like tea", "I like tea and coffee"),
    ("I live in Rome", "I live in Rome with my wife"),
    ("The bike is red", "The bike is red, white and green"),
    ("My sister is Mia", "I have a sister called Mia"),
    ("Mia ist Ärztin", "Mia ist Ärztin in Köln"),
]
TURNED_ROUND = [
    ("I eat meat", "I do not eat meat"),
    ("I eat meat", "I don't eat meat"),
    ("I work at Siemens", "I no longer work at Siemens"),
    ("I like tea", "I used to like tea"),
    ("Ich esse Nüsse", "Ich esse keine Nüsse"),
    ("Я ем мясо", "Я не ем мясо"),
]
THE_SAME = [
    ("My sister is called Mia", "Mia is my sister's name"),
    ("My sister is called Mia", "They named my sister Mia"),
    ("Ann is Bob's boss", "Bob's boss is Ann"),
    ("The SSH port is 22", "22 is the SSH port"),
    ("I am allergic to nuts", "Nuts: I'm allergic to them!"),
]


@pytest.mark.parametrize(("one", "other"), ABOUT_OTHERS)
def test_what_is_said_of_another_is_another_fact(one: str, other: str) -> None:
    for new, old in ((one, other), (other, one)):
        assert not restates(new, old)
        assert not extends(new, old)


@pytest.mark.parametrize(("less", "more"), SAYS_MORE)
def test_what_says_more_of_the_same_takes_in_what_says_less(less: str, more: str) -> None:
    assert extends(more, less)
    assert restates(less, more)


@pytest.mark.parametrize(("said", "turned"), TURNED_ROUND)
def test_what_reverses_a_fact_replaces_it_but_does_not_restate_it(said: str, turned: str) -> None:
    assert extends(turned, said)
    assert not restates(said, turned)


@pytest.mark.parametrize(("one", "other"), THE_SAME)
def test_the_same_in_other_words_is_one_fact(one: str, other: str) -> None:
    assert restates(one, other)
    assert restates(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("TODO: Call 555123", "TODO: Pay 50 EUR"),
        ("Note: Gate B12", "Note: Seat 14A"),
        ("Note: 1234", "Note: 5678"),
        ("Reminder: Dentist 14:30", "Reminder: Concert 20:00"),
        ("Shopping list: Eggs 12", "Shopping list: Milk 2"),
        ("Shopping list: Milk", "Shopping list: Eggs"),
    ],
)
def test_a_label_is_no_topic(one: str, other: str) -> None:
    assert derive_key(one) == derive_key(other) == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("wifi password: hunter2", "The wifi password is now swordfish9"),
        ("Reminder: the gate code is 4411", "Reminder: the gate code is 9912"),
        ("Favourite tea: oolong", "My favourite tea is sencha"),
    ],
)
def test_a_thing_that_is_named_before_a_colon_is_a_topic(one: str, other: str) -> None:
    assert derive_key(one) == derive_key(other) != ""


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("My phone number is 444", "Her phone number is 555"),
        ("My favourite colour is red", "His favourite colour is blue"),
        ("Meine Nummer ist 444", "Seine Nummer ist 555"),
    ],
)
def test_each_person_has_their_own_value(mine: str, other: str) -> None:
    assert derive_key(mine) != derive_key(other)


def test_each_author_has_their_own_topics() -> None:
    room, flight = "Bob Smith: Room 12", "Bob Smith: Flight LH123"
    assert derive_key(room, "Bob Smith") == derive_key(flight, "Bob Smith") == ""
    assert derive_key("Bob Smith: 42", "Bob Smith") == ""
    code = derive_key("Bob Smith: gate code: 4411", "Bob Smith")
    assert code == derive_key("Bob Smith: The gate code is 9912", "Bob Smith")
    assert code != derive_key("Ann: The gate code is 9912", "Ann")
