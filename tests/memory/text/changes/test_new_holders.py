"""Who has a role now: words before the speaker name nobody else, and names are whole words."""

import pytest

from memory.text.changes.decision import choose_ended, ends_as_named, is_about_topic


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("My dentist is Dr Roux.", "After the move I have got a new dentist."),
        ("My dentist is Dr Roux.", "Because of the insurance I have changed dentist."),
        ("My dentist is Dr Roux.", "Since the move to Bath I have a new dentist."),
        ("My dentist is Dr Roux.", "With my new insurance I have got a new dentist."),
        (
            "Mon dentiste est le Dr Roux.",
            "Depuis le déménagement, j'ai un nouveau dentiste.",
        ),
        ("Mi dentista es la Dra. Sanz.", "Desde la mudanza tengo un nuevo dentista."),
    ],
)
def test_a_cause_or_a_time_before_the_speaker_is_nobody_else(known: str, new: str) -> None:
    assert choose_ended(new, [known]) == 0


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("My dentist is Dr Roux.", "After the move my neighbour has got a new dentist."),
        ("My dentist is Dr Roux.", "Since the move the school has a new dentist."),
        ("My dentist is Dr Roux.", "In Bath the clinic has got a new dentist."),
        ("Mon dentiste est le Dr Roux.", "Depuis le déménagement le voisin a un nouveau dentiste."),
        ("My doctor is Dr Roux.", "The owner of the house has got a new doctor."),
        ("My boss is Ann Lee.", "My boss has a new boss."),
    ],
)
def test_somebody_behind_a_cause_or_a_time_has_their_own(known: str, new: str) -> None:
    assert choose_ended(new, [known]) is None


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("My boss is Ed.", "My boss got replaced."),
        ("My dentist is Dr Roux.", "I go to Dr Hall now instead of Dr Roux."),
        ("Mein Zahnarzt ist Dr. Moos.", "Ich gehe jetzt zu Dr. Hall statt zu Dr. Moos."),
    ],
)
def test_a_name_in_other_words_or_left_for_another_is_no_news_of_the_holder(
    known: str, new: str
) -> None:
    assert is_about_topic(new, known, new)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("My boss is Ed.", "Ed is on holiday until Monday."),
        ("My dentist is Dr Roux.", "Dr Roux is on leave, and I will see her next week instead."),
        ("我的牙医是王医生。", "王医生下周休假。"),
    ],
)
def test_news_of_the_holder_ends_nothing(known: str, new: str) -> None:
    assert not is_about_topic(new, known, new)
    assert not ends_as_named([new], known, is_over=False)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("駅前の家賃は5万円です。", "駅前の家賃は6万円です。"),
        ("门前的停车费是5元。", "门前的停车费是8元。"),
        ("以前のマンションの家賃は5万円です。", "以前のマンションの家賃は6万円です。"),
        ("The earlier train is at 7:10.", "The earlier train is at 7:05 now."),
        (
            "The former owner's number is 555 1111.",
            "The former owner's number is 555 2222 now.",
        ),
    ],
)
def test_a_place_in_front_is_not_a_former_one_and_a_former_one_has_news_too(
    known: str, new: str
) -> None:
    assert ends_as_named([new], known, is_over=False)


@pytest.mark.parametrize(
    ("known", "new"),
    [
        ("私の電話番号は080-1111です", "前の電話番号は080-3333でした"),
        ("私の電話番号は080-1111です", "私の前の電話番号は080-3333でした"),
        ("我的手机号是137", "我以前的手机号是138"),
        ("Мій номер 555 1234.", "Мій старий номер був 555 9999."),
        ("Мій номер 555 1234.", "Мій колишній номер був 555 9999."),
        ("Mitt nummer är 555 1234.", "Mitt gamla nummer var 555 9999."),
        ("Numaram 555 1234.", "Eski numaram 555 9999 idi."),
    ],
)
def test_a_former_number_changes_nothing(known: str, new: str) -> None:
    assert not ends_as_named([new], known, is_over=False)
    assert not is_about_topic(new, known, new)
