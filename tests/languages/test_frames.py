"""The frame of an answer and its other sentences are in one language, whatever is asked in.

Here people ask in languages whose questions multis has no words for: a frame in a neighbour of
that language would help nobody.
"""

from pathlib import Path

import pytest
from msgspec import Struct

from indexer.i18n import SHIPPED
from indexer.text.question_words import list_question_languages, load_question_words
from tests.conversation import World, a_world
from tests.languages.english import find_english

LEAST = 8  # characters of a sentence that belong to one language


class Asked(Struct, frozen=True):
    question: str  # that the document below answers
    unknown: str  # that it does not
    document: str


ASKED = {
    "cs": Asked(
        "Kolik je měsíční nájem za byt?",
        "Jak se jmenuje pes majitele?",
        "Měsíční nájem za byt je 850 eur.",
    ),
    "da": Asked(
        "Hvor høj er den månedlige husleje?",
        "Hvad hedder udlejerens hund?",
        "Den månedlige husleje er 850 euro.",
    ),
    "el": Asked(
        "Πόσο είναι το μηνιαίο ενοίκιο;",
        "Πώς λένε τον σκύλο του ιδιοκτήτη;",
        "Το μηνιαίο ενοίκιο είναι 850 ευρώ.",
    ),
    "fa": Asked("اجاره ماهانه چقدر است؟", "اسم سگ صاحبخانه چیست؟", "اجاره ماهانه ۸۵۰ یورو است."),
    "fi": Asked(
        "Kuinka suuri on kuukausivuokra?",
        "Mikä on vuokranantajan koiran nimi?",
        "Kuukausivuokra on 850 euroa.",
    ),
    "he": Asked(
        "כמה עולה שכר הדירה החודשי?",
        "איך קוראים לכלב של בעל הבית?",
        "שכר הדירה החודשי הוא 850 אירו.",
    ),
    "hu": Asked(
        "Mennyi a lakás havi bérleti díja?",
        "Hogy hívják a tulajdonos kutyáját?",
        "A lakás havi bérleti díja 850 euró.",
    ),
    "ko": Asked("월세는 얼마인가요?", "집주인의 개 이름은 무엇인가요?", "월세는 850유로입니다."),
    "no": Asked(
        "Hvor høy er den månedlige husleien?",
        "Hva er det utleierens hund heter?",
        "Den månedlige husleien er 850 euro.",
    ),
    "pl": Asked(
        "Ile wynosi miesięczny czynsz za mieszkanie?",
        "Jak ma na imię pies właściciela?",
        "Miesięczny czynsz za mieszkanie to 850 euro.",
    ),
    "ro": Asked(
        "Cât este chiria lunară a apartamentului?",
        "Cum îl cheamă pe câinele proprietarului?",
        "Chiria lunară a apartamentului este de 850 de euro.",
    ),
    "sv": Asked(
        "Hur hög är månadshyran för lägenheten?",
        "Var är nyckeln till källaren?",
        "Månadshyran för lägenheten är 850 euro.",
    ),
    "ur": Asked(
        "ماہانہ کرایہ کتنا ہے؟", "مالک مکان کے کتے کا نام کیا ہے؟", "ماہانہ کرایہ 850 یورو ہے۔"
    ),
    "vi": Asked(
        "Tiền thuê nhà hàng tháng là bao nhiêu?",
        "Con chó của chủ nhà tên là gì?",
        "Tiền thuê nhà hàng tháng là 850 euro.",
    ),
}


def find_frames(text: str) -> set[str]:
    """Return the languages of the fixed sentences in an answer."""
    found = set[str]()
    for language in list_question_languages():
        sentences = load_question_words(language).lists["replies"].values()
        parts = (part.strip() for each in sentences for part in str(each).split("{")[:1])
        if any(len(part) >= LEAST and part in text for part in parts):
            found.add(language)
    return found


async def ask(world: World, asked: Asked) -> list[str]:
    await world.owner("kb", lease__md=f"# 1\n\n{asked.document}".encode())
    said = (asked.question, asked.unknown, "xyzzy")
    return [(await world.owner(each)).text for each in said]


def test_these_languages_have_no_words_for_questions() -> None:
    assert not ASKED.keys() & set(list_question_languages())
    assert not any(map(SHIPPED.has, ASKED))


@pytest.mark.parametrize("language", ASKED)
async def test_an_english_reader_reads_english_around_the_quotations(
    language: str, tmp_path: Path
) -> None:
    async with a_world(tmp_path) as world:
        answers = await ask(world, ASKED[language])
    assert [find_frames(each) - {"en"} for each in answers] == [set()] * 3
    assert ASKED[language].document in answers[0]
    assert find_frames(answers[1])


@pytest.mark.parametrize("language", ASKED)
async def test_a_german_reader_reads_german_around_them(language: str, tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.owner("/language de")
        answers = await ask(world, ASKED[language])
    assert [find_frames(each) - {"de"} for each in answers] == [set()] * 3
    assert [find_english(each, "de") for each in answers] == [[]] * 3


def test_a_frame_is_recognized() -> None:
    assert find_frames(
        "تفاصيل\n\n" + str(load_question_words("ar").lists["replies"]["nothing"])
    ) == {"ar"}
