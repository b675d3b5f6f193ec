import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexer.text import stopwords
from indexer.text.analyzer import AnalyzedText, analyze, extract_terms, tokenize
from indexer.text.languages import detect_language
from indexer.text.normalize import fold, unify

ANYTHING = st.text(max_size=60)


@pytest.mark.spec("S4-32", "S4-33")
@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("running", "runs"),
        ("Café", "cafe"),
        ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"),
        ("résumé", "RESUME"),
        ("Straße", "strasse"),
        ("e-mail", "email"),
        ("GH-123", "GH123"),
        ("U.S.", "US"),
        ("soft\u00adhyphen", "softhyphen"),
        ("1,000.50", "1000.50"),
        ("ﬁne", "fine"),
    ],
)
def test_two_ways_to_write_the_same_have_the_same_first_term(written: str, asked: str) -> None:
    assert extract_terms(written, "en")[0] == extract_terms(asked, "en")[0]


@pytest.mark.parametrize(
    ("identifier", "terms"),
    [
        ("v2.0", ["v2.0", "v2", "0"]),
        ("e-mail", ["email", "e", "mail"]),
        ("GH-123", ["gh123", "gh", "123"]),
        ("snake_case_name", ["snake_case_name", "snake", "case", "name"]),
        ("CamelCase", ["camelcas", "camel", "case"]),
        ("c++", ["c++"]),
        ("C#", ["c#"]),
        ("10:30", ["10:30", "10"]),
        ("ann@example.com", ["ann@example.com", "ann", "exampl", "com"]),
    ],
)
def test_an_identifier_is_found_whole_and_in_parts(identifier: str, terms: list[str]) -> None:
    assert extract_terms(identifier, "en") == terms


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "the house", "houses"),
        ("de", "das Haus", "Häuser"),
        ("fr", "le cheval royal", "royales"),
        ("es", "la canción", "canciones"),
        ("ru", "в книге", "книги"),
        ("ar", "المدرسة", "مدرسة"),
        ("el", "το κείμενο", "κείμενα"),
        ("hi", "लड़का", "लड़के"),
    ],
)
def test_words_of_a_language_meet_in_their_stem(language: str, one: str, other: str) -> None:
    assert set(extract_terms(one, language)) & set(extract_terms(other, language))


@pytest.mark.parametrize(
    ("word", "run"),
    [
        ("茅台", "贵州茅台股票代码是多少"),
        ("東京", "昨日東京へ行きました"),
        ("한국", "우리는한국에간다"),
        ("ภาษา", "ฉันพูดภาษาไทย"),
    ],
)
def test_a_word_is_found_inside_a_run_without_spaces(word: str, run: str) -> None:
    whole = [term for term in extract_terms(word) if len(term) == (3 if "ภ" in word else 2)]
    assert set(whole) <= set(extract_terms(run))


def test_every_sign_of_a_run_begins_a_term() -> None:
    assert [term[0] for term in extract_terms("贵州茅台")] == list("贵州茅台")


@pytest.mark.parametrize("language", ["zh", "ja", "en"])
def test_a_long_run_has_the_same_terms_as_its_parts(language: str) -> None:
    run = "圖書館的房租每月一日支付" * 5
    terms = analyze(run, language).terms
    assert terms[: len(run) - 1] == [extract_terms(run[n : n + 2])[0] for n in range(len(run) - 1)]
    assert terms[len(run) - 1 :] == [run[-1]]


def test_vowel_signs_stay_with_their_word() -> None:
    assert tokenize("हिन्दी भाषा") == ["हिन्दी", "भाषा"]
    assert len(extract_terms("हिन्दी", "hi")) == 1


@pytest.mark.spec("S4-34")
def test_common_words_are_told_apart_and_used_only_where_nothing_else_is_left() -> None:
    analyzed = analyze("What did we talk about with the plumber?", "en")
    assert analyzed.terms == ["talk", "plumber"]
    assert "the" in analyzed.common
    assert extract_terms("what did we do about it", "en") == [
        "what",
        "did",
        "we",
        "do",
        "about",
        "it",
    ]


def test_a_text_with_more_words_than_are_remembered_keeps_its_common_words() -> None:
    signs, places = "bcdghklmnpqrstvx", (16, 12, 8, 4, 0)
    words = ("".join(signs[n >> place & 15] for place in places) for n in range(2**17 + 1))
    assert analyze(f"và {' '.join(words)}", "vi").common == ["va"]


def test_an_acronym_in_capitals_is_no_common_word() -> None:
    assert extract_terms("the IT department", "en") == ["it", "depart"]
    assert extract_terms("is it a department", "en") == ["depart"]


def test_ill_and_id_are_words_and_no_rest_of_a_contraction() -> None:
    assert extract_terms("I'd bring my ID, I'll say, if I’m ill", "en") == ["bring", "id", "ill"]
    assert extract_terms("vitamin D", "en") == ["vitamin", "d"]


def test_contractions_are_common_and_possessives_are_names() -> None:
    assert extract_terms("don't ask John's mother, it isn't O'Brien", "en") == [
        "ask",
        "john",
        "mother",
        "o",
        "brien",
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The rent is due on the first of the month."),
        ("de", "Die Miete ist am ersten Tag des Monats fällig."),
        ("fr", "Le loyer est dû le premier jour du mois."),
        ("es", "El alquiler se paga el primer día del mes."),
        ("it", "L'affitto si paga il primo giorno del mese."),
        ("pt", "O aluguel é pago no primeiro dia do mês, como você sabe."),
        ("nl", "De huur moet op de eerste dag van de maand worden betaald."),
        ("sv", "Hyran ska betalas den första dagen i månaden och inte senare."),
        ("pl", "Czynsz jest płatny w pierwszym dniu miesiąca i nie później."),
        ("tr", "Kira her ayın ilk günü için ödenir ve daha sonra değil."),
        ("ru", "Арендная плата вносится в первый день месяца."),
        ("uk", "Орендна плата вноситься у перший день місяця, якщо це можливо."),
        ("el", "Το ενοίκιο πληρώνεται την πρώτη ημέρα του μήνα."),
        ("ar", "يُدفع الإيجار في اليوم الأول من الشهر."),
        ("fa", "اجاره در روز اول ماه پرداخت می شود و باید باشد."),
        ("he", "שכר הדירה משולם ביום הראשון של החודש"),
        ("hi", "किराया महीने के पहले दिन दिया जाता है।"),
        ("zh", "房租在每月的第一天支付。"),
        ("ja", "家賃は毎月一日に支払います。"),
        ("ko", "집세는 매월 첫날에 지불합니다."),
        ("th", "ค่าเช่าจ่ายในวันแรกของเดือน"),
    ],
)
def test_a_sentence_tells_its_language(language: str, text: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Compraron una casa"),
        ("pt", "Os pães"),
        ("ro", "cafenea din Iași"),
        ("uk", "ґанок пофарбували"),
        ("ru", "объявление"),
        ("fa", "گلستان"),
        ("en", "Meeting with Müller"),
        ("en", "Zoë"),
        ("bn", "ঢাকা"),
        ("my", "ရန်ကုန်"),
        ("ko", "大韓民國은"),
        ("ja", "東京へ"),
    ],
)
def test_two_words_tell_their_language_by_their_letters(language: str, text: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I take metformin"),
        ("en", "I want a dog"),
        ("en", "I owe Tom 50 euros"),
        ("en", "I paid Tom back"),
        ("en", "Lunch with Mia, 12 May"),
        ("de", "Frag Mia wegen Auto"),
        ("de", "Kommen Sie"),
        ("de", "Kommen Sie am Montag?"),
        ("de", "Rufen Sie an"),
        ("de", "Hallo Tom,\nDie Heizung in Raum 3 geht"),
        ("en", "Paid 50 € back, I asked Tom."),
        ("cs", "tom a tak"),
        ("en", "I met Anna in Leeds"),
        ("en", "I want two dogs"),
        ("it", "I gatti sono in casa"),
        ("sv", "I dag regner det"),
        ("nl", "Ik wil twee honden, want Anna ook"),
    ],
)
def test_who_speaks_tells_the_language_of_a_few_words(language: str, text: str) -> None:
    assert detect_language(text) == language


def test_a_text_without_common_words_takes_the_language_it_is_given() -> None:
    assert detect_language("Kontonummer 12345", default="de") == "de"
    assert detect_language("Kontonummer 12345") == "en"
    assert detect_language("книга", default="de") == "ru"


def test_english_has_more_than_150_stop_words() -> None:
    assert len(stopwords.load_stopwords("en")) >= 150
    assert all(
        len(stopwords.load_stopwords(language)) >= 40
        for language in stopwords.list_stopword_languages()
    )


@given(ANYTHING)
def test_a_term_holds_only_what_the_index_takes_for_a_letter(text: str) -> None:
    for term in extract_terms(text):
        assert all(sign.isalnum() or sign in "_.-+#@:" or ord(sign) > 127 for sign in term)
        assert term == term.lower() or not term.isascii()


@given(ANYTHING, st.sampled_from(["", *stopwords.list_stopword_languages(), "zh", "th", "he"]))
def test_any_text_is_analysed_in_any_language(text: str, language: str) -> None:
    terms = extract_terms(text, language)
    assert all(terms)
    assert extract_terms(text, language) == terms


@given(ANYTHING)
def test_folding_again_changes_nothing(text: str) -> None:
    folded = fold(unify(text))
    assert fold(unify(folded)) == folded


@given(
    st.text("abcdefghiABC'.,-_+# 019é茅", max_size=12),
    st.sampled_from(["en", "fr", "de", "zh", "ru"]),
)
def test_what_stands_between_spaces_is_analysed_like_its_tokens(text: str, language: str) -> None:
    apart = [analyze(token, language) for token in tokenize(text)]
    together = analyze(text, language)
    assert together.terms == [term for each in apart for term in each.terms]
    assert set(together.common) == {word for each in apart for word in each.common}


@given(st.text("17aZé,.:-'’@_+#\"°/$ 電", max_size=12))
def test_a_term_is_one_word_for_fts5_too(text: str) -> None:
    """Whichever index answers, a term stands in as many rows."""
    for term in analyze(text, "en").terms:
        assert re.fullmatch(r"(?:[a-zA-Z0-9_.\-+#@:]|[^\x00-\x7f])+", term), term


def test_a_number_that_a_unit_is_written_to_is_found_by_itself() -> None:
    for written in ("1,700F", "1,700-year-old", "1,700km"):
        assert "1700" in analyze(written, "en").terms


def test_texts_analyzed_apart_are_joined_as_if_analyzed_together() -> None:
    texts = [
        "2026-11-23T08:00:00.000Z USER: When does the ferry leave for Ålesund?",
        "2026-11-23T08:00:02.000Z ASSISTANT: It leaves at 7:30, and the last one at 21:15 [1].",
        "2026-11-23T08:01:00.000Z Ann: Und die Überfahrt? 東京 too, v2.0 of snake_case.",
        "",
    ]
    apart = AnalyzedText.join([analyze(each, "en") for each in texts])
    assert apart == analyze("\n".join(texts), "en")
