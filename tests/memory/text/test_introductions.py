"""By which name somebody is known, and that one is asked for by either."""

import pytest

from memory.text.changes.change import takes_place_of
from memory.text.introductions import find_introductions, keep_introduction, shorten_introductions


@pytest.mark.parametrize(
    ("text", "name", "known_as"),
    [
        ("My sister Ann lives in Bath.", "Ann", "My sister"),
        ("Our dog Biscuit is afraid of fireworks.", "Biscuit", "Our dog"),
        ("My sister is called Ann.", "Ann", "My sister"),
        ("Meine Mitbewohnerin Svenja spielt Posaune.", "Svenja", "Meine Mitbewohnerin"),
        ("Meine Schwester heißt Anna.", "Anna", "Meine Schwester"),
        ("Ma sœur Claire habite à Nantes.", "Claire", "Ma sœur"),
        ("Mi hermana Lucía vive en Cádiz.", "Lucía", "Mi hermana"),
        ("La mia ragazza Chiara è fisioterapista.", "Chiara", "mia ragazza"),
        ("A minha irmã Rita mora em Braga.", "Rita", "minha irmã"),
        ("Mijn zus Sanne woont in Delft.", "Sanne", "Mijn zus"),
        ("Моя сестра Аня живёт в Твери.", "Аня", "Моя сестра"),
        ("我妹妹小丽住在杭州。", "小丽", "我妹妹"),
        ("我姐姐叫王芳", "王芳", "我姐姐"),
        ("妹の花子は京都に住んでいます。", "花子", "妹"),
    ],
)
def test_who_is_introduced(text: str, name: str, known_as: str) -> None:
    (found,) = find_introductions(text)
    assert (found.name, found.known_as) == (name, known_as)


@pytest.mark.parametrize(
    "text",
    [
        "My friend says I should go.",
        "Fiona's husband Raj coaches rugby.",
        "Her sister Ann lives in Bath.",
        "My birthday is in June",
        "Meine Schwester mag Käse.",
        "我妹妹喜欢跳舞。",
        "息子の学校は遠い。",
        "My sister and Ann were here.",
    ],
)
def test_nobody_is_introduced(text: str) -> None:
    assert not find_introductions(text)


@pytest.mark.parametrize(
    ("told", "question", "renamed"),
    [
        ("My sister Ann sings.", "Where does my sister live?", "Where does Ann live?"),
        ("My sister Ann sings.", "Where does Ann live?", "Where does my sister live?"),
        ("Our dog Biscuit barks.", "What does my dog eat?", "What does Biscuit eat?"),
        ("Mein Bruder Kai singt.", "Was macht mein Bruder?", "Was macht Kai?"),
        ("妹の花子は元気です。", "妹はどこで働いていますか？", "花子はどこで働いていますか？"),
        ("My sister Ann sings.", "Where do I live?", None),
        ("My sister Ann sings.", "Where does my brother live?", None),
        ("My sister Ann sings.", "Does my sister Ann sing?", None),
        ("My sister Ann sings.", "Where is Annapolis?", None),
    ],
)
def test_one_question_asks_by_the_name_or_by_whose_it_is(
    told: str, question: str, renamed: str | None
) -> None:
    (found,) = find_introductions(told)
    assert found.rename(question) == renamed


def test_who_a_name_is_outlasts_what_was_said_of_it() -> None:
    old, new = "My sister Ann lives in Bath.", "Ann has moved to Bristol."
    assert shorten_introductions(old, new) == "Ann lives in Bath."
    assert keep_introduction(old, new) == "My sister Ann"
    assert keep_introduction(old, "My sister Ann has moved to Bristol.") == ""
    assert keep_introduction(old, "I have moved to Bristol.") == ""


@pytest.mark.parametrize(
    ("new", "old", "ends"),
    [
        ("Ann has moved to Bristol.", "My sister Ann lives in Bath.", True),
        ("Luca si è trasferito a Dublino.", "Mio fratello Luca vive a Londra.", True),
        ("Fiona now works in Plymouth.", "My daughter Fiona works in Exeter.", True),
        ("Beth has moved to Bristol.", "My sister Ann lives in Bath.", False),
        ("I have moved to Bristol.", "My sister Ann lives in Bath.", False),
    ],
)
def test_what_is_said_of_a_name_ends_what_was_said_of_who_has_it(
    new: str, old: str, ends: bool
) -> None:
    assert takes_place_of(new, old) is ends


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("The new rent is 900", "The rent is 850 euros."),
        ("Die neue Miete ist 900 Euro.", "Die Miete beträgt 850 Euro."),
        ("Le nouveau loyer est de 900 euros.", "Le loyer est de 850 euros."),
        ("El nuevo alquiler es de 900 euros.", "El alquiler es de 850 euros."),
        ("Il nuovo affitto è di 900 euro", "L'affitto è di 850 euro."),
        ("De nieuwe huur is 900 euro.", "De huur is 850 euro."),
        ("A nova renda é de 900 euros", "A renda é de 850 euros"),
        ("Новая аренда 900 рублей", "Аренда 850 рублей"),
        ("新房租是900元", "房租是850元"),
        ("新しい家賃は9万円です", "家賃は8万円です"),
        ("The mooring is now 1350 pounds.", "The mooring costs 1200 pounds a year."),
    ],
)
def test_a_new_amount_ends_the_older(new: str, old: str) -> None:
    assert takes_place_of(new, old)


def test_what_is_new_and_not_measured_may_stand_beside_the_older() -> None:
    assert not takes_place_of("The new car is red", "The car is blue")
