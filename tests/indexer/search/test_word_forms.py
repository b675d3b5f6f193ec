"""A text in one spelling or word form is found by a question in another."""

from pathlib import Path

import pytest

from tests.indexer.factories import Index

FOLDER = Path(__file__).parents[1] / "word_forms"
LANGUAGES = ("ar", "hi", "ja", "ko", "ru", "th")


def load_pairs(language: str) -> list[tuple[str, str]]:
    """Paragraphs, each with a question that names it in other forms of its words."""
    lines = (FOLDER / f"{language}.txt").read_text().splitlines()
    return list(zip(lines[::2], (line.removeprefix("? ") for line in lines[1::2]), strict=True))


async def find_first_hits(index: Index, pairs: list[tuple[str, str]]) -> list[str]:
    """The questions that find their paragraph, and before all others."""
    found = [(text, question, await index.found(question)) for text, question in pairs]
    return [question for text, question, texts in found if texts[:1] == [text]]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_short_questions_find_their_paragraph(index: Index, language: str) -> None:
    pairs = load_pairs(language)
    await index.add(f"{language}.txt", *(text for text, _ in pairs))
    assert await find_first_hits(index, pairs) == [question for _, question in pairs]


async def test_a_home_in_many_languages_finds_as_well(index: Index) -> None:
    pairs = [pair for language in LANGUAGES for pair in load_pairs(language)]
    for n, (text, _) in enumerate(pairs):
        await index.add(f"{n}.txt", text)
    assert len(await find_first_hits(index, pairs)) >= 0.9 * len(pairs)


@pytest.mark.parametrize(
    ("written", "question"),
    [
        ("人々が広場に集まりました。", "人人"),
        ("こゝろという小説を読みました。", "こころ"),
        ("เเมวกินปลา", "แมว"),
        ("น้ำท่วมเมือง", "น\u0e4d\u0e49\u0e32"),
        ("ในปี๒๕๖๓เราย้ายบ้าน", "2563"),
        ("ปี 2563 เราย้ายบ้าน", "๒๕๖๓"),
        ("في عام 2020 انتقلنا.", "٢٠٢٠"),
        ("السعر ١٢٫٥ دينار.", "12.5"),
        ("وزير جديد", "الوزير"),
        ("البيانو في الغرفة", "بيانو"),
        ("مستشفى كبير", "المستشفي"),
        ("مدرسته بعيدة", "والمدرسه"),
        ("کتاب‌های جدید را خریدم.", "کتاب"),
        ("سال ۱۴۰۰ به تهران آمدیم.", "1400"),
        ("והספר נמצא על השולחן.", "ספר"),
        ("גר בירושלים שנים רבות.", "ירושלים"),
        ("מלכים רבים שלטו.", "מלך"),
        ("צה״ל הודיע על כך.", "צהל"),
        ('צה"ל הודיע על כך.', "צה״ל"),
        ("Моє ім'я Олег, а його ні.", "імʼя"),
        ("Памʼятник стоїть у центрі міста.", "пам'ятника"),
        ("Ми їхали машиною до них.", "машина"),
        ("ґанок пофарбували", "ганок"),
        ("Цена 1 500 рублей.", "1500"),
        ("Вес 12,5 кг.", "12.5"),
        ("Es kostet 1.234,50 Euro.", "1234,50"),
        ("Es sind 10.000 Euro.", "10000"),
        ("Es sind 10'000 Franken.", "10000"),
        ("Cela coûte 1\u202f234 euros.", "1234"),
        ("As reuniões acabaram com os pães.", "reunião"),
        ("Compraron una casa.", "comprar"),
        ("क़लम मेज़ पर है।", "कलम"),
        ("हिन्दी भाषा सुंदर है।", "हिंदी"),
        ("बाংলাদেশের রাজধানী ঢাকা।", "ঢাকায়"),
        ("హైదరాబాదులో ఉన్నాను.", "హైదరాబాదు"),
        ("თბილისში ვცხოვრობ.", "თბილისი"),
        ("၂၀၂၀ ခုနှစ်တွင်", "2020"),
        ("ອາຍຸ ໒໐ ປີ", "20"),
        ("Knihy leží na stole a jsou nové.", "kniha"),
        ("A 5kg bag of rice.", "5 kg"),
        ("A 5 kg bag of rice.", "5kg"),
        ("An e\u2011mail came.", "email"),
    ],
)
async def test_the_other_usual_form_finds_it(index: Index, written: str, question: str) -> None:
    await index.add("other.txt", "Nothing of the kind.", "Ничего такого.", "何もありません。")
    await index.add("asked.txt", written)
    assert await index.found(question) == [written]


async def test_every_language_of_a_script_counts_however_many_others_there_are(
    index: Index,
) -> None:
    await index.add("uk.txt", "Там старі будинки, а нові ще ні.")
    glue = "the and with|der und mit|le et avec|el y con|il e con|o e com|de en met"
    for words in glue.split("|"):
        await index.add(f"{words}.txt", words, f"{words} again")
    assert await index.found("будинків") == ["Там старі будинки, а нові ще ні."]
