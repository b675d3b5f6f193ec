"""Short names that a model gives to what a person said."""

import pytest

from memory.text.labels import ground_label


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("harbour", "I work at the harbour."),
        ("job", "I work at the harbour."),
        ("Employment", "I work at the harbour."),
        ("Umzug", "Ich bin im Mai umgezogen."),
        ("déménagement", "J'ai déménagé en mai."),
    ],
)
def test_a_label_holds_whose_words_the_person_used_or_meant(label: str, said: str) -> None:
    assert ground_label(label, [said]) == label


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("pirate", "I work at the harbour."),
        ("send mail", "I work at the harbour."),
        ("dentist bill", "I went to the dentist."),
        ("make use", "I have a harbour."),
        ("Scheidung", "Ich bin im Mai umgezogen."),
    ],
)
def test_a_label_does_not_hold_with_words_of_others(label: str, said: str) -> None:
    assert not ground_label(label, [said])


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("allergic to nuts", "I'm not allergic to nuts."),
        ("allergisch gegen Nüsse", "Ich bin nicht allergisch gegen Nüsse."),
        ("allergique aux noix", "Je ne suis pas allergique aux noix."),
        ("alérgico a las nueces", "No soy alérgico a las nueces."),
        ("allergico alle noci", "Non sono allergico alle noci."),
        ("alérgico a nozes", "Não sou alérgico a nozes."),
        ("allergisch voor noten", "Ik ben niet allergisch voor noten."),
        ("аллергия на орехи", "У меня нет аллергии на орехи."),
        ("花生过敏", "我对花生不过敏。"),
        ("ナッツが好き", "ナッツが好きではありません。"),
        ("不喜欢喝茶", "我喜欢喝茶。"),
        ("не люблю чай", "Я люблю чай."),
        ("moved to York", "I might move to York."),
        ("Bob paid Ann", "Ann paid Bob back."),
        ("借给小王", "小王借给我五百块。"),
        ("お茶が嫌い", "お茶が好きです。"),
        ("user likes coffee", "I like tea."),
        ("听王强的话", "我住在苏州。"),
    ],
)
def test_a_label_says_nothing_else_than_the_person_did(label: str, said: str) -> None:
    assert not ground_label(label, [said])


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("nuts", "I'm not allergic to nuts."),
        ("no nuts", "No nuts for me."),
        ("Ann Bob", "Ann paid Bob back."),
        ("苏州", "我住在苏州。"),
        ("喝茶", "我不喜欢喝茶。"),
        ("京都", "京都に住んでいます。"),
        ("バンド名", "バンド名はまだ決まっていない。"),
        ("mum's birthday", "Don't forget mum's birthday!"),
    ],
)
def test_a_label_may_name_what_was_denied_or_told(label: str, said: str) -> None:
    assert ground_label(label, [said]) == label
