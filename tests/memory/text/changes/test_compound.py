"""Of a statement of several clauses a newer one ends what it is about, and no more."""

import pytest

from memory.text.changes.compound import PartlyEnded, find_ended_part


@pytest.mark.parametrize(
    ("old", "new", "ended", "rest"),
    [
        (
            "My name is Ruth and I live in Leeds.",
            "I moved to York last month.",
            "I live in Leeds.",
            "My name is Ruth.",
        ),
        (
            "I work at the mill, live in Hull and have a dog.",
            "I now work at the bank.",
            "I work at the mill.",
            "I live in Hull. I have a dog.",
        ),
        (
            "I live in Leeds, West Yorkshire, and my name is Ruth.",
            "I moved to York last month.",
            "I live in Leeds, West Yorkshire.",
            "My name is Ruth.",
        ),
        (
            "Ich heiße Ruth und wohne in Fulda.",
            "Ich bin nach Kassel gezogen.",
            "Ich wohne in Fulda.",
            "Ich heiße Ruth.",
        ),
        (
            "Je m'appelle Luc et j'habite à Nice.",
            "J'ai déménagé à Lyon.",
            "J'habite à Nice.",
            "Je m'appelle Luc.",
        ),
        (
            "Tengo dos hijos y vivo en León.",
            "Me mudé a Soria.",
            "Vivo en León.",
            "Tengo dos hijos.",
        ),
        (
            "Mi chiamo Ada e abito a Pisa.",
            "Mi sono trasferita a Roma.",
            "Abito a Pisa.",
            "Mi chiamo Ada.",
        ),
        ("Chamo-me Rui e moro em Braga.", "Mudei-me para Faro.", "Moro em Braga.", "Chamo-me Rui."),
        (
            "Ik heet Bram en woon in Gent.",
            "Ik ben naar Zwolle verhuisd.",
            "Ik woon in Gent.",
            "Ik heet Bram.",
        ),
        (
            "Меня зовут Игорь, и я живу в Туле.",
            "Я переехал в Тверь.",
            "Я живу в Туле.",
            "Меня зовут Игорь.",
        ),
        ("我叫小明，住在上海。", "我搬到杭州了。", "住在上海。", "我叫小明。"),
        (
            "私は花子です。東京に住んでいます。",
            "大阪に引っ越しました。",
            "東京に住んでいます。",
            "私は花子です。",
        ),
    ],
)
def test_what_is_said_beside_what_has_changed_still_holds(
    old: str, new: str, ended: str, rest: str
) -> None:
    assert find_ended_part(new, old) == PartlyEnded(ended, rest)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Leeds and York.", "I moved to Hull."),
        ("Kim and I live in Leeds.", "I moved to Hull."),
        ("My old friend Kim and I live in Leeds.", "I moved to Hull."),
        ("My sister and my brother live in Leeds.", "My brother moved to Hull."),
        ("I like tea and coffee.", "I now like milk."),
        ("I live in Leeds.", "I moved to Hull."),
        ("I live in Leeds and I like tea" + " and I like it" * 20, "I moved to Hull."),
        ("My name is Ruth and I live in Leeds.", "My sister moved to Hull."),
        ("My name is Ruth and I live in Leeds.", "I also live in Hull."),
    ],
)
def test_what_is_one_statement_is_not_taken_apart(old: str, new: str) -> None:
    assert find_ended_part(new, old) is None
