from itertools import pairwise

import pytest

from indexer.text.sentences import find_cuts, find_sentence_ends


def sentences(text: str) -> list[str]:
    ends = [0, *find_sentence_ends(text, 0, len(text))]
    return [text[start:end] for start, end in pairwise(ends)]


@pytest.mark.parametrize(
    "text",
    [
        "He met Dr. Smith there.",
        "See Fig. 3 and J. S. Bach.",
        "Use e.g. This one.",
        "Das gilt z.B. Hier auch.",
        "In ver. two it works.",
        "Version 2.0 costs 3.50 euros.",
        "Visit example.org for more.",
        "Section 4. 2 describes the outbox.",
        "Vom 1. November bis zum 15. März ist es zu.",
        "Das Büro liegt im 2. Stock links.",
    ],
)
def test_a_full_stop_inside_a_sentence_ends_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "pieces",
    [
        ["One. ", "Two! ", "Three? ", "Four… ", "Five"],
        ['He said "Stop." ', "Then he left."],
        ["It was 1999. ", "20 people came."],
        ["Take room 12. ", "Then rest."],
        ["第一句。", "第二句！", "第三句"],
        ["هل هذا؟ ", "نعم"],
        ["एक वाक्य। ", "दूसरा।", "तीसरा"],
        ["他说。", '"你好。" ', "她走了"],
        ["Սա մեկն է։ ", "Սա երկրորդն է"],
        ["នេះជាមួយ។", "នេះជាពីរ"],
        ["ဒါကတစ်။", "ဒါကနှစ်"],
        ["A paragraph\n\n", "another"],
        ["A list:\n", "- one\n", "- two\n", "1. three"],
    ],
)
def test_sentences_keep_the_space_behind_them(pieces: list[str]) -> None:
    assert sentences("".join(pieces)) == pieces


def pieces(text: str, room: int, size: int) -> list[str]:
    ends = [0, *find_cuts(text, (0, len(text)), (room, size), len)]
    return [text[start:end] for start, end in pairwise(ends)]


def test_a_long_sentence_is_cut_at_lines_then_clauses_then_words() -> None:
    assert pieces("a b, c\nd e, f", 9, 9) == ["a b, c\n", "d e, f"]
    assert pieces("a b c, d e f g", 9, 9) == ["a b c, ", "d e f g"]
    assert pieces("aaaa bbbb cccc", 11, 11) == ["aaaa bbbb ", "cccc"]
    assert pieces("x" * 10, 4, 3) == ["xxxx", "xxx", "xxx"]


@pytest.mark.parametrize("letter", ["👨‍👩‍👧", "e\u0301", "🇩🇪", "👍🏽", "นี้", "\r\n"])
def test_what_is_seen_as_one_letter_is_not_cut(letter: str) -> None:
    text = "x" + letter * 50
    for room in range(8, 16):
        assert all(
            piece.lstrip("x").count(letter) * len(letter) == len(piece.lstrip("x"))
            for piece in pieces(text, room, room)
        )


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("2.12. Papier", [12]),
        ("Mo 2.12. Papier", [15]),
        ("Die Feier ist am\n3.12. Wir bitten um Anmeldung.", [23, 47]),
        ("Wir treffen uns\nam 3.12. Wir freuen uns.", [25, 40]),
        ("Abgabe bis 30.11. Danach ist geschlossen.", [18, 41]),
    ],
)
def test_a_date_that_opens_a_line_ends_no_sentence(text: str, ends: list[int]) -> None:
    assert [*find_sentence_ends(text, 0, len(text))] == ends


@pytest.mark.parametrize(
    "text",
    [
        "Электрик: Саид Алиев, тел. 8 921 555-12-44",
        "Председатель принимает в каб. 214 и корп. 2",
        "Довідка: тел. 044 555 30 03, каб. 5",
    ],
)
def test_a_shortened_word_before_a_number_ends_no_sentence(text: str) -> None:
    assert list(find_sentence_ends(text, 0, len(text))) == [len(text)]
