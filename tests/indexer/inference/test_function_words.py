"""Function words that are written alike: articles and pronouns, `der`, `que`, `по`, `不到`."""

import pytest

from indexer.inference.reading import Word, read_text


def find_word(text: str, language: str, form: str) -> Word:
    words = read_text(text, language).words
    return next(each for each in words if each.text.lower() == form)


@pytest.mark.parametrize(
    ("language", "text", "noun"),
    [
        ("de", "Der Gärtner gießt die Beete.", "gärtner"),
        ("de", "Am Abend gießt der Gärtner die Beete.", "gärtner"),
        ("es", "El jardinero riega las flores.", "jardinero"),
        ("fr", "Les jardiniers arrosent les fleurs.", "jardiniers"),
        ("it", "Gli ospiti arrivano tardi.", "ospiti"),
        ("pt", "O vizinho rega as flores.", "vizinho"),
    ],
)
def test_an_article_only_leads_its_noun(language: str, text: str, noun: str) -> None:
    word = find_word(text, language, noun)
    assert word.is_led
    assert "rel:of" not in word.relations
    assert not any(each.has("pers") for each in read_text(text, language).words)


@pytest.mark.parametrize(
    ("language", "text", "pronoun"),
    [
        ("es", "Él riega las flores.", "él"),
        ("fr", "Elle les arrose.", "les"),
        ("fr", "Il faut un tuyau pour les arroser.", "les"),
        ("pt", "Ela não o rega.", "o"),
    ],
)
def test_a_pronoun_stays_one(language: str, text: str, pronoun: str) -> None:
    assert find_word(text, language, pronoun).has("pers")


def test_a_genitive_stays_one() -> None:
    assert "rel:of" in find_word("Die Beete der Gärtnerei.", "de", "gärtnerei").relations


@pytest.mark.parametrize(
    ("language", "text", "standard"),
    [
        ("fr", "La rose pousse moins vite que le lierre.", "lierre"),
        ("es", "La rosa crece menos rápido que la hiedra.", "hiedra"),
        ("pt", "A rosa cresce mais devagar que a hera.", "hera"),
    ],
)
def test_what_is_compared_with_is_part_of_its_clause(
    language: str, text: str, standard: str
) -> None:
    assert find_word(text, language, standard).clause == 0


def test_the_end_of_a_russian_span_is_one() -> None:
    text = "Сад закрыт с мая по июль."
    assert "rel:until" in find_word(text, "ru", "июль").relations
    assert (
        "rel:until"
        not in find_word("Сад закрыт по понедельникам.", "ru", "понедельникам").relations
    )


@pytest.mark.parametrize(
    ("text", "denies"), [("这里买不到种子。", True), ("种子不到五元。", False)]
)
def test_a_chinese_limit_is_no_denial(text: str, denies: bool) -> None:
    assert any(each.has("neg") for each in read_text(text, "zh").words) is denies


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "Le jardin ouvre toute l'année."), ("it", "Il giardino apre tutto l'anno.")],
)
def test_a_phrase_with_an_elision_is_known(language: str, text: str) -> None:
    assert any(each.has("span:all") for each in read_text(text, language).words)


def test_a_semicolon_ends_what_a_comma_would_not() -> None:
    text = "Bring a spade or a rake; the club lends the gloves."
    assert find_word(text, "en", "rake").clause != find_word(text, "en", "club").clause


def test_an_exception_with_its_conjunction_is_one_clause() -> None:
    text = "The gate is open, except when it snows."
    assert find_word(text, "en", "except").clause == find_word(text, "en", "snows").clause
