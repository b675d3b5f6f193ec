"""Who or which has a role is told from what they are like, and whose role it is."""

import pytest

from memory.text.roles import find_asked_role, find_role_values


@pytest.mark.parametrize(
    ("text", "role", "value"),
    [
        ("For the record, my dentist is Dr Lang.", ("dentist",), "Dr Lang"),
        ("Dr Okoro is my GP", ("family_doctor",), "Dr Okoro"),
        ("my new boss is called Ann", ("boss",), "Ann"),
        ("my kids' dentist is Dr Moss", ("dentist", "kids"), "Dr Moss"),
        ("my car is a white Zoe", ("car",), "a white Zoe"),
        ("My shoe size is 38.", ("size", "shoe"), "38"),
        ("Mein Zahnarzt ist Dr. Moos.", ("dentist",), "Dr Moos"),
        ("Mon dentiste, c'est le docteur Ferrand", ("dentist",), "le docteur Ferrand"),
        ("la doctora Peña es mi dentista", ("dentist",), "la doctora Peña"),
        ("La mia squadra preferita è il Bari", ("favourite", "squadra"), "il Bari"),
        ("O meu chefe é a Filipa", ("boss",), "a Filipa"),
        ("Mijn huisarts is dokter Bakker", ("family_doctor",), "dokter Bakker"),
        ("мой начальник Сергей Петрович", ("boss",), "Сергей Петрович"),
        ("我的牙医是莫医生", ("dentist",), "莫医生"),
        ("上司は大野さんになりました", ("boss",), "大野さん"),
    ],
)
def test_a_statement_says_who_has_whose_role(text: str, role: tuple[str, ...], value: str) -> None:
    (found,) = find_role_values(text)
    assert (found.role, found.value) == (role, value)


@pytest.mark.parametrize(
    "text",
    [
        "my boss is German",
        "my boss is really kind",
        "meine Chefin ist Ärztin",
        "mon dentiste est à Lyon",
        "my car is in the garage",
        "one of my doctors is Dr Ahn",
        "my favourite film is on tonight",
        "My boss's dog is Rex",
        "我的牙医是北京人",
        "私の歯医者は親切です",
    ],
)
def test_what_somebody_is_like_is_no_value_of_a_role(text: str) -> None:
    assert find_role_values(text) == ()


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("who is my dentist now?", ("dentist",)),
        ("what is my boss called?", ("boss",)),
        ("how big's my car?", ("car",)),
        ("wer ist mein Zahnarzt?", ("dentist",)),
        ("quel est mon film préféré ?", ("favourite", "film")),
        ("кто мой стоматолог?", ("dentist",)),
        ("我的牙医是谁？", ("dentist",)),
        ("私の歯医者は誰ですか？", ("dentist",)),
        ("where is my car?", ()),
        ("when is my dentist appointment?", ()),
        ("is my dentist Dr Lang?", ()),
    ],
)
def test_a_question_asks_for_a_role(question: str, role: tuple[str, ...]) -> None:
    assert find_asked_role(question) == role
